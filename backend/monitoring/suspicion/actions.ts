import { problem as listingProblem } from '../../catalog/problems.ts';
import { toMinor } from '../../kernel/money.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { withinByKeys } from '../../platform/db.ts';
import type { SuspectDecision } from '../contract/suspicion.ts';
import { problem } from '../problems.ts';
import { recordMarkets } from '../record.ts';
import { hasListing, latestMarkets, lockListings } from '../store.ts';
import { keyOf, type Suspicion } from './engine/judge.ts';
import { knownSuspicions, saveSuspicions } from './store.ts';

/**
 * Records a person's decision about a price that looks wrong: a confirmed one counts from now on, and rules are decided again;
 * a refused one does not count for as long as it looks wrong.
 * @throws Problem 404 `listing_not_found`; 409 `suspect_price_gone` where the market no longer shows it
 */
export const decideSuspect = (
  ctx: AppContext,
  actor: Actor,
  listingId: number,
  { sellerId, marketplaceId, price, decision }: SuspectDecision,
): Promise<{ decision: SuspectDecision['decision'] }> =>
  withinByKeys(ctx.db, scopeOf(actor), async (trx) => {
    const { companyId, personId } = actor;
    if (!(await hasListing(trx, companyId, listingId))) throw listingProblem('listing_not_found');
    await lockListings(trx, companyId, [listingId]);
    const known = (await knownSuspicions(trx, companyId, [listingId]))(listingId);
    const latest = (await latestMarkets(trx, companyId, [listingId])).get(listingId);
    const minor = toMinor(price);
    const offer = latest?.market.offers.find(
      (one) =>
        one.isSuspect &&
        one.sellerId === sellerId &&
        one.marketplaceId === marketplaceId &&
        one.price === minor,
    );
    if (latest === undefined || offer === undefined) throw problem('suspect_price_gone');
    const at = ctx.clock();
    const decided: Suspicion = {
      marketplaceId: offer.marketplaceId,
      sellerId,
      offerId: offer.offerId ?? '',
      price: minor,
      seenAt: known.get(keyOf(offer))?.seenAt ?? latest.market.observedAt,
      state: decision,
    };
    const after = new Map(known).set(keyOf(decided), decided);
    await saveSuspicions(trx, companyId, [{ listingId, before: known, after }]);
    await audit(trx, {
      companyId,
      personId,
      action: 'monitoring.suspect_price',
      subject: String(listingId),
      values: { sellerId, marketplaceId, price, decision },
      at,
    });
    // Judged again by what is known now, as a poll would do.
    await recordMarkets(ctx, trx, companyId, [{ listingId, market: latest.market }]);
    return { decision };
  });
