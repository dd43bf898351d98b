// Twenty concurrent users in the list of a million listings: each sends a query of three filters and two order columns, and
// pages through it. For comparison, the same page and the same count as hand-written SQL.
import type postgres from 'postgres';
import { quantile, rounded } from '../../testing/statistics.ts';

export interface PeopleMeasurement {
  bench: 'lists' | 'monitoring';
  name: string;
  people: number;
  /** Milliseconds that a person waits between an answer and the next question. */
  pause: number;
  p50: number;
  p95: number;
  p99: number;
  calls: number;
  /** Answers with estimated counts: of the first request of a query. */
  estimates: number;
}

const PEOPLE = 20;
/** Milliseconds from an answer to a person's next question. */
const PAUSE = 1_000;
const PAGE_SIZE = 50;

interface Question {
  filters: { field: string; condition: string; value: string; logicalOperator: 'AND' }[];
  orders: { field: string; direction: string }[];
}

const filter = (field: string, condition: string, value: string) => ({
  field,
  condition,
  value,
  logicalOperator: 'AND' as const,
});

/** A different query for each user, as sellers use them: broad, narrow, and on columns of other tables. */
function questionOf(person: number): Question {
  const stock = filter('stock', '>=', String(1 + (person % 10)));
  const status = filter('status', 'IN', 'ENABLED|REVIEW');
  const buybox = filter('buyboxStatus', '=', person % 2 === 0 ? 'LOSING' : 'WINNING');
  const from = 10 + person * 20;
  const price = filter('price', 'BETWEEN', `${from}|${from + 250}`);
  const rule = filter('ruleStatus', '=', 'enabled');
  const filters = [
    [status, stock, buybox],
    [stock, price, buybox],
    [status, rule, stock],
    [price, status, rule],
  ][person % 4]!;
  const orders = [
    [
      { field: 'price', direction: 'asc' },
      { field: 'title', direction: 'asc' },
    ],
    [
      { field: 'title', direction: 'asc' },
      { field: 'price', direction: 'desc' },
    ],
    [
      { field: 'stock', direction: 'desc' },
      { field: 'title', direction: 'desc' },
    ],
  ][person % 3]!;
  return { filters, orders };
}

/**
 * A filter that correlates with the order: the listings with the largest stocks have no competitors, so the first match is
 * behind a tenth of all rows. Each page filters by other stocks, as a new query.
 */
const correlated = (page: number): Question => ({
  filters: [
    filter('status', 'IN', 'ENABLED|REVIEW'),
    filter('stock', '>=', String(1 + page)),
    filter('rivals', '>=', '1'),
  ],
  orders: [
    { field: 'stock', direction: 'desc' },
    { field: 'title', direction: 'desc' },
  ],
});

type Ask = (path: string, body: object) => Promise<{ ms: number; text: string }>;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function lineOf(
  name: string,
  { people, pause }: Pick<PeopleMeasurement, 'people' | 'pause'>,
  times: readonly number[],
  estimates: number,
): PeopleMeasurement {
  const of = (share: number) => rounded(quantile([...times], share)!);
  return {
    bench: 'lists',
    name,
    people,
    pause,
    p50: of(0.5),
    p95: of(0.95),
    p99: of(0.99),
    calls: times.length,
    estimates,
  };
}

/** All of them at once, each page after page; the first question of each is among them. */
export async function crowd(
  name: string,
  pages: number,
  { people, pause }: Pick<PeopleMeasurement, 'people' | 'pause'>,
  ask: (person: number, page: number) => Promise<{ ms: number; isEstimate: boolean }>,
): Promise<PeopleMeasurement> {
  const times: number[] = [];
  let estimates = 0;
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      await wait((pause * person) / people);
      for (let page = 0; page < pages; page++) {
        const { ms, isEstimate } = await ask(person, page);
        times.push(ms);
        if (isEstimate) estimates += 1;
        await wait(pause);
      }
    }),
  );
  return lineOf(name, { people, pause }, times, estimates);
}

/** Hand-written SQL with the rights of the application: a query on one table and its market. */
export async function byHand(
  app: postgres.Sql,
  companyId: number,
  statement: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<{ ms: number; isEstimate: boolean }> {
  const started = performance.now();
  await app.begin(async (sql) => {
    await sql`select set_config('app.company', ${String(companyId)}, true)`;
    await statement(sql);
  });
  return { ms: performance.now() - started, isEstimate: false };
}

/** Measures the concurrent users, and the same queries as hand-written SQL. */
export async function runPeople(
  app: postgres.Sql,
  companyId: number,
  pages: number,
  ask: Ask,
): Promise<PeopleMeasurement[]> {
  const over = async (question: Question, page: number) => {
    const path = `/v2/rules/listings/query?page=${page}&limit=${PAGE_SIZE}`;
    const { ms, text } = await ask(path, question);
    return { ms, isEstimate: text.includes('"isEstimate":true') };
  };
  const pageByHand = (person: number, page: number) =>
    byHand(
      app,
      companyId,
      (sql) => sql`
        select l.*, m.buybox_status from listing l
        left join market m on m.company_id = l.company_id and m.listing_id = l.id
        where l.company_id = ${companyId} and l.status in ('ENABLED', 'REVIEW')
          and l.stock >= ${1 + (person % 10)} and m.buybox_status = 'LOSING'
        order by l.price, l.title_order, l.id limit ${PAGE_SIZE} offset ${page * PAGE_SIZE}`,
    );
  const correlatedByHand = (_: number, page: number) =>
    byHand(
      app,
      companyId,
      (sql) => sql`
        select l.*, m.rivals from listing l
        left join market m on m.company_id = l.company_id and m.listing_id = l.id
        where l.company_id = ${companyId} and l.status in ('ENABLED', 'REVIEW')
          and l.stock >= ${1 + page} and m.rivals >= 1
        order by l.stock desc, l.title_order desc, l.id desc limit ${PAGE_SIZE}`,
    );
  const paused = { people: PEOPLE, pause: PAUSE };
  const unpaused = { people: PEOPLE, pause: 0 };
  const alone = { people: 1, pause: 0 };
  const turn = (person: number, page: number) => over(questionOf(person), page);
  const lines = [
    await crowd(
      'three filters, two orders, a pause after each answer, first questions too: the goal',
      pages,
      paused,
      turn,
    ),
    await crowd('three filters, two orders, without a pause', pages, unpaused, turn),
    await crowd('by hand: the page', pages, unpaused, pageByHand),
    await crowd('a filter that has to do with the order', pages, alone, (_, page) =>
      over(correlated(page), 0),
    ),
    await crowd('by hand: the same page', pages, alone, correlatedByHand),
  ];
  const counted: number[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const { ms } = await byHand(
      app,
      companyId,
      (sql) => sql`
        select count(*) from listing l
        join market m on m.company_id = l.company_id and m.listing_id = l.id
        where l.company_id = ${companyId} and l.status in ('ENABLED', 'REVIEW')
          and l.stock >= ${1 + (person % 10)} and m.buybox_status = 'LOSING'`,
    );
    counted.push(ms);
  }
  return [...lines, lineOf('by hand: the count, one at a time', alone, counted, 0)];
}
