// What Mercado Livre sends, as far as the product reads it. Decoding is tolerant on purpose: unknown fields are ignored,
// an invalid optional field counts as absent, ids may be numbers or text, and an error may lack any of its parts; the
// published samples do all of that.
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
import { decoder } from '../../answers.ts';
import type { CallFailure } from '../../marketplace.ts';

export const Token = z.object({
  access_token: Text,
  refresh_token: Text,
  /** Seconds. */
  expires_in: Lifetime,
  user_id: maybe(Key),
});

const Reputation = z.object({
  level_id: maybe(Text),
  transactions: maybe(z.object({ total: maybe(Numeric) })),
});
export const User = z.object({
  id: Key,
  nickname: maybe(Text),
  site_id: maybe(Text),
  seller_reputation: maybe(Reputation),
});
export type User = z.infer<typeof User>;

export const Scan = z.object({
  results: z
    .array(Key.or(z.literal('')).nullable())
    .transform((entries) => entries.flatMap((id) => id || [])),
  scroll_id: maybe(Text),
});

/** An answer with several entries, each with its own status; an invalid entry keeps its place. */
export const Multiget = z.array(
  z.object({ code: Numeric.catch(500), body: z.unknown() }).catch({ code: 500, body: null }),
);

const Attribute = z.object({
  id: maybe(Text),
  name: maybe(Text),
  value_id: maybe(Key),
  value_name: maybe(Text),
});
const Shipping = z.object({
  free_shipping: maybe(z.boolean()),
  logistic_type: maybe(Text),
  cost: maybe(Numeric),
});
const Picture = z.object({ secure_url: maybe(Text), url: maybe(Text) });
/**
 * The counterpart of an item in the catalog or outside of it: an item of the catalog names the one that it was made from,
 * and that one its item of the catalog. `variation_id` belongs to the named item.
 * @see https://developers.mercadolivre.com.br/pt_br/publicacao-no-catalogo
 */
const Relation = z.object({ id: Key, variation_id: maybe(Key) });
export type Relation = z.infer<typeof Relation>;
/** One of several things that an item sells; `attributes` are there only where they are asked for. */
const Variation = z.object({
  id: maybe(Key),
  price: maybe(Numeric),
  available_quantity: maybe(Numeric),
  attribute_combinations: listOf(Attribute),
  attributes: listOf(Attribute),
  seller_custom_field: maybe(Text),
  item_relations: listOf(Relation),
});
export type Variation = z.infer<typeof Variation>;
const Warning = z.object({ code: maybe(Text), message: maybe(Text) });

export const Item = z.object({
  id: Key,
  seller_id: maybe(Key),
  site_id: maybe(Text),
  title: maybe(Text),
  status: maybe(Text),
  price: maybe(Numeric),
  base_price: maybe(Numeric),
  original_price: maybe(Numeric),
  currency_id: maybe(Text),
  available_quantity: maybe(Numeric),
  sold_quantity: maybe(Numeric),
  condition: maybe(Text),
  listing_type_id: maybe(Text),
  permalink: maybe(Text),
  thumbnail: maybe(Text),
  secure_thumbnail: maybe(Text),
  pictures: listOf(Picture),
  shipping: maybe(Shipping),
  attributes: listOf(Attribute),
  variations: listOf(Variation),
  item_relations: listOf(Relation),
  catalog_listing: maybe(z.boolean()),
  channels: listOf(z.string()),
  health: maybe(Numeric),
  seller_custom_field: maybe(Text),
  catalog_product_id: maybe(Text),
  deal_ids: listOf(Key),
  tags: listOf(z.string()),
});
export type Item = z.infer<typeof Item>;

const Step = z.object({
  key: maybe(Text),
  status: maybe(Text),
  title: maybe(Text),
});
const Rule = Step.extend({
  wordings: maybe(z.object({ title: maybe(Text), label: maybe(Text) })),
});
/** How good an item is: buckets of variables, each with the rules that it is measured by. */
export const Performance = z.object({
  score: maybe(Numeric),
  buckets: z.array(
    Step.extend({ variables: listOf(Step.extend({ rules: listOf(Rule) })) })
      .nullable()
      .catch(null),
  ),
});
export type Performance = z.infer<typeof Performance>;

/** The part of the answer to a change of an item that shows whether its price was accepted. */
export const ChangedItem = z.object({
  price: maybe(Numeric),
  original_price: maybe(Numeric),
  warnings: listOf(Warning),
});
export type ChangedItem = z.infer<typeof ChangedItem>;

/** The conditions in favour of an offer; an older answer has an object of booleans in its place. */
const Boosts = listOf(z.object({ id: maybe(Text), status: maybe(Text) }));

export const Competition = z
  .object({
    item_id: maybe(Key),
    current_price: maybe(Numeric),
    price_to_win: maybe(Numeric),
    status: maybe(Text),
    consistent: maybe(z.boolean()),
    /** A list in every published sample; a single word is accepted too. */
    reason: z
      .union([
        listOf(z.string()).pipe(z.array(z.string()).min(1)),
        z.string().transform((one) => [one]),
      ])
      .catch([]),
    catalog_product_id: maybe(Text),
    boosts: Boosts,
    winner: maybe(z.object({ item_id: maybe(Key), price: maybe(Numeric), boosts: Boosts })),
  })
  // Each of them may be missing, all of them cannot.
  .refine(
    (reported) =>
      (reported.item_id ?? reported.status ?? reported.price_to_win ?? reported.winner) !== null,
  );
export type Competition = z.infer<typeof Competition>;

export const ProductOffer = z.object({
  item_id: Key,
  seller_id: Key,
  price: Numeric,
  condition: maybe(Text),
  listing_type_id: maybe(Text),
  accepts_mercadopago: maybe(z.boolean()),
  status: maybe(Text),
  available_quantity: maybe(Numeric),
  shipping: maybe(Shipping),
  seller: maybe(z.object({ reputation_level_id: maybe(Text) })),
});
export type ProductOffer = z.infer<typeof ProductOffer>;

export const ProductOffers = z.object({
  results: z.array(z.unknown()),
  paging: maybe(z.object({ total: maybe(Numeric) })),
});

/** A product of the catalog. */
export const CatalogProduct = z.object({
  id: Key,
  name: maybe(Text),
  permalink: maybe(Text),
  parent_id: maybe(Key),
  attributes: listOf(Attribute),
  pictures: listOf(Picture),
});
export type CatalogProduct = z.infer<typeof CatalogProduct>;
export const CatalogProducts = z.object({ results: readableOf(CatalogProduct) });

export const SalePrice = z.object({ amount: Numeric });

export const Prices = z.object({
  prices: listOf(
    z.object({
      type: maybe(Text),
      amount: Numeric,
      conditions: maybe(
        z.object({
          context_restrictions: listOf(z.string()),
          min_purchase_unit: maybe(Numeric),
        }),
      ),
    }),
  ),
});
export type Prices = z.infer<typeof Prices>;

/** The fields of an item on which its fee depends. */
export const Placed = z.object({
  id: Key,
  site_id: Text,
  category_id: Text,
  listing_type_id: Text,
});
export type Placed = z.infer<typeof Placed>;

/** What a sale costs the seller with one type of listing. */
const ListingPrice = z.object({
  currency_id: maybe(Text),
  listing_type_id: maybe(Text),
  sale_fee_amount: maybe(Numeric),
  sale_fee_details: maybe(z.object({ percentage_fee: maybe(Numeric), fixed_fee: maybe(Numeric) })),
});
export type ListingPrice = z.infer<typeof ListingPrice>;
/** A list by type; where one type was asked for, sometimes that alone. */
export const ListingPrices = z.union([
  readableOf(ListingPrice),
  ListingPrice.extend({ listing_type_id: z.string() }).transform((one) => [one]),
]);

export const Advertisers = z.object({
  advertisers: readableOf(
    z.object({ advertiser_id: Key, site_id: Text, advertiser_name: maybe(Text) }),
  ),
});
export type Advertisers = z.infer<typeof Advertisers>;

export const AdSearch = z.object({
  results: z.array(z.unknown()),
  paging: maybe(z.object({ total: maybe(Numeric) })),
});

/** What an advertised item cost its seller, and what it sold by that, as decimal amounts. */
export const FoundAd = z.object({
  item_id: Key,
  metrics: maybe(z.object({ cost: maybe(Numeric), total_amount: maybe(Numeric) })),
});

export const NotificationBody = z.object({
  topic: z.string(),
  resource: z.string(),
  user_id: Key,
});

const Cause = z.object({
  type: maybe(Text),
  code: maybe(z.union([z.string(), z.number()]).transform(String)),
  message: maybe(Text),
});
const ErrorBody = z.object({
  message: maybe(Text),
  error: maybe(Text),
  code: maybe(z.union([z.string(), z.number()]).transform(String)),
  error_description: maybe(Text),
  description: maybe(Text),
  cause: listOf(Cause),
});

/** A text of an error body that looks like a code; some answers put prose into `error`. */
const asCode = (text: string | null) =>
  text !== null && /^[A-Za-z][\w.-]{0,99}$/.test(text) ? text : null;

/** Codes by which Mercado Livre says that a call failed for now, whatever the HTTP status. */
const PASSING = new Set([
  'gateway_timeout',
  'service_not_available',
  'internal_server_error',
  'too_many_requests',
  'local_rate_limited',
]);

/** What an error's body says beyond its status: all codes it carries, the most telling first. */
export function readError(body: unknown): { codes: string[]; message: string | null } {
  const read = ErrorBody.safeParse(body);
  if (!read.success) return { codes: [], message: null };
  const { error, code, message, error_description, description, cause } = read.data;
  const causes = cause.filter((one) => one.type === null || one.type.toLowerCase() === 'error');
  const codes = [error, code, message, ...causes.map((one) => one.code)].flatMap(
    (text) => asCode(text) ?? [],
  );
  const reported = causes.flatMap((one) => one.message ?? []);
  return {
    codes,
    message:
      [message ?? error_description ?? description ?? error, ...reported]
        .filter((text) => text !== null)
        .join(': ')
        .slice(0, 500) || null,
  };
}

/**
 * The failure of an answer that is not a 2xx, with the marketplace's own code and words where it has them.
 *
 * Two oddities of the wire: "Caller is not the item's owner" comes as a 401, where a new token does not help,
 * and an exceeded quota may have any status.
 */
export function refine(failure: CallFailure, body: unknown): CallFailure {
  const { codes, message } = readError(body);
  const passing = codes.find((code) => PASSING.has(code));
  const foreign = failure.kind === 'unauthorized' && /owner/i.test(message ?? '');
  const kind = foreign
    ? 'forbidden'
    : passing === undefined
      ? failure.kind
      : passing === 'too_many_requests' || passing === 'local_rate_limited'
        ? 'rate_limited'
        : 'unavailable';
  return {
    kind,
    code: passing ?? codes[0] ?? failure.code,
    message: message ?? failure.message,
    retryAfterMs: failure.retryAfterMs,
  };
}

export const decode = decoder(refine);

/** Item, product and user ids are in paths: nothing but letters, digits and - may get there. */
export const inPath = (id: string) => encodeURIComponent(id);

export const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });
