import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Problem } from '../kernel/problem.ts';
import { openPool, toDb, within } from '../platform/db.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  problemOf,
  refusalOf,
  SCENE_PASSWORD,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { TEST_TIME, testContext } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { resetPassword } from './password-actions.ts';
import * as store from './store.ts';
import {
  begin,
  hostCounters,
  LIMITS,
  loginCounters,
  sweepAttempts,
  waitAfter,
} from './throttle.ts';
import { newLink } from './tokens.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let scene: IdentityScene;
let person: ScenePerson;

beforeAll(async () => {
  scene = await identityScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  await scene.database.owner`delete from attempt`;
  person = await scene.person('Davi', { [await scene.company('Serra')]: 'owner' });
});

const login = (password: string, address = HOME, email = person.email) =>
  identity.login(scene.ctx, { email, password }, address);
const wrong = (address?: string, email?: string) => refusalOf(login('wrong', address, email));
const FAILED = [401, 'invalid_credentials'];
const THROTTLED = [429, 'too_many_attempts'];

/** The n-th address of a network. */
const address = (n: number) => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`;

async function failTimes(times: number, from?: string, email?: string) {
  for (let n = 0; n < times; n++) assert.deepEqual(await wrong(from, email), FAILED);
}

describe('the wait after failures', () => {
  it('doubles once the free ones are gone, up to the longest', () => {
    const limit = { free: 5, longest: 900 };
    const seconds = [0, 4, 5, 6, 7, 14, 15, 1_000_000].map((n) => waitAfter(n, limit) / 1000);
    assert.deepEqual(seconds, [0, 0, 1, 2, 4, 512, 900, 900]);
  });

  it('limits a persistent caller to a number of attempts a day', () => {
    const triesADay = (limit: (typeof LIMITS)[keyof typeof LIMITS]) => {
      let tries = 0;
      for (let time = 0; time < DAY; time += waitAfter(tries, limit)) tries += 1;
      return tries;
    };
    const bounds = [
      ['login.pair', 110],
      ['login.address', 140],
      ['login.account', 1_500],
      ['forgot.account', 40],
    ] as const;
    for (const [name, most] of bounds) {
      const tries = triesADay(LIMITS[name]);
      assert.ok(tries <= most && tries > most * 0.9, `${name}: ${tries}`);
    }
  });
});

describe('signing in', () => {
  it('has five free failures from one address, then a growing wait that is reported', async () => {
    await failTimes(5);
    const problem = await problemOf(login(SCENE_PASSWORD));
    assert.deepEqual([problem.status, problem.code], THROTTLED);
    assert.deepEqual(problem.more.values, { retryAfterSeconds: 1 });
    scene.ctx.advance(1_000);
    await failTimes(1);
    assert.deepEqual((await problemOf(login(SCENE_PASSWORD))).more.values, {
      retryAfterSeconds: 2,
    });
    scene.ctx.advance(2_000);
    await login(SCENE_PASSWORD);
  });

  it('refuses the right password too while the wait lasts, and does not count what it refuses', async () => {
    await failTimes(5);
    for (let n = 0; n < 20; n++) assert.deepEqual(await wrong(), THROTTLED);
    assert.deepEqual(await refusalOf(login(SCENE_PASSWORD)), THROTTLED);
    scene.ctx.advance(1_000);
    await login(SCENE_PASSWORD);
  });

  it('deletes the failures after a successful sign-in', async () => {
    await failTimes(4);
    await login(SCENE_PASSWORD);
    await failTimes(5);
    assert.deepEqual(await wrong(), THROTTLED);
  });

  it('counts no success', async () => {
    for (let n = 0; n < 40; n++) await login(SCENE_PASSWORD);
  });

  it('treats an unknown e-mail equally', async () => {
    const nobody = 'nobody@casa.test';
    for (const email of [person.email, nobody]) {
      await failTimes(5, HOME, email);
      const { status, code, more } = await problemOf(login('wrong', HOME, email));
      assert.deepEqual([status, code, more], [...THROTTLED, { values: { retryAfterSeconds: 1 } }]);
    }
  });

  it('admits only the free attempts of any number of concurrent ones', async () => {
    const pool = openPool(scene.database.url, 4);
    try {
      // Two processes, each with a separate pool.
      const contexts = [scene.ctx, testContext(toDb(pool))];
      const tries = Array.from({ length: 24 }, (_, n) =>
        refusalOf(
          identity.login(contexts[n % 2]!, { email: person.email, password: 'wrong' }, HOME),
        ),
      );
      const codes = (await Promise.all(tries)).map(([, code]) => code);
      assert.equal(codes.filter((code) => code === 'invalid_credentials').length, 5);
      assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 19);
    } finally {
      await pool.end({ timeout: 1 });
    }
  });

  it('makes an address wait that tries many accounts, and no other address', async () => {
    for (let n = 0; n < 30; n++) await failTimes(1, HOME, `somebody-${n}@casa.test`);
    assert.deepEqual(await wrong(HOME, 'one-more@casa.test'), THROTTLED);
    await login(SCENE_PASSWORD, address(1));
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    await failTimes(5, '2001:db8:1:2::1');
    assert.deepEqual(await wrong('2001:db8:1:2:9::7'), THROTTLED);
    assert.deepEqual(await wrong('2001:db8:1:3::1'), FAILED);
  });

  it('slows down many addresses that try one account, and keeps out no one who is known', async () => {
    await login(SCENE_PASSWORD, HOME);
    for (let n = 0; n < 20; n++) await failTimes(1, address(n));
    assert.deepEqual(await wrong(address(99)), THROTTLED);
    // A stranger's address has to wait, with the right password too; a minute at the most.
    const elsewhere = await problemOf(login(SCENE_PASSWORD, '192.0.2.44'));
    assert.ok(Number(elsewhere.more.values?.retryAfterSeconds) <= 60);
    await login(SCENE_PASSWORD, HOME);
  });

  it('lets a user of an attacked account sign in by a mailed link', async () => {
    for (let n = 0; n < 20; n++) await failTimes(1, address(n));
    assert.deepEqual(await refusalOf(login(SCENE_PASSWORD, HOME)), THROTTLED);
    const { token, hash } = newLink(person.id);
    await within(scene.ctx.db, { person: person.id }, (trx) =>
      store.replaceLink(trx, {
        personId: person.id,
        tokenHash: hash,
        now: TEST_TIME,
        expiresAt: new Date(TEST_TIME.getTime() + MINUTE),
      }),
    );
    await resetPassword(scene.ctx, { token, password: 'Outra#2027' }, HOME);
    await login('Outra#2027', HOME);
  });

  it('expires after a day, and known addresses after ninety', async () => {
    await login(SCENE_PASSWORD, HOME);
    await failTimes(5);
    scene.ctx.advance(DAY);
    await failTimes(5);
    scene.ctx.advance(90 * DAY);
    for (let n = 0; n < 20; n++) await failTimes(1, address(n));
    assert.deepEqual(await refusalOf(login(SCENE_PASSWORD, HOME)), THROTTLED);
  });

  it('answers an unknown e-mail about as slowly as a known one', async () => {
    const time = async (email: string, n: number) => {
      const start = performance.now();
      await failTimes(1, address(n), email);
      return performance.now() - start;
    };
    // The fastest of alternating tries: this leaves out what a busy machine adds to some.
    let [known, unknown] = [Infinity, Infinity];
    for (let n = 0; n < 5; n++) {
      known = Math.min(known, await time(person.email, n));
      unknown = Math.min(unknown, await time('nobody-at-all@casa.test', n));
    }
    // Only a large difference would leak.
    assert.ok(unknown > known / 5 && unknown < known * 5, `${unknown} ms, ${known} ms`);
  });
});

describe('what is kept of attempts', () => {
  const rows = () => scene.database.owner<{ key: string }[]>`select * from attempt`;

  it('names no one', async () => {
    await failTimes(1);
    const text = JSON.stringify(await rows());
    assert.equal(text.includes(person.email), false);
    assert.equal(text.includes(HOME), false);
  });

  it('does not grow by refused attempts', async () => {
    for (let n = 0; n < 30; n++) await failTimes(1, HOME, `somebody-${n}@casa.test`);
    const { length } = await rows();
    for (let n = 0; n < 10; n++) {
      assert.deepEqual(await wrong(HOME, `fresh-${n}@casa.test`), THROTTLED);
    }
    assert.equal((await rows()).length, length);
  });

  it('is swept away after a day, except for addresses that are known', async () => {
    await login(SCENE_PASSWORD, HOME);
    await failTimes(1, address(1));
    const sweep = (time: number) =>
      within(scene.ctx.db, { system: true }, (trx) =>
        sweepAttempts(trx, new Date(TEST_TIME.getTime() + time)),
      );
    await sweep(DAY - 1);
    assert.equal((await rows()).length, 5);
    await sweep(DAY + 1);
    assert.deepEqual(
      (await rows()).map(({ key }) => key),
      [loginCounters(person.email, HOME).pair.key],
    );
    await sweep(91 * DAY);
    assert.equal((await rows()).length, 0);
  });

  it('is shown to no one who acts for a person or a company', async () => {
    await failTimes(1);
    for (const scope of [{ person: person.id }, { email: person.email }]) {
      const seen = await within(scene.ctx.db, scope, (trx) =>
        trx.selectFrom('attempt').selectAll().execute(),
      );
      assert.deepEqual(seen, []);
    }
  });
});

describe('tokens of hosts', () => {
  it('may be wrong fifty times from one address before there is a wait', async () => {
    for (let n = 0; n < 50; n++) await begin(scene.ctx, hostCounters(HOME));
    await assert.rejects(begin(scene.ctx, hostCounters(HOME)), Problem);
    await (await begin(scene.ctx, hostCounters(address(1)))).succeeded();
  });
});
