import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { openPool, toDb } from '../platform/db.ts';
import type { Called } from '../platform/http.ts';
import {
  type IdentityScene,
  identityScene,
  refusalOf,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { TEST_TIME, testContext } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import type { Role } from './contract.ts';
import { changeRole, removeMember } from './members.ts';
import { signAccess } from './tokens.ts';

const RULES: Called = { method: 'get', path: '/v2/rules', access: 'company', tag: 'pricing' };

let scene: IdentityScene;
let aurora: number;
let boss: ScenePerson;

beforeAll(async () => {
  scene = await identityScene();
  aurora = await scene.company('Aurora');
  boss = await scene.person('Bia', { [aurora]: 'owner' });
});
afterAll(() => scene.close());
beforeEach(() => scene.ctx.setTime(TEST_TIME));

/** Two processes that share the database and nothing else. */
const twoProcesses = () => [identity.authenticate(scene.ctx), identity.authenticate(scene.ctx)];

const someone = async (role: Role) => {
  const person = await scene.person('Rui', { [aurora]: role });
  return { person, session: await scene.enter(person, aurora) };
};

describe('the session of an access token', () => {
  type Session = Awaited<ReturnType<typeof someone>>;
  const ends: Record<string, (given: Session) => Promise<unknown>> = {
    'signs out': ({ session }) => identity.logout(scene.ctx, session.refresh_token),
    'signs out everywhere': ({ person }) => identity.logoutEverywhere(scene.ctx, person.id),
    'is ended by a refresh token that comes back': async ({ session }) => {
      const { ctx } = scene;
      await identity.refresh(ctx, session.refresh_token);
      ctx.advance(11_000);
      assert.deepEqual(await refusalOf(identity.refresh(ctx, session.refresh_token)), [
        401,
        'session_ended',
      ]);
    },
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`is refused within a second in every process once it ${name}`, async () => {
      const given = await someone('manager');
      const processes = twoProcesses();
      const ask = () => Promise.all(processes.map((check) => check(given.session.token, RULES)));
      assert.equal((await ask())[0]!.role, 'manager');
      await end(given);
      // Each process checked right before the end, and may cache that for this long.
      scene.ctx.advance(999);
      for (const check of processes) {
        assert.deepEqual(await refusalOf(check(given.session.token, RULES)), [
          401,
          'session_ended',
        ]);
      }
    });
  }

  it('is refused within a second of the real clock, in a process of another pool', async () => {
    const { session } = await someone('manager');
    const pool = openPool(scene.database.url, 2);
    try {
      const now = () => new Date();
      const here = testContext(scene.database.db, { clock: now });
      // The token has the test's time: one with the real time has the same content.
      const [, payload] = session.token.split('.');
      const claims = JSON.parse(atob(payload!.replaceAll('-', '+').replaceAll('_', '/')));
      const token = await signAccess(here.config.secrets.jwtSecret, claims, now());
      await scene.database.owner`
        update session set expires_at = now() + interval '1 day' where id = ${claims.sid}`;
      const there = identity.authenticate(testContext(toDb(pool), { clock: now }));
      assert.equal((await there(token, RULES)).companyId, aurora);
      await identity.logout(here, session.refresh_token);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assert.deepEqual(await refusalOf(there(token, RULES)), [401, 'session_ended']);
    } finally {
      await pool.end({ timeout: 1 });
    }
  });

  it('stays valid if another session of the user ended', async () => {
    const { person, session } = await someone('manager');
    const other = await scene.enter(person, aurora);
    await identity.logout(scene.ctx, other.refresh_token);
    scene.ctx.advance(1_000);
    const caller = await identity.authenticate(scene.ctx)(session.token, RULES);
    assert.equal(caller.personId, person.id);
  });

  it('is refused where it was swept away', async () => {
    const { person, session } = await someone('manager');
    await scene.database.owner`delete from session where person_id = ${person.id}`;
    assert.deepEqual(await refusalOf(identity.authenticate(scene.ctx)(session.token, RULES)), [
      401,
      'session_ended',
    ]);
  });

  it('is read once a second, however many calls there are', async () => {
    const { session } = await someone('manager');
    let reads = 0;
    const counted = Object.defineProperty({ ...scene.ctx }, 'db', {
      get: () => {
        reads += 1;
        return scene.ctx.db;
      },
    });
    const check = identity.authenticate(counted);
    await Promise.all(Array.from({ length: 50 }, () => check(session.token, RULES)));
    scene.ctx.advance(899);
    await check(session.token, RULES);
    assert.equal(reads, 1);
    scene.ctx.advance(1);
    await check(session.token, RULES);
    assert.equal(reads, 2);
  });
});

describe('the role of an access token', () => {
  it('is reduced within a second, whatever the token contains', async () => {
    const { person, session } = await someone('manager');
    const processes = twoProcesses();
    await Promise.all(processes.map((check) => check(session.token, RULES)));
    await changeRole(scene.ctx, scene.actor(boss, aurora, 'owner'), person.id, 'analyst');
    scene.ctx.advance(999);
    for (const check of processes) {
      assert.equal((await check(session.token, RULES)).role, 'analyst');
    }
  });

  it('is gone within a second of leaving the company, and so is the company', async () => {
    const { person, session } = await someone('manager');
    const processes = twoProcesses();
    await Promise.all(processes.map((check) => check(session.token, RULES)));
    await removeMember(scene.ctx, scene.actor(boss, aurora, 'owner'), person.id);
    scene.ctx.advance(999);
    for (const check of processes) {
      const { companyId, role, personId } = await check(session.token, RULES);
      assert.deepEqual([companyId, role, personId], [null, null, person.id]);
    }
  });
});

describe('before a password set by someone else was changed', () => {
  it('only the change and the list of companies are let through', async () => {
    const { person, session } = await someone('manager');
    await scene.database.owner`
      update person set must_change_password = true where id = ${person.id}`;
    const renewed = await identity.refresh(scene.ctx, session.refresh_token);
    const check = identity.authenticate(scene.ctx);
    const user = { access: 'user', tag: 'identity' } as const;
    const change = { method: 'post', path: '/auth/change-password', ...user } as const;
    const companies = { method: 'get', path: '/auth/companies', ...user } as const;
    const choose = { method: 'post', path: '/auth/company', ...user } as const;
    assert.equal((await check(renewed.token, change)).personId, person.id);
    assert.equal((await check(renewed.token, companies)).personId, person.id);
    for (const called of [choose, RULES, null]) {
      assert.deepEqual(await refusalOf(check(renewed.token, called)), [
        403,
        'password_change_required',
      ]);
    }
  });
});
