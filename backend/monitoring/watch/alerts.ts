// Alerts that follow from polls of watched competitors.
import type { BellValues } from '../../kernel/bell.ts';
import { toAmount } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { Trx } from '../../platform/db.ts';
import { type ConditionChange, noteConditions } from '../alerts/note.ts';
import { raisesOf } from './raises.ts';
import * as store from './store.ts';

/** A competitor before a poll and after it. */
export interface Polled {
  before: store.WatchRow;
  after: store.WatchRow;
}

/** The name of a competitor: its seller's, else the title of its page. */
function nameOf(row: store.WatchRow): string {
  const offer = store.offerOf(row);
  return (offer && sellerNameOf(offer)) ?? row.title ?? row.product_id;
}

const causeOf = (row: store.WatchRow): string =>
  store.offerOf(row)?.sellerId || `${row.marketplace_id}/${row.product_id}`;

const OUT = 'paused_or_out_of_stock';

/** Whether a second poll confirmed the price that looked wrong. */
const isConfirmed = ({ before, after }: Polled): boolean =>
  before.state === 'suspect' &&
  after.state === 'ready' &&
  store.pendingOf(before)?.kind === 'suspect' &&
  store.offerOf(before)?.price === store.offerOf(after)?.price;

/** Notes the results of polls, in the transaction that stores them. */
export async function notePolled(
  trx: Trx,
  companyId: number,
  polled: readonly Polled[],
  at: Date,
): Promise<void> {
  const gone = polled.filter(
    ({ before, after }) =>
      after.state === OUT && (before.state === 'ready' || before.state === 'suspect'),
  );
  const listingIds = gone.map(({ after }) => after.listing_id);
  const { raiseOf } = await raisesOf(trx, companyId, listingIds, at);
  const changes = polled.flatMap((one): ConditionChange[] => {
    const { after } = one;
    const key = { aboutId: after.listing_id, subject: String(after.id), at };
    const about: BellValues = { cause: causeOf(after), competitor: nameOf(after) };
    const offer = store.offerOf(after);
    const name = offer && sellerNameOf(offer);
    const suspect: BellValues = {
      cause: causeOf(after),
      offerPrice: toAmount(offer?.price ?? 0),
      by: ` (${name ?? nameOf(after)})`,
    };
    const isOut = gone.includes(one);
    return [
      ...(isOut || after.state !== OUT
        ? [
            {
              ...key,
              kind: 'competitor_out' as const,
              isOn: isOut,
              facts: {
                ...about,
                ...raiseOf(after.listing_id, {
                  sellerId: store.offerOf(after)?.sellerId ?? null,
                  watchId: after.id,
                }),
              },
            },
          ]
        : []),
      { ...key, kind: 'page_changed', isOn: after.state === 'changed', facts: about },
      { ...key, kind: 'suspect', isOn: after.state === 'suspect', facts: suspect },
      ...(isConfirmed(one) || after.state !== 'ready'
        ? [
            {
              ...key,
              kind: 'suspect_confirmed' as const,
              isOn: isConfirmed(one),
              facts: suspect,
            },
          ]
        : []),
    ];
  });
  await noteConditions(trx, companyId, changes);
}

/** The state of a competitor in which each of its alerts holds. */
const HOLDS_IN = {
  competitor_out: OUT,
  page_changed: 'changed',
  suspect: 'suspect',
  suspect_confirmed: 'ready',
} as const;

/**
 * Ends the alerts of a competitor that no longer hold after a person's decision, in the transaction that stores it.
 * @param state null: it is removed
 */
export async function noteDecided(
  trx: Trx,
  companyId: number,
  { id, listing_id: aboutId }: Pick<store.WatchRow, 'id' | 'listing_id'>,
  state: string | null,
  at: Date,
): Promise<void> {
  const kinds = Object.keys(HOLDS_IN) as (keyof typeof HOLDS_IN)[];
  const over = kinds.filter((kind) => HOLDS_IN[kind] !== state);
  await noteConditions(
    trx,
    companyId,
    over.map((kind) => ({ kind, aboutId, subject: String(id), isOn: false, at })),
  );
}
