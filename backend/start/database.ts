import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { startPostgres } from '../platform/postgres.ts';
import { hold } from './data-folder.ts';
import type { Exit } from './exit.ts';

const CHECK_MILLISECONDS = 2_000;
const STOP_SECONDS = 10;

async function answers(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: '127.0.0.1', port })).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) return false;
    throw error;
  }
}

/**
 * The address of the database's owner: DATABASE_URL, else the embedded PostgreSQL, which starts and stops with this process.
 * If that crashes, this process ends: the next start recovers both.
 */
export async function openDatabase(config: Config, log: Log, exit: Exit): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const lock = await hold(config.dataFolder, 'database');
  exit.stops.add('data folder', () => lock.close());
  const server = await startPostgres({
    folder: join(config.dataFolder, 'postgres'),
    password: config.secrets.postgresPassword,
    log,
  });
  const watch = setInterval(async () => {
    if (!(await answers(server.port))) exit.collapse(new Error('the embedded PostgreSQL is gone'));
  }, CHECK_MILLISECONDS);
  exit.stops.add(
    'PostgreSQL',
    async () => {
      clearInterval(watch);
      await server.stop();
    },
    STOP_SECONDS,
  );
  return server.url;
}
