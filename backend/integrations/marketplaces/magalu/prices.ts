import type { Minor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type {
  AccountSession,
  CallFailure,
  Fetcher,
  PricePush,
  PushOutcome,
} from '../../marketplace.ts';
import type { Channels } from './channels.ts';
import { afterBoth, judge, type Verb } from './judge.ts';
import type { Operation } from './limits.ts';
import { amountOf, decode, headersOf, inPath, type Price, Prices } from './wire.ts';

/** The currency of all that is sold there. */
export const CURRENCY = 'BRL';
/** Amounts of the API are divided by it: they are in cents. */
const NORMALIZER = 100;

/** A price as Magalu shows it, in minor units. */
export interface ShownPrice {
  price: Minor;
  /** The price that buyers see struck out; it is never below the other. Null: not reported. */
  listPrice: Minor | null;
}

/** The price in one channel; where no entry names its channel there is only one. */
const inChannel = (entries: readonly Price[], channelId: string): Price | null =>
  entries.find(({ channel }) => channel?.id === channelId) ??
  entries.find(({ channel }) => channel === null) ??
  null;

function toShown(entry: Price, sku: string): Result<ShownPrice, CallFailure> {
  const price = amountOf(entry.price, entry);
  if (price === null || (entry.currency ?? CURRENCY) !== CURRENCY)
    return fail(unreadable(`the price of ${sku}`));
  return ok({ price, listPrice: amountOf(entry.list_price, entry) });
}

/** The price of a SKU in a channel; null: it has none there. */
export async function readPrice(
  api: Fetcher,
  session: AccountSession,
  channelId: string,
  sku: string,
  operation: Extract<Operation, 'readPrices' | 'pushPrices'>,
): Promise<Result<ShownPrice | null, CallFailure>> {
  const answer = decode(
    await api({
      method: 'GET',
      operation,
      path: `/seller/v1/portfolios/prices/${inPath(sku)}`,
      headers: headersOf(session),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Prices,
    `the price of ${sku}`,
  );
  if (!answer.ok) return answer.error.kind === 'not_found' ? ok(null) : answer;
  const entry = inChannel(answer.value.results, channelId);
  return entry === null ? ok(null) : toShown(entry, sku);
}

export const noPrice = (sku: string): CallFailure =>
  failure('not_found', 'no_price', `${sku} has no price in the seller's channel`);

/** The price that buyers see now. */
export async function getPrice(
  api: Fetcher,
  channels: Channels,
  session: AccountSession,
  sku: string,
): Promise<Result<Minor, CallFailure>> {
  const channel = await channels.of(session);
  if (!channel.ok) return channel;
  const shown = await readPrice(api, session, channel.value, sku, 'pushPrices');
  if (!shown.ok) return shown;
  return shown.value === null ? fail(noPrice(sku)) : ok(shown.value.price);
}

/**
 * Sets the price of a SKU. Magalu answers 202 and sets it later, so an accepted price is `accepted` until its trace, a
 * notification or the price itself shows the outcome; it is confirmed at once only where buyers saw it before.
 *
 * The present price is read first: it decides the first verb, and gives the list price, which must not be below the
 * price. Where the other verb is needed, it is tried once: both refusals say that nothing was changed.
 */
export async function setPrice(
  api: Fetcher,
  channels: Channels,
  session: AccountSession,
  push: PricePush,
): Promise<PushOutcome> {
  const { skuMarketplace: sku, price, operationKey } = push;
  const channel = await channels.of(session);
  if (!channel.ok) return notSent(channel.error);
  const present = await readPrice(api, session, channel.value, sku, 'pushPrices');
  if (!present.ok) return notSent(present.error);
  const listPrice = Math.max(present.value?.listPrice ?? price, price);

  const write = (verb: Verb) =>
    api({
      method: verb,
      operation: 'pushPrices',
      path: `/seller/v1/portfolios/prices/${inPath(sku)}`,
      // Magalu knows no idempotency keys; this id lets both sides' records be matched.
      headers: { ...headersOf(session), 'x-request-id': operationKey },
      json: {
        channel: { id: channel.value },
        currency: CURRENCY,
        list_price: listPrice,
        price,
        normalizer: NORMALIZER,
      },
      pace: session.sellerId,
      signal: session.signal,
    });
  const verb = present.value === null ? 'POST' : 'PATCH';
  const first = judge(await write(verb), verb);
  const verdict = first.kind === 'switch' ? judge(await write(first.to), first.to) : first;
  switch (verdict.kind) {
    case 'over':
      return verdict.outcome;
    case 'switch':
      return afterBoth(verdict.to);
    case 'taken':
      if (present.value?.price === price) return { kind: 'confirmed', price };
      return {
        kind: 'accepted',
        ...(verdict.traceId !== null && { trace: verdict.traceId }),
      };
  }
}

/** The outcome where the present price could not be read and nothing was sent. */
const notSent = (fault: CallFailure): PushOutcome =>
  fault.code === 'address_refused'
    ? { kind: 'rejected', code: fault.code, message: fault.message }
    : { kind: 'failed', failure: fault };
