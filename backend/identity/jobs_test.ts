import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { within } from '../platform/db.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { drain, TEST_TIME } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { SWEEP, workers } from './jobs.ts';
import { forgotPassword } from './password-actions.ts';

const DAY = 24 * 60 * 60 * 1000;

let scene: IdentityScene;
let serra: number;
let person: ScenePerson;

beforeAll(async () => {
  scene = await identityScene();
  serra = await scene.company('Serra');
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  await scene.database.owner`delete from session`;
  person = await scene.person('Lia', { [serra]: 'owner' });
});

const sweep = async () => {
  const { ctx } = scene;
  await within(ctx.db, { system: true }, (trx) => ctx.jobs.send(trx, SWEEP, [{}]));
  await drain(ctx, workers(ctx));
};
const count = async (table: string) => {
  const { owner } = scene.database;
  const [row] = await owner<{ n: number }[]>`select count(*) as n from ${owner(table)}`;
  return row!.n;
};

describe('the sweep', () => {
  it('runs every hour', () => {
    const [sweeper] = workers(scene.ctx);
    assert.equal(sweeper!.schedule!.cron, '23 * * * *');
  });

  it('takes sessions a week after they ended or ran out, and no others', async () => {
    const { ctx } = scene;
    const ended = await scene.enter(person, serra);
    await identity.logout(ctx, ended.refresh_token);
    const live = await scene.enter(person, serra);
    ctx.advance(7 * DAY);
    await sweep();
    assert.equal(await count('session'), 2);
    ctx.advance(1);
    await sweep();
    assert.equal(await count('session'), 1);
    await identity.refresh(ctx, live.refresh_token);
    ctx.advance(37 * DAY);
    await sweep();
    assert.equal(await count('session'), 1);
    ctx.advance(1);
    await sweep();
    assert.equal(await count('session'), 0);
  });

  it('takes links that are outdated, and what failed long ago', async () => {
    const { ctx } = scene;
    await forgotPassword(ctx, { email: person.email, locale: 'pt' }, HOME);
    await drain(ctx, workers(ctx));
    await sweep();
    assert.equal(await count('password_link'), 1);
    assert.ok((await count('attempt')) > 0);
    ctx.advance(91 * DAY);
    await sweep();
    assert.equal(await count('password_link'), 0);
    assert.equal(await count('attempt'), 0);
  });
});
