import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { Problem } from '../kernel/problem.ts';
import { withinByKeys } from '../platform/db.ts';
import { addUpBuyboxTime } from '../sales/buybox-time/buybox-time.ts';
import { sumCompany } from '../sales/day-sums.ts';
import { recordOrders } from '../sales/record.ts';
import {
  daysUntil,
  type InsightsScene,
  insightsScene,
  sale,
  settled,
} from '../testing/insights-scene.ts';
import { line, order } from '../testing/sales-scene.ts';
import { TEST_TIME } from '../testing/test-context.ts';
import { EXAMPLES } from './contract/examples.ts';
import { IndicatorQuery, type Indicators, type MetricName } from './contract.ts';
import { queryIndicators } from './indicators.ts';

const { signal } = new AbortController();

let scene: InsightsScene;
beforeAll(async () => {
  scene = await insightsScene();
});
afterAll(() => scene.close());

// It is the 4th, a Monday, 9:00 in São Paulo.
const LAST_WEEK = { from: '2026-04-27', to: '2026-05-03' };
const DAYS = daysUntil('2026-05-03', 30);

const ask = (
  companyId: number,
  query: Partial<IndicatorQuery> & { metrics: MetricName[] },
  page = { page: 0, limit: 200 },
) =>
  queryIndicators(
    scene.ctx,
    companyId,
    IndicatorQuery.parse({ ...LAST_WEEK, granularity: 'total', ...query }),
    page,
  );

const cellOf = (
  { rows }: Indicators,
  metric: MetricName,
  currencyCode: string | null = null,
  row = 0,
) => {
  const found = rows[row]!.cells.find(
    (cell) => cell.metric === metric && cell.currencyCode === currencyCode,
  );
  assert.ok(found, `${metric} ${currencyCode}`);
  return found;
};

const faultsOf = async (companyId: number, query: Partial<IndicatorQuery>) => {
  try {
    await ask(companyId, { metrics: ['revenue'], ...query });
  } catch (error) {
    if (error instanceof Problem)
      return error.more.faults?.map(({ path, code }) => `${path} ${code}`);
    throw error;
  }
  return [];
};

/** A company whose one account is read up to now. */
const sellingCompany = async () => {
  const company = await scene.addCompany();
  await scene.know(company.companyId, company.accountId, settled(DAYS));
  return company;
};

describe('what is not known', () => {
  it('is not zero: costs that are missing take nothing from the margin', async () => {
    const { companyId, accountId } = await sellingCompany();
    const known = { fee: 1_000, cost: 4_000, tax: 10 };
    await scene.sell(companyId, [
      sale(accountId, '2026-05-01', known),
      sale(accountId, '2026-05-01', { ...known, cost: null, price: 30_000 }),
      sale(accountId, '2026-05-02', { fee: 500 }),
    ]);
    const metrics: MetricName[] = [
      'contribution',
      'contributionShare',
      'costCoverage',
      'fees',
      'returnOnGoods',
    ];
    const whole = await ask(companyId, { metrics });
    assert.partialDeepStrictEqual(cellOf(whole, 'contribution', 'BRL'), {
      value: 40,
      coverage: { known: 100, revenue: 500 },
    });
    // 40.00 of the 100.00 that it is known of, and not of 500.00.
    assert.equal(cellOf(whole, 'contributionShare', 'BRL').value, 40);
    assert.equal(cellOf(whole, 'costCoverage', 'BRL').value, 20);
    assert.equal(cellOf(whole, 'returnOnGoods', 'BRL').value, 100);
    assert.deepEqual(whole.rows[0]!.completeness.costs, [
      { currencyCode: 'BRL', known: 100, revenue: 500 },
    ]);

    const byDay = await ask(companyId, { metrics, granularity: 'day', from: '2026-05-01' });
    const second = { numerator: null, value: null, reason: 'not_known' };
    assert.partialDeepStrictEqual(cellOf(byDay, 'contribution', 'BRL', 1), second);
    assert.equal(cellOf(byDay, 'fees', 'BRL', 1).value, 5);
    // Nothing was sold, so nothing is missing.
    assert.equal(cellOf(byDay, 'contribution', 'BRL', 2).value, 0);
  });

  it('is not zero where a marketplace reports no refunds', async () => {
    const { companyId, accountId } = await sellingCompany();
    await scene.sell(companyId, [
      sale(accountId, '2026-05-01', { refunded: null }),
      sale(accountId, '2026-05-02', { refunded: 10_000, state: 'refunded' }),
    ]);
    const metrics: MetricName[] = ['refundedUnits', 'refunds'];
    const byDay = await ask(companyId, { metrics, granularity: 'day', from: '2026-05-01' });
    for (const [metric, currency, value] of [
      ['refundedUnits', null, 0],
      ['refunds', 'BRL', 100],
    ] as const) {
      const unknown = { value: null, reason: 'not_reported' };
      assert.partialDeepStrictEqual(cellOf(byDay, metric, currency, 0), unknown);
      assert.equal(cellOf(byDay, metric, currency, 1).value, value);
    }
  });

  it('is a day that was not read, and a day that was read without sales is zero', async () => {
    const { companyId, accountId } = await scene.addCompany();
    const other = await scene.addAccount(companyId, 2, 'BR');
    await scene.know(companyId, accountId, {
      '2026-05-01': 'settled',
      '2026-05-02': 'failed',
      '2026-05-03': 'settling',
      '2026-05-04': 'open',
    });
    await scene.know(companyId, other, settled(['2026-05-01']));
    // It was read after a notification, while the rest of its day was not read.
    await scene.sell(companyId, [sale(accountId, '2026-05-02')]);
    const answer = await ask(companyId, {
      from: '2026-05-01',
      to: '2026-05-09',
      granularity: 'day',
      metrics: ['orders', 'revenue', 'averagePrice', 'acos'],
    });
    assert.equal(answer.to, '2026-05-05');
    const states = answer.rows.map(({ completeness: { days, accounts } }) => [days, accounts]);
    const none = { settled: 0, settling: 0, open: 0, unknown: 0 };
    assert.deepEqual(states, [
      [
        { ...none, settled: 2 },
        { known: 2, all: 2 },
      ],
      [
        { ...none, unknown: 2 },
        { known: 0, all: 2 },
      ],
      [
        { ...none, settling: 1, unknown: 1 },
        { known: 1, all: 2 },
      ],
      [
        { ...none, open: 1, unknown: 1 },
        { known: 1, all: 2 },
      ],
      // It is the 5th in Kiribati, and in none of the accounts.
      [none, { known: 0, all: 0 }],
    ]);
    const reasons = (row: number) =>
      answer.rows[row]!.cells.map(({ value, reason }) => value ?? reason);
    assert.deepEqual(reasons(0), [0, 0, 'no_denominator', 'ads_not_read']);
    assert.deepEqual(reasons(1), ['not_read', 'not_read', 'not_read', 'ads_not_read']);
    assert.equal(answer.rows[0]!.readUntil, null);
  });
});

describe('what ads brought', () => {
  const METRICS: MetricName[] = [
    'impressions',
    'clicks',
    'investment',
    'adRevenue',
    'acos',
    'roas',
  ];
  /** Connects the advertising of an account; its figures are read up to the present. */
  const advertise = (companyId: number, accountId: number, currency = 'BRL') => scene.database
    .owner`
    insert into ads_advertiser (company_id, account_id, advertiser_id, name, currency_code, country_code, time_zone,
      capabilities, status, connected_at, figures_at)
    values (${companyId}, ${accountId}, 'A', 'A', ${currency}, 'BR', 'America/Sao_Paulo', '{}', 'active', ${TEST_TIME},
      ${TEST_TIME})`;
  const campaign = async (
    companyId: number,
    accountId: number,
    name: string,
    days: Record<string, [impressions: number, clicks: number, cost: number, sales: number]>,
  ) => {
    const { owner } = scene.database;
    const [{ id }] = (await owner`
      insert into ads_campaign (company_id, account_id, remote_id, name, status, type, placements, daily_budget,
        strategy, is_listed, read_at)
      values (${companyId}, ${accountId}, ${name}, ${name}, 'ENABLED', 'manual', '[]', 20000, 'none', true, ${TEST_TIME})
      returning id`) as [{ id: number }];
    for (const [day, [impressions, clicks, cost, sales]] of Object.entries(days))
      await owner`
        insert into ads_campaign_day (company_id, campaign_id, day, impressions, clicks, cost, orders, units, sales, read_at)
        values (${companyId}, ${id}, ${day}, ${impressions}, ${clicks}, ${cost}, 1, 1, ${sales}, ${TEST_TIME})`;
    return id;
  };
  const valuesOf = (answer: Indicators) =>
    answer.rows.map(({ group, cells }) => [
      group?.name ?? null,
      ...cells.map(({ value, reason }) => value ?? reason),
    ]);

  it('is a ratio of sums by day, account and campaign, whose parts are the whole', async () => {
    const { companyId, accountId } = await sellingCompany();
    await advertise(companyId, accountId);
    const one = await campaign(companyId, accountId, 'One', {
      '2026-04-27': [1_000, 20, 3_000, 10_000],
      '2026-05-03': [1_000, 20, 1_000, 30_000],
      '2026-04-26': [9_000, 900, 90_000, 0],
    });
    await campaign(companyId, accountId, 'Two', { '2026-05-03': [500, 10, 6_000, 0] });
    await scene.sell(companyId, [sale(accountId, '2026-05-01', { price: 100_000 })]);
    const whole = await ask(companyId, { metrics: [...METRICS, 'tacos', 'adRoi'] });
    assert.deepEqual(valuesOf(whole), [[null, 2_500, 50, 100, 400, 25, 4, 10, 'no_source']]);
    assert.deepEqual(whole.rows[0]!.completeness.ads, { known: 1, all: 1 });
    const query = { metrics: METRICS, groupBy: 'campaign' as const };
    // First the one that cost most.
    assert.deepEqual(valuesOf(await ask(companyId, query)), [
      ['Two', 500, 10, 60, 0, 'no_denominator', 0],
      ['One', 2_000, 40, 40, 400, 10, 10],
    ]);
    assert.deepEqual(
      valuesOf(await ask(companyId, { metrics: METRICS, filters: { campaignIds: [one] } })),
      [[null, 2_000, 40, 40, 400, 10, 10]],
    );
    const days = await ask(companyId, { metrics: ['investment'], granularity: 'day' });
    assert.deepEqual(
      days.rows.map(({ cells }) => cells[0]!.value),
      [30, 0, 0, 0, 0, 0, 70],
    );
    const compared = await ask(companyId, { metrics: ['investment'], compare: 'previous' });
    assert.equal(cellOf(compared, 'investment', 'BRL').compared?.value, 900);
  });

  it('is not known of accounts and days that were not read, nor of listings', async () => {
    const { companyId, accountId } = await sellingCompany();
    const { companyId: other } = await sellingCompany();
    const silent = await scene.addAccount(companyId, 1, 'US');
    await advertise(companyId, accountId);
    await campaign(companyId, accountId, 'One', { '2026-05-03': [1_000, 20, 3_000, 10_000] });
    const whole = await ask(companyId, { metrics: ['investment'], groupBy: 'account' });
    const byAccount = whole.rows.map(({ group, cells, completeness }) => [
      group!.id,
      cells[0]!.value ?? cells[0]!.reason,
      completeness.ads?.known,
    ]);
    assert.deepEqual(
      new Map(byAccount.map(([id, ...rest]) => [id, rest])),
      new Map([
        [accountId, [30, 1]],
        [silent, ['ads_not_read', 0]],
      ]),
    );
    const early = { from: '2026-01-01', to: '2026-01-31', metrics: ['investment'] as MetricName[] };
    assert.equal(cellOf(await ask(companyId, early), 'investment').reason, 'ads_not_read');
    const listingId = await scene.addListing(companyId, accountId);
    const ofListing = await ask(companyId, {
      metrics: ['clicks'],
      filters: { listingIds: [listingId] },
    });
    assert.equal(cellOf(ofListing, 'clicks').reason, 'ads_not_read');
    assert.deepEqual(valuesOf(await ask(other, { metrics: ['clicks'] })), [[null, 'ads_not_read']]);
  });
});

describe('money of two currencies', () => {
  it('is separate by currency, also in ratios; other figures are summed', async () => {
    const { companyId, accountId } = await sellingCompany();
    const american = await scene.addAccount(companyId, 1, 'US');
    await scene.know(companyId, american, settled(DAYS));
    await scene.sell(companyId, [
      sale(accountId, '2026-05-01', { units: 3 }),
      sale(american, '2026-05-01', { currency: 'USD', price: 2_000 }),
    ]);
    const metrics: MetricName[] = ['revenue', 'units', 'averagePrice'];
    const whole = await ask(companyId, { metrics });
    const shown = ({ rows }: Indicators) =>
      rows.map(({ cells }) =>
        cells.map(({ metric, currencyCode, value }) => `${metric} ${currencyCode} ${value}`),
      );
    assert.deepEqual(shown(whole), [
      [
        'revenue BRL 300',
        'revenue USD 20',
        'units null 4',
        'averagePrice BRL 100',
        'averagePrice USD 20',
      ],
    ]);
    assert.deepEqual(whole.timeZones, ['America/Los_Angeles', 'America/Sao_Paulo']);
    assert.deepEqual(shown(await ask(companyId, { metrics, groupBy: 'marketplace' })), [
      ['revenue USD 20', 'units null 1', 'averagePrice USD 20'],
      ['revenue BRL 300', 'units null 3', 'averagePrice BRL 100'],
    ]);
  });
});

describe('a comparison', () => {
  it('is with days that are whole weeks before, and draws no difference from days that are not over', async () => {
    const { companyId, accountId } = await scene.addCompany();
    await scene.know(companyId, accountId, { ...settled(DAYS), '2026-05-04': 'open' });
    await scene.sell(companyId, [
      // Of a Saturday, and of the Saturday two weeks before it.
      sale(accountId, '2026-05-02', { units: 3 }),
      sale(accountId, '2026-04-18', { units: 2 }),
      sale(accountId, '2026-05-04', { units: 9 }),
    ]);
    const metrics: MetricName[] = ['units', 'averagePrice'];
    // Eight days: two weeks.
    const eight = { from: '2026-04-26', compare: 'previous' as const, metrics };
    const byDay = await ask(companyId, { ...eight, granularity: 'day' });
    const saturday = byDay.rows.findIndex(({ from }) => from === '2026-05-02');
    assert.equal(byDay.rows[saturday]!.compared?.from, '2026-04-18');
    assert.partialDeepStrictEqual(cellOf(byDay, 'units', null, saturday), {
      value: 3,
      compared: { value: 2, difference: 1, percent: 50 },
    });
    const total = await ask(companyId, eight);
    assert.partialDeepStrictEqual(total.rows[0]!.compared, {
      from: '2026-04-12',
      to: '2026-04-19',
    });
    assert.equal(cellOf(total, 'units').compared?.difference, 1);
    const open = await ask(companyId, { ...eight, to: '2026-05-04' });
    assert.partialDeepStrictEqual(cellOf(open, 'units'), {
      value: 12,
      compared: { value: 2, difference: null, percent: null },
    });
  });
});

describe('days of a zone that changes its clocks', () => {
  it('have 23 and 25 hours, for accounts and for listings, and orders by local midnight', async () => {
    const { companyId } = await scene.addCompany();
    const accountId = await scene.addAccount(companyId, 1, 'US');
    const listingId = await scene.addListing(companyId, accountId);
    const { owner } = scene.database;
    try {
      // Clocks in Los Angeles go forward on the 8th of March 2026, and back on the 1st of November.
      for (const [before, day, after, midnight, hours] of [
        ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-09T07:00:00Z', 23],
        ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-02T08:00:00Z', 25],
      ] as const) {
        scene.ctx.setTime(new Date(`${after}T20:00:00Z`));
        await owner`
          insert into buybox_change (company_id, account_id, listing_id, state, at)
          values (${companyId}, ${accountId}, ${listingId}, 'won', ${`${before}T08:00:00Z`})`;
        await addUpBuyboxTime(scene.ctx, companyId, signal);
        const account = { companyId, accountId, marketplaceId: 1, timeZone: 'America/Los_Angeles' };
        const end = new Date(midnight);
        await withinByKeys(scene.ctx.db, { company: companyId }, (trx) =>
          recordOrders(scene.ctx, trx, account, [
            order(`${day} last`, new Date(end.getTime() - 1), [line('A')]),
            order(`${day} next`, end, [line('A'), line('B')]),
          ]),
        );
        await sumCompany(scene.ctx, companyId, signal);
        await scene.know(companyId, accountId, { ...settled([before, day]), [after]: 'open' });
        const query = {
          from: before,
          to: after,
          granularity: 'day',
          metrics: ['buyboxShare', 'units'] as MetricName[],
        } as const;
        const whole = await ask(companyId, query);
        assert.deepEqual(
          whole.rows.map(({ cells }) => cells[1]!.value),
          [0, 1, 2],
        );
        const listing = await ask(companyId, {
          ...query,
          groupBy: 'listing',
          filters: { listingIds: [listingId] },
        });
        for (const answer of [whole, listing]) {
          assert.equal(cellOf(answer, 'buyboxShare', null, 1).denominator, hours * 3_600);
          assert.equal(cellOf(answer, 'buyboxShare', null, 1).value, 100);
        }
        await owner`delete from buybox_open_day where company_id = ${companyId}`;
        await owner`delete from listing_buybox where company_id = ${companyId}`;
      }
    } finally {
      scene.ctx.setTime(TEST_TIME);
    }
  });

  it('count shared time by half, and report unobserved time separately', async () => {
    const { companyId, accountId } = await sellingCompany();
    await scene.database.owner`
      insert into account_buybox_day (company_id, account_id, day, won_ms, shared_ms, losing_ms, barred_ms, unseen_ms)
      values (${companyId}, ${accountId}, '2026-05-01', 3600000, 7200000, 3600000, 3600000, 1800000)`;
    const answer = await ask(companyId, {
      metrics: ['buyboxShare', 'sharedShare', 'losingShare', 'losingTime', 'unseenShare'],
    });
    assert.deepEqual(
      answer.rows[0]!.cells.map(({ value }) => value),
      [40, 40, 40, 1, 9.0909],
    );
    const nowhere = await ask(companyId, {
      from: '2026-05-03',
      metrics: ['buyboxShare', 'losingTime'],
    });
    assert.deepEqual(
      nowhere.rows[0]!.cells.map(({ reason }) => reason),
      ['not_observed', 'not_observed'],
    );
  });
});

describe('price changes', () => {
  it('are those of rules that were not undone, by day of the account, and of the requested listings only', async () => {
    const { companyId, accountId } = await sellingCompany();
    const listingId = await scene.addListing(companyId, accountId);
    const other = await scene.addListing(companyId, accountId);
    const { owner } = scene.database;
    const [rule] = await owner<{ id: number }[]>`
      insert into rule (company_id, name, origin, version, status, min_price, max_price, settings, created_at, updated_at)
      values (${companyId}, 'a rule', 'own', 1, 'enabled', 1, 2, '{}', ${TEST_TIME}, ${TEST_TIME}) returning id`;
    const change = async (
      listing: number,
      at: string,
      state = 'applied',
      reverts: number | null = null,
    ) => {
      const [row] = await owner<{ id: number }[]>`
        insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key, event_type, price_tag,
          strategy, old_price, new_price, safe_margin, ranking_type, ranking_status, regained_control, explanation,
          currency_code, country_code, created_at, moved_at, reverts)
        values (${companyId}, ${rule!.id}, 1, ${listing}, ${state}, gen_random_uuid(), 'to_win', 'none', 'WIN', 2, 1, 0,
          'BUYBOX', 'LOSING', false, '[]', 'BRL', 'BR', ${at}, ${at}, ${reverts}) returning id`;
      return row!.id;
    };
    // Midnight in São Paulo is at 3:00.
    await change(listingId, '2026-05-02T02:59:59.999Z');
    await change(listingId, '2026-05-02T03:00:00Z');
    await change(other, '2026-05-02T12:00:00Z');
    await change(listingId, '2026-05-04T03:00:00Z');
    await change(listingId, '2026-05-02T13:00:00Z', 'error');
    const undone = await change(listingId, '2026-05-02T14:00:00Z', 'undone');
    await change(listingId, '2026-05-02T15:00:00Z', 'applied', undone);
    const query = {
      from: '2026-05-01',
      granularity: 'day' as const,
      metrics: ['priceChanges', 'savedTime'] as MetricName[],
      filters: { listingIds: [listingId, other] },
    };
    const values = async (more: Partial<IndicatorQuery>) => {
      const { rows } = await ask(companyId, { ...query, ...more });
      return rows.map(({ cells }) => cells.map(({ value, reason }) => value ?? reason));
    };
    // Three minutes each.
    assert.deepEqual(await values({}), [
      [1, 0.05],
      [2, 0.1],
      [0, 0],
    ]);
    assert.deepEqual(await values({ granularity: 'total', groupBy: 'listing' }), [
      [2, 0.1],
      [1, 0.05],
    ]);
    assert.deepEqual(await values({ filters: {} }), await values({}));
    assert.deepEqual(await values({ filters: {}, granularity: 'total', groupBy: 'account' }), [
      [3, 0.15],
    ]);
  });
});

describe('a ratio of little', () => {
  it('is marked, and a share has the interval in which it lies', async () => {
    const { companyId, accountId } = await sellingCompany();
    const of = (count: number, state: 'paid' | 'cancelled', day: string) =>
      Array.from({ length: count }, () => sale(accountId, day, { state }));
    await scene.sell(companyId, [
      ...of(4, 'paid', '2026-05-01'),
      ...of(1, 'cancelled', '2026-05-01'),
      ...of(40, 'paid', '2026-05-02'),
      ...of(10, 'cancelled', '2026-05-02'),
    ]);
    const answer = await ask(companyId, {
      from: '2026-05-01',
      granularity: 'day',
      metrics: ['cancelledShare'],
    });
    const few = cellOf(answer, 'cancelledShare', null, 0);
    const many = cellOf(answer, 'cancelledShare', null, 1);
    assert.deepEqual([few.value, few.isSmall, many.value, many.isSmall], [20, true, 20, false]);
    // Wilson's bounds are the shares from which the observed one is 1.2816 standard deviations away.
    for (const bound of [few.interval!.low / 100, few.interval!.high / 100])
      assert.ok(Math.abs((0.2 - bound) ** 2 - (1.2816 ** 2 * bound * (1 - bound)) / 5) < 1e-5);
    assert.ok(many.interval!.high - many.interval!.low < few.interval!.high - few.interval!.low);
  });
});

describe('companies', () => {
  it('see nothing of each other, whatever ids they request', async () => {
    const ours = await sellingCompany();
    const theirs = await sellingCompany();
    const listingId = await scene.addListing(theirs.companyId, theirs.accountId);
    await scene.sell(theirs.companyId, [
      sale(theirs.accountId, '2026-05-01', { listing: listingId }),
    ]);
    const metrics: MetricName[] = ['orders', 'revenue'];
    const filters = { accountIds: [theirs.accountId, ours.accountId] };
    const all = await ask(ours.companyId, { metrics, filters, groupBy: 'account' });
    assert.deepEqual(
      all.rows.map(({ group, cells }) => [group?.id, cells[0]!.value]),
      [[ours.accountId, 0]],
    );
    const listings = { listingIds: [listingId] };
    for (const groupBy of ['listing', 'account', 'none'] as const) {
      const { rows } = await ask(ours.companyId, { metrics, filters: listings, groupBy });
      assert.equal(
        rows.some(({ cells }) => (cells[0]!.value ?? 0) > 0),
        false,
      );
    }
    const own = await ask(theirs.companyId, { metrics, filters: listings, groupBy: 'listing' });
    assert.equal(cellOf(own, 'revenue', 'BRL').value, 100);
  });
});

describe('a question', () => {
  it('is refused with all invalid fields', async () => {
    const { companyId } = await scene.addCompany();
    const of = (query: Partial<IndicatorQuery>) => faultsOf(companyId, query);
    assert.deepEqual(await of({ from: '2026-05-03', to: '2026-05-01' }), ['to end_before_start']);
    assert.deepEqual(await of({ from: '2026-06-01', to: '2026-06-02' }), ['from range_in_future']);
    assert.deepEqual(await of({ from: '2025-03-29' }), ['from over_400_days']);
    assert.deepEqual(await of({ from: '2025-03-30' }), []);
    assert.deepEqual(await of({ groupBy: 'campaign', filters: { listingIds: [1] } }), [
      'metrics campaigns_have_ads_only',
      'filters.listingIds campaigns_have_ads_only',
    ]);
    assert.deepEqual(await of({ metrics: ['acos', 'tacos'], filters: { campaignIds: [1] } }), [
      'metrics campaigns_have_ads_only',
    ]);
    assert.deepEqual(await of({ groupBy: 'listing' }), ['filters.listingIds listings_required']);
  });

  it('is answered for the examples of the API', async () => {
    const { companyId } = await scene.addCompany();
    for (const { from: _from, to: _to, ...example } of EXAMPLES)
      await ask(companyId, IndicatorQuery.omit({ from: true, to: true }).parse(example));
  });

  it('pages through groups, and is bounded in rows', async () => {
    const { companyId, accountId } = await scene.addCompany();
    const listingIds: number[] = [];
    for (let n = 0; n < 6; n++) listingIds.push(await scene.addListing(companyId, accountId));
    const query = {
      metrics: ['units'] as MetricName[],
      groupBy: 'listing' as const,
      filters: { listingIds },
    };
    const last = await ask(companyId, query, { page: 1, limit: 4 });
    assert.deepEqual([last.totalGroups, last.rows.length], [6, 2]);
    const long = { ...query, from: '2025-03-30', granularity: 'day' as const };
    assert.deepEqual(await faultsOf(companyId, long), ['granularity too_many_rows']);
    const { rows } = await ask(companyId, long, { page: 0, limit: 5 });
    assert.equal(rows.length, 5 * 400);
  });
});
