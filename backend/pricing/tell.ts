// What the rest of the house and the open pages hear when price updates move or rules pause:
// written in the transaction that it tells of.
import { toAmount } from '../kernel/money.ts';
import type { Trx } from '../platform/db.ts';
import type { House } from '../platform/house.ts';
import type { DomainEvent } from '../platform/jobs.ts';
import { announce } from '../platform/live.ts';
import {
  PRICE_SWITCH_MOVED,
  PRICE_UPDATES_MOVED,
  PriceSwitchMoved,
  PriceUpdatesMoved,
  RULES_PAUSED,
  RulesPaused,
  type UpdateState,
} from './contract.ts';
import { titlesOf } from './store.ts';
import { nameOf } from './switch-store.ts';
import type { MovedRow } from './update-store.ts';
import { stateOf } from './updates.ts';

export const UPDATES_MOVED_EVENT: DomainEvent<PriceUpdatesMoved> = {
  name: PRICE_UPDATES_MOVED,
  schema: PriceUpdatesMoved,
};
export const RULES_PAUSED_EVENT: DomainEvent<RulesPaused> = {
  name: RULES_PAUSED,
  schema: RulesPaused,
};
export const PRICE_SWITCH_MOVED_EVENT: DomainEvent<PriceSwitchMoved> = {
  name: PRICE_SWITCH_MOVED,
  schema: PriceSwitchMoved,
};

/** Updates in one event at most: an entry of a queue should stay small. */
const CHUNK = 500;

/**
 * States that come and go by themselves: open pages see them, and nobody else is told. An event for each of them was half
 * of all that there were.
 */
const PASSING: ReadonlySet<UpdateState> = new Set(['sent', 'retry', 'canceled']);

/**
 * Tells of updates that came into another state: open pages of all, the rest of the house of those that stay in it.
 * @param known titles of all their listings, where the caller has read them
 */
export async function tellMoved(
  house: House,
  trx: Trx,
  companyId: number,
  rows: readonly MovedRow[],
  known?: ReadonlyMap<number, string>,
): Promise<void> {
  if (rows.length === 0) return;
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  await Promise.all([
    emitMoved(
      house,
      trx,
      companyId,
      rows.filter((row) => !PASSING.has(stateOf(row.state))),
      known,
    ),
    announce(
      trx,
      companyId,
      { type: 'price-updates', ids: rows.map((row) => row.id) },
      { type: 'listings', ids: listingIds },
    ),
  ]);
}

async function emitMoved(
  house: House,
  trx: Trx,
  companyId: number,
  rows: readonly MovedRow[],
  known: ReadonlyMap<number, string> | undefined,
): Promise<void> {
  if (rows.length === 0) return;
  const listingIds = [...new Set(rows.map((row) => row.listing_id))];
  const titles = known ?? (await titlesOf(trx, companyId, listingIds));
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
  }));
  const told: Promise<void>[] = [];
  for (let start = 0; start < updates.length; start += CHUNK) {
    const some = updates.slice(start, start + CHUNK);
    told.push(house.jobs.emit(trx, UPDATES_MOVED_EVENT, { companyId, updates: some }));
  }
  await Promise.all(told);
}

/** Tells of rules that lost control of a price and paused. */
export async function tellPaused(
  house: House,
  trx: Trx,
  companyId: number,
  rules: RulesPaused['rules'],
): Promise<void> {
  if (rules.length === 0) return;
  await house.jobs.emit(trx, RULES_PAUSED_EVENT, { companyId, rules });
  await tellRules(
    trx,
    companyId,
    rules.map((rule) => rule.id),
  );
}

/** Tells open pages that rules changed. */
export const tellRules = (trx: Trx, companyId: number, ids: number[]): Promise<void> =>
  announce(trx, companyId, { type: 'rules', ids });

/** Tells that the stop switch was moved. */
export async function tellSwitch(
  house: House,
  trx: Trx,
  moved: Omit<PriceSwitchMoved, 'by'> & { personId: number | null },
): Promise<void> {
  const { companyId, stopped, personId, detail } = moved;
  const by = personId === null ? null : await nameOf(trx, personId);
  await house.jobs.emit(trx, PRICE_SWITCH_MOVED_EVENT, { companyId, stopped, by, detail });
  await announce(trx, companyId, { type: 'switch', ids: [companyId] });
}
