import type { Clock } from '../../../kernel/clock.ts';
import { type Minor, toAmount } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { unreadable } from '../../answers.ts';
import type {
  AccountSession,
  CallFailure,
  Fetcher,
  PricePush,
  PushOutcome,
} from '../../marketplace.ts';
import { getItem, ownOfferOf, priceAt, priceIssuesOf, shownPriceOf } from './listings.ts';
import * as requests from './requests.ts';
import type { Store } from './stores.ts';
import { type Issue, type Item, refine, Submission } from './wire.ts';

/** Why a price is not sent at all, in our own codes: Amazon would accept it and act on it later, or not at all. */
export const AUTOMATED = 'price_automated';
export const ON_SALE = 'in_promotion';
const BELOW_LEAST = 'price_below_seller_minimum';
const ABOVE_MOST = 'price_above_seller_maximum';
const OTHER_CURRENCY = 'currency_mismatch';

/** Amazon's issue codes that mean one of those; the others go on as they came. */
const CODES: Record<string, string> = { '18155': BELOW_LEAST };

/** A price change beyond this share of the present price is checked before it is sent. */
const LARGE_MOVE = 0.3;

type Rejection = Extract<PushOutcome, { kind: 'rejected' }>;

const rejected = (code: string, message: string): Rejection => ({
  kind: 'rejected',
  code,
  message,
});

const refusedBy = (issue: Issue | undefined): Rejection =>
  rejected(
    CODES[issue?.code ?? ''] ?? issue?.code ?? 'invalid',
    issue?.message ?? 'Amazon found the price invalid',
  );

/**
 * The price that buyers see now. Of a listing that is not offered because of its price, the failure is `invalid`
 * with the issue's code.
 */
export async function getPrice(
  fetcher: Fetcher,
  store: Store,
  clock: Clock,
  session: AccountSession,
  sku: string,
): Promise<Result<Minor, CallFailure>> {
  const item = await getItem(fetcher, store, session, sku);
  return item.ok ? readPrice(item.value, store, clock()) : item;
}

/** The price that buyers see, from an item. */
function readPrice(item: Item, store: Store, now: Date): Result<Minor, CallFailure> {
  const shown = shownPriceOf(item, store);
  if (shown !== null) return ok(shown);
  const [issue] = priceIssuesOf(item.issues, store);
  if (issue !== undefined) {
    const { code, message } = refusedBy(issue);
    return fail({ kind: 'invalid', code, message, retryAfterMs: null });
  }
  // Off sale for another reason, such as an empty stock: it is the price that buyers would see.
  const askingPrice = priceAt(ownOfferOf(item, store)?.read.our_price ?? [], now);
  return askingPrice === null ? fail(unreadable(`the price of ${item.sku}`)) : ok(askingPrice);
}

/** What is to be sent for a price, or the outcome of a push that is not sent. */
export type Plan =
  | { send: false; outcome: PushOutcome }
  | {
      send: true;
      change: { productType: string; offers: readonly Record<string, unknown>[] };
      /** Ask first whether Amazon would accept it. */
      preview: boolean;
    };

/**
 * Plans a push by the listing's present state. The patch replaces the attribute as a whole, so the rest of it is sent
 * again unchanged: the limits, the scheduled sale, the offer for companies.
 */
function planOf(item: Item, store: Store, push: PricePush, now: Date): Plan {
  const end = (outcome: PushOutcome): Plan => ({ send: false, outcome });
  const offer = ownOfferOf(item, store);
  const shown = shownPriceOf(item, store);
  const askingPrice = priceAt(offer?.read.our_price ?? [], now);
  const issues = priceIssuesOf(item.issues, store);
  const { price } = push;

  if (offer !== null) {
    const { read } = offer;
    if (read.automated_pricing_merchandising_rule_plan.length > 0)
      return end(
        rejected(
          AUTOMATED,
          "Amazon's own automation sets this price: take the ad off its rule first",
        ),
      );
    if (priceAt(read.discounted_price, now) !== null)
      return end(rejected(ON_SALE, 'Buyers see the price of a running sale, not this one'));
    if (read.currency !== null && read.currency !== push.currencyCode)
      return end(rejected(OTHER_CURRENCY, `The ad is offered in ${read.currency}`));
    // Amazon accepts a price outside the seller's own limits, and then deactivates the listing.
    const least = priceAt(read.minimum_seller_allowed_price, now);
    if (least !== null && price < least)
      return end(rejected(BELOW_LEAST, 'Below the minimum price that the ad has at Amazon'));
    const most = priceAt(read.maximum_seller_allowed_price, now);
    if (most !== null && price > most)
      return end(rejected(ABOVE_MOST, 'Above the maximum price that the ad has at Amazon'));
  }
  if (shown === price && (askingPrice === null || askingPrice === price))
    return end({ kind: 'confirmed', price });
  // Sent before and accepted, yet not shown, with an issue about it: Amazon refused it after all.
  if (askingPrice === price && issues.length > 0) return end(refusedBy(issues[0]));

  const summary = item.summaries.find(
    ({ marketplaceId }) => marketplaceId === null || marketplaceId === store.id,
  );
  const present = item.attributes?.purchasable_offer ?? [];
  const next = {
    ...(offer?.raw ?? { audience: 'ALL' }),
    marketplace_id: store.id,
    currency: push.currencyCode,
    our_price: [{ schedule: [{ value_with_tax: toAmount(price) }] }],
  };
  const offers =
    offer === null ? [...present, next] : present.map((one) => (one === offer.raw ? next : one));
  // A preview costs one of five patches a second and most prices pass. It pays where Amazon may well refuse, as a price
  // that it accepts and refuses afterwards deactivates the listing: after an issue, and for a large change.
  const isLarge = shown === null || Math.abs(price - shown) > shown * LARGE_MOVE;
  const productType = summary?.productType ?? 'PRODUCT';
  return { send: true, change: { productType, offers }, preview: issues.length > 0 || isLarge };
}

/** Failures that say nothing of the price: it was only to be read, or may have arrived. */
const GARBLED = new Set(['unreadable', 'too_large', 'redirected']);

/** The outcome of a push whose call failed. */
function ended(failure: CallFailure): PushOutcome {
  switch (failure.kind) {
    case 'rate_limited':
    case 'unavailable':
    case 'unauthorized':
      return { kind: 'failed', failure };
    default:
      return GARBLED.has(failure.code)
        ? { kind: 'failed', failure: { ...failure, kind: 'unavailable' } }
        : rejected(failure.code, failure.message);
  }
}

/** Sends one patch, for show or for good. */
async function patch(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  sku: string,
  change: Extract<Plan, { send: true }>['change'],
  mode: 'preview' | 'submit',
): Promise<PushOutcome | 'valid'> {
  const answer = await fetcher(requests.patchListingsItem(session, store.id, sku, change, mode));
  if (!answer.ok) return ended(answer.error);
  const { failure, body } = answer.value;
  if (failure !== null) return ended(refine(failure, body));
  return mode === 'submit' ? readSubmission(body) : readPreview(body);
}

const errorOf = (submission: Submission) =>
  submission.issues.find(({ severity }) => severity === 'ERROR') ?? submission.issues[0];

/** What the answer to a patch means. `ACCEPTED` is not applied: the price that buyers see decides, later. */
export function readSubmission(body: unknown): PushOutcome {
  const read = Submission.safeParse(body);
  if (read.success && read.data.status === 'INVALID') return refusedBy(errorOf(read.data));
  // Also where the answer cannot be understood: it was a 2xx, so the price may be on its way.
  return { kind: 'accepted' };
}

/** What the answer to a preview means. */
export function readPreview(body: unknown): PushOutcome | 'valid' {
  const read = Submission.safeParse(body);
  if (!read.success) return ended(unreadable('the preview'));
  return read.data.status === 'INVALID' ? refusedBy(errorOf(read.data)) : 'valid';
}

/**
 * Sets the price of a listing: reads it, checks what can be known beforehand, and sends the price once. Amazon knows
 * no idempotency keys, but setting the same price again changes nothing.
 * @see https://developer-docs.amazon.com/sp-api/docs/manage-purchasable-offer
 */
export async function setPrice(
  fetcher: Fetcher,
  store: Store,
  clock: Clock,
  session: AccountSession,
  push: PricePush,
): Promise<PushOutcome> {
  const sku = push.skuMarketplace;
  const item = await getItem(fetcher, store, session, sku);
  if (!item.ok) return ended(item.error);
  const plan = planOf(item.value, store, push, clock());
  if (!plan.send) return plan.outcome;
  if (plan.preview) {
    const checked = await patch(fetcher, store, session, sku, plan.change, 'preview');
    if (checked !== 'valid') return checked;
  }
  const sent = await patch(fetcher, store, session, sku, plan.change, 'submit');
  return sent === 'valid' ? { kind: 'accepted' } : sent;
}
