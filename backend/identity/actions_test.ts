import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Problem } from '../kernel/problem.ts';
import { toDb, within } from '../platform/db.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type TestContext, testContext } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import type { CompanySession, SignedIn } from './contract.ts';
import { newRefresh, readRefresh } from './tokens.ts';

const PASSWORD = 'Aurora#2026';
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let database: TestDatabase;
let ctx: TestContext;
let aurora: number;
let norte: number;
let foreign: number;
let personId: number;
let strangerId: number;
let start: Date;

const company = async (name: string) => {
  const [row] = await database.owner<{ id: number }[]>`
    insert into company (name, created_at) values (${name}, ${start}) returning id`;
  return row!.id;
};
const join = (companyId: number, person: number, role: string) => database.owner`
  insert into membership (company_id, person_id, role) values (${companyId}, ${person}, ${role})`;

beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext(database.db);
  start = ctx.clock();
  const owner = toDb(database.owner);
  personId = await identity.createPerson(
    owner,
    { email: ' Marina@Casa.Test ', name: 'Marina Prado', password: PASSWORD },
    start,
  );
  strangerId = await identity.createPerson(
    owner,
    { email: 'ivo@fora.test', name: 'Ivo', password: 'Fora#2026x' },
    start,
  );
  norte = await company('Norte');
  aurora = await company('Aurora');
  foreign = await company('Fora');
  await join(aurora, personId, 'owner');
  await join(norte, personId, 'analyst');
  await join(foreign, strangerId, 'owner');
});
afterAll(() => database.close());
beforeEach(() => ctx.setTime(start));

const later = (milliseconds: number) => ctx.advance(milliseconds);

const ADDRESS = '203.0.113.7';
const read = (refreshToken: string) => readRefresh(ctx.config.secrets.jwtSecret, refreshToken);
const login = (temporary = false) =>
  identity.login(ctx, { email: 'marina@casa.test', password: PASSWORD, temporary }, ADDRESS);

/** Awaits a refusal and gives its status and code. */
async function problemOf(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) {
      return { status: error.status, code: error.code, detail: error.message };
    }
    throw error;
  }
  assert.fail('it was not refused');
}
const codeOf = async (work: Promise<unknown>) => (await problemOf(work)).code;

const callerOf = (given: { token: string }) => identity.authenticate(ctx)(given.token, null);

/** Signs in and chooses Aurora. */
async function inAurora(): Promise<{ signedIn: SignedIn; session: CompanySession }> {
  const signedIn = await login();
  const session = await identity.chooseCompany(ctx, await callerOf(signedIn), aurora);
  return { signedIn, session };
}

describe('login', () => {
  it('gives tokens, the name and the companies of the person, by name', async () => {
    const { token, refresh_token, ...rest } = await login();
    assert.deepEqual(rest, {
      name: 'Marina Prado',
      email: 'marina@casa.test',
      companies: [
        { id: aurora, name: 'Aurora' },
        { id: norte, name: 'Norte' },
      ],
      must_change_password: false,
      locale: null,
    });
    const caller = await callerOf({ token });
    assert.equal(caller.personId, personId);
    assert.equal(caller.companyId, null);
    assert.equal(caller.role, null);
    assert.equal(read(refresh_token)?.sessionId, caller.sessionId);
  });

  it('minds neither case nor blanks of the e-mail', async () => {
    const given = { email: ' MARINA@casa.TEST', password: PASSWORD };
    const signedIn = await identity.login(ctx, given, ADDRESS);
    assert.equal(signedIn.email, 'marina@casa.test');
  });

  it('does not wait for disk writes that only a known e-mail causes', async () => {
    await database.owner.unsafe(`
      create function note_waiting() returns trigger language plpgsql as $$ begin
        new.values := new.values || jsonb_build_object('waits', current_setting('synchronous_commit'));
        return new;
      end $$;
      create trigger note_waiting before insert on audit_log
        for each row execute function note_waiting()`);
    const wrong = { email: 'marina@casa.test', password: 'Wrong#2026' };
    await problemOf(identity.login(ctx, wrong, '203.0.113.8'));
    const rows = await database.owner<{ waits: string }[]>`
      select values->>'waits' as waits from audit_log where values->>'address' = '203.0.113.8'`;
    await database.owner`drop function note_waiting() cascade`;
    assert.deepEqual(
      rows.map(({ waits }) => waits),
      ['off', 'off'],
    );
  });

  it('reports a wrong password and an unknown e-mail alike', async () => {
    const wrong = await problemOf(
      identity.login(ctx, { email: 'marina@casa.test', password: 'aurora#2026' }, ADDRESS),
    );
    const unknown = await problemOf(
      identity.login(ctx, { email: 'nobody@casa.test', password: PASSWORD }, ADDRESS),
    );
    assert.equal(wrong.status, 401);
    assert.equal(wrong.code, 'invalid_credentials');
    assert.deepEqual(unknown, wrong);
  });

  it('stores no token as it is', async () => {
    const { refresh_token } = await login();
    const rows = await database.owner`select * from session`;
    assert.equal(JSON.stringify(rows).includes(refresh_token), false);
    const people = await database.owner`select * from person`;
    assert.equal(JSON.stringify(people).includes(PASSWORD), false);
  });
});

describe('choosing a company', () => {
  it('answers with the company, and the tokens carry it with the role there', async () => {
    const { session } = await inAurora();
    const { token, refresh_token, ...rest } = session;
    assert.deepEqual(rest, {
      company_id: aurora,
      company_name: 'Aurora',
      name: 'Marina Prado',
      email: 'marina@casa.test',
    });
    const { companyId, role } = await callerOf({ token });
    assert.deepEqual({ companyId, role }, { companyId: aurora, role: 'owner' });
    assert.ok(read(refresh_token));

    const other = await identity.chooseCompany(ctx, await callerOf(session), norte);
    assert.equal((await callerOf(other)).role, 'analyst');
  });

  it('is refused for a foreign company, equally for one that does not exist', async () => {
    const caller = await callerOf(await login());
    const foreignProblem = await problemOf(identity.chooseCompany(ctx, caller, foreign));
    assert.equal(foreignProblem.status, 403);
    assert.equal(foreignProblem.code, 'forbidden');
    assert.deepEqual(await problemOf(identity.chooseCompany(ctx, caller, 987_654)), foreignProblem);
  });

  it('replaces the refresh token', async () => {
    const { signedIn, session } = await inAurora();
    assert.equal(await codeOf(identity.refresh(ctx, signedIn.refresh_token)), 'refresh_conflict');
    const renewed = await identity.refresh(ctx, session.refresh_token);
    assert.equal(renewed.company_id, aurora);
  });

  it('is refused once the session is over', async () => {
    const signedIn = await login();
    const caller = await callerOf(signedIn);
    await identity.logout(ctx, signedIn.refresh_token);
    assert.equal(await codeOf(identity.chooseCompany(ctx, caller, aurora)), 'session_ended');
  });

  it("cannot take up another person's session", async () => {
    const marina = await callerOf(await login());
    const work = identity.chooseCompany(
      ctx,
      { personId: strangerId, sessionId: marina.sessionId },
      foreign,
    );
    assert.equal(await codeOf(work), 'session_ended');
  });
});

describe('refresh', () => {
  it('gives new tokens for the same person and company', async () => {
    const { session } = await inAurora();
    const { token, refresh_token, ...rest } = await identity.refresh(ctx, session.refresh_token);
    assert.deepEqual(rest, {
      company_id: aurora,
      company_name: 'Aurora',
      name: 'Marina Prado',
      email: 'marina@casa.test',
    });
    assert.notEqual(refresh_token, session.refresh_token);
    const before = await callerOf(session);
    const after = await callerOf({ token });
    assert.equal(after.sessionId, before.sessionId);
    assert.equal(after.companyId, aurora);
  });

  it('works before a company was chosen', async () => {
    const renewed = await identity.refresh(ctx, (await login()).refresh_token);
    assert.equal(renewed.company_id, null);
    assert.equal(renewed.company_name, null);
  });

  it('keeps a session alive for 30 days from the last renewal, and no longer', async () => {
    let { refresh_token } = await login();
    later(29 * DAY);
    ({ refresh_token } = await identity.refresh(ctx, refresh_token));
    later(29 * DAY);
    ({ refresh_token } = await identity.refresh(ctx, refresh_token));
    later(30 * DAY);
    assert.equal(await codeOf(identity.refresh(ctx, refresh_token)), 'session_ended');
  });

  it('requires the password again after 90 days, however often a session is renewed', async () => {
    let { refresh_token } = await login();
    for (let day = 0; day < 80; day += 20) {
      later(20 * DAY);
      ({ refresh_token } = await identity.refresh(ctx, refresh_token));
    }
    later(10 * DAY - 1);
    ({ refresh_token } = await identity.refresh(ctx, refresh_token));
    later(1);
    assert.equal(await codeOf(identity.refresh(ctx, refresh_token)), 'session_ended');
  });

  it('keeps a temporary session alive for an hour from the last renewal, in a company too', async () => {
    const signedIn = await login(true);
    const caller = await callerOf(signedIn);
    let { refresh_token } = await identity.chooseCompany(ctx, caller, aurora);
    later(HOUR - 1);
    ({ refresh_token } = await identity.refresh(ctx, refresh_token));
    later(HOUR);
    assert.equal(await codeOf(identity.refresh(ctx, refresh_token)), 'session_ended');
  });

  it('ends a temporary session after twelve hours, however often it is renewed', async () => {
    let { refresh_token } = await login(true);
    for (let half = 0; half < 23; half += 1) {
      later(HOUR / 2);
      ({ refresh_token } = await identity.refresh(ctx, refresh_token));
    }
    later(HOUR / 2);
    assert.equal(await codeOf(identity.refresh(ctx, refresh_token)), 'session_ended');
  });

  it('ends a temporary session in time even if the previous version renewed it as a persistent one', async () => {
    const { refresh_token } = await login(true);
    await database.owner`update session set expires_at = ${new Date(start.getTime() + 30 * DAY)}`;
    later(HOUR - 1);
    const { refresh_token: renewed } = await identity.refresh(ctx, refresh_token);
    await database.owner`update session set expires_at = ${new Date(start.getTime() + 30 * DAY)}`;
    later(HOUR);
    assert.equal(await codeOf(identity.refresh(ctx, renewed)), 'session_ended');
  });

  it('revokes the session on reuse of a refresh token', async () => {
    const { refresh_token: stolen } = await login();
    const { refresh_token: current } = await identity.refresh(ctx, stolen);
    later(10_001);
    const problem = await problemOf(identity.refresh(ctx, stolen));
    assert.deepEqual([problem.status, problem.code], [401, 'session_ended']);
    assert.equal(await codeOf(identity.refresh(ctx, current)), 'session_ended');
  });

  it('ends the session for a token from longer ago, also at once', async () => {
    const { refresh_token: first } = await login();
    const { refresh_token: second } = await identity.refresh(ctx, first);
    const { refresh_token: third } = await identity.refresh(ctx, second);
    assert.equal(await codeOf(identity.refresh(ctx, first)), 'session_ended');
    assert.equal(await codeOf(identity.refresh(ctx, third)), 'session_ended');
  });

  it('forgives the slower of two tabs', async () => {
    const { refresh_token: shared } = await login();
    const { refresh_token: current } = await identity.refresh(ctx, shared);
    later(10_000);
    const problem = await problemOf(identity.refresh(ctx, shared));
    assert.deepEqual([problem.status, problem.code], [409, 'refresh_conflict']);
    await identity.refresh(ctx, current);
  });

  it('gives what was lost again to a caller with the same token and key', async () => {
    const { session } = await inAurora();
    const { refresh_token: token } = session;
    const lost = await identity.refresh(ctx, token, 'k1');
    later(120_000);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => identity.refresh(ctx, token, 'k1')),
    );
    for (const { token, ...rest } of answers) {
      assert.deepEqual({ ...rest, token: lost.token }, lost);
      assert.equal((await callerOf({ token })).companyId, aurora);
    }
    await identity.refresh(ctx, lost.refresh_token, 'k1');
  });

  const replays: Record<string, (used: string, next: string) => Promise<unknown>> = {
    'with another key': async (used) => {
      later(10_001);
      await identity.refresh(ctx, used, 'k2');
    },
    'after more than two minutes': async (used) => {
      later(120_001);
      await identity.refresh(ctx, used, 'k1');
    },
    'after the new one was used': async (used, next) => {
      await identity.refresh(ctx, next, 'k1');
      await identity.refresh(ctx, used, 'k1');
    },
  };
  for (const [when, replay] of Object.entries(replays)) {
    it(`revokes the session on reuse of a refresh token with a key ${when}`, async () => {
      const { refresh_token: used } = await login();
      const renewed = await identity.refresh(ctx, used, 'k1');
      const next = renewed.refresh_token;
      assert.equal(await codeOf(replay(used, next)), 'session_ended');
      assert.equal(await codeOf(callerOf(renewed)), 'session_ended');
    });
  }

  it('keeps nothing by which a lost answer could be made up again', async () => {
    const { refresh_token: token } = await login();
    const lost = await identity.refresh(ctx, token, 'key-of-this-call');
    const stored = JSON.stringify(await database.owner`select * from session`);
    for (const secret of [token, lost.refresh_token, lost.token, 'key-of-this-call'])
      assert.equal(stored.includes(secret), false);
  });

  it('renews once for concurrent requests', async () => {
    let { refresh_token } = await login();
    for (let round = 0; round < 10; round++) {
      const token = refresh_token;
      const answers = await Promise.allSettled(
        Array.from({ length: 8 }, () => identity.refresh(ctx, token)),
      );
      const renewed = answers.filter((answer) => answer.status === 'fulfilled');
      const refused = answers.filter((answer) => answer.status === 'rejected');
      assert.equal(renewed.length, 1);
      assert.deepEqual(
        refused.map((answer) => (answer.reason as Problem).code),
        Array.from({ length: 7 }, () => 'refresh_conflict'),
      );
      ({ refresh_token } = renewed[0]!.value);
    }
  });

  it('drops a company that the person has left', async () => {
    const { session } = await inAurora();
    await database.owner`
      delete from membership where company_id = ${aurora} and person_id = ${personId}`;
    try {
      const renewed = await identity.refresh(ctx, session.refresh_token);
      assert.equal(renewed.company_id, null);
      assert.equal((await callerOf(renewed)).role, null);
    } finally {
      await join(aurora, personId, 'owner');
    }
  });

  it('refuses a token that was never issued', async () => {
    const { refresh_token } = await login();
    for (const unknown of ['', 'nonsense', `${refresh_token}AAAA`, 'A'.repeat(64)]) {
      assert.equal(await codeOf(identity.refresh(ctx, unknown)), 'session_ended', unknown);
    }
    await identity.refresh(ctx, refresh_token);
  });
});

describe('a session', () => {
  it('is not ended by a caller who only knows its id', async () => {
    const { refresh_token } = await login();
    const { sessionId } = read(refresh_token)!;
    const { token: forged } = newRefresh('another secret of thirty-two bytes', sessionId);
    assert.equal(await codeOf(identity.refresh(ctx, forged)), 'session_ended');
    assert.equal(await identity.logout(ctx, forged), false);
    await identity.refresh(ctx, refresh_token);
  });

  it('accepts tokens without a seal, as a process of the previous version issues them', async () => {
    const { refresh_token } = await login();
    const { sessionId } = read(refresh_token)!;
    const { token: earlier, hash } = newRefresh('what that version put there', sessionId);
    await database.owner`update session set refresh_hash = ${hash} where id = ${sessionId}`;
    const { refresh_token: renewed } = await identity.refresh(ctx, earlier);
    later(10_001);
    assert.equal(await codeOf(identity.refresh(ctx, earlier)), 'session_ended');
    assert.equal(await codeOf(identity.refresh(ctx, renewed)), 'session_ended');
  });
});

describe('logout', () => {
  it('ends the session by a token of before, too', async () => {
    const { refresh_token: first } = await login();
    const { refresh_token: second } = await identity.refresh(ctx, first);
    const { refresh_token: third } = await identity.refresh(ctx, second);
    assert.equal(await identity.logout(ctx, first), true);
    assert.equal(await codeOf(identity.refresh(ctx, third)), 'session_ended');
  });

  it('ends the session, once', async () => {
    const { refresh_token } = await login();
    assert.equal(await identity.logout(ctx, refresh_token), true);
    assert.equal(await identity.logout(ctx, refresh_token), false);
    assert.equal(await codeOf(identity.refresh(ctx, refresh_token)), 'session_ended');
  });

  it('ends no other session', async () => {
    const here = await login();
    const there = await login();
    assert.equal(await identity.logout(ctx, here.refresh_token), true);
    await identity.refresh(ctx, there.refresh_token);
  });

  it('takes any text', async () => {
    assert.equal(await identity.logout(ctx, 'nonsense'), false);
  });
});

describe('signing out everywhere', () => {
  it('ends the sessions of single windows too', async () => {
    const current = await login();
    const temporary = await login(true);
    assert.ok((await identity.logoutEverywhere(ctx, personId)) >= 2);
    for (const { refresh_token } of [current, temporary]) {
      assert.equal(await codeOf(identity.refresh(ctx, refresh_token)), 'session_ended');
    }
  });
});

describe('the language of a person', () => {
  it('is shown when the person signs in', async () => {
    await identity.chooseLanguage(ctx, strangerId, 'es');
    const given = { email: 'ivo@fora.test', password: 'Fora#2026x' };
    assert.equal((await identity.login(ctx, given, ADDRESS)).locale, 'es');
    assert.equal((await login()).locale, null);
  });
});

describe('an access token', () => {
  it('is refused after 15 minutes with a specific code', async () => {
    const signedIn = await login();
    later(15 * 60 * 1000 - 1);
    const caller = await callerOf(signedIn);
    assert.deepEqual(caller.expiresAt, new Date(start.getTime() + 15 * 60 * 1000));
    later(1);
    const problem = await problemOf(callerOf(signedIn));
    assert.deepEqual([problem.status, problem.code], [401, 'token_expired']);
  });

  it('is refused if it is invalid', async () => {
    const { refresh_token } = await login();
    for (const token of ['', 'nonsense', refresh_token]) {
      const problem = await problemOf(callerOf({ token }));
      assert.deepEqual([problem.status, problem.code], [401, 'unauthorized']);
    }
  });
});

describe('what the database shows', () => {
  const people = (scope: Parameters<typeof within>[1]) =>
    within(ctx.db, scope, (trx) => trx.selectFrom('person').select('id').execute());
  const sessions = (scope: Parameters<typeof within>[1]) =>
    within(ctx.db, scope, (trx) => trx.selectFrom('session').select(['id', 'person_id']).execute());

  it('of people is the one whose e-mail is given, and no one else', async () => {
    assert.deepEqual(await people({ email: 'marina@casa.test' }), [{ id: personId }]);
    assert.deepEqual(await people({ email: '%' }), []);
    assert.deepEqual(await people({ email: '' }), []);
    assert.deepEqual(await people({ seller: '2:1' }), []);
  });

  it('of sessions is the one of a refresh token, or those of the user', async () => {
    const { sessionId } = await callerOf(await login());
    await identity.login(ctx, { email: 'ivo@fora.test', password: 'Fora#2026x' }, ADDRESS);
    assert.deepEqual(await sessions({ refresh: sessionId }), [
      { id: sessionId, person_id: personId },
    ]);
    const own = await sessions({ person: personId });
    assert.ok(own.length > 0);
    assert.ok(own.every((session) => session.person_id === personId));
    assert.deepEqual(await sessions({ email: 'marina@casa.test' }), []);
    assert.deepEqual(await sessions({ company: aurora }), []);
  });

  it('lets the application make no one but whom it acts for', async () => {
    await assert.rejects(
      identity.createPerson(
        ctx.db,
        { email: 'eve@casa.test', name: 'Eve', password: PASSWORD },
        start,
      ),
      /row-level security/,
    );
  });

  it('refuses a session for another user', async () => {
    const work = within(ctx.db, { person: strangerId }, (trx) =>
      trx
        .insertInto('session')
        .values({
          id: crypto.randomUUID(),
          person_id: personId,
          company_id: null,
          refresh_hash: 'x',
          previous_hash: null,
          created_at: start,
          rotated_at: start,
          expires_at: start,
          ended_at: null,
        })
        .execute(),
    );
    await assert.rejects(work, /row-level security/);
  });
});
