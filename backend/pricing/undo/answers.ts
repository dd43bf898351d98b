// Undos of many updates as the API returns them.
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import {
  MassEditState,
  UNDO_SHOWN,
  type Undo,
  UndoCode,
  type UndoEffect,
  type UndoItem,
  UndoOutcome,
  UndoRule,
} from '../contract.ts';
import type { NamedListing, Tally, UndoRow } from './store.ts';

/** Rules that an answer names at most. */
const NAMED_RULES = 20;

export const toItem = (row: NamedListing): UndoItem => ({
  listingId: row.listing_id,
  title: row.title,
  skuMarketplace: row.sku_marketplace,
  currencyCode: row.currency_code,
  ruleName: row.rule_name,
  updates: row.taken,
  olderKept: row.kept,
  price: toAmountOrNull(row.price),
  restorePrice: toAmountOrNull(row.restore_price),
  belowMinimum: row.below_minimum,
  belowCost: row.below_cost,
  outcome: row.state === 'open' ? null : UndoOutcome.parse(row.state),
  code: row.code === null ? null : UndoCode.parse(row.code),
});

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

function refusedOf(tally: readonly Tally[]): Undo['refused'] {
  const codes = Map.groupBy(
    tally.filter(({ state }) => state === 'refused'),
    ({ code }) => code,
  );
  return [...codes]
    .map(([code, rows]) => ({ code: UndoCode.parse(code), count: sum(rows, (row) => row.count) }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function effectsOf(tally: readonly Tally[]): UndoEffect[] {
  const byCurrency = Map.groupBy(tally, (row) => row.currency_code);
  return [...byCurrency].flatMap(([currencyCode, rows]) =>
    currencyCode === null
      ? []
      : [
          {
            currencyCode,
            raises: sum(rows, (row) => row.raises),
            raisedBy: toAmount(sum(rows, (row) => row.raised_by)),
            lowers: sum(rows, (row) => row.lowers),
            loweredBy: toAmount(sum(rows, (row) => row.lowered_by)),
          },
        ],
  );
}

/** An undo for an answer, from its row, the tally of its listings, and the first of them. */
export function toUndo(
  row: Pick<UndoRow, 'state' | 'rule' | 'seen_at' | 'done' | 'total' | 'created_at'> & {
    id: number | null;
  },
  tally: readonly Tally[],
  listings: readonly NamedListing[],
  largeDropLimit: number,
): Undo {
  const of = (state: string) => sum(tally, (each) => (each.state === state ? each.count : 0));
  // Listings that are left as they are count for no amount and no limit.
  const moving = tally.filter(({ state }) => state !== 'refused');
  const rules = new Map(
    moving.flatMap(({ rule_id: id, rule_name: name }) =>
      id === null || name === null ? [] : [[id, { id, name }] as const],
    ),
  );
  return {
    id: row.id,
    state: row.id === null ? 'previewed' : MassEditState.parse(row.state),
    rule: UndoRule.parse(row.rule),
    seenAt: row.seen_at.toISOString(),
    progress: { done: row.done, total: row.total },
    counts: {
      open: of('open'),
      restoring: of('restoring'),
      restored: of('restored'),
      failed: of('failed'),
      canceled: of('canceled'),
      refused: of('refused'),
      belowMinimum: sum(moving, (each) => each.below_minimum),
      belowCost: sum(moving, (each) => each.below_cost),
      largeDrops: sum(moving, (each) => each.large_drops),
      largeDropLimit,
    },
    refused: refusedOf(tally),
    effects: effectsOf(moving),
    rules: [...rules.values()].slice(0, NAMED_RULES),
    items: listings.slice(0, UNDO_SHOWN).map(toItem),
    createdAt: row.created_at.toISOString(),
  };
}
