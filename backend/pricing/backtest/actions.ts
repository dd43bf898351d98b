// Use cases of replays: starting one, asking how far it is, cancelling it, and reading what it found.
import * as z from 'zod';
import type { Locale } from '../../kernel/id.ts';
import { toAmount } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { type Fault, Problem } from '../../kernel/problem.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import { announce } from '../../platform/live.ts';
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
import { explain } from '../explain.ts';
import { candidates } from '../rule-store.ts';
import { StoredExplanation, StoredRival, toRivalAnswer } from '../translate.ts';
import { requestBacktests } from './jobs.ts';
import * as store from './store.ts';

/** Replays of a company that may wait at once. */
const MOST_WAITING = 5;

const scopeOf = (actor: Actor) => ({ company: actor.companyId, person: actor.personId });

/** As it is stored with the rule, which says nothing of it by itself. */
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

/** @throws Problem 404 `backtest_not_found` */
async function found(trx: Trx, companyId: number, id: number): Promise<store.BacktestRow> {
  const row = await store.backtestById(trx, companyId, id);
  if (row === undefined) throw new Problem(404, 'backtest_not_found');
  return row;
}

/** Refuses ads that do not exist or stand in different countries: their money cannot be summed up. */
async function checkListings(trx: Trx, companyId: number, listingIds: readonly number[]) {
  const rows = await candidates(trx, companyId, listingIds);
  const countries = new Map(rows.map((row) => [row.id, row.country_code]));
  const country = listingIds.map((id) => countries.get(id)).find((code) => code !== undefined);
  const faults = listingIds.flatMap((id, index): Fault[] => {
    const fault = (code: string, message: string) => [
      { path: `listingIds.${index}`, code, message },
    ];
    const own = countries.get(id);
    if (own === undefined) return fault('listing_not_found', `There is no ad ${id}`);
    return own === country
      ? []
      : fault('different_countries', 'All ads of a rule stand in one country');
  });
  refuseFaults(faults);
}

/**
 * Has a draft rule replayed.
 * @throws Problem 409 `too_many_backtests`, 422 with a fault at each ad that does not exist or stands elsewhere
 */
export async function startBacktest(
  house: House,
  actor: Actor,
  { rule, ruleName, listingIds, days, unitsPerDay }: BacktestBody,
): Promise<Backtest> {
  const { companyId, personId } = actor;
  return await within(house.db, scopeOf(actor), async (trx) => {
    await store.holdCompany(trx, companyId);
    const waiting = (await store.openBacktests(trx, companyId)).filter(
      ({ state }) => state === 'queued',
    );
    if (waiting.length >= MOST_WAITING) {
      throw new Problem(409, 'too_many_backtests', 'Wait for the others, or cancel some', {
        values: { limit: MOST_WAITING },
      });
    }
    const ids = [...new Set(listingIds)];
    await checkListings(trx, companyId, ids);
    const named = ruleName === undefined ? rule : { ...rule, name: ruleName };
    const draft = { personId, rule: named, listingIds: ids, days, unitsPerDay };
    const row = await store.insertBacktest(trx, companyId, draft, house.clock());
    await tellStarted(house, trx, actor, row);
    await requestBacktests(house, trx, companyId);
    return toBacktest(row);
  });
}

const auditBacktest = (
  house: House,
  trx: Trx,
  { companyId, personId }: Actor,
  what: 'backtest_started' | 'backtest_canceled',
  { id, listing_ids, days }: store.BacktestRow,
) =>
  audit(trx, {
    companyId,
    personId,
    action: `pricing.${what}`,
    subject: String(id),
    values: { listings: listing_ids.length, days },
    at: house.clock(),
  });

async function tellStarted(house: House, trx: Trx, actor: Actor, row: store.BacktestRow) {
  await auditBacktest(house, trx, actor, 'backtest_started', row);
  await announce(trx, actor.companyId, { type: 'backtests', ids: [row.id] });
}

/** @throws Problem 404 `backtest_not_found` */
export const getBacktest = (house: House, actor: Actor, id: number): Promise<Backtest> =>
  within(house.db, scopeOf(actor), async (trx) =>
    toBacktest(await found(trx, actor.companyId, id)),
  );

/** A page of replays, the newest first. */
export const queryBacktests = (
  house: House,
  actor: Actor,
  query: PageQuery,
): Promise<Page<BacktestRow>> =>
  within(house.db, scopeOf(actor), async (trx) => {
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
 * Stops a replay within a second or two; one that is over stays as it is.
 * @throws Problem 404 `backtest_not_found`
 */
export const cancelBacktest = (house: House, actor: Actor, id: number): Promise<Backtest> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    if (await store.cancelOpen(trx, companyId, id)) {
      await auditBacktest(house, trx, actor, 'backtest_canceled', await found(trx, companyId, id));
      await announce(trx, companyId, { type: 'backtests', ids: [id] });
    }
    return toBacktest(await found(trx, companyId, id));
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
  rival: toRivalAnswer(row.rival === null ? null : StoredRival.parse(row.rival)),
  explanation: StoredExplanation.parse(row.explanation).map((line) =>
    explain(line, locale, row.currency_code),
  ),
});

/** A page of the changes that a draft would have made. @throws Problem 404 `backtest_not_found` */
export const queryBacktestChanges = (
  house: House,
  actor: Actor,
  id: number,
  query: PageQuery,
  { listingId }: { listingId: number | null },
  locale: Locale,
): Promise<Page<BacktestChange>> =>
  within(house.db, scopeOf(actor), async (trx) => {
    await found(trx, actor.companyId, id);
    const { rows, total } = await store.changesPage(trx, actor.companyId, id, listingId, query);
    return toPage(
      rows.map((row) => toChange(row, locale)),
      total,
      query,
    );
  });

/** @throws Problem 404 `backtest_not_found`, 409 `backtest_not_done` */
export const requireDone = (house: House, actor: Actor, id: number): Promise<void> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { state } = await found(trx, actor.companyId, id);
    if (state !== 'done') throw new Problem(409, 'backtest_not_done');
  });
