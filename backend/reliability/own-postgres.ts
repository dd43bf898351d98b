// A PostgreSQL of the test's own, which may be restarted while others go on with theirs.
import { dirname, join } from 'node:path';
import { createLog } from '../platform/log.ts';
import { startPostgres } from '../platform/postgres.ts';
import { preparePostgresHome, run } from '../platform/postgres-home.ts';

export interface OwnPostgres {
  /** The superuser's address. */
  url: string;
  /** `fast` ends all sessions, `immediate` is a crash with a recovery. Resolves when it answers again. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  close(): Promise<void>;
}

const log = createLog({
  write: (line) => console.error(line),
  clock: () => new Date(),
  level: 'error',
});

export async function openOwnPostgres(): Promise<OwnPostgres> {
  const folder = await Deno.makeTempDir({ prefix: 'primazia-restart-' });
  // Started as root, the server runs as another user, who has to get through.
  await Deno.chmod(folder, 0o711);
  const place = join(folder, 'postgres');
  const server = await startPostgres({
    folder: place,
    password: crypto.randomUUID(),
    log,
    // The machine does not crash, so written data is safe before it reaches the disk.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const home = await preparePostgresHome(place, log);
  return {
    url: server.url,
    async restart(mode) {
      const { code, output } = await run(
        join(home.bin, 'pg_ctl'),
        ['restart', '--wait', `--mode=${mode}`, `--pgdata=${home.data}`, '--log=/dev/null'],
        home.runAs,
      );
      if (code !== 0) throw new Error(`PostgreSQL did not restart: ${output}`);
    },
    async close() {
      await server.stop();
      // The cluster lies elsewhere where the server's user could not get into our folder.
      if (!server.data.startsWith(folder))
        await Deno.remove(dirname(server.data), { recursive: true });
      await Deno.remove(folder, { recursive: true });
    },
  };
}
