import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { addDays } from '../../kernel/time-zone.ts';
import type { Actor } from '../../platform/app-context.ts';
import { within } from '../../platform/db.ts';
import {
  daysUntil,
  type InsightsScene,
  insightsScene,
  sale,
} from '../../testing/insights-scene.ts';
import { measureDone } from './measure.ts';
import { recommendationPromises } from './promises.ts';

let scene: InsightsScene;
beforeAll(async () => {
  scene = await insightsScene();
});
afterAll(() => scene.close());

/** On the day of the scene; acts were done 19 days before, so that the 14 days after them are settled. */
const today = () => scene.ctx.clock().toISOString().slice(0, 10);
const DONE_DAYS_AGO = 19;

/** A company, and an account whose listings sold every day: a unit of 100.00 that leaves 40.00, and other units later. */
async function company(units: readonly { before: number; after: number }[]) {
  const { companyId, accountId } = await scene.addCompany();
  const done = addDays(today(), -DONE_DAYS_AGO);
  const listings: number[] = [];
  for (const { before, after } of units) {
    const listing = await scene.addListing(companyId, accountId);
    listings.push(listing);
    const costs = { listing, fee: 1_400, cost: 4_000, tax: 6 };
    await scene.sell(companyId, [
      ...daysUntil(addDays(done, -1), 14).map((day) =>
        sale(accountId, day, { ...costs, units: before, fee: 1_400 * before }),
      ),
      // What sold on the day of the act counts on neither side.
      sale(accountId, done, { ...costs, units: 50, fee: 70_000 }),
      ...daysUntil(addDays(done, 14), 14).map((day) =>
        sale(accountId, day, { ...costs, units: after, fee: 1_400 * after }),
      ),
    ]);
  }
  return { companyId, accountId, listings, done };
}

interface Given {
  listing: number;
  state?: string;
  kind?: string;
  effect?: number | null;
}
async function advised(
  { companyId, accountId, done }: { companyId: number; accountId: number; done: string },
  { listing, state = 'applied', kind = 'losing_buybox', effect = 10_000 }: Given,
): Promise<void> {
  const at = `${done}T12:00:00Z`;
  const low = effect === null ? null : effect / 2;
  const high = effect === null ? null : effect * 2;
  await scene.database.owner`
    insert into recommendation (company_id, kind, reason, subject, listing_id, account_id, currency_code, state, is_primary,
      act, effect, effect_low, effect_high, score, assumed, confidence, facts, fingerprint, opened_at, changed_at)
    values (${companyId}, ${kind}, 'no_rule', ${`listing:${listing}`}, ${listing}, ${accountId}, 'BRL', ${state}, true,
      'create_rule', ${effect}, ${low}, ${high}, 0, '{}', 'high', '{"keptShare": 50}', '', ${`${addDays(done, -1)}T12:00:00Z`}, ${at})`;
}

const measure = ({ companyId }: { companyId: number }) =>
  within(scene.ctx.db, { company: companyId }, (trx) =>
    measureDone(trx, companyId, scene.ctx.clock()),
  );
const promises = ({ companyId }: { companyId: number }) =>
  recommendationPromises(scene.ctx, { companyId } as Actor);

const SAME = { before: 1, after: 1 };
const TWICE = { before: 1, after: 2 };

describe('what followed advice brought', () => {
  it('is measured beside listings of which the same was advised, when these are enough', async () => {
    // Seven listings sold as before; five with the same advice sold twice as much.
    const its = await company([
      { before: 1, after: 3 },
      ...Array(7).fill(SAME),
      ...Array(5).fill(TWICE),
    ]);
    const [own, ...others] = its.listings;
    await advised(its, { listing: own! });
    for (const listing of others.slice(7)) await advised(its, { listing, state: 'open' });
    await measure(its);
    const { kinds, shares, measuring, unmeasured } = await promises(its);
    // 40.00 a day became 120.00; the others of the same advice lead to expect 80.00.
    assert.deepEqual(kinds, [
      {
        kind: 'losing_buybox',
        currencyCode: 'BRL',
        count: 1,
        kept: 1,
        promised: 100,
        came: 1_200,
        range: null,
      },
    ]);
    // (10 × 0.5 + 1,200 / 200) / 11
    assert.deepEqual(shares, [{ kind: 'losing_buybox', percent: 100 }]);
    assert.deepEqual([measuring, unmeasured], [0, 0]);
  });

  it('is measured beside the other listings of the account otherwise', async () => {
    const its = await company([TWICE, SAME, SAME, SAME, SAME, SAME, TWICE]);
    const [own, , , , , , touched] = its.listings;
    await advised(its, { listing: own! });
    // What was advised and followed at the same time is no measure of demand.
    await advised(its, { listing: touched!, state: 'undone' });
    await measure(its);
    const { kinds } = await promises(its);
    assert.deepEqual(
      kinds.map(({ count, came }) => [count, came]),
      [[1, 1_200]],
    );
  });

  it('is not measured where too few others sold, and where a margin is not known', async () => {
    const few = await company([TWICE, SAME, SAME, SAME, SAME]);
    await advised(few, { listing: few.listings[0]! });
    await measure(few);
    const answer = await promises(few);
    assert.deepEqual([answer.kinds, answer.shares, answer.unmeasured], [[], [], 1]);

    const unknown = await company([TWICE, ...Array(6).fill(SAME)]);
    await scene.sell(unknown.companyId, [
      sale(unknown.accountId, addDays(unknown.done, 3), { listing: unknown.listings[0]! }),
    ]);
    await advised(unknown, { listing: unknown.listings[0]! });
    await measure(unknown);
    assert.equal((await promises(unknown)).unmeasured, 1);
  });

  it('waits until the sales of 14 days are settled, and is measured once', async () => {
    const its = await company([TWICE, ...Array(6).fill(SAME)]);
    const early = { ...its, done: addDays(its.done, 1) };
    await advised(early, { listing: its.listings[0]! });
    await advised(its, { listing: its.listings[1]!, effect: null });
    await measure(its);
    const waiting = await promises(its);
    assert.deepEqual(
      [waiting.kinds, waiting.measuring, waiting.nextDay],
      [[], 1, addDays(today(), 1)],
    );
    scene.ctx.advance(24 * 3_600_000);
    await measure(its);
    const came = (await promises(its)).kinds.map(({ came }) => came);
    assert.equal(came.length, 1);
    await scene.sell(its.companyId, [
      sale(its.accountId, addDays(its.done, 5), {
        listing: its.listings[0]!,
        fee: 1_400,
        cost: 4_000,
        tax: 6,
      }),
    ]);
    await measure(its);
    assert.deepEqual(
      (await promises(its)).kinds.map(({ came }) => came),
      came,
    );
  });
});
