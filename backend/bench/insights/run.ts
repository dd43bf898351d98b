// The figures of a company of a million listings over HTTP, one call after the other, as a dashboard requests them.

import { evaluateCompany } from '../../insights/advice/evaluate.ts';
import type { Indicators } from '../../insights/contract.ts';
import { addDays, dayOf } from '../../kernel/time-zone.ts';
import { quantile, rounded } from '../../testing/statistics.ts';
import { withDatabases } from '../databases.ts';
import { serveCompany } from '../lists/serve.ts';
import { growMarkets } from './markets.ts';
import { growSales } from './rows.ts';

export interface InsightsMeasurement {
  bench: 'insights';
  name: string;
  /** Milliseconds; `first` is the first request. */
  first: number;
  p50: number;
  p95: number;
  /** How many times the p95 of a read by primary key over HTTP. */
  floorRatio: number;
  calls: number;
  listings: number;
  cores: number;
}

const QUERY = '/api/v1/indicators/query?limit=200';
const FLOOR = 'read by primary key';
const CARDS = [
  ...['revenue', 'orders', 'units', 'averageOrder', 'contribution', 'contributionShare'],
  ...['cancelledShare', 'refundShare', 'buyboxShare', 'unseenShare'],
];

/** Measures each call so many times. */
export const runInsights = (
  listings: number,
  calls: number,
  say: (line: string) => void,
): Promise<{ measurements: InsightsMeasurement[]; faults: string[] }> =>
  withDatabases(['bench'], async ([database]) => {
    const { owner, app: pool } = database!;
    say(`making ${listings} listings`);
    const company = await growSales(owner, listings);
    const { companyId } = company;
    const selling = await owner<{ id: number }[]>`
      select distinct listing_id as id from listing_day where company_id = ${companyId} order by 1 limit 200`;
    const ids = selling.map(({ id }) => id);
    const { ctx, ask, close } = serveCompany(
      pool,
      company,
      () =>
        owner`select id, title, price from listing where company_id = ${companyId} and id = ${ids[0]!}`,
    );
    const to = addDays(dayOf(new Date(), 'America/Sao_Paulo'), -1);
    const month = { from: addDays(to, -29), to };
    const year = { from: addDays(to, -398), to };
    const listed = { groupBy: 'listing', filters: { listingIds: ids } };
    const questions: Record<string, object> = {
      'cards of 30 days, compared': {
        ...month,
        granularity: 'total',
        metrics: CARDS,
        compare: 'previous',
      },
      'chart of 30 days, compared': { ...month, metrics: CARDS.slice(0, 6), compare: 'previous' },
      'accounts, 30 days': { ...month, granularity: 'total', groupBy: 'account', metrics: CARDS },
      'accounts by day, 30 days': { ...month, groupBy: 'account', metrics: CARDS },
      'marketplaces by week, 399 days': {
        ...year,
        granularity: 'week',
        groupBy: 'marketplace',
        metrics: CARDS,
      },
      'all by day, 399 days': { ...year, metrics: CARDS.slice(0, 6) },
      '15 listings, 30 days': {
        ...month,
        ...listed,
        granularity: 'total',
        filters: { listingIds: ids.slice(0, 15) },
        metrics: CARDS,
      },
      '200 listings, 30 days': { ...month, ...listed, granularity: 'total', metrics: CARDS },
      '200 listings together by day, 30 days': {
        ...month,
        ...listed,
        groupBy: 'none',
        metrics: CARDS,
      },
    };
    try {
      const measure = async (name: string, call: () => Promise<{ ms: number }>) => {
        const first = (await call()).ms;
        const times: number[] = [];
        for (let n = 0; n < calls; n++) times.push((await call()).ms);
        const line = { name, first, p50: quantile(times, 0.5)!, p95: quantile(times, 0.95)! };
        say(
          `  ${name}: first ${first.toFixed(1)} ms, ${line.p50.toFixed(1)} ms, ${line.p95.toFixed(1)} ms`,
        );
        return line;
      };
      const floor = await measure(FLOOR, () => ask('/floor'));
      const lines = [floor];
      for (const [name, body] of Object.entries(questions))
        lines.push(await measure(name, () => ask(QUERY, body)));

      await growMarkets(owner, companyId);
      const pass = async (name: string) => {
        const started = performance.now();
        await evaluateCompany(ctx, companyId, new AbortController().signal);
        const ms = performance.now() - started;
        say(`  ${name}: ${(ms / 1_000).toFixed(1)} s`);
        return { name, first: ms, p50: ms, p95: ms };
      };
      lines.push(await pass('first pass of advice'), await pass('pass of advice'));
      const lists = {
        'recommendations, first page': () => ask('/api/v1/recommendations/query?limit=50', {}),
        'recommendations of a kind': () =>
          ask('/api/v1/recommendations/query?limit=50&kind=losing_buybox', {}),
        'what to do next': () => ask('/api/v1/recommendations/next'),
        'funnel of recommendations': () => ask('/api/v1/recommendations/funnel'),
      };
      for (const [name, call] of Object.entries(lists)) lines.push(await measure(name, call));

      const faults: string[] = [];
      const [given] = await owner<{ given: number; losing: number }[]>`
        select (select count(*) from recommendation where company_id = ${companyId} and kind = 'losing_buybox'
            and state = 'open')::integer as given,
          (select count(*) from market where company_id = ${companyId})::integer as losing`;
      if (given!.given !== given!.losing)
        faults.push(`Of ${given!.losing} listings that lose, ${given!.given} have advice`);
      const [sold] = await owner<{ units: number }[]>`
        select sum(units)::bigint as units from account_day
        where company_id = ${companyId} and day between ${month.from} and ${month.to}`;
      for (const groupBy of ['none', 'account', 'marketplace']) {
        const { text } = await ask(QUERY, { ...month, groupBy, metrics: ['units'] });
        const { rows } = JSON.parse(text) as Indicators;
        const units = rows.reduce((sum, { cells }) => sum + (cells[0]!.value ?? 0), 0);
        if (units !== sold!.units)
          faults.push(`By ${groupBy} there are ${units} units, not ${sold!.units}`);
      }
      const measurements = lines.map(({ name, first, p50, p95 }) => ({
        bench: 'insights' as const,
        name,
        first: rounded(first),
        p50: rounded(p50),
        p95: rounded(p95),
        floorRatio: rounded(p95 / floor.p95),
        calls,
        listings,
        cores: navigator.hardwareConcurrency,
      }));
      return { measurements, faults };
    } finally {
      await close();
    }
  });
