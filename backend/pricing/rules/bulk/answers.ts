// Bulk actions as the API returns them: the rows that one begins with, and what an answer says of them.
import { toAmountOrNull } from '../../../kernel/money.ts';
import type { AppContext } from '../../../platform/app-context.ts';
import type { Trx } from '../../../platform/db.ts';
import {
  BULK_SHOWN,
  type Bulk,
  BulkAction,
  type BulkBody,
  BulkCode,
  BulkEffect,
  type BulkItem,
  BulkReason,
  MassEditState,
} from '../../contract.ts';
import { creationOf } from './create.ts';
import * as items from './item-store.ts';
import { glanceOf } from './patch.ts';
import { effectsOf, type Planned } from './plan.ts';
import type { MassEditRow } from './store.ts';
import type { ItemRow } from './types.ts';

export function rowOf({ listing, plan }: Planned, seq: number): ItemRow {
  const before = 'before' in plan ? plan.before : null;
  const after = 'after' in plan ? plan.after : null;
  return {
    seq,
    line: null,
    cells: null,
    listing_id: listing.listingId,
    rule_id: listing.rule?.id ?? null,
    state: after === null ? 'idle' : 'open',
    kind: plan.kind,
    codes: plan.kind === 'refused' ? [{ code: plan.code }] : null,
    patch: 'patch' in plan ? plan.patch : null,
    before: before && { glance: glanceOf(before), back: null },
    after: after && glanceOf(after),
    version: listing.rule?.version ?? null,
    undo_code: null,
  };
}

export const missingRow = (listingId: number, seq: number): ItemRow => ({
  seq,
  line: null,
  cells: null,
  listing_id: listingId,
  rule_id: null,
  state: 'idle',
  kind: 'refused',
  codes: [{ code: 'listing_not_found' }],
  patch: null,
  before: null,
  after: null,
  version: null,
  undo_code: null,
});

/** What a bulk action is called in an answer. */
export function actionOf(content: object): Pick<Bulk, 'action' | 'creates'> {
  const creation = creationOf(content);
  return creation === null
    ? { action: BulkAction.parse('action' in content ? content.action : null) }
    : { action: 'edit', creates: creation.as };
}

type Named = Omit<items.NamedRow, 'sku' | 'sku_marketplace'>;

/** A reason, and what pages of 0.1.0 get in its place. */
function codesOf(value: string | null | undefined): Pick<BulkItem, 'code' | 'reason'> {
  const reason = BulkReason.safeParse(value).data;
  if (reason === undefined) return { code: null };
  const code = BulkCode.safeParse(reason).data;
  return code === undefined ? { code: 'strategy_missing', reason } : { code };
}

export const toItem = (row: Named): BulkItem => ({
  listingId: row.listing_id ?? 0,
  title: row.title,
  currencyCode: row.currency_code,
  price: toAmountOrNull(row.price),
  ruleId: row.rule_id,
  outcome: row.kind,
  ...codesOf(row.codes?.[0]?.code),
  before: row.before?.glance ?? null,
  after: row.after,
  restored: row.state === 'restored' ? true : row.state === 'kept' ? false : null,
  undoCode: BulkCode.safeParse(row.undo_code).data ?? null,
});

type Tally = Awaited<ReturnType<typeof items.tallyOf>>;

export const sumOf = (tally: Tally, like: (row: Tally[number]) => boolean): number =>
  tally.filter(like).reduce((sum, { count }) => sum + count, 0);

export const countsOf = (tally: Tally): Bulk['counts'] => ({
  changed: sumOf(tally, ({ kind }) => kind === 'changed'),
  made: sumOf(tally, ({ kind }) => kind === 'made'),
  unchanged: sumOf(tally, ({ kind }) => kind === 'unchanged'),
  refused: sumOf(tally, ({ kind }) => kind === 'refused'),
  restored: sumOf(tally, ({ state }) => state === 'restored'),
  notRestored: sumOf(tally, ({ state }) => state === 'kept'),
});

function refusedOf(tally: Tally): Bulk['refused'] {
  const codes = Map.groupBy(
    tally.filter(({ kind }) => kind === 'refused'),
    ({ code }) => code,
  );
  return [...codes]
    .map(([reason, some]) => {
      const { code, ...more } = codesOf(BulkReason.parse(reason));
      const count = some.reduce((sum, one) => sum + one.count, 0);
      return { code: BulkCode.parse(code), ...more, count };
    })
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

export async function answerOf(trx: Trx, companyId: number, row: MassEditRow): Promise<Bulk> {
  const wish = { kind: null, refusedFirst: true };
  const [tally, rows] = await Promise.all([
    items.tallyOf(trx, companyId, [row.id]),
    items.namedRows(trx, companyId, row.id, wish, { from: 0, limit: BULK_SHOWN }),
  ]);
  return {
    id: row.id,
    ...actionOf(row.content),
    state: MassEditState.parse(row.state),
    progress: { done: row.done, total: row.total },
    counts: countsOf(tally),
    refused: refusedOf(tally),
    effects: BulkEffect.array().parse(row.report ?? []),
    items: rows.map(toItem),
    createdAt: row.created_at.toISOString(),
  };
}

export function dryRunAnswer(
  ctx: AppContext,
  body: BulkBody,
  planned: readonly Planned[],
  rows: ItemRow[],
): Bulk {
  const listings = new Map(planned.map(({ listing }) => [listing.listingId, listing]));
  const tally = rows.map(({ kind, state, codes }) => ({
    id: 0,
    kind,
    state,
    code: codes?.[0]?.code ?? null,
    count: 1,
  }));
  const named = rows
    .toSorted(
      (a, b) => Number(b.kind === 'refused') - Number(a.kind === 'refused') || a.seq - b.seq,
    )
    .slice(0, BULK_SHOWN)
    .map((row) => {
      const listing = listings.get(row.listing_id ?? 0);
      const title = listing?.title ?? null;
      return toItem({
        ...row,
        title,
        currency_code: listing?.currencyCode ?? null,
        price: listing?.price ?? null,
      });
    });
  return {
    id: null,
    ...actionOf(body),
    state: 'previewed',
    progress: { done: 0, total: rows.length },
    counts: countsOf(tally),
    refused: refusedOf(tally),
    effects: effectsOf(planned),
    items: named,
    createdAt: ctx.clock().toISOString(),
  };
}
