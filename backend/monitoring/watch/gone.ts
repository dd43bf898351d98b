// Sellers that left the market of a listing: from the first observation without the cheapest of them to the alert that the listing may
// be raised. It is announced where the seller stayed away for as long as the company's settings say, another observation was made
// meanwhile, and the present prices allow a raise. Polls of watched pages announce competitors that are watched there.
import { type MarketplaceContext, ownSellerIds } from '../../catalog/actions.ts';
import { type Trx, within } from '../../platform/db.ts';
import { isThere } from '../alerts/observed.ts';
import { loadAlertSettings } from '../alerts/settings.ts';
import { type Noted, saveNoted, takeDue } from '../alerts/store.ts';
import { marketOfSnapshot } from '../offers.ts';
import { isOld, type Raises, raisesOf } from './raises.ts';
import * as store from './store.ts';

/** The most that one transaction settles. */
const AT_ONCE = 200;
/** Another observation proves the absence this long after the first. */
const PROOF_MS = 5 * 60_000;
/** When to check again whether another observation was made. */
const AGAIN_MS = 5 * 60_000;

/** Settles which of the sellers that left are announced, until it is aborted. */
export async function settleGone(
  ctx: Pick<MarketplaceContext, 'db' | 'clock'>,
  companyId: number,
  signal: AbortSignal,
): Promise<void> {
  let isMore = true;
  while (isMore) {
    signal.throwIfAborted();
    isMore = await within(ctx.db, { company: companyId }, async (trx) => {
      const due = await takeDue(trx, companyId, ctx.clock(), AT_ONCE, 'unproven');
      if (due.length > 0) await settle(trx, companyId, due, ctx.clock());
      return due.length === AT_ONCE;
    });
  }
}

async function settle(
  trx: Trx,
  companyId: number,
  due: readonly Noted[],
  now: Date,
): Promise<void> {
  const listingIds = due.map(({ aboutId }) => aboutId);
  const [raises, own, { holdMinutes }] = await Promise.all([
    raisesOf(trx, companyId, listingIds, now),
    ownSellerIds(trx, companyId),
    loadAlertSettings(trx, companyId),
  ]);
  const written: Noted[] = [];
  const forgotten: Noted[] = [];
  for (const noted of due) {
    const away = await awaySince(trx, companyId, noted, raises);
    const seenAt = raises.markets.get(noted.aboutId)?.market.observedAt ?? null;
    const isOver = away === null || seenAt === null || isOld(seenAt, now);
    if (isOver || own.includes(noted.subject)) {
      forgotten.push(noted);
      continue;
    }
    const holdsAt = away.getTime() + holdMinutes * 60_000;
    if (holdsAt > now.getTime()) {
      written.push({ ...noted, since: away, dueAt: new Date(holdsAt) });
    } else if (seenAt.getTime() - away.getTime() < PROOF_MS) {
      written.push({ ...noted, since: away, dueAt: new Date(now.getTime() + AGAIN_MS) });
    } else {
      forgotten.push(noted);
      const gone = { sellerId: noted.subject, watchId: null };
      const raise = raises.raiseOf(noted.aboutId, gone);
      if (raise.raisePrice === null || isWatched(noted, raises)) continue;
      const facts = { ...noted.facts, ...raise, cause: noted.subject };
      written.push({ ...noted, kind: 'seller_out', since: away, dueAt: now, facts });
    }
  }
  await saveNoted(trx, companyId, { written, forgotten });
}

const isWatched = ({ aboutId, subject }: Noted, { watched }: Raises): boolean =>
  watched.some(
    (row) =>
      row.listing_id === aboutId && !row.is_paused && store.offerOf(row)?.sellerId === subject,
  );

/** The first observation since which a seller is missing without a break; null: it is there. */
async function awaySince(
  trx: Trx,
  companyId: number,
  { aboutId, subject, since }: Noted,
  { markets }: Raises,
): Promise<Date | null> {
  const latest = markets.get(aboutId)?.market;
  if (latest === undefined || isThere(latest, subject)) return null;
  const snapshots = await trx
    .selectFrom('market_snapshot')
    .select([
      'observed_at',
      'buybox_status',
      'winner_seller_id',
      'price_to_win',
      'reason',
      'details',
      'packed',
      'offers',
    ])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', aboutId)
    .where('observed_at', '>=', since)
    .orderBy('observed_at')
    .execute();
  let away = since;
  for (const [n, row] of snapshots.entries()) {
    const next = snapshots[n + 1];
    if (next !== undefined && isThere(marketOfSnapshot(row, row.observed_at), subject))
      away = next.observed_at;
  }
  return away;
}
