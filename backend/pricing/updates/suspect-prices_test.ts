// A suspect price of a competitor changes no price and announces nothing until it is confirmed.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Offer } from '../../kernel/market.ts';
import { Problem } from '../../kernel/problem.ts';
import { latestMarkets } from '../../monitoring/actions.ts';
import { POLL } from '../../monitoring/observe.ts';
import { decideSuspect } from '../../monitoring/suspicion/actions.ts';
import { pollSuspects } from '../../monitoring/suspicion/follow.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { seedCompany, waiting } from '../../testing/test-context.ts';
import { createRule } from '../rules/actions.ts';

let database: TestDatabase;
let scene: Scene;
let listingId: number;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listingId = await scene.sell('MLB1', 10_000);
  await scene.see(listingId, 'WINNING', usual);
  await createRule(scene.ctx, scene.actor, scene.rule([listingId], { minPrice: 40 }));
  await scene.work();
});

const usual = [competitor('R1', 12_100), competitor('R2', 12_200), competitor('R3', 12_300)];
const fake = (price: number) => competitor('FAKE', price);
const WRONG = 5_000;
/** The fake seller takes the buybox at a price, so many minutes later. */
async function taken(minutes: number, price = WRONG, offers: Offer[] = usual) {
  scene.ctx.advance(minutes * 60_000);
  await scene.see(listingId, 'LOSING', [fake(price), ...offers]);
  await scene.work();
  return await lost();
}
/** The listings whose lost buybox waits to be announced. */
const lost = async () =>
  [
    ...(await scene.database.owner<{ about_id: number }[]>`
      select about_id from monitoring_alert where company_id = ${scene.companyId} and kind = 'lost'`),
  ].map((row) => row.about_id);
const prices = async () => (await scene.updates(listingId)).map((row) => row.new_price);
const offers = async () =>
  (
    await within(scene.ctx.db, { company: scene.companyId }, (trx) =>
      latestMarkets(trx, scene.companyId, [listingId]),
    )
  ).get(listingId)!.market.offers;
const decide = (decision: 'confirmed' | 'refused', price = 50, actor = scene.actor) =>
  decideSuspect(scene.ctx, actor, listingId, {
    marketplaceId: 2,
    sellerId: 'FAKE',
    price,
    decision,
  });
const decisions = () => scene.database.owner`
  select person_id, subject, values from audit_log
  where company_id = ${scene.companyId} and action = 'monitoring.suspect_price'`;

describe('a suspect price', () => {
  it('moves no price and announces no loss, until a second observation shows it', async () => {
    const before = await prices();
    assert.deepEqual(await taken(1), []);
    assert.deepEqual(await prices(), before);
    assert.equal((await offers())[0]?.isSuspect, true);

    assert.deepEqual(await taken(4), []);
    assert.deepEqual(await prices(), before);

    assert.deepEqual(await taken(2), [listingId]);
    assert.equal((await prices()).length, before.length + 1);
    assert.equal((await offers())[0]?.isSuspect, undefined);
  });

  it('announces the loss if another seller takes the buybox in the meantime', async () => {
    assert.deepEqual(await taken(1), []);
    scene.ctx.advance(60_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_000), ...usual.slice(1)]);
    assert.deepEqual(await lost(), [listingId]);
  });

  it('is polled again five minutes later', async () => {
    await taken(1);
    const isPolled = async () => {
      await pollSuspects(scene.ctx, scene.companyId);
      const jobs = await waiting(scene.ctx, POLL);
      return jobs.some((job) => job.listingId === listingId);
    };
    // That of the price which the rule set before.
    await scene.database.owner`delete from pgboss.job where name = ${POLL.name}`;
    const early = await isPolled();
    scene.ctx.advance(5 * 60_000);
    assert.deepEqual([early, await isPolled()], [false, true]);
  });

  it('counts at once where a person confirms it, as the audit log shows', async () => {
    await taken(1);
    const before = (await prices()).length;
    assert.deepEqual(await decide('confirmed'), { decision: 'confirmed' });
    await scene.work();
    assert.equal((await prices()).length, before + 1);
    assert.equal((await offers())[0]?.isSuspect, undefined);
    const [line, ...more] = await decisions();
    assert.equal(more.length, 0);
    assert.deepEqual(
      { ...line },
      {
        person_id: scene.actor.personId,
        subject: String(listingId),
        values: { sellerId: 'FAKE', marketplaceId: 2, price: 50, decision: 'confirmed' },
      },
    );
  });

  it('counts for nothing where a person refuses it, however often it is observed', async () => {
    await taken(1);
    const before = await prices();
    await decide('refused');
    assert.deepEqual(
      [(await offers())[0]?.isSuspect, (await offers())[0]?.isRefused],
      [true, true],
    );
    assert.deepEqual(await taken(10), []);
    assert.deepEqual(await taken(24 * 60), []);
    assert.deepEqual(await prices(), before);
    // A person may think again.
    await decide('confirmed');
    await scene.work();
    assert.equal((await prices()).length, before.length + 1);
  });

  it('is confirmed at the price that the user saw, and only in the own company', async () => {
    const isCode = (code: string) => (fault: unknown) =>
      fault instanceof Problem && fault.code === code;
    await assert.rejects(decide('confirmed'), isCode('suspect_price_gone'));
    await taken(1);
    await assert.rejects(decide('confirmed', 49), isCode('suspect_price_gone'));
    const other = await seedCompany(scene.database.owner);
    await assert.rejects(decide('confirmed', 50, other.actor), isCode('listing_not_found'));
    assert.equal((await decisions()).length, 0);
    assert.equal((await offers())[0]?.isSuspect, true);
  });
});
