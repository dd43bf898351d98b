// Exports the simulated past of the sandbox, one line of JSON for each listing of a seller, to fill the demo. No marketplace
// reports this, so it is separate from the wires, and only reachable from this machine.
import { type Context, Hono } from 'hono';
import type { Minor } from '../kernel/money.ts';
import { changedAt, orderItemId } from './amazon/orders.ts';
import * as magaluOrders from './magalu/orders.ts';
import { tenantIdOf } from './world/tenants.ts';
import type { Past, Product, Seller, Sellers, Shop, World } from './world.ts';
import {
  awardOf,
  contestOf,
  findOffer,
  findPage,
  type Offer,
  type Order,
  orderChangedAt,
  orderState,
  ordersOf,
  pageOf,
  priceToWin,
  SHOPS,
} from './world.ts';

/** A listing's market from an instant on, in milliseconds since 1970. */
export interface PastMarket {
  at: number;
  price: Minor;
  /** The marketplace's status of the listing in the competition. */
  status: 'winning' | 'sharing' | 'losing' | 'barred' | 'outside' | 'alone';
  reason: string | null;
  /** The seller who holds the buybox, by the marketplace's name. */
  winner: string | null;
  priceToWin: Minor | null;
  /** All available offers, in the order of the page: seller, price and shipping. */
  offers: [sellerId: string, itemId: string, price: Minor, shippingPrice: Minor][];
}

export interface PastListing {
  /** The seller's id of the listing at the marketplace. */
  sku: string;
  /** How its price followed the market; null: the price did not change. */
  habit: string | null;
  /** One at the beginning, and one for each change since then, in order. */
  markets: PastMarket[];
}

/** An order with the data of its marketplace's orders; instants in milliseconds since 1970. */
export interface PastOrder {
  id: string;
  at: number;
  updatedAt: number;
  currencyCode: string;
  line: string;
  sku: string;
  units: number;
  /** Of one unit. */
  price: Minor;
  /** Null: not contained in orders, like the next ones. */
  shipping: Minor | null;
  fee: Minor | null;
  state: 'paid' | 'cancelled' | 'refunded';
  refund: { units: number; amount: Minor } | null;
}

interface Window {
  /** The marketplace's id of a seller, and the seller's id of a listing. */
  sellerId(seller: Seller): string;
  sku(offer: Offer): string;
  /** Without a buybox, a listing's price has no past. */
  hasBuybox: boolean;
  /** The data of its orders. */
  describe(
    order: Order,
    now: number,
  ): Pick<PastOrder, 'updatedAt' | 'line' | 'shipping' | 'fee' | 'state' | 'refund'>;
}

const WINDOWS: Record<Shop, Window> = {
  mercadolivre: {
    sellerId: ({ id }) => String(id),
    sku: ({ itemId }) => itemId,
    hasBuybox: true,
    describe(order, now) {
      const state = orderState(order, now);
      const isBack = state === 'refunded';
      return {
        updatedAt: orderChangedAt(order, now),
        line: order.itemId,
        shipping: order.shipping,
        fee: order.fee,
        state: state === 'cancelled' || isBack ? state : 'paid',
        refund: isBack
          ? { units: order.units, amount: order.units * order.price }
          : { units: 0, amount: 0 },
      };
    },
  },
  amazon: {
    sellerId: ({ amazon }) => amazon?.id ?? '',
    sku: ({ sku }) => sku,
    hasBuybox: true,
    describe: (order, now) => ({
      updatedAt: changedAt(order, now),
      line: orderItemId(order),
      shipping: order.shipping,
      fee: null,
      state: orderState(order, now) === 'cancelled' ? 'cancelled' : 'paid',
      refund: null,
    }),
  },
  shopee: {
    sellerId: ({ shopee }) => String(shopee?.shopId ?? ''),
    sku: ({ itemId }) => itemId,
    hasBuybox: false,
    describe: (order, now) => ({
      updatedAt: orderChangedAt(order, now),
      line: `${order.itemId}:${order.itemId.split('.')[0]}`,
      shipping: null,
      fee: null,
      state: orderState(order, now) === 'cancelled' ? 'cancelled' : 'paid',
      refund: null,
    }),
  },
  magalu: {
    sellerId: ({ id }) => tenantIdOf(id),
    sku: ({ sku }) => sku,
    hasBuybox: false,
    describe: (order, now) => ({
      updatedAt: magaluOrders.changedAt(order, now),
      line: `${magaluOrders.deliveryIdOf(order)}:1`,
      shipping: order.shipping,
      fee: order.fee,
      state: orderState(order, now) === 'cancelled' ? 'cancelled' : 'paid',
      refund: null,
    }),
  },
};

const STATUSES = {
  winning: 'winning',
  sharing_first_place: 'sharing',
  competing: 'losing',
  listed: 'barred',
  not_listed: 'outside',
} as const;

function marketOf(
  sellers: Sellers,
  product: Product,
  offer: Offer,
  { sellerId }: Window,
  at: number,
): PastMarket {
  const contest = contestOf(sellers, product, offer);
  const page = pageOf(sellers, product);
  const nameOf = (one: Offer | undefined) => {
    const seller = one && sellers.get(one.sellerId);
    return seller ? sellerId(seller) : null;
  };
  const isAlone = product.shop === 'amazon' && contest.status === 'winning' && page.length === 1;
  const isWinner = contest.status === 'winning' || contest.status === 'sharing_first_place';
  return {
    at,
    price: offer.price,
    status: isAlone ? 'alone' : STATUSES[contest.status],
    reason: 'reason' in contest ? contest.reason : null,
    winner: isWinner ? nameOf(offer) : nameOf(awardOf(sellers, product).ranking[0]),
    priceToWin: contest.status === 'winning' ? offer.price : priceToWin(sellers, product, offer),
    offers: page.map((one) => [nameOf(one) ?? '', one.itemId, one.price, one.shippingPrice]),
  };
}

type Quote = Past['quotes'][number];
type Ceiling = Past['ceilings'][number];

/** A page with the quotes and the limit of an instant. */
function asItWas(
  product: Product,
  quotes: ReadonlyMap<string, Quote>,
  ceiling: Minor | null,
): Product {
  const offers = product.offers.map((offer): Offer => {
    const quote = quotes.get(offer.itemId);
    if (quote === undefined) return offer;
    const { price, isAvailable } = quote;
    return {
      ...offer,
      price,
      stock: isAvailable ? 1 : 0,
      status: isAvailable ? 'active' : 'paused',
    };
  });
  return { ...product, offers, ceiling };
}

/** All changes of pages in the order in which they happened, by page. */
function changesOf(world: World, { quotes, ceilings }: Past): Map<string, (Quote | Ceiling)[]> {
  const byPage = new Map<string, (Quote | Ceiling)[]>();
  const add = (page: string, change: Quote | Ceiling) => {
    const list = byPage.get(page) ?? [];
    list.push(change);
    byPage.set(page, list);
  };
  for (const ceiling of ceilings) add(ceiling.productId, ceiling);
  for (const quote of quotes) {
    const found = findOffer(world, quote.itemId);
    if (found) add(found.product.id, quote);
  }
  for (const list of byPage.values()) list.sort((a, b) => a.at - b.at);
  return byPage;
}

/** The past of one seller's listings on a marketplace. */
export function* pastOf(
  world: World,
  past: Past,
  shop: Shop,
  sellerId: string,
): Generator<PastListing> {
  const window = WINDOWS[shop];
  if (!window.hasBuybox) return;
  for (const [pageId, changes] of changesOf(world, past)) {
    const product = findPage(world, pageId);
    const own = product?.offers.find((one) => world.sellers.get(one.sellerId)?.own);
    const seller = own && world.sellers.get(own.sellerId);
    if (!product || !own || !seller || product.shop !== shop) continue;
    if (window.sellerId(seller) !== sellerId) continue;
    const quotes = new Map<string, Quote>();
    let ceiling: Minor | null = null;
    const markets: PastMarket[] = [];
    for (const [i, change] of changes.entries()) {
      if ('itemId' in change) quotes.set(change.itemId, change);
      else ceiling = change.to;
      // All begin at one instant, and several may change at the same instant.
      if (changes[i + 1]?.at === change.at) continue;
      const then = asItWas(product, quotes, ceiling);
      const offer = then.offers.find(({ itemId }) => itemId === own.itemId) ?? own;
      markets.push(marketOf(world.sellers, then, offer, window, change.at));
    }
    yield { sku: window.sku(own), habit: past.habits[own.itemId] ?? null, markets };
  }
}

/** All orders of one seller on a marketplace, oldest first, in their present state. */
function* ordersReported(world: World, shop: Shop, sellerId: string): Generator<PastOrder> {
  const window = WINDOWS[shop];
  const seller = [...world.sellers.values()].find(
    (one) => one.own && window.sellerId(one) === sellerId,
  );
  if (seller === undefined) return;
  for (const order of ordersOf(world, seller.id, shop)) {
    const found = findOffer(world, order.itemId);
    if (found === null) continue;
    const { id, at, units, price } = order;
    const sku = window.sku(found.offer);
    const currencyCode = 'BRL';
    yield { id, at, currencyCode, sku, units, price, ...window.describe(order, world.now) };
  }
}

const inLines = (call: Context, rows: Iterable<unknown>) =>
  call.text([...rows].map((row) => JSON.stringify(row)).join('\n'), 200, {
    'content-type': 'application/x-ndjson',
  });

/** `GET /past` and `GET /past/orders`, each `?shop=&seller=`; 404 where the world began with its first day. */
export function createPast(state: () => { world: World; past: Past | null }): Hono {
  const app = new Hono();
  app.get('/past/orders', (call) => {
    const { world, past } = state();
    const shop = SHOPS.find((one) => one === call.req.query('shop'));
    if (past === null || shop === undefined) return call.notFound();
    return inLines(call, ordersReported(world, shop, call.req.query('seller') ?? ''));
  });
  app.get('/past', (call) => {
    const { world, past } = state();
    const shop = SHOPS.find((one) => one === call.req.query('shop'));
    if (past === null || shop === undefined) return call.notFound();
    return inLines(call, pastOf(world, past, shop, call.req.query('seller') ?? ''));
  });
  return app;
}
