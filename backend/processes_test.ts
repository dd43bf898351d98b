import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type { CompanySession, SignedIn } from './identity/contract.ts';
import { hashPassword } from './identity/passwords.ts';
import { openPool, toDb, within } from './platform/db.ts';
import { announce } from './platform/live.ts';
import { type Installation, startInstallation } from './testing/processes.ts';
import { seedCompany } from './testing/test-context.ts';

const PASSWORD = 'Correct-horse-1!';
const EMAIL = 'several@example.test';

/** Waits until a page connected to this process received an event. */
function listenAt(url: string, token: string) {
  const ready = Promise.withResolvers<void>();
  const reported = Promise.withResolvers<unknown>();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
  socket.onopen = () => socket.send(JSON.stringify({ token }));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === 'ready') ready.resolve();
    else reported.resolve(message);
  };
  socket.onclose = ({ code, reason }) => {
    const lost = new Error(`the connection to ${url} ended: ${code} ${reason}`);
    ready.reject(lost);
    reported.reject(lost);
  };
  const close = () => {
    socket.onclose = null;
    socket.close();
  };
  return { ready: ready.promise, reported: reported.promise, close };
}

describe('two apis and two workers over one database', () => {
  let installation: Installation;
  let companyId: number;

  beforeAll(async () => {
    // All four find an empty database at the same time, and each tries to create its tables.
    installation = await startInstallation(['api', 'api', 'worker', 'worker']);
    const seeded = await seedCompany(installation.owner, {
      email: EMAIL,
      passwordHash: await hashPassword(PASSWORD),
    });
    companyId = seeded.companyId;
  });
  afterAll(() => installation.close());

  const apis = () => installation.processes.filter(({ role }) => role === 'api');
  const call = async <T>(url: string, path: string, body: object, token?: string): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text}`);
    return JSON.parse(text);
  };

  it('make the tables once between them', async () => {
    const [row] = await installation.owner<{ migrations: number; distinct: number }[]>`
      select count(*)::integer as migrations, count(distinct name)::integer as distinct
      from migration.kysely_migration`;
    assert.ok(row!.migrations > 1);
    assert.equal(row!.migrations, row!.distinct);
  });

  it('accept a session whichever of them created it, and notify every page, whichever it is connected to', async () => {
    const [first, second] = apis();
    const person = await call<SignedIn>(first!.url, '/auth/login', {
      email: EMAIL,
      password: PASSWORD,
    });
    const { token } = await call<CompanySession>(
      second!.url,
      '/auth/company',
      { companyId },
      person.token,
    );
    const pages = apis().map(({ url }) => listenAt(url, token));
    await Promise.all(pages.map(({ ready }) => ready));
    const pool = openPool(installation.appUrl, 1);
    await within(toDb(pool), { company: companyId }, (trx) =>
      announce(trx, companyId, { type: 'listings', ids: [7] }),
    );
    const reported = await Promise.all(pages.map((page) => page.reported));
    assert.deepEqual(reported, [
      { type: 'listings', ids: [7] },
      { type: 'listings', ids: [7] },
    ]);
    for (const page of pages) page.close();
    await pool.end({ timeout: 1 });
  });

  it('have one entry for each schedule', async () => {
    const rows = await installation.owner<{ name: string }[]>`select name from pgboss.schedule`;
    assert.ok(rows.length > 0);
    assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
  });

  it('end in good order, and the others go on', async () => {
    const [first, second] = apis();
    assert.equal(await first!.stop(), 0);
    const answer = await fetch(`${second!.url}/api/health`);
    await answer.body?.cancel();
    assert.equal(answer.status, 200);
    installation.processes = installation.processes.filter((process) => process !== first);
  });
});
