// A listing beside its competitors: by what a marketplace ranks offers, who is better in what, and what could be done.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import {
  Boost,
  BuyboxStatus,
  Condition,
  CRITERIA,
  HINDRANCES,
  MAX_OFFERS,
} from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, PositiveAmount } from '../../kernel/money.ts';

export { CRITERIA };
export const Criterion = z.enum(CRITERIA);
export type Criterion = z.infer<typeof Criterion>;

/** Who is better in a criterion; `unknown`: it is not reported of one or both. */
export const Better = z.enum(['own', 'rival', 'equal', 'unknown']);
export type Better = z.infer<typeof Better>;

/** What is known of one offer; null: the marketplace does not report it. */
export const ComparedOffer = z.object({
  /** The marketplace's rank; null where it reports none, and for an own listing that was not among the offers. */
  position: z.int().min(1).nullable(),
  /** Null: no one has the buybox, or it is not reported who. */
  isWinner: z.boolean().nullable(),
  available: z.boolean(),
  condition: Condition,
  price: PositiveAmount,
  /** 0 where it is not reported. */
  shippingPrice: Amount,
  shippingReported: z.boolean(),
  /** Without shipping where that is not reported. */
  totalPrice: z.number().positive(),
  /** Stored and sent by the marketplace. */
  fulfillment: z.boolean().nullable(),
  shippingTimeHours: z.number().min(0).nullable(),
  /** As the marketplace words it: `5_green`, `98%`. */
  reputation: z.string().nullable(),
  /** The same on a scale from 1 to 5. */
  reputationLevel: z.int().min(1).max(5).nullable(),
  listingTypeId: z.string().nullable(),
  freeInstallments: z.boolean().nullable(),
  acceptsPaymentMethod: z.boolean().nullable(),
  onCatalog: z.boolean().nullable(),
  isMostSold: z.boolean().nullable(),
  rate: z
    .object({ stars: z.number().min(0).max(5), commentsReviewCount: z.int().min(0) })
    .nullable(),
  hasDealOfTheDay: z.boolean().nullable(),
});
export type ComparedOffer = z.infer<typeof ComparedOffer>;

export const Suspicion = z.enum(['suspect', 'refused']);
export type Suspicion = z.infer<typeof Suspicion>;

export const Competitor = ComparedOffer.extend({
  /** Distinguishes the offers of one seller. */
  id: z.string(),
  sellerId: z.string(),
  /** Empty: the marketplace does not report it. */
  sellerName: z.string(),
  marketplaceId: MarketplaceId,
  /** The competitor's own page of the product, where the marketplace has one. */
  link: z.url({ protocol: /^https?$/ }).nullable(),
  /**
   * Its price looks wrong, and rules do not count it: not confirmed yet by a second observation or a person, or a person
   * refused it. Null: it counts.
   */
  suspicion: Suspicion.nullable(),
  better: z.record(Criterion, Better),
});
export type Competitor = z.infer<typeof Competitor>;

/** What keeps a listing from the buybox. */
export const TipCode = z.enum([
  ...HINDRANCES,
  'other_reason',
  'price',
  'price_below_rival',
  'fulfillment',
  'shipping_price',
  'shipping_time',
  'reputation',
  'free_installments',
  'listing_type',
  'room_to_raise',
]);
export type TipCode = z.infer<typeof TipCode>;

export const Tip = z.object({
  code: TipCode,
  values: z.object({
    /** A difference in money. */
    amount: Amount.optional(),
    /** The listing's own price that the tip suggests. */
    price: PositiveAmount.optional(),
    hours: z.number().optional(),
    /** The seller that the tip is about; absent: none, or one that the marketplace does not name. */
    seller: z.string().optional(),
    /** The own value, and the competitor's, in the criterion that the tip is about. */
    own: z.string().nullable().optional(),
    rival: z.string().nullable().optional(),
    /** The marketplace's own word. */
    reason: z.string().optional(),
  }),
});
export type Tip = z.infer<typeof Tip>;

/**
 * Why there is little to show: it has not been polled yet; it is paused or out of stock; it is not among the first that
 * the marketplace reports; it is no longer there.
 */
export const ComparisonState = z.enum([
  'ready',
  'not_monitored',
  'paused',
  'below_twentieth',
  'unavailable',
]);
export type ComparisonState = z.infer<typeof ComparisonState>;

export const ComparedMarket = z.object({
  state: ComparisonState,
  /** When the market was observed; null: never. */
  observedAt: Instant.nullable(),
  buybox: z
    .object({
      status: BuyboxStatus,
      priceToWin: PositiveAmount.nullable(),
      /** The marketplace's own word for why the listing does not compete. */
      reason: z.string().nullable(),
      /** The price of the offer that holds it; null: not reported. */
      winnerPrice: PositiveAmount.nullable(),
    })
    .nullable(),
  /** Whether the marketplace reports who else sells the product; null: it was not observed yet. */
  reportsOffers: z.boolean().nullable(),
  /** What the marketplace counts beside the price, and who has it; empty: not reported. */
  boosts: z.array(
    z.object({ boost: Boost, own: z.boolean().nullable(), winner: z.boolean().nullable() }),
  ),
  own: ComparedOffer,
  /** The winner first, then the cheapest; those whose seller's name has the text searched for. */
  competitors: z.array(Competitor).max(MAX_OFFERS),
  /** All competitors, whether they match the search or not. */
  total: z.int().min(0),
  /** The most important first. */
  tips: z.array(Tip),
});
export type ComparedMarket = z.infer<typeof ComparedMarket>;

export const competitors = endpoint({
  method: 'post',
  path: '/v1/buybox/{listingId}/competitors',
  access: 'company',
  needs: 'read',
  tag: 'monitoring',
  summary:
    'Compares a listing with its competitors in the latest market snapshot: what keeps it from the buybox',
  params: z.object({ listingId: Id }),
  body: z.object({ searchValue: z.string().trim().max(200).default('') }),
  answer: ComparedMarket,
});
