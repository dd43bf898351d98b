// Publishes that price updates moved or rules paused, to other domains and to open pages, in the transaction of the change.

import { toAmount } from '../../kernel/money.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import {
  type HeldBy,
  PRICE_UPDATES_MOVED,
  RULES_LEFT_PAUSE,
  RULES_PAUSED,
  type RulesPaused,
  type UpdateState,
} from '../contract.ts';
import { stateOf } from './engine/state-machine.ts';
import { titlesOf } from './listing-store.ts';
import type { MovedRow } from './store.ts';

/** Updates in one event at most: an entry of a queue should stay small. */
const CHUNK = 500;

/** Transient states: open pages see them. No event is emitted for them: they were half of all events. */
const PASSING: ReadonlySet<UpdateState> = new Set(['sent', 'retry', 'canceled']);

/**
 * The updates that other domains learn of: those that stay in their state, and those that waited for approval and do no
 * longer, unless another of the same listing takes their place.
 */
function reportedOf(rows: readonly MovedRow[]): MovedRow[] {
  const staying = rows.filter(({ state }) => !PASSING.has(stateOf(state)));
  const replaced = new Set(staying.map((row) => row.listing_id));
  const left = rows.filter(
    ({ state, was, listing_id: listingId }) =>
      PASSING.has(stateOf(state)) && was === 'pending' && !replaced.has(listingId),
  );
  return [...staying, ...left];
}

/** What the caller knows of the listings of moved updates. */
export interface KnownListings {
  /** Of all of them. */
  titles: ReadonlyMap<number, string>;
  /** Which guard holds the price of a listing that waits for a person. */
  heldBy?: ReadonlyMap<number, HeldBy>;
}

/** Publishes updates that came into another state: all to open pages, those that stay in it to other domains. */
export async function publishMoved(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  rows: readonly MovedRow[],
  known?: KnownListings,
): Promise<void> {
  if (rows.length === 0) return;
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  await Promise.all([
    emitMoved(ctx, trx, companyId, reportedOf(rows), known),
    announce(
      trx,
      companyId,
      { type: 'price-updates', ids: rows.map((row) => row.id) },
      { type: 'listings', ids: listingIds },
    ),
  ]);
}

async function emitMoved(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  rows: readonly MovedRow[],
  known: KnownListings | undefined,
): Promise<void> {
  if (rows.length === 0) return;
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  const titles = known?.titles ?? (await titlesOf(trx, companyId, listingIds));
  const updates = rows.map((row) => ({
    id: row.id,
    ruleId: row.rule_id,
    listingId: row.listing_id,
    state: stateOf(row.state),
    title: titles.get(row.listing_id)!,
    oldPrice: toAmount(row.old_price),
    newPrice: toAmount(row.new_price),
    currencyCode: row.currency_code,
    failure: row.failure?.code ?? null,
    mover: row.failure?.mover ?? null,
    reverts: row.reverts,
    createdAt: row.created_at.toISOString(),
    heldBy: row.state === 'pending' ? (known?.heldBy?.get(row.listing_id) ?? null) : null,
  }));
  const reported: Promise<void>[] = [];
  for (let start = 0; start < updates.length; start += CHUNK) {
    const some = updates.slice(start, start + CHUNK);
    reported.push(ctx.jobs.emit(trx, PRICE_UPDATES_MOVED, { companyId, updates: some }));
  }
  await Promise.all(reported);
}

/** Publishes rules that lost control of a price and paused. */
export async function publishPaused(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  rules: RulesPaused['rules'],
): Promise<void> {
  if (rules.length === 0) return;
  await ctx.jobs.emit(trx, RULES_PAUSED, { companyId, rules });
  await announceRules(
    trx,
    companyId,
    rules.map((rule) => rule.id),
  );
}

/** Publishes that rules are not paused any longer, where some of these were. */
export async function publishLeftPause(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  rules: readonly { before: string; after: string }[],
): Promise<void> {
  if (rules.some(({ before, after }) => before === 'paused' && after !== 'paused'))
    await ctx.jobs.emit(trx, RULES_LEFT_PAUSE, { companyId });
}

/** Announces changed rules to open pages. */
export const announceRules = (trx: Trx, companyId: number, ids: number[]): Promise<void> =>
  announce(trx, companyId, { type: 'rules', ids });
