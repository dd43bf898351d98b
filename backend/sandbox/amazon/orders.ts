// Orders, version 2026-01-01, and the notification of a changed one.
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import type { Minor } from '../../kernel/money.ts';
import { buyerOf } from '../world/people.ts';
import {
  findAmazonSeller,
  findOffer,
  findOrder,
  type Offer,
  type Order,
  type OrderStep,
  orderChangedAt,
  orderState,
  ordersOf,
  type WorldEvent,
} from '../world.ts';
import { isFba } from './market.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  invalid,
  listIn,
  notFound,
  part,
  textMoney,
} from './room.ts';
import { STORES, storeAt, storeOf } from './stores.ts';

const PAGE = 100;
/** The delay after which a changed order is shown. */
const LAG_MS = 2 * 60_000;
/** The tolerance for a caller's clock that is ahead. */
const SKEW_MS = 5_000;

const time = (at: number) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');

type State = 'placed' | OrderStep;

/** Delivered and returned orders are shipped: orders do not report more. */
const STATUSES: Record<State, 'UNSHIPPED' | 'SHIPPED' | 'CANCELLED'> = {
  placed: 'UNSHIPPED',
  shipped: 'SHIPPED',
  delivered: 'SHIPPED',
  refunded: 'SHIPPED',
  cancelled: 'CANCELLED',
};

/** The last change of an order that orders report: shipped or cancelled. */
export const changedAt = (order: Order, now: number): number =>
  orderChangedAt({ ...order, deliveredAt: null, refundedAt: null }, now);

/** The id of an order's only item. */
export const orderItemId = ({ id }: Order) => `7${id.replaceAll('-', '').slice(-13)}`;
const sold = ({ units, price }: Order): Minor => units * price;

function packagesOf(order: Order, state: State) {
  if (order.shippedAt === null || STATUSES[state] !== 'SHIPPED') return [];
  return [
    {
      packageReferenceId: '1',
      createdTime: time(order.shippedAt),
      packageStatus: { status: state === 'shipped' ? 'IN_TRANSIT' : 'DELIVERED' },
      carrier: 'Amazon Shipping',
      shipTime: time(order.shippedAt),
      trackingNumber: `TBR${orderItemId(order)}`,
      packageItems: [{ orderItemId: orderItemId(order), quantity: order.units }],
    },
  ];
}

function recipientOf(order: Order) {
  const { country } = storeAt(order);
  const { firstName, lastName, city, state, postalCode } = buyerOf(order.buyer, country);
  return {
    deliveryAddress: {
      name: `${firstName} ${lastName}`,
      city,
      stateOrRegion: state,
      postalCode:
        country === 'BR' ? `${postalCode.slice(0, 5)}-${postalCode.slice(5)}` : postalCode,
      countryCode: country,
      addressType: 'RESIDENTIAL',
    },
  };
}

/** An order with the requested data only. */
function orderBody(room: AmazonRoom, order: Order, included: ReadonlySet<string>) {
  const now = room.marketNow();
  const state = orderState(order, now);
  const found = findOffer(room.world(), order.itemId);
  const has = <T>(name: string, value: () => T) => (included.has(name) ? value() : {});
  const shippedUnits = STATUSES[state] === 'SHIPPED' ? order.units : 0;
  const total = sold(order) + order.shipping;
  const store = storeAt(order);
  const money = (minor: Minor) => textMoney(minor, store);
  return {
    orderId: order.id,
    createdTime: time(order.at),
    lastUpdatedTime: time(changedAt(order, now)),
    programs: found?.offer.amazon?.prime ? ['PRIME'] : [],
    salesChannel: {
      channelName: 'AMAZON',
      marketplaceId: store.id,
      marketplaceName: store.name,
    },
    ...has('RECIPIENT', () => ({ recipient: recipientOf(order) })),
    ...has('PROCEEDS', () => ({ proceeds: { grandTotal: money(total) } })),
    ...has('FULFILLMENT', () => ({
      fulfillment: {
        fulfillmentStatus: STATUSES[state],
        fulfilledBy: found && isFba(found.offer) ? 'AMAZON' : 'MERCHANT',
        fulfillmentServiceLevel: 'STANDARD',
      },
    })),
    orderItems: [
      {
        orderItemId: orderItemId(order),
        quantityOrdered: order.units,
        product: {
          asin: found?.product.id ?? '',
          title: found?.product.title ?? '',
          sellerSku: found?.offer.sku ?? '',
          condition: { conditionType: found?.offer.condition === 'used' ? 'USED' : 'NEW' },
          price: { unitPrice: money(order.price) },
        },
        ...has('PROCEEDS', () => ({
          proceeds: {
            proceedsTotal: money(total),
            breakdowns: [
              { type: 'ITEM', subtotal: money(sold(order)) },
              { type: 'SHIPPING', subtotal: money(order.shipping) },
            ],
          },
        })),
        ...has('CANCELLATION', () =>
          state === 'cancelled'
            ? { cancellation: { cancellationExecution: { cancelledBy: 'BUYER' } } }
            : {},
        ),
        ...has('FULFILLMENT', () => ({
          fulfillment: {
            quantityFulfilled: shippedUnits,
            quantityUnfulfilled: state === 'cancelled' ? 0 : order.units - shippedUnits,
          },
        })),
      },
    ],
    ...has('PACKAGES', () => ({ packages: packagesOf(order, state) })),
  };
}

/** The criteria of a search; also in its token, so that it survives a restart. */
interface Search {
  by: 'created' | 'updated';
  after: number;
  before: number;
  statuses: string[];
  size: number;
  offset: number;
}

const writeToken = (search: Search) =>
  encodeBase64Url(new TextEncoder().encode(JSON.stringify(search)).buffer as ArrayBuffer);

function readToken(text: string): Search | null {
  try {
    const search: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(text)));
    const { after, before, offset, size, statuses } = search as Partial<Search>;
    const isWhole =
      [after, before, offset, size].every(Number.isInteger) && Array.isArray(statuses);
    return isWhole ? (search as Search) : null;
  } catch {
    return null;
  }
}

/** The criteria of the query; a text: its fault. */
function readSearch(call: AmazonCall, now: number): Search | string {
  const token = call.req.query('paginationToken');
  if (token !== undefined) return readToken(token) ?? 'Invalid paginationToken.';
  const { createdAfter, lastUpdatedAfter } = call.req.query();
  if ((createdAfter === undefined) === (lastUpdatedAfter === undefined))
    return 'Either createdAfter or lastUpdatedAfter is required.';
  const by = createdAfter === undefined ? 'updated' : 'created';
  const after = Date.parse(createdAfter ?? lastUpdatedAfter ?? '');
  const latest = now - LAG_MS;
  const given = call.req.query(by === 'created' ? 'createdBefore' : 'lastUpdatedBefore');
  const before = given === undefined ? latest : Date.parse(given);
  if (Number.isNaN(after) || Number.isNaN(before)) return 'Invalid date.';
  if (before > latest + SKEW_MS) return 'The date must be at least two minutes in the past.';
  const size = Number(call.req.query('maxResultsPerPage') ?? PAGE);
  if (!Number.isInteger(size) || size < 1 || size > PAGE) return 'Invalid maxResultsPerPage.';
  const statuses = listIn(call, 'fulfillmentStatuses');
  return { by, after, before, statuses, size, offset: 0 };
}

/** `searchOrders` and `getOrder`. */
export function mountOrders(wire: AmazonWire, room: AmazonRoom): void {
  const path = '/orders/2026-01-01/orders';
  const sellerOf = (call: AmazonCall) =>
    findAmazonSeller(room.world(), call.get('sellerId'))?.id ?? 0;
  const includedIn = (call: AmazonCall) => new Set(listIn(call, 'includedData'));

  wire.get(path, (call) => {
    const ids = listIn(call, 'marketplaceIds');
    const stores = ids.length === 0 ? [STORES.BR] : ids.flatMap((id) => storeOf(id) ?? []);
    if (stores.length < ids.length) return invalid(call, 'Invalid marketplaceIds.');
    const now = room.marketNow();
    const search = readSearch(call, now);
    if (typeof search === 'string') return invalid(call, search);
    const { by, after, before, statuses, size, offset } = search;
    const found = stores
      .flatMap(({ country }) => ordersOf(room.world(), sellerOf(call), 'amazon', country))
      .map((order) => ({ order, at: by === 'created' ? order.at : changedAt(order, now) }))
      .filter(({ order, at }) => {
        if (at < after || at > before) return false;
        return statuses.length === 0 || statuses.includes(STATUSES[orderState(order, now)]);
      })
      .sort((a, b) => a.at - b.at);
    const next = offset + size;
    const included = includedIn(call);
    return call.json({
      orders: found.slice(offset, next).map(({ order }) => orderBody(room, order, included)),
      ...(next < found.length && {
        pagination: { nextToken: writeToken({ ...search, offset: next }) },
      }),
      [by === 'created' ? 'createdBefore' : 'lastUpdatedBefore']: time(before),
    });
  });

  wire.get(`${path}/:id`, (call) => {
    const order = findOrder(room.world(), 'amazon', part(call, 'id'));
    if (order === null || order.sellerId !== sellerOf(call))
      return notFound(call, 'The order does not exist.');
    return call.json({ order: orderBody(room, order, includedIn(call)) });
  });
}

const NOTICE_STATUSES = {
  UNSHIPPED: 'Unshipped',
  SHIPPED: 'Shipped',
  CANCELLED: 'Canceled',
} as const;

/** `ORDER_CHANGE`: an order was placed, shipped or cancelled. `at` is ISO 8601. */
export function orderChange(
  { order, step }: Extract<WorldEvent, { kind: 'order' }>,
  offer: Offer,
  sellerId: string,
  at: string,
) {
  const status = STATUSES[step];
  const shipped = status === 'SHIPPED' ? order.units : 0;
  return {
    OrderChangeNotification: {
      NotificationLevel: 'OrderLevel',
      SellerId: sellerId,
      AmazonOrderId: order.id,
      OrderChangeType: step === 'cancelled' ? 'BuyerRequestedChange' : 'OrderStatusChange',
      OrderChangeTrigger: {
        TimeOfOrderChange: at,
        ChangeReason: step === 'cancelled' ? 'BuyerRequestedCancel' : 'OrderStatusChange',
      },
      Summary: {
        MarketplaceId: storeAt(order).id,
        OrderStatus: NOTICE_STATUSES[status],
        PurchaseDate: time(order.at),
        DestinationPostalCode: null,
        FulfillmentType: isFba(offer) ? 'AFN' : 'MFN',
        OrderType: 'StandardOrder',
        NumberOfItemsShipped: shipped,
        NumberOfItemsUnshipped: status === 'UNSHIPPED' ? order.units : 0,
        OrderItems: [
          {
            OrderItemId: orderItemId(order),
            SellerSKU: offer.sku,
            SupplySourceId: null,
            Quantity: order.units,
            QuantityShipped: shipped,
          },
        ],
      },
    },
  };
}
