// A watched competitor as it travels.
import type { Locale } from '../../kernel/id.ts';
import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { sellerNameOf } from '../../kernel/seller-name.ts';
import type { WatchedCompetitor, WatchedOffer, WatchState } from '../contract/watch.ts';
import { inWords } from '../matching/words.ts';
import { isAged } from './engine/counts.ts';
import type { ObservedOffer } from './engine/state.ts';
import { rowCountedAs } from './offers.ts';
import { evidenceOf, offerOf, type WatchRow } from './store.ts';
import { messageOf } from './words.ts';

const toWatchedOffer = (offer: ObservedOffer): WatchedOffer => ({
  sellerId: offer.sellerId || null,
  sellerName: sellerNameOf(offer) || null,
  price: toAmount(offer.price),
  shippingPrice: toAmountOrNull(offer.shippingPrice),
  shippingTimeHours: offer.shippingTimeHours,
  fulfillment: offer.fulfillment,
  reputation: offer.reputation,
  listingTypeId: offer.listingTypeId,
  condition: offer.condition,
});

export function toWatched(row: WatchRow, now: Date, locale: Locale): WatchedCompetitor {
  const offer = offerOf(row);
  const state = row.state as WatchState;
  const source = row.source as WatchedCompetitor['source'];
  return {
    id: row.id,
    listingId: row.listing_id,
    marketplaceId: row.marketplace_id,
    countryCode: row.country_code,
    productId: row.product_id,
    itemId: row.item_id,
    sellerId: row.seller_id,
    link: row.link,
    title: row.title,
    brand: row.brand,
    imageUrl: row.image_url,
    state,
    message: messageOf(state, row.reason, locale),
    isPaused: row.is_paused,
    comparison: row.comparison as WatchedCompetitor['comparison'],
    decidedBy: row.decided_by,
    evidence: inWords(evidenceOf(row), locale),
    mayConfirm: row.may_confirm,
    offer: offer && toWatchedOffer(offer),
    source,
    seenAt: row.seen_at?.toISOString() ?? null,
    isAged: isAged({ state, isPaused: row.is_paused, source, seenAt: row.seen_at }, now),
    countsInRules: rowCountedAs(row, now) === 'counts',
    nextPollAt: row.is_paused ? null : (row.next_look_at?.toISOString() ?? null),
  };
}
