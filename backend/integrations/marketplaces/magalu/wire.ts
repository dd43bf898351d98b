// What Magalu sends, as far as the product reads it. Decoding is tolerant: unknown fields are ignored, an invalid optional
// field counts as absent, and an error may lack any of its parts.
import * as z from 'zod';
import {
  Key,
  Lifetime,
  listOf,
  maybe,
  Numeric,
  priceOf,
  readableOf,
  Text,
} from '../../../kernel/lenient.ts';
import type { Minor } from '../../../kernel/money.ts';
import { decoder } from '../../answers.ts';
import type { AccountSession, CallFailure } from '../../marketplace.ts';

export const Token = z.object({
  access_token: Text,
  refresh_token: Text,
  /** Seconds. */
  expires_in: Lifetime,
  scope: maybe(Text),
});

const Channel = z.object({ id: Key });

export const Me = z.object({
  tenant: Channel,
  channel: maybe(Channel),
  seller: maybe(z.object({ name: maybe(Text) })),
});

const PageMeta = maybe(z.object({ page: maybe(z.object({ limit: maybe(Numeric) })) }));

const Attribute = z.object({
  name: maybe(Text),
  value: maybe(z.union([z.string().min(1), z.number()]).transform(String)),
});
export type Attribute = z.infer<typeof Attribute>;

export const Sku = z.object({
  sku: Key,
  title: maybe(Text),
  brand: maybe(Text),
  condition: maybe(Text),
  active: maybe(z.boolean()),
  status: maybe(Text),
  group: maybe(z.object({ id: maybe(Key) })),
  identifiers: listOf(z.object({ type: maybe(Text), value: maybe(Key) })),
  attributes: listOf(Attribute),
  images: listOf(z.object({ reference: maybe(Text) })),
  url_marketplace: listOf(z.object({ channel: maybe(Key), url: maybe(Text) })),
  fulfillment: maybe(z.boolean()),
});
export type Sku = z.infer<typeof Sku>;

/** A page of SKUs. One entry that cannot be read does not hide the others; its SKU is asked for by itself. */
export const SkuPage = z.object({
  meta: PageMeta,
  results: readableOf(z.looseObject({ sku: Key })),
});

/** A price of a SKU in one channel. An amount without its `normalizer`, by which it is divided, is none. */
export const Price = z.object({
  price: Numeric,
  list_price: maybe(Numeric),
  currency: maybe(Text),
  normalizer: Numeric.refine((divisor) => divisor > 0),
  channel: maybe(Channel),
});
export type Price = z.infer<typeof Price>;

export const Prices = z.object({ results: z.array(Price) });

export const Stocks = z.object({
  results: z.array(z.object({ type: maybe(Text), quantity: Numeric, channel: maybe(Channel) })),
});
export type Stocks = z.infer<typeof Stocks>;

/** A rule by which Magalu itself sets the price of a SKU. */
const PricingRule = z.object({ rule_type: Text, sku: maybe(Key) });
/** One, a list, or a page of them: the documentation does not show which. */
export const PricingRules = z.union([
  z.object({ results: readableOf(PricingRule) }).transform(({ results }) => results),
  readableOf(PricingRule),
  PricingRule.transform((rule) => [rule]),
  // `{}`: none is active.
  z.strictObject({}).transform(() => []),
]);

export const Scores = z.object({
  meta: PageMeta,
  results: readableOf(z.object({ sku: Key, score: maybe(Numeric) })),
});

/** How an asynchronous write ended. */
export const Trace = z.object({
  severity: maybe(Text),
  code: maybe(Key),
  message: maybe(Text),
  description: maybe(Text),
});
export type Trace = z.infer<typeof Trace>;

/** The answer to a write; `{}`, or an empty body, is a 202 without a trace. */
export const Accepted = z.object({ trace_id: maybe(Key) });

/** A subscription: of one tenant to one topic. */
export interface Signup {
  id: string;
  topic: string | null;
  webhook: string | null;
}
const Signup = z
  .object({ id: Key, topic_id: maybe(Key), topic: maybe(Key), webhook: maybe(Text) })
  .transform(
    ({ id, topic_id, topic, webhook }): Signup => ({
      id,
      topic: topic_id ?? topic,
      webhook,
    }),
  );
/** A list, or a page of one. */
export const Signups = z.union([
  z.object({ results: readableOf(Signup) }).transform(({ results }) => results),
  readableOf(Signup),
]);

/** Reported only at the sign-up. */
export const SignedUp = z.object({ secret: maybe(Text) });

export const NotificationBody = z.object({
  topic: Text,
  tenant_id: Key,
  data: maybe(
    z.object({
      status: maybe(Text),
      resource: maybe(Text),
      params: maybe(z.object({ sku: maybe(Key), id: maybe(Key) })),
    }),
  ),
});

const Details = listOf(z.object({ slug: maybe(Text), message: maybe(Text), msg: maybe(Text) }));
const ErrorBody = z.object({
  slug: maybe(Text),
  message: maybe(Text),
  details: Details,
  /** The gateway's. */
  errorCode: maybe(Key),
  developerMessage: maybe(Text),
  /** OAuth's (RFC 6749 5.2). */
  error: maybe(Text),
  error_description: maybe(Text),
  /** Of services that are written with FastAPI. */
  detail: z
    .union([Text.transform((msg) => [{ slug: null, message: msg, msg: null }]), Details])
    .catch([]),
});

/** What an error's body says beyond its status: its code and words; null: nothing. */
export function readError(body: unknown): { code: string | null; message: string | null } {
  const read = ErrorBody.safeParse(body);
  if (!read.success) return { code: null, message: null };
  const { slug, message, details, errorCode, developerMessage, error, error_description, detail } =
    read.data;
  const words = [
    message ?? developerMessage ?? error_description,
    ...[...details, ...detail].map((one) => one.message ?? one.msg),
  ];
  return {
    code: slug ?? details.find((one) => one.slug !== null)?.slug ?? error ?? errorCode,
    message:
      words
        .filter((text) => text !== null)
        .join(': ')
        .slice(0, 500) || null,
  };
}

const NOT_PERMITTED =
  'the consent lacks a permission, or the person who gave it does not administer the organisation';

/** The failure of an answer that is not a 2xx, with Magalu's own code and words where it has them. */
export function refine(failure: CallFailure, body: unknown): CallFailure {
  const { code, message } = readError(body);
  const words = message ?? failure.message;
  // A locked resource is being changed at this moment.
  if (failure.code === '423')
    return { ...failure, kind: 'unavailable', code: 'locked', message: words };
  if (failure.kind === 'forbidden')
    return { ...failure, code: code ?? failure.code, message: `${words} (${NOT_PERMITTED})` };
  return { ...failure, code: code ?? failure.code, message: words };
}

export const decode = decoder(refine);

/** Sellers choose their SKUs: any character of them stays in one segment of the path. */
export const inPath = (sku: string) => encodeURIComponent(sku);

/** The headers of every call for a seller. */
export const headersOf = ({ accessToken, sellerId }: AccountSession) => ({
  authorization: `Bearer ${accessToken}`,
  'x-tenant-id': sellerId,
});

/** What a price comes to in minor units; null: it is no price. */
export const amountOf = (
  amount: number | null,
  { normalizer }: Pick<Price, 'normalizer'>,
): Minor | null => (amount === null ? null : priceOf(amount / normalizer));
