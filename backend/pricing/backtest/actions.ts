// Use cases of backtests: starting one, reading its progress, cancelling it, and reading its result.

import { sql } from 'kysely';
import * as z from 'zod';
import type { Locale } from '../../kernel/id.ts';
import { toAmount } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import type { Fault } from '../../kernel/problem.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { refuseFaults } from '../../platform/validation.ts';
import {
  type Backtest,
  type BacktestBody,
  type BacktestChange,
  BacktestReport,
  type BacktestRow,
  BacktestState,
  EventType,
  PriceTag,
  RuleBody,
} from '../contract.ts';
import { explain } from '../engine/explain.ts';
import {
  StoredCompetitor,
  StoredExplanation,
  toCompetitorAnswer,
} from '../engine/stored-decision.ts';
import { problem } from '../problems.ts';
import { candidates } from '../rules/store.ts';
import * as store from './store.ts';
import { backtestWork } from './work.ts';

/** As stored with the rule, whose own fields do not contain it. */
const StoredName = z.object({ name: z.string() });

const toBacktest = (row: store.BacktestRow): Backtest => ({
  id: row.id,
  state: BacktestState.parse(row.state),
  progress: { done: row.done, total: row.total },
  rule: RuleBody.safeParse(row.rule).data ?? null,
  ruleName: StoredName.safeParse(row.rule).data?.name ?? null,
  listingIds: row.listing_ids,
  days: row.days,
  unitsPerDay: row.units_per_day,
  createdAt: row.created_at.toISOString(),
  report: row.report === null ? null : BacktestReport.parse(row.report),
});

/** Refuses listings that do not exist or are in different countries: their money cannot be summed up. */
async function checkListings(trx: Trx, companyId: number, listingIds: readonly number[]) {
  const rows = await candidates(trx, companyId, listingIds);
  const countries = new Map(rows.map((row) => [row.id, row.country_code]));
  const country = listingIds.map((id) => countries.get(id)).find((code) => code !== undefined);
  const faults = listingIds.flatMap((id, index): Fault[] => {
    const fault = (code: string, message: string) => [
      { path: `listingIds.${index}`, code, message },
    ];
    const own = countries.get(id);
    if (own === undefined) return fault('listing_not_found', `There is no listing ${id}`);
    return own === country
      ? []
      : fault('different_countries', 'All listings of a rule are in one country');
  });
  refuseFaults(faults);
}

/**
 * Has a draft rule backtested.
 * @throws Problem 409 `too_many_backtests`, 422 with a fault at each listing that does not exist or is elsewhere
 */
export async function startBacktest(
  ctx: AppContext,
  actor: Actor,
  { rule, ruleName, listingIds, days, unitsPerDay }: BacktestBody,
): Promise<Backtest> {
  const { companyId, personId } = actor;
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    await backtestWork.requireRoom(trx, companyId);
    const ids = [...new Set(listingIds)];
    await checkListings(trx, companyId, ids);
    const row = await backtestWork.insert(trx, companyId, {
      person_id: personId,
      created_at: ctx.clock(),
      rule: ruleName === undefined ? rule : { ...rule, name: ruleName },
      // The driver would send a bare array as a PostgreSQL array.
      listing_ids: sql<number[]>`${JSON.stringify(ids)}::text::jsonb`,
      days,
      units_per_day: unitsPerDay,
    });
    await auditBacktest(ctx, trx, actor, 'backtest_started', row);
    await backtestWork.requestWorker(ctx, trx, companyId);
    return toBacktest(row);
  });
}

const auditBacktest = (
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  what: 'backtest_started' | 'backtest_canceled',
  { id, listing_ids, days }: store.BacktestRow,
) =>
  auditAct(ctx, trx, actor, {
    action: `pricing.${what}`,
    subject: String(id),
    values: { listings: listing_ids.length, days },
  });

/** @throws Problem 404 `backtest_not_found` */
export const getBacktest = (ctx: AppContext, actor: Actor, id: number): Promise<Backtest> =>
  within(ctx.db, scopeOf(actor), async (trx) =>
    toBacktest(await backtestWork.require(trx, actor.companyId, id)),
  );

/** A page of backtests, the newest first. */
export const queryBacktests = (
  ctx: AppContext,
  actor: Actor,
  query: PageQuery,
): Promise<Page<BacktestRow>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { rows, total } = await store.backtestsPage(trx, actor.companyId, query);
    const content = rows.map((row): BacktestRow => {
      const { listingIds, report, ...backtest } = toBacktest(row);
      return {
        ...backtest,
        ads: listingIds.length,
        title: row.title,
        currencyCode: row.currency_code,
        startedBy: row.started_by,
        figures: report && { draft: report.draft, done: report.done },
      };
    });
    return toPage(content, total, query);
  });

/**
 * Stops a backtest within a second or two; one that is over stays as it is.
 * @throws Problem 404 `backtest_not_found`
 */
export const cancelBacktest = (ctx: AppContext, actor: Actor, id: number): Promise<Backtest> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await backtestWork.requireLocked(trx, companyId, id);
    if (await backtestWork.cancel(trx, row))
      await auditBacktest(ctx, trx, actor, 'backtest_canceled', row);
    return toBacktest(await backtestWork.require(trx, companyId, id));
  });

/** A change for an answer, its reason in the reader's language. */
export const toChange = (row: store.ChangeRow, locale: Locale): BacktestChange => ({
  seq: row.seq,
  listingId: row.listing_id,
  title: row.title,
  at: row.at.toISOString(),
  from: toAmount(row.old_price),
  to: toAmount(row.new_price),
  eventType: EventType.parse(row.event_type),
  priceTag: PriceTag.parse(row.price_tag),
  rival: toCompetitorAnswer(row.rival === null ? null : StoredCompetitor.parse(row.rival)),
  explanation: StoredExplanation.parse(row.explanation).map((line) =>
    explain(line, locale, row.currency_code),
  ),
});

/** A page of the changes that a draft would have made. @throws Problem 404 `backtest_not_found` */
export const queryBacktestChanges = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  query: PageQuery,
  { listingId }: { listingId: number | null },
  locale: Locale,
): Promise<Page<BacktestChange>> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    await backtestWork.require(trx, actor.companyId, id);
    const { rows, total } = await store.changesPage(trx, actor.companyId, id, listingId, query);
    return toPage(
      rows.map((row) => toChange(row, locale)),
      total,
      query,
    );
  });

/** @throws Problem 404 `backtest_not_found`, 409 `backtest_not_done` */
export const requireDone = (ctx: AppContext, actor: Actor, id: number): Promise<void> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const { state } = await backtestWork.require(trx, actor.companyId, id);
    if (state !== 'done') throw problem('backtest_not_done');
  });
