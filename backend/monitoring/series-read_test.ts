import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Problem } from '../kernel/problem.ts';
import { losing, offer, type Scene, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';
import { seedCompany } from '../testing/test-context.ts';
import { MAX_SERIES_POINTS, type MarketSeries, marketSeries } from './contract.ts';
import { readSeries } from './series-read.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the series of a listing', () => {
  let the: Scene;
  let now: number;
  const ago = (ms: number) => new Date(now - ms);
  const read = async (listingId: number, query: { from?: string; to?: string } = {}) =>
    marketSeries.answer.parse(await readSeries(the.ctx, the.company.companyId, listingId, query));
  const see = (listingId: number, sku: string, past: number, more: Parameters<typeof losing>[2]) =>
    recordObserved(the.ctx, the.company.companyId, [
      {
        listingId,
        market: losing(sku, the.company.sellerId, { ...more, observedAt: ago(past) }),
      },
    ]);
  /** The same market is observed again and again, as planned polls do. */
  const seeOn = async (
    listingId: number,
    sku: string,
    [past, until]: [number, number],
    more: Parameters<typeof losing>[2],
  ) => {
    for (let at = past; at > until; at -= 20 * HOUR) await see(listingId, sku, at, more);
  };
  const isRefused = (status: number, code: string) => (fault: unknown) =>
    fault instanceof Problem &&
    fault.status === status &&
    JSON.stringify([fault.code, fault.more]).includes(code);

  beforeAll(async () => {
    the = await scene();
    now = the.ctx.clock().getTime();
  });
  afterAll(() => the.close());

  it('is empty for a listing that was never observed, with unobserved time', async () => {
    const series = await read(await the.addListing('NEW'));
    assert.deepEqual([series.own, series.rivals, series.held], [[], [], []]);
    assert.deepEqual([series.firstLook, series.lastLook], [null, null]);
    assert.deepEqual(series.unseen, [{ from: series.from, to: series.to }]);
    assert.equal(series.figures.heldShare, null);
  });

  it('has the prices of watched competitors, and gaps where none that counts is known', async () => {
    const id = await the.addListing('W1');
    const { companyId } = the.company;
    const { owner } = the.database;
    const offer = (price: number) => owner.json({ sellerId: 'S1', sellerName: 'Loja S1', price });
    const [row] = await owner<{ id: number }[]>`
      insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state,
        comparison, title, offer, source, seen_at, created_at, updated_at)
      values (${companyId}, ${id}, 1, 'BR', 'B0W', 'https://pages.example/w', 'ready', 'IDENTICAL', 'Lamp',
        ${offer(9_000)}, 'api', ${ago(40 * DAY)}, ${ago(40 * DAY)}, ${ago(40 * DAY)})
      returning id`;
    const observation = (at: Date, state: string, price: number) => owner`
      update watched_competitor set state = ${state}, offer = ${offer(price)}, seen_at = ${at}, updated_at = ${at}
      where id = ${row!.id}`;
    // It was not observed for days, became cheaper, ran out of stock, and returned.
    await observation(ago(10 * DAY), 'ready', 8_500);
    await observation(ago(9.5 * DAY), 'paused_or_out_of_stock', 8_500);
    await observation(ago(9 * DAY), 'ready', 8_800);
    const { watched, from } = await read(id);
    assert.deepEqual(
      watched.map(({ title, steps }) => [title, steps]),
      [
        [
          'Lamp',
          [
            { at: from, price: null },
            { at: ago(10 * DAY).toISOString(), price: 85 },
            { at: ago(9.5 * DAY).toISOString(), price: null },
            { at: ago(9 * DAY).toISOString(), price: 88 },
            { at: ago(8 * DAY).toISOString(), price: null },
          ],
        ],
      ],
    );
  });

  it('has the steps of everybody, from the state when the range began', async () => {
    const id = await the.addListing('X1');
    await seeOn(id, 'X1', [40 * DAY, 10 * DAY], { ownPrice: 10_000, rivalPrice: 9_500 });
    // Nothing changes: the market is still observed, and there is no step.
    await seeOn(id, 'X1', [10 * DAY, 4 * DAY], { ownPrice: 10_000, rivalPrice: 9_000 });
    await see(id, 'X1', 4 * DAY, { ownPrice: 8_900, rivalPrice: 9_000 });
    const series = await read(id);
    const { from } = series;
    assert.equal(from, ago(30 * DAY).toISOString());
    assert.deepEqual(series.own, [
      { at: from, price: 100 },
      { at: ago(4 * DAY).toISOString(), price: 89 },
    ]);
    const competitor = [
      { at: from, price: 95 },
      { at: ago(10 * DAY).toISOString(), price: 90 },
    ];
    assert.deepEqual(series.bestRival, competitor);
    assert.deepEqual(series.winner, competitor);
    assert.deepEqual(
      series.rivals.map(({ sellerId, presence, steps }) => [sellerId, presence, steps]),
      [['rival', 1, competitor]],
    );
    assert.equal(series.firstLook, ago(40 * DAY).toISOString());
    assert.deepEqual(series.unseen, [{ from: series.lastLook, to: series.to }]);
    assert.equal(series.figures.priceChanges, 1);
    assert.equal(series.isThinned, false);

    const before = await read(id, {
      from: ago(20 * DAY).toISOString(),
      to: ago(8 * DAY).toISOString(),
    });
    assert.deepEqual(
      before.bestRival.map(({ price }) => price),
      [95, 90],
    );
    assert.equal(before.figures.averagePrice, 100);
    assert.deepEqual(before.unseen, []);
    const early = await read(id, {
      from: ago(60 * DAY).toISOString(),
      to: ago(50 * DAY).toISOString(),
    });
    assert.deepEqual([early.own, early.unseen], [[], [{ from: early.from, to: early.to }]]);
  });

  it('reports when the listing had the buybox, and when it shared it', async () => {
    const id = await the.addListing('X2');
    const { companyId, sellerId } = the.company;
    const statuses = ['WINNING', 'LOSING', 'CO_WINNING', 'WINNING'] as const;
    for (const [n, status] of statuses.entries()) {
      for (const hours of [0, 20, 40]) {
        const past = (8 - n * 2) * DAY - hours * HOUR;
        const market = losing('X2', sellerId, { observedAt: ago(past) });
        market.buybox.status = status;
        market.buybox.winnerSellerId = status === 'LOSING' ? 'rival' : sellerId;
        await recordObserved(the.ctx, companyId, [{ listingId: id, market }]);
      }
    }
    const last = losing('X2', sellerId, { observedAt: ago(0) });
    last.buybox = { ...last.buybox, status: 'WINNING', winnerSellerId: sellerId };
    await recordObserved(the.ctx, companyId, [{ listingId: id, market: last }]);
    const { held, shared, winner, figures, unseen, from } = await read(id);
    const at = (days: number) => ago(days * DAY).toISOString();
    assert.deepEqual(held, [
      { from: at(8), to: at(6) },
      { from: at(2), to: at(0) },
    ]);
    assert.deepEqual(shared, [{ from: at(4), to: at(2) }]);
    assert.deepEqual([figures.heldShare, figures.sharedShare], [0.5, 0.25]);
    assert.deepEqual(
      winner.map(({ price }) => price),
      [100, 95, 100],
    );
    assert.deepEqual(unseen, [{ from, to: at(8) }]);
  });

  it('interrupts every line while the market was not observed', async () => {
    const id = await the.addListing('X5');
    const { sellerId, companyId } = the.company;
    const observe = async (past: number, ownPrice: number) => {
      const market = losing('X5', sellerId, {
        ownPrice,
        rivalPrice: 12_000,
        observedAt: ago(past),
      });
      market.buybox = { ...market.buybox, status: 'WINNING', winnerSellerId: sellerId };
      await recordObserved(the.ctx, companyId, [{ listingId: id, market }]);
    };
    await observe(10 * DAY, 10_000);
    // Nothing changed, but the market was not observed for three days.
    await observe(7 * DAY, 10_000);
    await observe(6.5 * DAY, 8_000);
    await observe(6 * DAY, 8_000);
    const series = await read(id);
    const at = (past: number) => ago(past).toISOString();
    const gap = { from: at(10 * DAY - HOUR), to: at(7 * DAY) };
    assert.deepEqual(series.own, [
      { at: at(10 * DAY), price: 100 },
      { at: gap.from, price: null },
      { at: gap.to, price: 100 },
      { at: at(6.5 * DAY), price: 80 },
    ]);
    assert.deepEqual(
      series.bestRival.map((step) => [step.at, step.price]),
      [
        [at(10 * DAY), 120],
        [gap.from, null],
        [gap.to, 120],
      ],
    );
    assert.deepEqual(series.held, [
      { from: at(10 * DAY), to: gap.from },
      { from: gap.to, to: at(6 * DAY) },
    ]);
    assert.deepEqual(series.unseen[1], gap);
    const { heldShare, averagePrice, priceChanges } = series.figures;
    // Observed for 1 + 12 hours at 100.00, and for 12 hours at 80.00.
    assert.deepEqual([heldShare, averagePrice, priceChanges], [1, 90.4, 1]);
    assert.equal(series.rivals[0]!.presence, 1);
    // A range that begins in the gap begins without a price.
    const later = await read(id, { from: at(9 * DAY), to: at(6 * DAY) });
    assert.deepEqual(later.own[0], { at: at(9 * DAY), price: null });
    assert.deepEqual(later.unseen, [{ from: at(9 * DAY), to: gap.to }]);
  });

  it('has a limited size with any number of changes, and keeps the extremes', async () => {
    const id = await the.addListing('X3');
    const { companyId, sellerId } = the.company;
    const offers = JSON.stringify([
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, n) => offer(name, 9_500 + n)),
      offer(sellerId, 10_000, { offerId: 'X3', isOwn: true }),
    ]);
    // A poll each ten minutes for 60 days; each has its own prices.
    await the.database.owner`
      insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status,
        winner_seller_id, offers)
      select ${companyId}, ${id}, ${ago(60 * DAY)}::timestamptz + n * interval '10 minutes',
        10000 + n % 97, case when n % 3 = 0 then 'WINNING' when n % 3 = 1 then 'CO_WINNING' else 'LOSING' end,
        'a', (select jsonb_agg(o || jsonb_build_object('price', (o ->> 'price')::int + n % 50))
          from jsonb_array_elements(${offers}::text::jsonb) o)
      from generate_series(0, 8639) n`;
    await see(id, 'X3', 0, {});
    const query = { from: ago(70 * DAY).toISOString() };
    const series = await read(id, query);
    const points = (one: MarketSeries) =>
      one.own.length +
      one.bestRival.length +
      one.winner.length +
      one.rivals.reduce((sum, { steps }) => sum + steps.length, 0) +
      2 * (one.held.length + one.shared.length + one.unseen.length);
    assert.ok(points(series) <= MAX_SERIES_POINTS, String(points(series)));
    assert.ok(points(series) > MAX_SERIES_POINTS / 2, String(points(series)));
    assert.equal(series.isThinned, true);
    assert.equal(series.rivals.length, 5);
    const own = series.own.flatMap(({ price }) => price ?? []);
    assert.deepEqual([Math.min(...own), Math.max(...own)], [100, 100.96]);
    assert.deepEqual(
      [series.figures.lowestPrice, series.figures.highestPrice, series.figures.priceChanges],
      [100, 100.96, 8_639],
    );
    assert.equal(series.figures.heldShare?.toFixed(2), '0.33');
  });

  it('is refused for a listing of another company, and for invalid ranges', async () => {
    const id = await the.addListing('X4');
    const other = await seedCompany(the.database.owner);
    await assert.rejects(
      readSeries(the.ctx, other.companyId, id, {}),
      isRefused(404, 'listing_not_found'),
    );
    const refused = (from: Date, to: Date) => async () =>
      await read(id, { from: from.toISOString(), to: to.toISOString() });
    await assert.rejects(refused(ago(1), ago(2)), isRefused(422, 'end_before_start'));
    await assert.rejects(refused(ago(400 * DAY), ago(0)), isRefused(422, 'range_too_long'));
    const future = await read(id, { from: ago(DAY).toISOString(), to: ago(-DAY).toISOString() });
    assert.equal(future.to, ago(0).toISOString());
  });
});
