// Competitors that a company watches by itself: pages of products, on whatever marketplace, that a listing competes with.
import * as z from 'zod';
import { download, endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { Comparison, Condition } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import { Amount, PositiveAmount } from '../../kernel/money.ts';
import { MAX_LINKS } from './links.ts';

const common = { access: 'company', tag: 'competitors' } as const;

/** The most competitors that are watched for one listing. */
export const MAX_WATCHED = 50;

/** What speaks for two products being the same, and what against it. */
export const EVIDENCE = [
  'same_product',
  'same_gtin',
  'same_model',
  'same_brand',
  'alike_titles',
  'shop_gtin',
  'other_gtin',
  'other_brand',
  'other_measure',
  'other_count',
  'other_model',
  'accessory',
  'other_condition',
  'other_colour',
] as const;
export interface Evidence {
  code: (typeof EVIDENCE)[number];
  isAgainst: boolean;
  /** The value of our own listing, and that of the other product. */
  own: string;
  other: string;
}

export const EvidenceLine = z.object({
  code: z.string(),
  isAgainst: z.boolean(),
  /** The same in words. */
  text: z.string(),
});
export type EvidenceLine = z.infer<typeof EvidenceLine>;

export const WATCH_STATES = [
  'fetching', // not polled yet
  'ready',
  'paused_or_out_of_stock',
  'unavailable', // cannot be polled, for a reason
  'suspect', // so cheap that it may be an error: no rule counts it until it is observed again or confirmed
  'changed', // the page is about another product now: a person has to check it
] as const;
export const WatchState = z.enum(WATCH_STATES);
export type WatchState = z.infer<typeof WatchState>;

/** Where a price comes from: the marketplace's API, its public page, or a person who typed it. */
export const PriceSource = z.enum(['api', 'page', 'typed']);
export type PriceSource = z.infer<typeof PriceSource>;

export const WatchedOffer = z.object({
  sellerId: z.string().nullable(),
  sellerName: z.string().nullable(),
  price: PositiveAmount,
  /** Null: not reported. */
  shippingPrice: Amount.nullable(),
  shippingTimeHours: z.number().min(0).nullable(),
  fulfillment: z.boolean().nullable(),
  reputation: z.string().nullable(),
  listingTypeId: z.string().nullable(),
  condition: Condition,
});
export type WatchedOffer = z.infer<typeof WatchedOffer>;

export const WatchedCompetitor = z.object({
  id: Id,
  listingId: Id,
  marketplaceId: MarketplaceId,
  countryCode: z.string(),
  productId: z.string(),
  /** The one listing, or the one seller, of the page that is watched; both null: the cheapest. */
  itemId: z.string().nullable(),
  sellerId: z.string().nullable(),
  link: z.url({ protocol: /^https$/ }),
  title: z.string().nullable(),
  brand: z.string().nullable(),
  imageUrl: z.string().nullable(),
  state: WatchState,
  /** What the state means, with its reason, in words. */
  message: z.string(),
  isPaused: z.boolean(),
  comparison: Comparison,
  /** Who decided it: the products' `identifiers`, a `person`; null: not decided yet. */
  decidedBy: z.string().nullable(),
  evidence: z.array(EvidenceLine),
  /** Whether a person may confirm that both are the same. */
  mayConfirm: z.boolean(),
  /** What was observed last; null: nothing yet. */
  offer: WatchedOffer.nullable(),
  source: PriceSource.nullable(),
  seenAt: Instant.nullable(),
  /** Too old for rules to count it. */
  isAged: z.boolean(),
  /** Whether rules that compete outside the buybox count it now. */
  countsInRules: z.boolean(),
  /** When it is polled next; null: it is not. */
  nextPollAt: Instant.nullable(),
});
export type WatchedCompetitor = z.infer<typeof WatchedCompetitor>;

const ofListing = z.object({ listingId: Id });
const ofCompetitor = z.object({ competitorId: Id });

export const watchedCompetitors = endpoint({
  ...common,
  method: 'get',
  path: '/v1/competitors/{listingId}/watched',
  needs: 'read',
  summary: 'Lists the competitors that are watched of a listing',
  params: ofListing,
  answer: z.object({ competitors: z.array(WatchedCompetitor) }),
});

export const AddedLink = z.object({
  /** As it was pasted. */
  link: z.string(),
  outcome: z.enum(['added', 'already', 'refused']),
  /** Why it was refused, and what to do about it, in words. */
  code: z.string().nullable(),
  text: z.string().nullable(),
  competitorId: Id.nullable(),
});
export type AddedLink = z.infer<typeof AddedLink>;

export const watchLinks = endpoint({
  ...common,
  method: 'post',
  path: '/v1/competitors/{listingId}/watched',
  needs: 'write',
  summary: 'Watches pages of competitors of a listing, by their links; answers for each one',
  params: ofListing,
  body: z.object({ links: z.array(z.string().max(4_000)).min(1).max(MAX_LINKS) }),
  answer: z.object({ results: z.array(AddedLink) }),
});

export const unwatch = endpoint({
  ...common,
  method: 'delete',
  path: '/v1/competitors/watched/{competitorId}',
  needs: 'write',
  summary: 'Watches a competitor no longer',
  params: ofCompetitor,
  answer: z.object({}),
});

export const pauseWatch = endpoint({
  ...common,
  method: 'put',
  path: '/v1/competitors/watched/{competitorId}/pause',
  needs: 'write',
  summary: 'Pauses the watching of a competitor, or goes on with it',
  params: ofCompetitor,
  body: z.object({ isPaused: z.boolean() }),
  answer: WatchedCompetitor,
});

export const decideMatch = endpoint({
  ...common,
  method: 'put',
  path: '/v1/competitors/watched/{competitorId}/match',
  needs: 'write',
  summary: 'Says whether a watched competitor sells the same product',
  params: ofCompetitor,
  body: z.object({ comparison: Comparison }),
  answer: WatchedCompetitor,
});

export const typePrice = endpoint({
  ...common,
  method: 'put',
  path: '/v1/competitors/watched/{competitorId}/price',
  needs: 'write',
  summary: 'Enters the price of a competitor by hand; it counts for seven days',
  params: ofCompetitor,
  body: z.object({
    price: PositiveAmount,
    shippingPrice: Amount.nullable().default(null),
  }),
  answer: WatchedCompetitor,
});

export const confirmSuspectPrice = endpoint({
  ...common,
  method: 'put',
  path: '/v1/competitors/watched/{competitorId}/price/confirm',
  needs: 'write',
  summary: 'Says that a suspect price is right, so that rules count it',
  params: ofCompetitor,
  answer: WatchedCompetitor,
});

/** Why a product was found to be the same, or similar. */
export const MatchBasis = z.enum(['identifier', 'text']);
export type MatchBasis = z.infer<typeof MatchBasis>;

/** A product of a marketplace's catalog that a listing may compete with. */
export const Candidate = z.object({
  marketplaceId: MarketplaceId,
  countryCode: z.string(),
  productId: z.string(),
  title: z.string(),
  brand: z.string().nullable(),
  imageUrl: z.string().nullable(),
  link: z.url({ protocol: /^https$/ }),
  comparison: Comparison,
  basis: MatchBasis,
  evidence: z.array(EvidenceLine),
  isWatched: z.boolean(),
  /** A person decided before that it is no competitor. */
  isRefused: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

export const searchCandidates = endpoint({
  ...common,
  method: 'post',
  path: '/v1/competitors/{listingId}/candidates',
  needs: 'read',
  summary: "Searches the marketplaces' catalogs for products that a listing competes with",
  params: ofListing,
  body: z.object({
    /** EAN, UPC or GTIN; empty, as the other fields: those of the listing itself. */
    gtin: z.string().trim().max(14).default(''),
    title: z.string().trim().max(200).default(''),
    brand: z.string().trim().max(100).default(''),
  }),
  answer: z.object({
    candidates: z.array(Candidate),
    /** Marketplaces that did not answer, with the reason in words. */
    failed: z.array(z.object({ marketplaceId: MarketplaceId, text: z.string() })),
  }),
});

export const decideCandidate = endpoint({
  ...common,
  method: 'post',
  path: '/v1/competitors/{listingId}/candidates/decide',
  needs: 'write',
  summary: 'Accepts a suggested product, which is watched from then on, or refuses it',
  params: ofListing,
  body: z.object({
    link: z.string().max(4_000),
    isAccepted: z.boolean(),
    basis: MatchBasis,
  }),
  /** Null: it was refused. */
  answer: z.object({ competitorId: Id.nullable() }),
});

/** How often suggestions were accepted, of those that a person decided about. */
export const MatchPrecision = z.object({
  /** Why they were suggested. */
  basis: MatchBasis,
  accepted: z.int().min(0),
  refused: z.int().min(0),
  /** 0 to 1; null: nothing was decided yet. */
  precision: z.number().min(0).max(1).nullable(),
});
export type MatchPrecision = z.infer<typeof MatchPrecision>;

export const matchPrecision = endpoint({
  ...common,
  method: 'get',
  path: '/v1/competitors/matching/precision',
  needs: 'read',
  summary: 'Tells how often the company accepted what was suggested',
  answer: z.object({ precisions: z.array(MatchPrecision) }),
});

export const exportWatched = download({
  ...common,
  method: 'get',
  path: '/v1/competitors/watched/export',
  needs: 'read',
  type: 'text/csv',
  summary: 'Exports all watched competitors of the company as a spreadsheet',
});

export const importWatched = endpoint({
  ...common,
  method: 'post',
  path: '/v1/competitors/watched/import',
  needs: 'write',
  summary: 'Watches the competitors of a spreadsheet: a listing and a link a row',
  body: z.object({ csv: z.string().min(1).max(1_000_000) }),
  answer: z.object({
    added: z.int().min(0),
    /** Rows that were not added, by their number in the spreadsheet. */
    rows: z.array(
      z.object({ row: z.int().min(1), code: z.string(), text: z.string(), link: z.string() }),
    ),
  }),
});
