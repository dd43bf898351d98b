// What Amazon sends, as far as the product reads it: the shapes of every operation but the offers, which the hot path
// shares and `offer-list.ts` reads. Decoding is tolerant on purpose, as the published samples break their own schemas.
import * as z from 'zod';
import {
  Key,
  Lifetime,
  listOf,
  maybe,
  Numeric,
  readableOf,
  Text,
} from '../../../kernel/lenient.ts';
import { decoder, failureOfStatus } from '../../answers.ts';
import type { CallFailure } from '../../marketplace.ts';

const Words = listOf(z.string());
const Money = z.object({ amount: maybe(Numeric), currencyCode: maybe(Text) });
/** Some operations wrap their payload, and some samples of the same operations do not. */
export const unwrap = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && 'payload' in value ? value.payload : value,
    schema,
  );

export const Token = z.object({
  access_token: Text,
  /** Sent at the first grant; a renewal may leave it out, as it stays the same. */
  refresh_token: maybe(Text),
  /** Seconds. */
  expires_in: Lifetime,
});

export const Participations = unwrap(
  readableOf(
    z.object({
      marketplace: z.object({ id: z.string(), countryCode: maybe(Text) }),
      storeName: maybe(Text),
      participation: maybe(z.object({ isParticipating: maybe(z.boolean()) })),
    }),
  ),
);

export const Issue = z.object({
  code: maybe(Key),
  message: maybe(Text),
  severity: maybe(Text),
  attributeNames: Words,
  categories: Words,
  marketplaceIds: Words,
  enforcements: maybe(
    z.object({
      actions: listOf(z.object({ action: z.string() })),
      exemption: maybe(z.object({ status: maybe(Text) })),
    }),
  ),
});
export type Issue = z.infer<typeof Issue>;

/** A price with the periods in which it holds. */
const Schedules = listOf(
  z.object({
    schedule: listOf(
      z.object({
        value_with_tax: maybe(Numeric),
        start_at: maybe(Text),
        end_at: maybe(Text),
      }),
    ),
  }),
).transform((entries) => entries.flatMap(({ schedule }) => schedule));

/** The decoded part of a seller's offer; the offer itself is kept as received, to be sent again whole. */
export const PurchasableOffer = z.object({
  marketplace_id: maybe(Text),
  currency: maybe(Text),
  /** Absent: for everybody. */
  audience: maybe(Text),
  our_price: Schedules,
  discounted_price: Schedules,
  minimum_seller_allowed_price: Schedules,
  maximum_seller_allowed_price: Schedules,
  /** Rules of Amazon's own automation that set the price. */
  automated_pricing_merchandising_rule_plan: listOf(
    z.object({ merchandising_rule: maybe(z.object({ rule_id: maybe(Text) })) }).catch({
      merchandising_rule: null,
    }),
  ),
});
export type PurchasableOffer = z.infer<typeof PurchasableOffer>;

const Summary = z.object({
  marketplaceId: maybe(Text),
  asin: maybe(Text),
  productType: maybe(Text),
  conditionType: maybe(Text),
  status: Words,
  itemName: maybe(Text),
  mainImage: maybe(z.object({ link: maybe(Text) })),
});

/** The relation of a listing to others of the seller: as a variation, or as a package of them. */
const Relationship = z.object({
  type: z.string(),
  parentSkus: Words,
  childSkus: Words,
  variationTheme: maybe(z.object({ attributes: Words })),
});
export type Relationship = z.infer<typeof Relationship>;

export const Item = z.object({
  sku: Key,
  summaries: listOf(Summary),
  // Kept whole: health and variations are read from the other attributes.
  attributes: maybe(
    z.looseObject({
      purchasable_offer: listOf(z.record(z.string(), z.unknown())),
      externally_assigned_product_identifier: listOf(z.object({ value: maybe(Key) })),
      brand: listOf(z.object({ value: maybe(Text) })),
    }),
  ),
  offers: listOf(
    z.object({
      marketplaceId: maybe(Text),
      offerType: maybe(Text),
      price: maybe(Money),
      audience: maybe(z.object({ value: maybe(Text) })),
    }),
  ),
  fulfillmentAvailability: listOf(
    z.object({ fulfillmentChannelCode: maybe(Text), quantity: maybe(Numeric) }),
  ),
  issues: listOf(Issue),
  relationships: listOf(
    z.object({ marketplaceId: maybe(Text), relationships: listOf(Relationship) }),
  ),
});
export type Item = z.infer<typeof Item>;

export const Search = z.object({
  numberOfResults: maybe(z.int()),
  pagination: maybe(z.object({ nextToken: maybe(Text) })),
  items: z.array(z.unknown()),
});

const ofStore = { marketplaceId: maybe(Text) };
/** A product of the catalog. */
export const CatalogItem = z.object({
  asin: Text,
  summaries: listOf(z.object({ ...ofStore, itemName: maybe(Text), brand: maybe(Text) })),
  identifiers: listOf(
    z.object({
      ...ofStore,
      identifiers: listOf(z.object({ identifierType: maybe(Text), identifier: maybe(Key) })),
    }),
  ),
  images: listOf(z.object({ ...ofStore, images: listOf(z.object({ link: maybe(Text) })) })),
});
export type CatalogItem = z.infer<typeof CatalogItem>;
export const CatalogItems = z.object({ items: readableOf(CatalogItem) });

export const Submission = z.object({
  status: z.string(),
  issues: listOf(Issue),
});
export type Submission = z.infer<typeof Submission>;

export const Report = z.object({
  reportId: Key,
  processingStatus: z.string(),
  reportDocumentId: maybe(Text),
  createdTime: maybe(Text),
});
export type Report = z.infer<typeof Report>;
export const Reports = z.object({ reports: listOf(Report) });
export const CreatedReport = z.object({ reportId: Key });
export const ReportDocument = z.object({
  url: Text,
  compressionAlgorithm: maybe(Text),
});

const Destination = z.object({
  destinationId: Text,
  resource: maybe(
    z.object({
      sqs: maybe(z.object({ arn: z.string() })),
      eventBridge: maybe(z.object({ accountId: Key, region: z.string() })),
    }),
  ),
});
export type Destination = z.infer<typeof Destination>;
export const Destinations = unwrap(readableOf(Destination));
export const CreatedDestination = unwrap(Destination);
export const Subscription = unwrap(z.object({ subscriptionId: Text, destinationId: z.string() }));

/** An answer with several entries, each with its own status; an invalid entry keeps its place. */
export const Batch = z.object({
  responses: z.array(
    z
      .object({
        status: maybe(z.object({ statusCode: maybe(Numeric) })),
        request: maybe(z.record(z.string(), z.unknown())),
        body: z.unknown(),
      })
      .catch({ status: null, request: null, body: null }),
  ),
});
export type BatchEntry = z.infer<typeof Batch>['responses'][number];

const ExpectedResult = z.object({
  resultStatus: maybe(Text),
  featuredOfferExpectedPrice: maybe(z.object({ listingPrice: maybe(Money) })),
});
export const ExpectedPrices = z.object({
  offerIdentifier: maybe(z.object({ sku: maybe(Text), fulfillmentType: maybe(Text) })),
  featuredOfferExpectedPriceResults: listOf(ExpectedResult),
});

/** Money as the older operations write it. */
const OldMoney = z.object({ Amount: maybe(Numeric), CurrencyCode: maybe(Text) });
const FeesIdentifier = z.object({
  SellerInputIdentifier: maybe(Key),
  PriceToEstimateFees: maybe(z.object({ ListingPrice: maybe(OldMoney) })),
});
const FeesResult = z.object({
  /** Success, ClientError or ServiceError. */
  Status: maybe(Text),
  FeesEstimateIdentifier: maybe(FeesIdentifier),
  FeesEstimate: maybe(
    z.object({
      TotalFeesEstimate: maybe(OldMoney),
      FeeDetailList: listOf(z.object({ FeeType: z.string(), FinalFee: maybe(OldMoney) })),
    }),
  ),
  Error: maybe(z.object({ Code: maybe(Key), Message: maybe(Text) })),
});
export type FeesResult = z.infer<typeof FeesResult>;
const NO_FEES = { Status: null, FeesEstimateIdentifier: null, FeesEstimate: null, Error: null };
export const FeesEstimates = unwrap(z.array(FeesResult.catch(NO_FEES)));

const ErrorBody = z.object({
  errors: listOf(z.object({ code: maybe(Key), message: maybe(Text), details: maybe(Text) })),
  /** Login with Amazon speaks OAuth's own words (RFC 6749 5.2). */
  error: maybe(Text),
  error_description: maybe(Text),
});

/** What an error's body says beyond its status. */
export function readError(body: unknown): { codes: string[]; message: string | null } {
  const read = ErrorBody.safeParse(body);
  if (!read.success) return { codes: [], message: null };
  const { errors, error, error_description } = read.data;
  const reported = errors.map(({ message, details }) =>
    [message, details === message ? null : details].filter(Boolean).join(': '),
  );
  return {
    codes: [...errors.map(({ code }) => code), error].filter((code) => code !== null),
    message: [...reported, error_description].filter(Boolean).join('; ').slice(0, 500) || null,
  };
}

/** What Amazon's codes mean, whatever the HTTP status beside them. */
const KINDS: Record<string, CallFailure['kind']> = {
  QuotaExceeded: 'rate_limited',
  TooManyRequests: 'rate_limited',
  InternalFailure: 'unavailable',
  InternalServerError: 'unavailable',
  ServiceUnavailable: 'unavailable',
  NotFound: 'not_found',
  NOT_FOUND: 'not_found',
};

/** An expired token comes as a 403 as well, and only its message distinguishes it from a missing permission. */
const isStaleToken = (message: string | null) =>
  message !== null &&
  /\b(?:access|security) token\b.*\b(?:expired|revoked|invalid|malformed|missing)/i.test(message);

/** The failure of an answer that is not a 2xx, with Amazon's own code and words where it has them. */
export function refine(failure: CallFailure, body: unknown): CallFailure {
  const { codes, message } = readError(body);
  const known = codes.find((code) => Object.hasOwn(KINDS, code));
  const stale = failure.kind === 'forbidden' && isStaleToken(message);
  return {
    kind: stale ? 'unauthorized' : known === undefined ? failure.kind : KINDS[known]!,
    code: known ?? codes[0] ?? failure.code,
    message: message ?? failure.message,
    retryAfterMs: failure.retryAfterMs,
  };
}

/** The failure of one entry of a batch; `retryAfterMs`: the time until its operation is allowed again. */
export function failureOfEntry(entry: BatchEntry, retryAfterMs: number): CallFailure | null {
  const plain = failureOfStatus(entry.status?.statusCode ?? 500, null);
  if (plain === null) return null;
  const refined = refine(plain, entry.body);
  return refined.kind === 'rate_limited' ? { ...refined, retryAfterMs } : refined;
}

export const decode = decoder(refine);
