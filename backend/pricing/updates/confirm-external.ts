// Confirms a foreign price change before a rule reacts to it. A poll of a market may show the price of a starting promotion
// before the promotion is reported, so the listing itself is read from the marketplace; and an own price may appear long after
// its update was settled otherwise.
import { sql } from 'kysely';
import { requestListingRefresh } from '../../catalog/actions.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { KNOWN_WITHIN_MS } from './engine/state-machine.ts';
import { acceptPresentPrices } from './listing-store.ts';
import { loadPriceControl, type PriceControl } from './other-movers.ts';
import { enqueueDecisionsAt } from './queues.ts';

/** By then the marketplace has mostly answered. */
const AGAIN_MS = 5_000;
/** After so long without an answer of the marketplace, the rule gives way all the same. */
const PATIENCE_MS = 30_000;

const isUnreported = ({ reportedAt, updatedAt }: PriceControl, now: Date): boolean =>
  (reportedAt === null || reportedAt < updatedAt) &&
  now.getTime() - updatedAt.getTime() < PATIENCE_MS;

/** Of some listings those whose price is one that we sent lately, and that was not seen to arrive. */
async function setByUs(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const since = new Date(now.getTime() - KNOWN_WITHIN_MS);
  const { rows } = await sql<{ id: number }>`
    select l.id from listing l
    where l.company_id = ${companyId} and l.id = any(${listingIds}::bigint[])
      and exists (select from price_update u
        where u.company_id = l.company_id and u.listing_id = l.id and u.new_price = l.price
          and u.attempts > 0 and u.state in ('retry', 'canceled', 'rejected', 'error')
          and u.moved_at >= ${since})`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Confirms that the price of listings was set outside Primazia, in the caller's transaction. A price that is ours after all
 * is accepted as the one to start from; of the others, those that the marketplace has not reported since that price was
 * seen are read from it. Both are decided again.
 * @returns those that are decided again, for which nothing follows yet
 */
export async function confirmExternal(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (listingIds.length === 0) return new Set();
  const now = ctx.clock();
  const ours = new Set(await setByUs(trx, companyId, listingIds, now));
  await acceptPresentPrices(trx, companyId, [...ours]);
  const known = await loadPriceControl(trx, companyId, listingIds);
  const unreported = known.filter((one) => !ours.has(one.listingId) && isUnreported(one, now));
  for (const [accountId, some] of Map.groupBy(unreported, (one) => one.accountId)) {
    const listings = some.map(({ skuMarketplace }) => skuMarketplace);
    await requestListingRefresh(ctx, trx, { companyId, accountId, listings });
  }
  const again = [
    ...[...ours].map((listingId) => ({ listingId, at: now })),
    ...unreported.map(({ listingId }) => ({ listingId, at: new Date(now.getTime() + AGAIN_MS) })),
  ];
  await enqueueDecisionsAt(ctx, trx, companyId, again);
  return new Set(again.map(({ listingId }) => listingId));
}
