// Row-level security under load: what a connection carries from one company to the next, and what it costs.
import { sql } from 'kysely';
import * as z from 'zod';
import { ListBody } from '../kernel/filter.ts';
import { isUnreachable, within } from '../platform/db.ts';
import { queryListings } from '../pricing/listings/query.ts';
import { testDatabase } from './database.ts';
import { growListings } from './growth.ts';
import { inLanes } from './lanes.ts';
import { testQueue } from './queue.ts';
import { quantile } from './statistics.ts';
import { type SeededCompany, seedCompany, testContext } from './test-context.ts';

const COMPANIES = 50;
const LANES = 16;

const QUEUE = testQueue('bleed', z.object({ n: z.number() }));

class Abandoned extends Error {}

/** What a piece of work does with its connection before it gives it back. */
const WAYS = [
  'ends well',
  'use case',
  'throws',
  'breaks',
  'is cancelled',
  'dies',
  'job',
  'no scope',
];

export interface Bleed {
  pieces: number;
  /** Pieces that were aborted on purpose. */
  abandoned: number;
  /** Rows of another company than that of the work. */
  foreign: number;
}

/** A division by zero, and a statement that ran out of its time. */
const MEANT_CODES = ['22012', '57014'];
const isMeant = (error: unknown) =>
  error instanceof Abandoned ||
  isUnreachable(error) ||
  (error instanceof Error && 'code' in error && MEANT_CODES.includes(String(error.code)));

async function seeCompanies(
  query: Promise<{ rows: { company_id: number }[] }>,
  own: number | null,
): Promise<number> {
  return (await query).rows.filter((row) => row.company_id !== own).length;
}

/** Works for 50 companies over two connections, in every way in which work can end; counts what was seen of others. */
export async function bleed(pieces: number): Promise<Bleed> {
  const database = await testDatabase({ connections: 2 });
  try {
    const companies: SeededCompany[] = [];
    for (let n = 0; n < COMPANIES; n++) {
      const company = await seedCompany(database.owner);
      await growListings(database.owner, { ...company, count: 2 });
      companies.push(company);
    }
    const ctx = testContext(database.db);
    const { db } = database;
    let foreign = 0;
    let abandoned = 0;
    const rows = sql<{ company_id: number }>`select company_id from listing`;
    await inLanes(
      Array.from({ length: pieces }, (_, n) => n),
      LANES,
      async (n) => {
        // Visits every pair of company and kind of work, in an order that does not repeat soon.
        const company = companies[(n * 31 + Math.floor(n / 7)) % COMPANIES]!;
        const way = WAYS[(n * 13 + Math.floor(n / COMPANIES)) % WAYS.length]!;
        const { companyId, actor } = company;
        try {
          if (way === 'no scope') {
            foreign += await seeCompanies(rows.execute(db), null);
          } else if (way === 'use case') {
            const page = { page: 0, limit: 20, tab: 'all' as const };
            const { content } = await queryListings(ctx, actor, page, ListBody.parse({}));
            foreign += content.filter(({ accountId }) => accountId !== company.accountId).length;
          } else {
            await within(db, { company: companyId }, async (trx) => {
              foreign += await seeCompanies(rows.execute(trx), companyId);
              if (way === 'throws') throw new Abandoned();
              if (way === 'breaks') await sql`select 1 / 0`.execute(trx);
              if (way === 'is cancelled') {
                await sql`set local statement_timeout = 1`.execute(trx);
                await sql`select pg_sleep(1)`.execute(trx);
              }
              if (way === 'dies' && n % 5 === 0)
                await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
              if (way === 'job') {
                await ctx.jobs.send(trx, QUEUE, [{ n }]);
                if (n % 2 === 0) throw new Abandoned();
              }
              foreign += await seeCompanies(rows.execute(trx), companyId);
            });
          }
        } catch (error) {
          if (!isMeant(error)) throw error;
          abandoned += 1;
        }
      },
    );
    return { pieces, abandoned, foreign };
  } finally {
    await database.close();
  }
}

const COST_COMPANIES = 100;

export interface Cost {
  rows: number;
  /** Milliseconds at the 95th percentile: behind row-level security, and with the company in the WHERE instead. */
  policy: number;
  where: number;
  ratio: number;
}

/**
 * What a page of listings costs behind row-level security, against the same statement of a superuser with the company
 * in its WHERE. Both in a transaction with as many statements, in turns, over one connection each.
 */
export async function rowSecurityCost(rows: number, reads: number): Promise<Cost> {
  const database = await testDatabase({ connections: 1 });
  try {
    const { owner, db } = database;
    const companies: number[] = [];
    for (let n = 0; n < COST_COMPANIES; n++) {
      const company = await seedCompany(owner);
      await growListings(owner, { ...company, count: Math.round(rows / COST_COMPANIES) });
      companies.push(company.companyId);
    }
    await owner`vacuum analyze listing`;
    const times = { policy: [] as number[], where: [] as number[] };
    const clock = async (which: keyof typeof times, work: () => Promise<unknown>) => {
      const started = performance.now();
      await work();
      times[which].push(performance.now() - started);
    };
    for (let n = 0; n < reads; n++) {
      const companyId = companies[(n * 37) % COST_COMPANIES]!;
      await clock('policy', () =>
        within(db, { company: companyId }, (trx) =>
          sql`select id, title, price from listing order by title_order, id limit 50`.execute(trx),
        ),
      );
      await clock('where', () =>
        owner.begin(async (trx) => {
          await trx`select set_config('app.company', ${String(companyId)}, true)`;
          await trx`
            select id, title, price from listing where company_id = ${companyId}
            order by title_order, id limit 50`;
        }),
      );
    }
    const p95 = (values: number[]) => quantile(values.slice(Math.floor(reads / 10)), 0.95)!;
    const policy = p95(times.policy);
    const where = p95(times.where);
    return { rows, policy, where, ratio: policy / where };
  } finally {
    await database.close();
  }
}
