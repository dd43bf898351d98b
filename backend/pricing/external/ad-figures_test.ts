import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { AdFigures, CallFailure, DayRange } from '../../integrations/marketplace.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { within } from '../../platform/db.ts';
import { callFailure } from '../../testing/memory-marketplace.ts';
import { openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, waiting } from '../../testing/test-context.ts';
import { loadSubjects } from '../updates/load-facts.ts';
import { DECIDE } from '../updates/queues.ts';
import { windowOf } from './ad-figures.ts';
import { externalWorkers } from './jobs.ts';

const HOUR = 3_600_000;
type Page = Result<Map<string, AdFigures>, CallFailure>;

let the: Scene;
/** What the marketplace reports from now on, page by page. */
let pages: Page[];
let ranges: DayRange[];

const page = (reported: Record<string, [spend: number, sales: number]>): Page =>
  ok(new Map(Object.entries(reported).map(([sku, [spend, sales]]) => [sku, { spend, sales }])));

let ads = 0;
/** The marketplace's id of the test's own listing. */
let sku: string;
beforeAll(async () => {
  the = await openScene();
});
afterAll(() => the.close());
beforeEach(async () => {
  ads += 1;
  sku = `A${ads}`;
  pages = [];
  ranges = [];
  await the.database.owner`delete from listing_ad_figures`;
  await the.database.owner`delete from listing_price_change`;
  await the.work();
  the.shop.marketplace.getAdFigures = async function* (_session, days) {
    ranges.push(days);
    yield* pages;
  };
});

/** An hour passes, and with it a round. */
async function round() {
  the.ctx.advance(HOUR);
  const workers = externalWorkers(the.ctx);
  await the.ctx.db.transaction().execute((trx) => the.ctx.jobs.send(trx, workers[0]!.queue, [{}]));
  await drain(the.ctx, workers);
}
const facts = async (id: number) => {
  const [known] = await within(the.ctx.db, { company: the.companyId }, (trx) =>
    loadSubjects(trx, the.companyId, [id]),
  );
  return known && [known.facts.acos, known.facts.roas];
};
const decided = async () => {
  const ids = (await waiting(the.ctx, DECIDE)).flatMap(({ listingIds }) => listingIds);
  await the.work();
  return ids;
};

describe('the figures of advertising', () => {
  it('of the last thirty whole days are known to the engine, which reprices', async () => {
    const id = await the.sell(sku, 10_000);
    const other = await the.sell(`${sku}-2`, 10_000);
    pages = [page({ [sku]: [1_000, 8_000], GONE: [5, 5] }), page({ [sku]: [500, 2_000] })];
    await round();
    assert.deepEqual(await facts(id), [15, 10_000 / 1_500]);
    assert.deepEqual(await facts(other), [null, null]);
    assert.deepEqual(await decided(), [id]);
    assert.deepEqual(ranges, [windowOf(the.ctx.clock()).range]);
  });

  it('are requested again after some hours, and deleted for listings no longer advertised', async () => {
    const id = await the.sell(sku, 10_000);
    pages = [page({ [sku]: [1_000, 8_000] })];
    for (let hour = 0; hour < 6; hour++) await round();
    assert.equal(ranges.length, 1);
    await decided();
    pages = [page({})];
    await round();
    assert.equal(ranges.length, 2);
    assert.deepEqual(await facts(id), [null, null]);
    assert.deepEqual(await decided(), [id]);
  });

  it('are kept if the marketplace fails, and expire after days', async () => {
    const id = await the.sell(sku, 10_000);
    pages = [page({ [sku]: [1_000, 8_000] })];
    await round();
    pages = [page({ [sku]: [9_000, 9_000] }), fail(callFailure('rate_limited', '429'))];
    the.ctx.advance(24 * HOUR);
    await round();
    assert.deepEqual(await facts(id), [12.5, 8]);
    the.ctx.advance(60 * HOUR);
    await round();
    assert.deepEqual(await facts(id), [null, null]);
    assert.ok((await decided()).includes(id));
  });

  it('are retried if the marketplace is unavailable', async () => {
    pages = [fail(callFailure('unavailable', '503'))];
    await assert.rejects(round(), /503/);
    // It is available again.
    pages = [];
    the.ctx.advance(HOUR);
    await drain(the.ctx, externalWorkers(the.ctx));
    assert.equal(ranges.length, 2);
  });

  it('are not requested from a marketplace that reports none', async () => {
    delete the.shop.marketplace.getAdFigures;
    await round();
    assert.deepEqual(ranges, []);
  });
});

describe('the window', () => {
  it('is thirty days that are over', () => {
    assert.deepEqual(windowOf(new Date('2026-03-01T00:00:00Z')), {
      days: 30,
      until: new Date('2026-03-01T00:00:00Z'),
      range: { from: '2026-01-30', to: '2026-02-28' },
    });
    assert.deepEqual(windowOf(new Date('2026-03-01T23:59:59Z')).range.to, '2026-02-28');
  });
});

describe('changes of prices', () => {
  it('that are no longer used are deleted', async () => {
    const id = await the.sell(sku, 10_000);
    const change = async (price: number) => {
      const at = the.ctx.clock();
      await the.database.owner`
        update listing set price = ${price}, updated_at = ${at} where id = ${id}`;
    };
    await change(9_900);
    the.ctx.advance(13 * 24 * HOUR);
    await change(9_800);
    the.ctx.advance(2 * 24 * HOUR);
    await round();
    const left = await the.database.owner<{ new_price: number }[]>`
      select new_price::integer from listing_price_change`;
    assert.deepEqual(
      left.map((row) => row.new_price),
      [9_800],
    );
  });
});
