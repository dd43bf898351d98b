// What follows from a poll of a watched competitor: what is announced, what waits for a second poll, and when that is. Pure.
import type { Offer } from '../../../kernel/market.ts';
import type { Minor } from '../../../kernel/money.ts';
import type { WatchState } from '../../contract/watch.ts';

/** An offer as it was observed on a watched page. */
export type ObservedOffer = Pick<
  Offer,
  | 'offerId'
  | 'sellerId'
  | 'sellerName'
  | 'price'
  | 'shippingTimeHours'
  | 'fulfillment'
  | 'reputation'
  | 'listingTypeId'
  | 'condition'
> & {
  /** Null: not reported. */
  shippingPrice: Minor | null;
};

/** Why a competitor cannot be polled. */
export const CLOSED_REASONS = [
  'no_reader', // the marketplace reports no offers of others
  'no_account', // the company has no account to poll with
  'outside_catalog', // the link is to a listing without a product, whose price is reported only to its seller
  'item_not_listed', // the product's page does not have the listing that the link names
  'below_twentieth', // the marketplace reports only the first twenty offers
  'not_found',
  'forbidden',
  'robots', // the host asks programs not to read the page
  'page_refused', // the host refused us, and is not called
  'page_unreadable', // the page shows no price that can be read with certainty
  'ambiguous', // the page shows several prices, or another variation
] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** The result of one poll. */
export type PollResult =
  | { kind: 'offer'; offer: ObservedOffer; isSuspect: boolean }
  /** No seller offers it, or not the watched one. */
  | { kind: 'absent' }
  | { kind: 'closed'; reason: ClosedReason }
  /** The marketplace did not answer, or only in part. */
  | { kind: 'unanswered' }
  /** The marketplace's rate limit was used up. */
  | { kind: 'limited' };

/** What one poll found and a second one has to confirm. `at`: milliseconds since 1970. */
export interface Pending {
  kind: 'offer' | 'absent' | 'suspect';
  price: Minor | null;
  at: number;
}

export interface Watch {
  state: WatchState;
  reason: string | null;
  offer: ObservedOffer | null;
  pending: Pending | null;
  seenAt: Date | null;
  failures: number;
}

export interface Observed extends Watch {
  nextPollAt: Date;
  /** Something that matters to prices changed. */
  isChanged: boolean;
}

/** A price that changes by this share or more counts only once a second poll confirms it. */
const LARGE_CHANGE = 0.1;
/** The second poll may be made this long after the first, so that its answer does not come from a cache. */
const SECOND_POLL_MS = 5 * 60_000;
/** A poll that the rate limit did not allow is made in the next round. */
const LIMITED_MS = 60_000;
const MOST_FAILURES = 8;
const CLOSED_MS = 24 * 3_600_000;

const isFar = (a: Minor, b: Minor) => Math.abs(a - b) >= LARGE_CHANGE * b;

const isConfirmed = (
  pending: Pending | null,
  kind: Pending['kind'],
  price: Minor | null,
  now: Date,
): boolean =>
  pending?.kind === kind &&
  now.getTime() - pending.at >= SECOND_POLL_MS &&
  (price === null || (pending.price !== null && !isFar(price, pending.price)));

/** Whether an earlier poll found the same, too short a time ago to count this one as the second. */
const isWaiting = (pending: Pending | null, kind: Pending['kind'], price: Minor | null): boolean =>
  pending?.kind === kind &&
  (price === null || (pending.price !== null && !isFar(price, pending.price)));

const sameOffer = (a: ObservedOffer | null, b: ObservedOffer): boolean =>
  a !== null &&
  a.price === b.price &&
  a.shippingPrice === b.shippingPrice &&
  a.sellerId === b.sellerId &&
  a.condition === b.condition;

/**
 * How a poll changes a competitor. A large change of the price, an absence and a suspect price count only once a second poll, at
 * least five minutes later, confirms them; until then the earlier state holds.
 * @param everyMs how long until the next poll where nothing waits
 */
export function observe(watch: Watch, result: PollResult, now: Date, everyMs: number): Observed {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (result.kind === 'limited')
    return { ...watch, nextPollAt: after(LIMITED_MS), isChanged: false };
  if (result.kind === 'unanswered') {
    const failures = Math.min(watch.failures + 1, MOST_FAILURES);
    const nextPollAt = after(SECOND_POLL_MS * 2 ** (failures - 1));
    return { ...watch, failures, nextPollAt, isChanged: false };
  }
  const answered = { ...watch, failures: 0 };
  if (result.kind === 'closed') {
    const isChanged = watch.state === 'ready';
    const { reason } = result;
    return {
      ...answered,
      state: 'unavailable',
      reason,
      pending: null,
      nextPollAt: after(CLOSED_MS),
      isChanged,
    };
  }
  const observed = { ...answered, seenAt: now };
  const settled = (more: Partial<Watch>, isChanged: boolean): Observed => ({
    ...observed,
    pending: null,
    reason: null,
    ...more,
    nextPollAt: after(everyMs),
    isChanged,
  });
  const waits = (kind: Pending['kind'], price: Minor | null, more: Partial<Watch> = {}) => {
    const at = isWaiting(watch.pending, kind, price) ? watch.pending!.at : now.getTime();
    const state = more.state ?? watch.state;
    return {
      ...observed,
      ...more,
      pending: { kind, price, at },
      nextPollAt: new Date(Math.max(at + SECOND_POLL_MS, now.getTime() + 60_000)),
      isChanged: state !== watch.state,
    };
  };

  if (result.kind === 'absent') {
    if (watch.state === 'paused_or_out_of_stock') return settled({}, false);
    // What was never for sale here affects no price.
    const isKnown = watch.state === 'ready' || watch.state === 'suspect';
    if (isKnown && !isConfirmed(watch.pending, 'absent', null, now)) return waits('absent', null);
    return settled({ state: 'paused_or_out_of_stock' }, true);
  }
  const { offer, isSuspect } = result;
  const { price } = offer;
  const isKnown = watch.state === 'ready' && watch.offer !== null;
  if (isSuspect && !(isKnown && watch.offer!.price === price)) {
    if (isConfirmed(watch.pending, 'suspect', price, now))
      return settled({ state: 'ready', offer }, true);
    return waits('suspect', price, { state: 'suspect', offer, reason: null });
  }
  if (
    isKnown &&
    isFar(price, watch.offer!.price) &&
    !isConfirmed(watch.pending, 'offer', price, now)
  )
    return waits('offer', price);
  return settled({ state: 'ready', offer }, !(isKnown && sameOffer(watch.offer, offer)));
}
