import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { BuyboxStatus } from '../../kernel/market.ts';
import { within } from '../../platform/db.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import { type SalesScene, salesScene } from '../../testing/sales-scene.ts';
import { TEST_TIME } from '../../testing/test-context.ts';
import { addUpBuyboxTime } from './buybox-time.ts';
import { refreshShares } from './shares.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNSEEN = 24 * HOUR;
const WINDOWS = { share_day: 24, share_week: 7 * 24, share_month: 30 * 24 };
const { signal } = new AbortController();

/** How much of its time a state counts for; time in other states is not observed. */
const COUNTS: Partial<Record<BuyboxStatus, number>> = {
  WINNING: 1,
  NO_COMPETITOR: 1,
  CO_WINNING: 0.5,
  LOSING: 0,
  NOT_COMPETING: 0,
};

describe('the share of time in which a listing held its buybox', () => {
  let scene: SalesScene;
  beforeEach(async () => {
    scene = await salesScene();
  });
  afterEach(() => scene.close());

  const observe = (listingId: number, status: BuyboxStatus) =>
    recordObserved(scene.ctx, scene.company.companyId, [
      {
        listingId,
        market: {
          observedAt: scene.ctx.clock(),
          buybox: { status, winnerSellerId: null, priceToWin: null, reason: null },
          offers: [],
        },
      },
    ]);
  const shares = async (listingId: number) => {
    const { companyId } = scene.company;
    await addUpBuyboxTime(scene.ctx, companyId, signal);
    await within(scene.ctx.db, { company: companyId }, (trx) =>
      refreshShares(trx, companyId, scene.ctx.clock()),
    );
    const [row] = await scene.database.owner<Record<keyof typeof WINDOWS, number | null>[]>`
      select share_day, share_week, share_month from buybox_share where listing_id = ${listingId}`;
    return { ...row! };
  };

  it('is by time, however often the market was polled', async () => {
    const listingId = await scene.addListing('A');
    await observe(listingId, 'WINNING');
    scene.ctx.advance(HOUR);
    // While a listing loses, its market is polled more often: counting polls would be wrong.
    for (let poll = 0; poll < 10; poll++) {
      await observe(listingId, 'LOSING');
      scene.ctx.advance(6 * MINUTE);
    }
    assert.deepEqual(await shares(listingId), { share_day: 50, share_week: 50, share_month: 50 });
  });

  it('is that of every minute of random histories', async () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 40 * 60 }),
      status: fc.constantFrom<BuyboxStatus>(
        'WINNING',
        'LOSING',
        'CO_WINNING',
        'NOT_COMPETING',
        'NON_CATALOG',
        'NO_COMPETITOR',
      ),
      refreshes: fc.boolean(),
    });
    const listingId = await scene.addListing('A');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        await scene.database.owner`
          truncate buybox_change, listing_buybox, buybox_interval, buybox_open_day, account_buybox_day,
            buybox_share, buybox_loss, market, market_snapshot`;
        scene.ctx.setTime(TEST_TIME);
        const polls: { at: number; status: BuyboxStatus }[] = [];
        for (const { minutes, status, refreshes } of steps) {
          await observe(listingId, status);
          polls.push({ at: scene.ctx.clock().getTime(), status });
          scene.ctx.advance(Math.min(minutes * MINUTE, UNSEEN + 9 * HOUR));
          if (refreshes) await shares(listingId);
        }
        // The last poll is less than a day old: unobserved time is recorded once an hour.
        await observe(listingId, polls.at(-1)!.status);
        polls.push({ at: scene.ctx.clock().getTime(), status: polls.at(-1)!.status });
        const now = scene.ctx.clock().getTime();
        const found = await shares(listingId).catch(() => null);
        const [row] = await scene.database.owner<{ is_losing: boolean }[]>`
          select is_losing from buybox_share`;
        if (row !== undefined) assert.equal(row.is_losing, polls.at(-1)!.status === 'LOSING');
        for (const [name, hours] of Object.entries(WINDOWS) as [keyof typeof WINDOWS, number][]) {
          let [seen, held] = [0, 0];
          for (let at = now - hours * HOUR; at < now; at += MINUTE) {
            const poll = polls.findLast((one) => one.at <= at);
            const counts = poll === undefined ? undefined : COUNTS[poll.status];
            if (poll === undefined || counts === undefined || at - poll.at >= UNSEEN) continue;
            seen += 1;
            held += counts;
          }
          const expected = seen === 0 ? null : (100 * held) / seen;
          const share = found?.[name] ?? null;
          assert.equal(share === null, expected === null, `${name}: ${share}, ${expected}`);
          // To a tenth, as they are shown.
          if (share !== null && expected !== null)
            assert.ok(Math.abs(share - expected) < 0.051, `${name}: ${share}, ${expected}`);
        }
      }),
      { numRuns: 25 },
    );
  });
});
