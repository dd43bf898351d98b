// What a preview says of a listing and its market, for the engine.
import type * as z from 'zod';
import type { Market } from '../../kernel/market.ts';
import { toMinor, toMinorOrNull } from '../../kernel/money.ts';
import { shippingOf } from '../../kernel/shipping.ts';
import type { MarketBody } from '../../monitoring/contract.ts';
import type { PreviewListing } from '../contract.ts';
import type { ListingFacts } from './types.ts';

/** The listing of a preview. */
export const toFacts = (listing: z.infer<typeof PreviewListing>): ListingFacts => ({
  price: toMinor(listing.price),
  shippingPrice: shippingOf(listing),
  currencyCode: listing.currencyCode,
  marketplaceId: listing.marketplaceId,
  status: listing.status,
  stock: listing.stock,
  promotionStatus: listing.promotionStatus,
  condition: listing.condition,
  lastSetPrice: toMinorOrNull(listing.lastSetPrice),
  costs: listing.costs && {
    cost: toMinor(listing.costs.cost),
    taxPercent: listing.costs.taxPercent,
    feePercent: listing.costs.feePercent,
    feeFixed: toMinor(listing.costs.feeFixed),
  },
  acos: listing.acos,
  roas: listing.roas,
});

/** The market of a preview. */
export const toMarket = (body: MarketBody): Market => ({
  observedAt: new Date(body.observedAt),
  buybox: {
    ...body.buybox,
    priceToWin: toMinorOrNull(body.buybox.priceToWin),
    winnerPrice: toMinorOrNull(body.buybox.winnerPrice),
  },
  offers: body.offers.map(({ shippingReported, ...offer }) => ({
    ...offer,
    offerId: null,
    price: toMinor(offer.price),
    shippingPrice: shippingOf({ shippingPrice: offer.shippingPrice, shippingReported }),
  })),
  ...(body.reportsOffers ? {} : { reportsOffers: false }),
});
