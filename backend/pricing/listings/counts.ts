// The number of listings in each tab of automatic pricing. Counting many takes as long as reading them. So the counts of large
// answers are cached, and those of a very large company are estimated at first, and counted in the background.
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { ListingTab } from '../contract.ts';
import { atMinimum, failed, losing, ruled } from './tabs.ts';
import { tallyOf } from './tally.ts';

export type Counts = Record<ListingTab, number>;

export interface Counted {
  counts: Counts;
  /** The numbers are estimates of the database; exact ones are being counted. */
  isEstimate: boolean;
}

/** The listings that are counted. */
interface Counting {
  /** Gives their ids. */
  found: RawBuilder<unknown>;
  /** Whether each of them loses its buybox: then that is not checked again. */
  areLosing: boolean;
  /** Gives the ids of a page, and may ask `found` for them. */
  page?: RawBuilder<unknown>;
}

const NO_PAGE = sql`select null::bigint where false`;

/** How many listings each tab holds of those that are counted, and the ids of the page. */
export async function countFound(
  trx: Trx,
  companyId: number,
  { found, areLosing, page = NO_PAGE }: Counting,
): Promise<{ counts: Counts; ids: number[] }> {
  const lost = areLosing
    ? sql`found`
    : sql`(${losing(companyId)} and m2.listing_id in (select id from found))`;
  const { rows } = await sql<Omit<Counts, 'no_rule'> & { ruled: number; ids: number[] }>`
    with found as materialized (${found})
    select array(${page}) as ids,
      (select count(*) from found) as all,
      (select count(*) from ${lost} n) as losing,
      (select count(*) from (${ruled(companyId)} and rl2.listing_id in (select id from found)) n) as ruled,
      (select count(*) from (${atMinimum(companyId)} and l2.id in (select id from found)) n) as at_minimum,
      (select count(distinct f.listing_id) from (${failed(companyId)}) f
        where f.listing_id in (select id from found)) as failed`.execute(trx);
  const { ruled: withRule, ids, ...counts } = rows[0]!;
  return { counts: { ...counts, no_rule: counts.all - withRule }, ids };
}

/** The shortest time to live of the counts of a question with many answers. */
const COUNTS_TTL_MS = 15_000;
/** The longest time to live, whatever counting costs. */
const COUNTS_LONGEST_TTL_MS = 5 * 60_000;
/** Counts that took longer live longer, so that all counting for a company takes this part of a core. */
const COUNTING_SHARE = 1 / 25;
/** Counts are shown for so long, or for twice their time to live, while they are counted again. */
const COUNTS_SHOWN_MS = 2 * 60_000;
/** Questions whose counts are cached, at most. */
const MAX_CACHED = 1_000;

interface CachedCounts {
  companyId: number;
  counts: Counts;
  at: number;
  /** How long it took to count them, in ms. */
  took: number;
  /** So few that they are counted with each first page: these are for its other pages. */
  isFew: boolean;
}

interface Memory {
  cached: Map<string, CachedCounts>;
  /** What is being counted or waits for it: one after the other, so that counting never delays a page. */
  waiting: Map<string, { count: () => Promise<Counts>; expected: number; companyId: number }>;
  running: Promise<void> | null;
}

const memories = new WeakMap<AppContext['db'], Memory>();

function memoryOf(ctx: AppContext): Memory {
  const known = memories.get(ctx.db);
  if (known !== undefined) return known;
  const memory: Memory = { cached: new Map(), waiting: new Map(), running: null };
  memories.set(ctx.db, memory);
  return memory;
}

/** The time to live, in ms, of the counts of a company whose cached counts took `took` ms in all. */
export const ttlFor = (took: number): number =>
  Math.min(COUNTS_LONGEST_TTL_MS, Math.max(COUNTS_TTL_MS, took / COUNTING_SHARE));

/** The present time to live of a company's counts; deletes those that are too old to be shown. */
function ttlOf({ cached }: Memory, companyId: number, now: number): number {
  const own = [...cached].filter(([, one]) => one.companyId === companyId);
  const ttl = ttlFor(own.reduce((sum, [, { took }]) => sum + took, 0));
  for (const [question, { at }] of own) {
    if (now - at > shownFor(ttl)) cached.delete(question);
  }
  return ttl;
}

const shownFor = (ttl: number) => Math.max(COUNTS_SHOWN_MS, 2 * ttl);

/** The cached counts of a question; null: there are none, or they expired. */
export function cachedCounts(
  ctx: AppContext,
  companyId: number,
  question: string,
): (Pick<CachedCounts, 'counts' | 'isFew'> & { isOld: boolean }) | null {
  const memory = memoryOf(ctx);
  const now = ctx.clock().getTime();
  const ttl = ttlOf(memory, companyId, now);
  const one = memory.cached.get(question);
  if (one === undefined) return null;
  const { counts, isFew, at } = one;
  return { counts, isFew, isOld: now - at >= (isFew ? COUNTS_TTL_MS : ttl) };
}

/** Caches the counts of a query with the start of counting: expensive ones are valid for longer. */
export function cacheCounts(
  ctx: AppContext,
  companyId: number,
  question: string,
  counts: Counts,
  { began, isFew = false }: { began: Date; isFew?: boolean },
): void {
  const { cached } = memoryOf(ctx);
  if (cached.size >= MAX_CACHED) cached.clear();
  const at = ctx.clock().getTime();
  const took = isFew ? 0 : Math.max(0, at - began.getTime());
  cached.set(question, { companyId, counts, at, took, isFew });
}

/** Questions that wait to be counted, at most; one more is dropped until it is asked again. */
const MOST_WAITING = 50;
/** A count that takes longer is given up. */
const COUNT_SECONDS = 20;
/** After each count it pauses so many times as long as the count took: many first questions come at once. */
const RESTS = 4;

async function countWaiting(ctx: AppContext, { waiting }: Memory): Promise<void> {
  for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
    const [question, { count, companyId }] = next.value;
    const began = ctx.clock();
    try {
      cacheCounts(ctx, companyId, question, await count(), { began });
    } catch (error) {
      ctx.log.warn('Listings could not be counted', { reason: error });
    }
    waiting.delete(question);
    const took = ctx.clock().getTime() - began.getTime();
    if (waiting.size > 0 && took > 0) await sleep(took * RESTS, undefined, { ref: false });
  }
}

/**
 * Counts the rows of a statement in the background of its request; `expected` is shown until then. A waiting count is not
 * duplicated.
 */
export function countLater(
  ctx: AppContext,
  question: string,
  companyId: number,
  expected: number,
  count: (trx: Trx) => Promise<Counts>,
): void {
  const memory = memoryOf(ctx);
  if (memory.waiting.has(question) || memory.waiting.size >= MOST_WAITING) return;
  const counted = () =>
    within(ctx.db, { company: companyId }, async (trx) => {
      // One core at most: the others belong to those who wait for a page.
      await sql`select set_config('max_parallel_workers_per_gather', '0', true),
        set_config('statement_timeout', ${`${COUNT_SECONDS}s`}, true)`.execute(trx);
      return await count(trx);
    });
  memory.waiting.set(question, { count: counted, expected, companyId });
  memory.running ??= countWaiting(ctx, memory).finally(() => {
    memory.running = null;
  });
}

/** The estimate for a question that waits to be counted; null: it does not wait. */
export const expectedOf = (ctx: AppContext, question: string): number | null =>
  memoryOf(ctx).waiting.get(question)?.expected ?? null;

/** Waits until all counting is done. */
export const allCounted = async (ctx: AppContext): Promise<void> => {
  await memoryOf(ctx).running;
};

/** A company with more listings than these does not wait until many of them are counted. */
export const LARGE_COMPANY = 100_000;

/** Counting more listings than these, at their minimum or failed, takes longer than a page. */
const MANY = 2_000;

/** How many listings each tab holds, all in all. */
export async function countAll(ctx: AppContext, trx: Trx, companyId: number): Promise<Counts> {
  const { listings, losing, ruled } = await tallyOf(trx, companyId);
  const sure = { all: listings, losing, no_rule: listings - ruled };
  const question = `all of ${companyId}`;
  const cached = cachedCounts(ctx, companyId, question);
  const began = ctx.clock();
  const count = async (within: Trx): Promise<Counts> => {
    const { rows } = await sql<Pick<Counts, 'at_minimum' | 'failed'>>`
      select (select count(*) from (${atMinimum(companyId)}) n) as at_minimum,
        (select count(distinct f.listing_id) from (${failed(companyId)}) f) as failed`.execute(
      within,
    );
    return { ...sure, ...rows[0]! };
  };
  if (cached !== null) {
    if (cached.isOld) countLater(ctx, question, companyId, sure.all, count);
    return { ...cached.counts, ...sure };
  }
  const counts = await count(trx);
  const isLong = counts.all > LARGE_COMPANY || Math.max(counts.at_minimum, counts.failed) > MANY;
  if (isLong) cacheCounts(ctx, companyId, question, counts, { began });
  return counts;
}

/** How many rows the database estimates for a statement, and its cost, without running it. */
export async function expectedOfPlan(
  trx: Trx,
  statement: RawBuilder<unknown>,
): Promise<{ rows: number; cost: number }> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }];
  }>`explain (format json) ${statement}`.execute(trx);
  const { 'Plan Rows': expected, 'Total Cost': cost } = rows[0]!['QUERY PLAN'][0].Plan;
  return { rows: expected, cost };
}

/** Counts as if each tab held the same share of what is found as of all listings. */
export function shareOf(all: Counts, found: number): Counts {
  const share = found / Math.max(all.all, 1);
  const part = (count: number) => Math.min(found, Math.round(count * share));
  return {
    all: found,
    losing: part(all.losing),
    at_minimum: part(all.at_minimum),
    no_rule: part(all.no_rule),
    failed: part(all.failed),
  };
}
