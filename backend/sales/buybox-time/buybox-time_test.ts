import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { BuyboxStatus, Market } from '../../kernel/market.ts';
import { importMarkets } from '../../monitoring/actions.ts';
import { within } from '../../platform/db.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import { type SalesScene, salesScene } from '../../testing/sales-scene.ts';
import { TEST_TIME } from '../../testing/test-context.ts';
import { salesDays } from '../days.ts';
import { addUpBuyboxTime, noteUnseen } from './buybox-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { signal } = new AbortController();

const marketOf = (status: BuyboxStatus, observedAt: Date): Market => ({
  observedAt,
  buybox: { status, winnerSellerId: null, priceToWin: null, reason: null },
  offers: [],
});

describe('buybox time of listings', () => {
  let scene: SalesScene;
  beforeEach(async () => {
    scene = await salesScene();
  });
  afterEach(() => scene.close());

  const now = () => scene.ctx.clock().getTime();
  const observe = (listingId: number, status: BuyboxStatus) =>
    recordObserved(scene.ctx, scene.company.companyId, [
      { listingId, market: marketOf(status, scene.ctx.clock()) },
    ]);
  const putOnSale = (listingId: number, stock: number) =>
    scene.database.owner`
      update listing set stock = ${stock}, updated_at = ${scene.ctx.clock()} where id = ${listingId}`;
  const addUp = () => addUpBuyboxTime(scene.ctx, scene.company.companyId, signal);
  const note = () =>
    within(scene.ctx.db, { company: scene.company.companyId }, (trx) =>
      noteUnseen(scene.ctx, trx, scene.company.companyId),
    );
  /** Hours in each state by day, of the account or one of its listings. */
  const hours = async (listingId?: number) => {
    const { accounts } = await salesDays(scene.ctx, scene.company.companyId, {
      from: '2026-04-20',
      ...(listingId !== undefined && { listingId }),
    });
    return Object.fromEntries(
      accounts[0]!.days.flatMap(({ day, buybox }) =>
        buybox === null
          ? []
          : [
              [
                day,
                Object.fromEntries(
                  Object.entries(buybox).flatMap(([state, seconds]) =>
                    seconds === 0 ? [] : [[state, seconds / 3_600]],
                  ),
                ),
              ],
            ],
      ),
    );
  };

  it('is by day of the account, and only of listings for sale', async () => {
    // 12:00 in UTC, and 9:00 in São Paulo.
    const listingId = await scene.addListing('A');
    await observe(listingId, 'WINNING');
    scene.ctx.advance(10 * HOUR);
    await observe(listingId, 'WINNING');
    await observe(listingId, 'LOSING');
    await addUp();
    scene.ctx.advance(2 * HOUR);
    await putOnSale(listingId, 0);
    scene.ctx.advance(5 * HOUR);
    await putOnSale(listingId, 3);
    scene.ctx.advance(HOUR);
    await observe(listingId, 'CO_WINNING');
    scene.ctx.advance(HOUR);
    await observe(listingId, 'NOT_COMPETING');
    scene.ctx.advance(HOUR);
    const expected = {
      '2026-05-04': { won: 10, losing: 2 },
      '2026-05-05': { losing: 1, shared: 1, barred: 1 },
    };
    await addUp();
    assert.deepEqual(await hours(), expected);
    assert.deepEqual(await hours(listingId), expected);
  });

  it('is not known from a day after the last observation on, until the next one', async () => {
    const [stale, back] = [await scene.addListing('A'), await scene.addListing('B')];
    await observe(stale, 'WINNING');
    await observe(back, 'WINNING');
    scene.ctx.advance(30 * HOUR);
    // Found by its next observation, before the hourly check of unobserved ones.
    await observe(back, 'LOSING');
    await addUp();
    await note();
    await note();
    await addUp();
    scene.ctx.advance(2 * HOUR);
    await addUp();
    assert.deepEqual(await hours(stale), {
      '2026-05-04': { won: 15 },
      '2026-05-05': { won: 9, unseen: 8 },
    });
    assert.deepEqual(await hours(back), {
      '2026-05-04': { won: 15 },
      '2026-05-05': { won: 9, unseen: 6, losing: 2 },
    });
    assert.deepEqual(await hours(), {
      '2026-05-04': { won: 30 },
      '2026-05-05': { won: 18, unseen: 14, losing: 2 },
    });
  });

  it('has the time before an account was connected, where its markets are imported', async () => {
    const { companyId } = scene.company;
    const listingId = await scene.addListing('A');
    await observe(listingId, 'WINNING');
    const past = (
      [
        [60, 'LOSING'],
        [50, 'WINNING'],
        [49, 'WINNING'],
        [20, 'LOSING'],
      ] as const
    ).map(([ago, status]) => ({
      listingId,
      ownPrice: 10_000,
      market: marketOf(status, new Date(now() - ago * HOUR)),
    }));
    for (const isBefore of [true, false]) {
      if (isBefore) await addUp();
      else
        await scene.database.owner`
        truncate buybox_change, listing_buybox, buybox_interval, buybox_open_day, account_buybox_day`;
      await within(scene.ctx.db, { company: companyId }, async (trx) => {
        await trx.deleteFrom('market_snapshot').where('observed_at', '<', TEST_TIME).execute();
        await importMarkets(trx, companyId, past);
      });
      await addUp();
      const expected = {
        '2026-05-01': { losing: 3 },
        '2026-05-02': { losing: 7, won: 17 },
        '2026-05-03': { won: 13, losing: 11 },
        '2026-05-04': { losing: 9 },
      };
      assert.deepEqual(await hours(), expected);
      assert.deepEqual(await hours(listingId), expected);
    }
  });

  it('of an account is that of its listings, however adding up is broken off or done twice', async () => {
    const listings = [await scene.addListing('A'), await scene.addListing('B')];
    const step = fc.record({
      listing: fc.integer({ min: 0, max: 1 }),
      minutes: fc.integer({ min: 0, max: 30 * 60 }),
      status: fc.constantFrom<BuyboxStatus>(
        'WINNING',
        'LOSING',
        'CO_WINNING',
        'NOT_COMPETING',
        'NON_CATALOG',
      ),
      act: fc.constantFrom('observe', 'sell out', 'add up', 'break off', 'twice', 'note'),
    });
    /** The last statement of the transaction fails. */
    const brokenOff = async () => {
      await scene.database.owner`alter table account_buybox_day rename to elsewhere`;
      await addUp().catch((error) => assert.match(String(error), /account_buybox_day/));
      await scene.database.owner`alter table elsewhere rename to account_buybox_day`;
    };
    const inMinutes = (days: Record<string, Record<string, number>>) =>
      Object.entries(days).flatMap(([day, states]) =>
        Object.entries(states).map(([state, length]): [string, number] => [
          `${day} ${state}`,
          Math.round(length * 60),
        ]),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await scene.database.owner`
          truncate buybox_change, listing_buybox, buybox_interval, buybox_open_day, account_buybox_day,
            market, market_snapshot`;
        await scene.database.owner`update listing set stock = 5`;
        scene.ctx.setTime(TEST_TIME);
        for (const { listing, minutes, status, act } of steps) {
          scene.ctx.advance(minutes * MINUTE);
          const listingId = listings[listing]!;
          if (act === 'sell out') await putOnSale(listingId, minutes % 2);
          else await observe(listingId, status);
          if (act === 'add up') await addUp();
          if (act === 'twice') await Promise.all([addUp(), addUp()]);
          if (act === 'break off') await brokenOff();
          if (act === 'note') await note();
        }
        await addUp();
        await note();
        await addUp();
        scene.ctx.advance(HOUR);
        const [all, ...each] = [await hours(), ...(await Promise.all(listings.map(hours)))];
        const sum: Record<string, number> = {};
        for (const [key, minutes] of each.flatMap(inMinutes)) sum[key] = (sum[key] ?? 0) + minutes;
        assert.deepEqual(Object.fromEntries(inMinutes(all!)), sum);
      }),
      { numRuns: 12 },
    );
  });
});
