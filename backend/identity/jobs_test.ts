import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { within } from '../platform/db.ts';
import { drain, TEST_TIME } from '../testing/house.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  type ScenePerson,
} from '../testing/identity-scene.ts';
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
  scene.house.setTime(TEST_TIME);
  await scene.database.owner`delete from session`;
  person = await scene.person('Lia', { [serra]: 'owner' });
});

const sweep = async () => {
  const { house } = scene;
  await within(house.db, { system: true }, (trx) => house.jobs.send(trx, SWEEP, [{}]));
  await drain(house, workers(house));
};
const count = async (table: string) => {
  const { owner } = scene.database;
  const [row] = await owner<{ n: number }[]>`select count(*) as n from ${owner(table)}`;
  return row!.n;
};

describe('the sweep', () => {
  it('comes every hour', () => {
    const [sweeper] = workers(scene.house);
    assert.equal(sweeper!.schedule!.cron, '23 * * * *');
  });

  it('takes sessions a week after they ended or ran out, and no others', async () => {
    const { house } = scene;
    const ended = await scene.enter(person, serra);
    await identity.logout(house, ended.refresh_token);
    const live = await scene.enter(person, serra);
    house.advance(7 * DAY);
    await sweep();
    assert.equal(await count('session'), 2);
    house.advance(1);
    await sweep();
    assert.equal(await count('session'), 1);
    await identity.refresh(house, live.refresh_token);
    house.advance(37 * DAY);
    await sweep();
    assert.equal(await count('session'), 1);
    house.advance(1);
    await sweep();
    assert.equal(await count('session'), 0);
  });

  it('takes links that are outdated, and what failed long ago', async () => {
    const { house } = scene;
    await forgotPassword(house, { email: person.email, locale: 'pt' }, HOME);
    await drain(house, workers(house));
    await sweep();
    assert.equal(await count('password_link'), 1);
    assert.ok((await count('attempt')) > 0);
    house.advance(91 * DAY);
    await sweep();
    assert.equal(await count('password_link'), 0);
    assert.equal(await count('attempt'), 0);
  });
});
