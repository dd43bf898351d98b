// Plans the undo of selected updates of a listing. Pure.
import type { Minor } from '../../kernel/money.ts';
import type { UndoCode } from '../contract.ts';

/** An update as an undo sees it. */
export interface KnownUpdate {
  id: number;
  ruleId: number;
  state: string;
  reverts: number | null;
  oldPrice: Minor;
  newPrice: Minor;
  movedAt: Date;
}

/** A listing with all that an undo of it depends on. */
export interface KnownListing {
  listingId: number;
  price: Minor;
  /** The updates that were applied, undos among them, and those that were chosen whatever became of them; oldest first. */
  updates: readonly KnownUpdate[];
  /** One is on its way to the marketplace, or an undo waits for its next attempt. */
  isBusy: boolean;
}

/** The updates that are taken back, oldest first, or why none is. */
export type Plan =
  | { kind: 'restore'; taken: readonly KnownUpdate[]; older: number; price: Minor }
  | { kind: 'refuse'; code: UndoCode };

const refuse = (code: UndoCode): Plan => ({ kind: 'refuse', code });

const isChange = ({ state, reverts }: KnownUpdate) => state === 'applied' && reverts === null;

/** Why of these updates none can be taken back, whatever else happened to the listing. */
function unfit(chosen: readonly KnownUpdate[]): UndoCode {
  if (chosen.some(({ state }) => state === 'undone')) return 'already_undone';
  if (chosen.some(({ state }) => state !== 'applied')) return 'not_applied';
  return 'not_undoable';
}

/**
 * The selected updates that an undo restores: the newest ones, without a gap. If another update, or a price set outside the
 * product, is between two of them, the listing gets that price, and the older ones are kept; if it is after all of them, the
 * listing is skipped.
 * @param seenAt the time of the user's preview: a listing that changed since is skipped; null: there was no preview
 */
export function planUndo(
  listing: KnownListing,
  chosenIds: ReadonlySet<number>,
  seenAt: Date | null,
): Plan {
  const chosen = listing.updates.filter(({ id }) => chosenIds.has(id));
  if (chosen.length === 0) return refuse('update_not_found');
  const fit = chosen.filter(isChange);
  if (seenAt !== null && listing.updates.some(({ movedAt }) => movedAt > seenAt))
    return refuse('changed_since_preview');
  if (listing.isBusy) return refuse('update_in_flight');
  if (fit.length === 0) return refuse(unfit(chosen));
  const changes = listing.updates.filter(isChange);
  const newest = changes.at(-1)!;
  if (!chosenIds.has(newest.id)) return refuse('not_latest');
  if (listing.price !== newest.newPrice) return refuse('changed_outside');
  const taken: KnownUpdate[] = [];
  for (const update of changes.toReversed()) {
    const next = taken[0];
    if (!chosenIds.has(update.id) || (next !== undefined && next.oldPrice !== update.newPrice))
      break;
    taken.unshift(update);
  }
  const price = taken[0]!.oldPrice;
  if (price === listing.price) return refuse('price_unchanged');
  return { kind: 'restore', taken, older: fit.length - taken.length, price };
}
