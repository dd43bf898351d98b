import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import postgres from 'postgres';
import { isUnreachable, openPool, toDb } from './db.ts';
import { createLiveHub } from './live.ts';
import { createLog } from './log.ts';
import { buffersFor, type PostgresServer, startPostgres } from './postgres.ts';

const PASSWORD = 'only-for-this-test';
const isRoot = Deno.uid() === 0;

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let warnings: string[];
  let server: PostgresServer;

  beforeAll(async () => {
    folder = join(await Deno.makeTempDir({ prefix: 'embedded-' }), 'postgres');
    await Deno.chmod(dirname(folder), 0o755);
  });
  beforeEach(() => {
    warnings = [];
  });
  afterAll(async () => {
    await server.stop();
    await Deno.remove(dirname(folder), { recursive: true });
  });

  const log = createLog({
    write: (line) => warnings.push(JSON.parse(line).message),
    clock: () => new Date(),
    level: 'warn',
  });
  const start = async (password = PASSWORD) => {
    server = await startPostgres({ folder, password, log, settings: { shared_buffers: '32MB' } });
    return server;
  };
  const ask = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
    const client = postgres(server.url, { max: 1, onnotice: () => {} });
    try {
      return await work(client);
    } finally {
      await client.end({ timeout: 1 });
    }
  };
  const rows = () =>
    ask(async (client) => (await client`select id from kept order by id`).map(({ id }) => id));
  const lockFile = () => join(server.data, 'postmaster.pid');
  const pid = async () => Number((await Deno.readTextFile(lockFile())).split('\n')[0]);

  it('is created at the first start, despite the remains of a killed start', async () => {
    await Deno.mkdir(join(folder, 'unfinished-abc', 'data'), { recursive: true });
    if (isRoot) await Deno.chmod(folder, 0o755);
    await start();
    assert.equal(server.adopted, false);
    assert.equal(server.data, join(folder, 'data'));
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => name.startsWith('unfinished')),
      [],
    );
    const [row] = await ask(
      (client) => client`
        select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
          current_setting('listen_addresses') as addresses, datlocprovider as provider, datlocale as locale
        from pg_database where datname = 'postgres'`,
    );
    assert.deepEqual(
      { ...row },
      {
        checksums: 'on',
        encoding: 'UTF8',
        addresses: '127.0.0.1',
        provider: 'b',
        locale: 'C.UTF-8',
      },
    );
    await ask((client) => client`create table kept (id integer)`);
    await ask((client) => client`insert into kept values (1)`);
  });

  it('keeps pages in an eighth of the memory, between 128 MB and 4 GB', () => {
    const ofGigabytes = (count: number) => buffersFor(count * 2 ** 30) / 2 ** 20;
    assert.deepEqual(
      [0.5, 1, 2, 24, 31, 512].map(ofGigabytes),
      [128, 128, 256, 3_072, 3_968, 4_096],
    );
  });

  it('wants the password', async () => {
    const url = new URL(server.url);
    url.password = 'another';
    const client = postgres(url.href, { max: 1 });
    await assert.rejects(client`select 1`, /password authentication failed/);
    await client.end();
  });

  it('is taken over where its owner was killed', async () => {
    const { port } = server;
    await start();
    assert.equal(server.adopted, true);
    assert.equal(server.port, port);
    assert.deepEqual(await rows(), [1]);
  });

  it('finds its data and its port again', async () => {
    const { port } = server;
    await server.stop();
    await start();
    assert.equal(server.adopted, false);
    assert.equal(server.port, port);
    assert.deepEqual(await rows(), [1]);
  });

  it('restarts with all committed data after a kill', async () => {
    await ask((client) => client`insert into kept select generate_series(2, 5000)`);
    Deno.kill(await pid(), 'SIGKILL');
    await start();
    assert.equal(server.adopted, false);
    assert.equal((await rows()).length, 5_000);
  });

  it('restarts although another program has the process id of its old lock', async () => {
    const lock = (await Deno.readTextFile(lockFile())).split('\n');
    await server.stop();
    await Deno.writeTextFile(lockFile(), [String(Deno.pid), ...lock.slice(1)].join('\n'));
    await start();
    assert.equal(server.adopted, false);
    assert.equal((await rows()).length, 5_000);
  });

  it('uses another port if its own is taken', async () => {
    const { port } = server;
    await server.stop();
    using _taken = Deno.listen({ hostname: '127.0.0.1', port });
    await start();
    assert.notEqual(server.port, port);
    assert.equal((await rows()).length, 5_000);
  });

  it('takes the password of the settings where those were lost and made again', async () => {
    await start('made-again');
    assert.deepEqual(warnings, [
      'Database password differs from the settings; it is set to theirs',
    ]);
    assert.equal((await rows()).length, 5_000);
    assert.match(server.url, /made-again/);
    await start(PASSWORD);
  });

  it('reports the cause if it cannot start', async () => {
    await server.stop();
    const file = join(server.data, 'postgresql.auto.conf');
    const before = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, "work_mem = 'much'\n");
    await assert.rejects(start(), /work_mem/);
    await Deno.writeTextFile(file, before);
    await start();
  });

  it('may restart while it is used: pools and listeners reconnect', async () => {
    const pool = openPool(server.url, 2);
    const db = toDb(pool);
    let received = 0;
    const hub = createLiveHub({
      databaseUrl: server.url,
      publicUrl: 'http://localhost',
      knowsOrigin: () => Promise.resolve(false),
      clock: () => new Date(),
      log: createLog({
        write: (line) => {
          if (JSON.parse(line).message === 'Listening to the database again') received += 1;
        },
        clock: () => new Date(),
        level: 'info',
      }),
      authenticate: () => Promise.reject(new Error('nobody calls')),
    });
    await hub.start();
    await sql`select 1`.execute(db);

    await server.stop();
    const failed = await sql`select 1`.execute(db).catch((error) => error);
    assert.equal(isUnreachable(failed), true, String(failed));
    await sleep(2_500);
    await start();

    const end = Date.now() + 15_000;
    let answered = false;
    while ((!answered || received === 0) && Date.now() < end) {
      answered ||= await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      await sleep(50);
    }
    await hub.close();
    await pool.end({ timeout: 1 });
    assert.equal(answered, true, 'the pool did not come back');
    assert.equal(received, 1, 'the listener did not come back');
  });
});

describe('a folder that only its owner may enter', () => {
  let hidden: string;
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    hidden = await Deno.makeTempDir({ prefix: 'hidden-' });
    await Deno.chmod(hidden, 0o700);
  });
  afterEach(async () => {
    await server?.stop();
  });
  afterAll(async () => {
    if (server && isRoot) await Deno.remove(dirname(server.data), { recursive: true });
    await Deno.remove(hidden, { recursive: true });
  });

  it('holds the database where the server runs as the owner, else the database lives elsewhere, and stays there', async () => {
    const lines: string[] = [];
    const log = createLog({
      write: (line) => lines.push(line),
      clock: () => new Date(),
      level: 'warn',
    });
    const folder = join(hidden, 'postgres');
    const start = () =>
      startPostgres({ folder, password: PASSWORD, log, settings: { shared_buffers: '32MB' } });
    server = await start();
    const { data } = server;
    assert.equal(data.startsWith(isRoot ? '/var/lib/primazia/' : folder), true, data);
    assert.equal(
      lines.some((line) => line.includes('the database is stored elsewhere')),
      isRoot,
    );
    await server.stop();
    await Deno.chmod(hidden, 0o755);
    server = await start();
    assert.equal(server.data, data);
  });
});
