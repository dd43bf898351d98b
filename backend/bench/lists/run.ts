// The list calls of the API over a company of a million listings, over HTTP, one after the other as a person would.

import { quantile, rounded } from '../../testing/statistics.ts';
import { withDatabases } from '../databases.ts';
import { type ExportMeasurement, runExports } from './exports.ts';
import { type PeopleMeasurement, runPeople } from './people.ts';
import { growCompanies } from './rows.ts';
import { serveCompany } from './serve.ts';

export interface ListMeasurement {
  bench: 'lists';
  name: string;
  /** Milliseconds; `first` is the first request, before anything is cached. */
  first: number;
  p50: number;
  p95: number;
  /** How many times the median of a read by primary key over HTTP. */
  floorRatio: number;
  calls: number;
  listings: number;
  cores: number;
}

/** Rows of the export that is measured. */
const EXPORTED = 100_000;

const LISTINGS = '/v2/rules/listings/query';
const HISTORY = '/v2/rules/updates/query';
const FLOOR = 'read by primary key';

interface Call {
  path: string;
  body?: object;
}

const filter = (field: string, condition: string, value: string) => ({
  filters: [{ field, condition, value, logicalOperator: 'AND' }],
  orders: [],
});

const order = (field: string, direction: string) => ({
  filters: [],
  orders: [{ field, direction }],
});

const CALLS: Record<string, Call> = {
  'ads, first page': { path: LISTINGS, body: { filters: [], orders: [] } },
  'ads, hundredth page': { path: `${LISTINGS}?page=100`, body: { filters: [], orders: [] } },
  'ads that lose': { path: `${LISTINGS}?tab=losing`, body: { filters: [], orders: [] } },
  'ads that failed': { path: `${LISTINGS}?tab=failed`, body: { filters: [], orders: [] } },
  'ads without a rule': { path: `${LISTINGS}?tab=no_rule`, body: { filters: [], orders: [] } },
  'ads at their minimum': {
    path: `${LISTINGS}?tab=at_minimum`,
    body: { filters: [], orders: [] },
  },
  'ads by title, backwards': { path: LISTINGS, body: order('title', 'desc') },
  'ads by price': { path: LISTINGS, body: order('price', 'asc') },
  'ads by price, backwards': { path: LISTINGS, body: order('price', 'desc') },
  'ads by when their market was seen': { path: LISTINGS, body: order('marketObservedAt', 'asc') },
  'ads by when their market was seen, backwards': {
    path: LISTINGS,
    body: order('marketObservedAt', 'desc'),
  },
  'ads by minimum': { path: LISTINGS, body: order('minPrice', 'asc') },
  'ads by minimum, backwards': { path: LISTINGS, body: order('minPrice', 'desc') },
  'ads by a rare text': { path: `${LISTINGS}?search=SKU-77777`, body: { filters: [], orders: [] } },
  'ads by a common text': { path: `${LISTINGS}?search=Garrafa`, body: { filters: [], orders: [] } },
  'ads by a text and a price': {
    path: `${LISTINGS}?search=Garrafa`,
    body: filter('price', 'BETWEEN', '100|101'),
  },
  'ads of a price': { path: LISTINGS, body: filter('price', 'BETWEEN', '100|101') },
  'ads that win': { path: LISTINGS, body: filter('buyboxStatus', '=', 'WINNING') },
  'ads by winner': { path: LISTINGS, body: filter('winnerName', '=', 'Loja 7') },
  history: { path: HISTORY, body: {} },
  'history that failed': { path: HISTORY, body: filter('state', '=', 'error') },
  'history, tab of those that failed': { path: `${HISTORY}?tab=failed`, body: {} },
  'history by new price': { path: HISTORY, body: order('newPrice', 'desc') },
  'history by title': { path: HISTORY, body: order('title', 'asc') },
  'history by a text': { path: `${HISTORY}?search=SKU-77777`, body: {} },
};

/** Measures each call so many times. */
export const runLists = (
  listings: number,
  calls: number,
  say: (line: string) => void,
): Promise<(ListMeasurement | PeopleMeasurement | ExportMeasurement)[]> =>
  withDatabases(['bench'], async ([database]) => {
    const { owner, app: pool } = database!;
    say(`making ${listings} ads`);
    const company = await growCompanies(owner, listings);
    const [some] = await owner<{ id: number }[]>`
      select id from listing where company_id = ${company.companyId} order by id desc limit 1`;
    const { base, ask, close } = serveCompany(
      pool,
      company,
      () =>
        owner`
        select id, title, price from listing where company_id = ${company.companyId} and id = ${some!.id}`,
    );
    const time = async (path: string, body?: object) => (await ask(path, body)).ms;
    const measure = async (name: string, path: string, body?: object) => {
      const first = await time(path, body);
      const times: number[] = [];
      for (let n = 0; n < calls; n++) times.push(await time(path, body));
      const line = { name, first, p50: quantile(times, 0.5)!, p95: quantile(times, 0.95)! };
      say(
        `  ${name}: first ${first.toFixed(1)} ms, ${line.p50.toFixed(1)} ms, ${line.p95.toFixed(1)} ms`,
      );
      return line;
    };
    try {
      const floor = await measure(FLOOR, '/floor');
      const lines = [floor];
      const reads = {
        ...CALLS,
        'ads by id': { path: '/v1/listings', body: { listings: [some!.id] } },
      };
      for (const [name, { path, body }] of Object.entries<Call>(reads))
        lines.push(await measure(name, `/api${path}`, body));
      say('20 people at once');
      const people = await runPeople(pool, company.companyId, calls, (path, body) =>
        ask(`/api${path}`, body),
      );
      say('exports');
      const exports = await runExports(`${base}/api`, Math.min(listings, EXPORTED));
      const single = lines.map(({ name, first, p50, p95 }) => ({
        bench: 'lists' as const,
        name,
        first: rounded(first),
        p50: rounded(p50),
        p95: rounded(p95),
        floorRatio: rounded(p50 / floor.p50),
        calls,
        listings,
        cores: navigator.hardwareConcurrency,
      }));
      return [...single, ...people, ...exports];
    } finally {
      await close();
    }
  });
