import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import postgres from 'postgres';
import { testDatabaseName, testServerUrl, withDatabase } from '../testing/server.ts';
import { DatabaseError, migrate, placeOf } from './migrate.ts';

describe('the migration', () => {
  let server: string;
  let admin: postgres.Sql;
  let name: string;
  let url: string;

  beforeAll(async () => {
    server = await testServerUrl();
    admin = postgres(withDatabase(server, 'postgres'), { max: 1, onnotice: () => {} });
  });
  beforeEach(async () => {
    name = testDatabaseName();
    url = withDatabase(server, name);
    await admin`create database ${admin(name)}`;
  });
  afterEach(async () => {
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin`drop role if exists ${admin(`${name}_app`)}`;
  });
  afterAll(() => admin.end());

  const ask = async (at: string, text: string) => {
    const client = postgres(at, { max: 1, onnotice: () => {} });
    try {
      return [...(await client.unsafe(text))].map((row) => ({ ...row }));
    } finally {
      await client.end({ timeout: 1 });
    }
  };
  const failure = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => null,
      (caught) => caught,
    );
    assert.ok(error instanceof DatabaseError, String(error));
    return error.message;
  };

  it('lets a process of this version start again on the database of a later one', async () => {
    await migrate(url, 'app-password-1');
    const later = "insert into migration.kysely_migration values ('999-later', now()::text)";
    await ask(url, later);
    const app = await migrate(url, 'app-password-1');
    assert.deepEqual(await ask(app, 'select id from listing'), []);
  });

  it('has transactions ended that are idle for two minutes, unless the database ends them sooner', async () => {
    for (const [before, after] of [
      ['0', '2min'],
      ['1h', '2min'],
      ['30s', '30s'],
    ]) {
      await admin.unsafe(
        `alter database ${name} set idle_in_transaction_session_timeout = '${before}'`,
      );
      const app = await migrate(url, 'app-password-1');
      assert.deepEqual(await ask(app, 'show idle_in_transaction_session_timeout'), [
        { idle_in_transaction_session_timeout: after },
      ]);
    }
  });

  it('makes tables, queues and a role that can use them and nothing else', async () => {
    const app = await migrate(url, 'app-password-1');
    assert.deepEqual(await ask(app, 'select current_user::text as role'), [
      { role: `${name}_app` },
    ]);
    assert.deepEqual(await ask(app, 'select id from listing'), []);
    assert.deepEqual(await ask(app, 'select id from pgboss.job'), []);
    for (const forbidden of [
      'create table mine (id integer)',
      'create temporary table mine (id integer)',
      'drop table listing',
      'truncate listing',
      'alter table listing disable row level security',
      'create schema mine',
      'select * from migration.kysely_migration',
      'drop table pgboss.queue cascade',
      'set role postgres',
    ]) {
      await assert.rejects(ask(app, forbidden), /permission denied|must be owner/, forbidden);
    }
  });

  it('can be done again and by several at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => migrate(url, 'app-password-1')));
    assert.equal(new Set(all).size, 1);
    await migrate(url, 'app-password-1');
    assert.deepEqual(await ask(all[0]!, 'select 1 as one'), [{ one: 1 }]);
  });

  it("gives the role another password where the settings' changed", async () => {
    const before = await migrate(url, 'app-password-1');
    const after = await migrate(url, "another p@ss:w/ord'");
    assert.deepEqual(await ask(after, 'select 1 as one'), [{ one: 1 }]);
    await assert.rejects(ask(before, 'select 1'), /password authentication failed/);
  });

  it('does not go on with a role that could pass by the policies', async () => {
    await migrate(url, 'app-password-1');
    await admin`alter role ${admin(`${name}_app`)} bypassrls`;
    assert.match(
      await failure(migrate(url, 'app-password-1')),
      /may do more than an application should/,
    );
  });

  it('reports the fault of an address, without its password', async () => {
    const messages = await Promise.all(
      [
        'postgres://owner:hunter2@127.0.0.1:9/any',
        withDatabase(server, 'no_such_database'),
        server.replace(/:\/\/[^@]+@/, '://postgres:hunter2@'),
      ].map((wrong) => failure(migrate(wrong, 'app-password-1'))),
    );
    assert.match(
      messages[0]!,
      /127\.0\.0\.1:9\/any cannot be used \(ECONNREFUSED\): no server answers there/,
    );
    assert.match(
      messages[1]!,
      /no_such_database.*does not exist: make it, or correct DATABASE_URL/,
    );
    assert.match(messages[2]!, /user or password is wrong/);
    for (const message of messages) {
      assert.equal(/hunter2|only-for-tests/.test(message), false, message);
    }
  });

  it('names a place without what opens it', () => {
    assert.equal(placeOf('postgres://a:b@db.example/x'), 'db.example:5432/x');
  });
});
