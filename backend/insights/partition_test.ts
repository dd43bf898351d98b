import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import {
  daysUntil,
  type InsightsScene,
  insightsScene,
  type RawLine,
  sale,
  settled,
} from '../testing/insights-scene.ts';
import { IndicatorQuery, type Indicators, METRIC_NAMES, type MetricName } from './contract.ts';
import { queryIndicators } from './indicators.ts';

const PAGE = { page: 0, limit: 200 };
let scene: InsightsScene;
beforeAll(async () => {
  scene = await insightsScene();
});
afterAll(() => scene.close());

const ask = (companyId: number, query: Partial<IndicatorQuery> & { metrics: MetricName[] }) =>
  queryIndicators(
    scene.ctx,
    companyId,
    IndicatorQuery.parse({ from: '2026-04-25', to: '2026-05-03', granularity: 'total', ...query }),
    PAGE,
  );

/** The expected value of each metric, computed independently from the order items. */
function byHand(
  lines: readonly RawLine[],
): Record<string, [numerator: number, denominator: number | null]> {
  const sold = lines.filter(
    ({ state, price }) => (state === 'paid' || state === 'refunded') && price !== null,
  );
  const sum = (some: readonly RawLine[], of: (line: RawLine) => number) =>
    some.reduce((total, one) => total + of(one), 0);
  const worth = (one: RawLine) => one.price! * one.units;
  const taxOf = (one: RawLine) => Math.round((worth(one) * Math.round(one.tax! * 100)) / 10_000);
  const units = sum(sold, (one) => one.units);
  const cancelled = sum(
    lines.filter(({ state }) => state === 'cancelled'),
    (one) => one.units,
  );
  const revenue = sum(sold, worth) / 100;
  const withFee = sold.filter(({ fee }) => fee !== null);
  const withAll = withFee.filter(({ cost, tax }) => cost !== null && tax !== null);
  const contribution =
    sum(withAll, (one) => worth(one) - one.fee! - taxOf(one) - one.cost! * one.units) / 100;
  const orders = sold.filter(({ countsOrder }) => countsOrder).length;
  const heldUnits = (...held: RawLine['held'][]) =>
    sum(
      sold.filter((one) => held.includes(one.held)),
      (one) => one.units,
    );
  return {
    orders: [orders, null],
    units: [units, null],
    revenue: [revenue, null],
    averagePrice: [revenue, units],
    cancelledShare: [cancelled, units + cancelled],
    feeShare: [sum(withFee, (one) => one.fee!) / 100, sum(withFee, worth) / 100],
    contributionShare: [contribution, sum(withAll, worth) / 100],
    costCoverage: [sum(withAll, worth) / 100, revenue],
    unitsWithBuyboxShare: [heldUnits('won', 'shared'), heldUnits('won', 'shared', 'lost')],
  };
}

describe('figures of random sales', () => {
  const DAYS = daysUntil('2026-05-03', 40);
  const CURRENCIES = ['BRL', 'USD'];
  const arbitraryLine = fc.record({
    account: fc.nat(2),
    listing: fc.nat(4),
    day: fc.nat(DAYS.length - 1),
    currency: fc.nat(1),
    state: fc.constantFrom('paid', 'paid', 'paid', 'cancelled', 'refunded', 'pending'),
    units: fc.integer({ min: 1, max: 4 }),
    price: fc.option(fc.integer({ min: 1, max: 90_000 }), { freq: 8 }),
    held: fc.constantFrom('won', 'shared', 'lost', 'unknown'),
    fee: fc.option(fc.nat(9_000)),
    cost: fc.option(fc.nat(50_000)),
    tax: fc.option(fc.constantFrom(0, 4.5, 12)),
    isSecond: fc.boolean(),
  });

  it('equal those of the order items, and every grouping adds up to the total', async () => {
    const { companyId, accountId } = await scene.addCompany();
    const accounts = [
      accountId,
      await scene.addAccount(companyId, 2, 'MX'),
      await scene.addAccount(companyId, 1, 'US'),
    ];
    const listings: number[][] = [];
    for (const account of accounts)
      listings.push([
        await scene.addListing(companyId, account),
        await scene.addListing(companyId, account),
        await scene.addListing(companyId, account),
        await scene.addListing(companyId, account),
      ]);
    const { owner } = scene.database;
    const ofLines = METRIC_NAMES.filter((name) => name in byHand([]));
    const metrics = [...ofLines, 'buyboxShare' as const, 'unseenShare' as const];
    const from = DAYS[3]!;
    const to = DAYS.at(-2)!;

    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryLine, { minLength: 1, maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(2), fc.nat(DAYS.length - 1)), { maxLength: 6 }),
        fc.array(
          fc.tuple(fc.nat(2), fc.nat(DAYS.length - 1), fc.nat(86_400_000), fc.nat(86_400_000)),
          {
            maxLength: 20,
          },
        ),
        async (drawn, unread, seen) => {
          await owner`delete from account_buybox_day where company_id = ${companyId}`;
          for (const [account, day, won, losing] of seen)
            await owner`
              insert into account_buybox_day (company_id, account_id, day, won_ms, shared_ms, losing_ms, barred_ms, unseen_ms)
              values (${companyId}, ${accounts[account]!}, ${DAYS[day]!}, ${won}, 5, ${losing}, 0, 3)
              on conflict do nothing`;
          await owner`delete from order_line where company_id = ${companyId}`;
          await owner`delete from listing_day where company_id = ${companyId}`;
          await owner`delete from account_day where company_id = ${companyId}`;
          await owner`delete from source_day where company_id = ${companyId}`;
          const lines = drawn.map((one, n): RawLine => {
            const isSold = (one.state === 'paid' || one.state === 'refunded') && one.price !== null;
            return {
              ...sale(accounts[one.account]!, DAYS[one.day]!),
              listing: listings[one.account]![one.listing] ?? 0,
              orderId: String(n),
              currency: CURRENCIES[one.currency]!,
              state: one.state as RawLine['state'],
              units: one.units,
              price: one.price,
              held: one.held as RawLine['held'],
              fee: one.fee,
              cost: one.cost,
              tax: one.tax,
              // A second line of an order that counts by its first.
              countsOrder: isSold && !one.isSecond,
            };
          });
          const isUnread = (account: number, day: string) =>
            unread.some(([a, d]) => accounts[a] === account && DAYS[d] === day);
          for (const account of accounts)
            await scene.know(
              companyId,
              account,
              settled(DAYS.filter((day) => !isUnread(account, day))),
            );
          await scene.sell(companyId, lines);
          const counted = lines.filter(
            ({ account, day }) => day >= from && day <= to && !isUnread(account, day),
          );
          const base = { from, to, metrics };

          const whole = await ask(companyId, base);
          const isMoney = new Set(
            whole.rows[0]!.cells.flatMap((cell) =>
              cell.currencyCode === null ? [] : [cell.metric],
            ),
          );
          for (const { metric, currencyCode, numerator, denominator, value } of whole.rows[0]!
            .cells) {
            const its =
              currencyCode === null
                ? counted
                : counted.filter((one) => one.currency === currencyCode);
            const hand = byHand(its)[metric];
            // The time with the buybox is no sum of lines; costs that are known of no sale are not given.
            if (hand === undefined || numerator === null) continue;
            const [expected, per] = hand;
            assert.ok(
              Math.abs(numerator - expected) < 1e-6,
              `${metric} ${currencyCode}: ${numerator}, not ${expected}`,
            );
            if (per !== null)
              assert.ok(
                Math.abs(denominator! - per) < 1e-6,
                `${metric} by ${denominator}, not ${per}`,
              );
            if (per === 0) assert.equal(value, null);
          }

          const partitions: Partial<IndicatorQuery>[] = [
            { groupBy: 'account' },
            { groupBy: 'marketplace' },
            { granularity: 'day' },
            { granularity: 'week', groupBy: 'account' },
            { granularity: 'month', groupBy: 'marketplace' },
          ];
          const totals = ({ rows }: Indicators) => {
            const sums: Record<string, number> = {};
            for (const { cells } of rows)
              for (const { metric, currencyCode, numerator, denominator } of cells) {
                // A row without sales has money of no currency: zero.
                if (currencyCode === null && isMoney.has(metric)) continue;
                const key = `${metric} ${currencyCode}`;
                sums[key] = (sums[key] ?? 0) + (numerator ?? 0);
                sums[`${key} per`] = (sums[`${key} per`] ?? 0) + (denominator ?? 0);
              }
            // Floats add up to a billionth more or less.
            for (const key of Object.keys(sums)) sums[key] = Math.round(sums[key]! * 10_000);
            return sums;
          };
          const expected = totals(whole);
          for (const partition of partitions)
            assert.deepEqual(
              totals(await ask(companyId, { ...base, ...partition })),
              expected,
              JSON.stringify(partition),
            );

          const named = { filters: { listingIds: listings.flat() } };
          const ofListings = totals(await ask(companyId, { ...base, ...named }));
          for (const groupBy of ['listing', 'account'] as const)
            assert.deepEqual(
              totals(await ask(companyId, { ...base, ...named, groupBy })),
              ofListings,
            );
          const linked = counted.filter(({ listing }) => listing !== 0);
          assert.equal(ofListings['units null'] ?? 0, byHand(linked).units![0] * 10_000);
          assert.equal(ofListings['orders null'] ?? 0, byHand(linked).orders![0] * 10_000);
        },
      ),
      { numRuns: 8 },
    );
  });
});
