import type { Condition } from '../../../kernel/market.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import {
  type IncomingNotification,
  type ListingNotification,
  type MarketplaceNotification,
  type OrderNotification,
  UNPROVEN,
} from '../../marketplace.ts';
import { sameSecret } from '../../proof.ts';
import { toMarket } from './market.ts';
import {
  conditionOf,
  either,
  isFields,
  otherCurrency,
  readOfferList,
  textOf,
} from './offer-list.ts';
import { type Accounts, STORES, type Store } from './stores.ts';

const notificationType = either('NotificationType');
const payload = either('Payload');
const anyOfferChanged = either('AnyOfferChangedNotification');
const trigger = either('OfferChangeTrigger');
const sellerId = either('SellerId');
const marketplaceId = either('MarketplaceId');
const itemCondition = either('ItemCondition');
const timeOfOfferChange = either('TimeOfOfferChange');
const sku = either('Sku');
const orderChange = either('OrderChangeNotification');
const orderSummary = either('Summary');
const amazonOrderId = either('AmazonOrderId');

const asinOf = (from: unknown) =>
  isFields(from) ? textOf(from.ASIN ?? from.asin ?? from.Asin) : null;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The notification inside what came: an EventBridge event holds it as its detail, a pipe from a queue hands over the
 * queue's message (one, or a list of one) with the notification as text, and either may be set to send it bare.
 */
function unwrap(body: unknown): unknown {
  const one: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (!isFields(one)) return null;
  if (isFields(one.detail)) return one.detail;
  return typeof one.body === 'string' ? parseJson(one.body) : one;
}

/** The stores that a notification is about: the one that it names, else all; none where no account can be in it. */
const storesOf = ({ stores }: Accounts, place: string | null): readonly Store[] =>
  place === null ? stores : STORES.filter(({ id }) => id === place);

function marketNotification(
  accounts: Accounts,
  reported: unknown,
  list: unknown,
): Result<readonly ListingNotification[], string> {
  const change = trigger(reported);
  const seller = textOf(sellerId(reported));
  const asin = asinOf(change);
  if (seller === null) return fail('unknown_seller');
  if (asin === null) return fail('unknown_resource');
  const place = textOf(marketplaceId(change));
  const stores = storesOf(accounts, place);
  const word = textOf(itemCondition(change));
  const condition: Condition | null = conditionOf(word);
  const isForeign = ({ currencyCode }: Store) => otherCurrency(list, currencyCode) !== null;
  if (place !== null && stores.some(isForeign)) return fail('other_currency');
  // Prices that may be those of another store only trigger a poll, and so do incomplete ones.
  const offers = place === null ? null : readOfferList(list, word);
  const at = new Date(textOf(timeOfOfferChange(change)) ?? Number.NaN);
  const market =
    offers === null || Number.isNaN(at.getTime())
      ? null
      : toMarket(offers, { sellerId: seller, sku: null }, at, null);
  return ok(
    stores.map((store) => ({
      sellerId: accounts.in(store, seller),
      subject: { catalogProductId: asin, condition },
      about: 'market',
      market: market?.buybox.status === 'SYNCING' ? null : market,
    })),
  );
}

function listingNotification(
  accounts: Accounts,
  reported: unknown,
): Result<readonly ListingNotification[], string> {
  const seller = textOf(sellerId(reported));
  const skuMarketplace = textOf(sku(reported));
  if (seller === null) return fail('unknown_seller');
  if (skuMarketplace === null) return fail('unknown_resource');
  const stores = storesOf(accounts, textOf(marketplaceId(reported)));
  return ok(
    stores.map((store) => ({
      sellerId: accounts.in(store, seller),
      subject: { skuMarketplace },
      about: 'listing',
      market: null,
    })),
  );
}

function orderNotification(
  accounts: Accounts,
  reported: unknown,
): Result<readonly OrderNotification[], string> {
  const seller = textOf(sellerId(reported));
  const orderId = textOf(amazonOrderId(reported));
  if (seller === null) return fail('unknown_seller');
  if (orderId === null) return fail('unknown_resource');
  const stores = storesOf(accounts, textOf(marketplaceId(orderSummary(reported))));
  return ok(
    stores.map((store) => ({
      sellerId: accounts.in(store, seller),
      subject: { orderId },
      about: 'order',
    })),
  );
}

/**
 * What a notification is about; empty for a type that the product does not use; a failure says why it is invalid.
 *
 * Anybody may call the address, so a notification without our key is refused as `unproven`. ANY_OFFER_CHANGED contains
 * the whole market of a product at the time of the change. Such notifications are many, so nothing is decoded here
 * that is not needed.
 * @see https://developer-docs.amazon.com/sp-api/docs/notification-type-values
 */
export function decodeNotification(
  accounts: Accounts,
  key: string,
  { body, headers }: Pick<IncomingNotification, 'body' | 'headers'>,
): Result<readonly MarketplaceNotification[], string> {
  if (!sameSecret(headers.get('x-api-key') ?? '', key)) return fail(UNPROVEN);
  const notification = unwrap(body);
  const type = textOf(notificationType(notification));
  if (type === null) return fail('not_a_notification');
  const reported = payload(notification);
  switch (type) {
    case 'ANY_OFFER_CHANGED': {
      const inner = anyOfferChanged(reported) ?? reported;
      return marketNotification(accounts, inner, inner);
    }
    case 'PRICING_HEALTH':
      return marketNotification(accounts, reported, null);
    case 'LISTINGS_ITEM_STATUS_CHANGE':
    // What its own schema calls it.
    case 'LISTINGS_ITEM_STATUS_CHANGED':
    case 'LISTINGS_ITEM_ISSUES_CHANGE':
      return listingNotification(accounts, reported);
    case 'ORDER_CHANGE':
      return orderNotification(accounts, orderChange(reported) ?? reported);
    default:
      return ok([]);
  }
}
