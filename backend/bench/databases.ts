// Empty databases for a bench, in a separate embedded PostgreSQL with the product's settings.
import { dirname, join } from 'node:path';
import type postgres from 'postgres';
import { openPool } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { startPostgres } from '../platform/postgres.ts';
import { createStops } from '../start/stops.ts';

const STOP_SECONDS = 15;

export const benchLog = createLog({
  write: (line) => console.error(line),
  clock: () => new Date(),
  level: 'warn',
});

export interface BenchDatabase {
  owner: postgres.Sql;
  /** The application's pool, behind row-level security. */
  app: postgres.Sql;
  appUrl: string;
  ownerUrl: string;
}

/** Opens as many migrated databases as there are names, works with them, and takes everything away. */
export async function withDatabases<T>(
  names: readonly string[],
  work: (databases: BenchDatabase[]) => Promise<T>,
): Promise<T> {
  const stops = createStops((message, error, fields) => benchLog.error(message, error, fields));
  try {
    const folder = await Deno.makeTempDir({ prefix: 'primazia-bench-' });
    stops.add('folder', () => Deno.remove(folder, { recursive: true }), STOP_SECONDS);
    // Started as root, the server runs as another user, who has to get through.
    await Deno.chmod(folder, 0o711);
    const password = crypto.randomUUID();
    const server = await startPostgres({
      folder: join(folder, 'postgres'),
      password,
      log: benchLog,
    });
    stops.add(
      'PostgreSQL',
      async () => {
        await server.stop();
        // The cluster lies elsewhere where the server's user could not get into our folder.
        if (!server.data.startsWith(folder))
          await Deno.remove(dirname(server.data), { recursive: true });
      },
      STOP_SECONDS,
    );
    const admin = openPool(server.url, 1);
    stops.add('administrator', () => admin.end({ timeout: 1 }));
    const databases: BenchDatabase[] = [];
    for (const name of names) {
      await admin`create database ${admin(name)}`;
      const address = new URL(server.url);
      address.pathname = `/${name}`;
      const ownerUrl = address.href;
      const appUrl = await migrate(ownerUrl, password);
      const owner = openPool(ownerUrl, 2);
      const app = openPool(appUrl, 8);
      stops.add(`connections to ${name}`, async () => {
        await Promise.all([owner.end({ timeout: 1 }), app.end({ timeout: 1 })]);
      });
      databases.push({ owner, app, appUrl, ownerUrl });
    }
    return await work(databases);
  } finally {
    await stops.run();
  }
}
