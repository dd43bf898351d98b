import postgres from 'postgres';
import { type Db, openPool, toDb } from '../platform/db.ts';
import {
  prepareTemplate,
  TEST_APP_PASSWORD,
  testDatabaseName,
  testServerUrl,
  withDatabase,
} from './server.ts';

export interface TestDatabase {
  /** As the application signs in: behind row-level security. */
  db: Db;
  /** As the superuser: sees and may do everything. */
  owner: postgres.Sql;
  /** The application's address. */
  url: string;
  /** The superuser's address. */
  ownerUrl: string;
  close(): Promise<void>;
}

const spares = new WeakMap<Db, Db>();

/** A connection outside the pool of a test database, for statements that must not wait for the pool. */
export const spareOf = (db: Db): Db => spares.get(db) ?? db;

let ready: Promise<{ server: string; template: string }> | null = null;

async function prepare() {
  const server = await testServerUrl();
  return { server, template: await prepareTemplate(server) };
}

async function onServer<T>(server: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(withDatabase(server, 'postgres'), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A fresh, migrated, empty database of its own. `connections` is the size of the application's pool. */
export async function testDatabase({ connections = 8 } = {}): Promise<TestDatabase> {
  ready ??= prepare();
  const { server, template } = await ready;
  const name = testDatabaseName();
  // Its files are copied as they are: nothing of it has to pass through the log.
  await onServer(
    server,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );

  const ownerUrl = withDatabase(server, name);
  const address = new URL(ownerUrl);
  // The policies name the role that the template was migrated with.
  address.username = `${template}_app`;
  address.password = TEST_APP_PASSWORD;
  const url = address.href;

  const owner = openPool(ownerUrl, 3);
  const pool = openPool(url, connections);
  const spare = openPool(url, 1);
  const db = toDb(pool);
  spares.set(db, toDb(spare));
  return {
    db,
    owner,
    url,
    ownerUrl,
    async close() {
      await Promise.all([pool, spare, owner].map((open) => open.end({ timeout: 1 })));
      await onServer(server, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}
