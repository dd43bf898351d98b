// Twenty people at once in the list of a million ads: each asks a question of three filters and two columns to order by,
// and turns its pages. Beside it the same page and the same count as one would write them by hand.
import type postgres from 'postgres';
import { quantile, rounded } from '../spine/statistics.ts';

export interface PeopleMeasurement {
  bench: 'lists';
  name: string;
  people: number;
  /** Milliseconds that a person waits between an answer and the next question. */
  pause: number;
  p50: number;
  p95: number;
  p99: number;
  calls: number;
  /** Answers whose numbers were estimated: of a question that was asked for the first time. */
  estimates: number;
}

const PEOPLE = 20;
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

/** Of each person another question, of those that sellers ask: wide ones, narrow ones, by what is in other tables. */
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

type Ask = (path: string, body: object) => Promise<{ ms: number; text: string }>;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function lineOf(
  name: string,
  pause: number,
  times: readonly number[],
  estimates: number,
): PeopleMeasurement {
  const of = (share: number) => rounded(quantile([...times], share)!);
  return {
    bench: 'lists',
    name,
    people: PEOPLE,
    pause,
    p50: of(0.5),
    p95: of(0.95),
    p99: of(0.99),
    calls: times.length,
    estimates,
  };
}

/** All of them at once, each page after page; the first question of each is among them. */
async function crowd(
  name: string,
  pages: number,
  pause: number,
  ask: (person: number, page: number) => Promise<{ ms: number; isEstimate: boolean }>,
): Promise<PeopleMeasurement> {
  const times: number[] = [];
  let estimates = 0;
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      await wait((pause * person) / PEOPLE);
      for (let page = 0; page < pages; page++) {
        const { ms, isEstimate } = await ask(person, page);
        times.push(ms);
        if (isEstimate) estimates += 1;
        await wait(pause);
      }
    }),
  );
  return lineOf(name, pause, times, estimates);
}

/** By hand, with the rights of the application: what a question about one table and its market comes to. */
async function byHand(
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

/** Measures the crowd, and what it asks of the database by hand. */
export async function runPeople(
  app: postgres.Sql,
  companyId: number,
  pages: number,
  ask: Ask,
): Promise<PeopleMeasurement[]> {
  const overHttp = async (person: number, page: number) => {
    const path = `/v2/rules/listings/query?page=${page}&limit=${PAGE_SIZE}`;
    const { ms, text } = await ask(path, questionOf(person));
    return { ms, isEstimate: text.includes('"isEstimate":true') };
  };
  const lines = [
    await crowd(
      '20 people, three filters, two orders, first questions too',
      pages,
      1_000,
      overHttp,
    ),
    await crowd('20 people, three filters, two orders, without a pause', pages, 0, overHttp),
  ];
  lines.push(
    await crowd('by hand: the page', pages, 0, (person, page) =>
      byHand(
        app,
        companyId,
        (sql) => sql`
          select l.*, m.buybox_status from listing l
          left join market m on m.company_id = l.company_id and m.listing_id = l.id
          where l.company_id = ${companyId} and l.status in ('ENABLED', 'REVIEW')
            and l.stock >= ${1 + (person % 10)} and m.buybox_status = 'LOSING'
          order by l.price, lower(l.title), l.id limit ${PAGE_SIZE} offset ${page * PAGE_SIZE}`,
      ),
    ),
  );
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
  return [...lines, { ...lineOf('by hand: the count, one at a time', 0, counted, 0), people: 1 }];
}
