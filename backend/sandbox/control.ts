// Controls of the sandbox: for tests and benches only, never for the product.
import { Hono } from 'hono';
import * as z from 'zod';
import { type Minor, PositiveAmount, toAmount, toMinor } from '../kernel/money.ts';
import type { ReceivedPatch } from './amazon/memory.ts';
import type { Delivery, DeliveryCounts, DeliverySettings } from './delivery.ts';
import { FAULT_KINDS, type Fault, type Faults } from './faults.ts';
import type { ItemChange, ReceivedPut } from './ledger.ts';
import type { ReceivedWrite } from './magalu/memory.ts';
import type { ReceivedPrice } from './shopee/memory.ts';
import type { ShopeeStage } from './shopee/stage.ts';
import { blow, type Storm, type StormOver } from './storm.ts';
import {
  type AdsEntry,
  contestOf,
  findOffer,
  findPage,
  pageOf,
  priceToWin,
  SHOPS,
  type Shop,
  type World,
} from './world.ts';

/** The state of an item, read from the market. */
export interface ItemView {
  itemId: string;
  productId: string;
  sku: string;
  price: Minor;
  status: string;
  priceToWin: Minor | null;
  offers: { itemId: string; sellerId: number; price: Minor; shippingPrice: Minor }[];
}

export interface Control {
  /** The next calls get this fault. */
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Changes any item, in the name of any seller: a competitor's price, or one of our own without the product. */
  change(itemId: string, change: ItemChange): void;
  /** Lets a buyer take units of an item of one of our own sellers; nothing else changes. */
  sell(itemId: string, units: number): void;
  /** Simulates so many steps of the market, without waiting. */
  tick(count: number, stepMs?: number): void;
  /** Stops and restarts the simulation; calls and `tick` continue to work. */
  pause(): void;
  resume(): void;
  /** The price of a product on other marketplaces: Amazon features no offer above it. */
  elsewhere(pageId: string, price: Minor): void;
  /** Received prices, oldest first. */
  puts(): readonly ReceivedPut[];
  /** The same at Amazon. */
  patches(): readonly ReceivedPatch[];
  /** And at Shopee. */
  shopeePrices(): readonly ReceivedPrice[];
  /** A shop on Shopee revokes its authorization: its tokens become invalid immediately, and a push reports it. */
  deauthorise(shopId: number): void;
  /** A push reports that the authorizations of these shops end within a week. */
  endSoon(shops: readonly number[]): void;
  /** And at Magalu. */
  writes(): readonly ReceivedWrite[];
  /** Takes the price of an item at Magalu away, as of a SKU whose price was never created. */
  unprice(itemId: string): void;
  /** Puts the price of an item at Magalu under one of Magalu's own rules. */
  handOver(itemId: string): void;
  /** By an item, or by a page, of which the first item is shown: the own one, if there is one. */
  item(id: string): ItemView | null;
  /** How many notifications were delivered, lost or are pending. */
  notifications(marketplace?: Shop): DeliveryCounts;
  deliver(settings: Partial<DeliverySettings>, marketplace?: Shop): void;
  /** Resolves when no notification is pending. */
  delivered(marketplace?: Shop): Promise<void>;
  /** Whether the marketplaces apply their rate limits. */
  limit(limited: boolean): void;
  /** Makes Mercado Livre's list of a product's sellers answer with this status; null: normally. */
  closeOffers(status: OffersStatus | null): void;
  /** Changes campaigns without the product. */
  changeAds(entries: readonly AdsEntry[]): void;
  /** Whether a seller's advertising may be written, or only read; without a marketplace, that of Amazon. */
  allowAdWrites(sellerId: number, isAllowed: boolean, marketplace?: Shop): void;
  /** Least and most milliseconds until Amazon or Magalu processes an accepted price. */
  acceptWithin(least: number, most: number): void;
  /** Lets competitors change prices as fast as their notifications are accepted; resolves when all are. */
  storm(storm: Storm): Promise<StormOver>;
}

/** What a closed call answers. */
export const OffersStatus = z.literal([403, 404, 410]);
export type OffersStatus = z.infer<typeof OffersStatus>;

export interface Strings {
  world(): World;
  faults: Faults;
  deliveries: Record<Shop, Omit<Delivery, 'send'>>;
  puts(): readonly ReceivedPut[];
  patches(): readonly ReceivedPatch[];
  shopee: Pick<ShopeeStage, 'room' | 'deauthorise' | 'endSoon'>;
  writes(): readonly ReceivedWrite[];
  unprice(itemId: string): void;
  handOver(itemId: string): void;
  change(itemId: string, change: ItemChange): void;
  sell(itemId: string, units: number): void;
  elsewhere(pageId: string, price: Minor): void;
  tick(stepMs: number): void;
  setPaused(paused: boolean): void;
  setLimited(limited: boolean): void;
  closeOffers(status: OffersStatus | null): void;
  changeAds(entries: readonly AdsEntry[]): void;
  allowAdWrites(sellerId: number, isAllowed: boolean, shop: Shop): void;
  setAcceptance(least: number, most: number): void;
}

const STEP_MS = 2_000;

export function createControl(strings: Strings): Control {
  return {
    fail: strings.faults.add,
    clearFaults: strings.faults.clear,
    change: strings.change,
    sell: strings.sell,
    elsewhere: strings.elsewhere,
    tick(count, stepMs = STEP_MS) {
      for (let i = 0; i < count; i++) strings.tick(stepMs);
    },
    pause: () => strings.setPaused(true),
    resume: () => strings.setPaused(false),
    puts: strings.puts,
    patches: strings.patches,
    shopeePrices: () => strings.shopee.room.memory().prices,
    deauthorise: strings.shopee.deauthorise,
    endSoon: strings.shopee.endSoon,
    writes: strings.writes,
    unprice: strings.unprice,
    handOver: strings.handOver,
    item(id) {
      const world = strings.world();
      const first = findPage(world, id)?.offers[0]?.itemId;
      const found = findOffer(world, first ?? id);
      if (!found) return null;
      const { product, offer } = found;
      const { sellers } = world;
      return {
        itemId: offer.itemId,
        productId: product.id,
        sku: offer.sku,
        price: offer.price,
        status: contestOf(sellers, product, offer).status,
        priceToWin: priceToWin(sellers, product, offer),
        offers: pageOf(sellers, product).map((one) => ({
          itemId: one.itemId,
          sellerId: one.sellerId,
          price: one.price,
          shippingPrice: one.shippingPrice,
        })),
      };
    },
    notifications: (marketplace = 'mercadolivre') => strings.deliveries[marketplace].counts(),
    deliver: (settings, marketplace = 'mercadolivre') =>
      strings.deliveries[marketplace].configure(settings),
    delivered: (marketplace = 'mercadolivre') => strings.deliveries[marketplace].until(0),
    limit: strings.setLimited,
    closeOffers: strings.closeOffers,
    changeAds: strings.changeAds,
    allowAdWrites: (sellerId, isAllowed, marketplace = 'amazon') =>
      strings.allowAdWrites(sellerId, isAllowed, marketplace),
    acceptWithin: strings.setAcceptance,
    storm: (storm) =>
      blow(storm, {
        world: strings.world,
        setPrice: (itemId, price) => strings.change(itemId, { price }),
        deliveries: Object.values(strings.deliveries),
        now: () => performance.now(),
      }),
  };
}

const Marketplace = z.enum(SHOPS);

/** A fault as requested over HTTP. */
export const FaultBody = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  count: z.int().min(1).max(100_000).optional(),
  rate: z.number().min(0).max(1).optional(),
  marketplace: Marketplace.optional(),
  operation: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  retryAfter: z.int().min(0).max(3_600).optional(),
});
const ItemBody = z.strictObject({
  price: PositiveAmount.optional(),
  stock: z.int().min(0).optional(),
  status: z.enum(['active', 'paused']).optional(),
});
const PageBody = z.strictObject({ elsewhere: PositiveAmount });
const TickBody = z.strictObject({
  count: z.int().min(1).max(100_000),
  stepMs: z.int().min(1).optional(),
});
const DeliveryBody = z.strictObject({
  marketplace: Marketplace.optional(),
  url: z.url().nullable().optional(),
  lossPercent: z.number().min(0).max(100).optional(),
  duplicatePercent: z.number().min(0).max(100).optional(),
  timeoutMs: z.int().min(1).optional(),
  retrySpanMs: z.int().min(0).optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  parallel: z.int().min(1).max(1_000).optional(),
});
const ShopBody = z.strictObject({ shopId: z.int().min(1) });
const OffersBody = z.strictObject({ closed: OffersStatus.nullable() });
const LimitBody = z.strictObject({ limited: z.boolean() });
const AcceptanceBody = z
  .strictObject({ least: z.int().min(0), most: z.int().min(0).max(600_000) })
  .refine(({ least, most }) => least <= most, { error: 'least_above_most' });
const StormBody = z.strictObject({
  pages: z.array(z.string()).min(1).max(10_000),
  moves: z.int().min(1).max(1_000_000),
  parallel: z.int().min(1).max(1_000).default(64),
});

/** Removes undefined fields, where absent and undefined differ. */
const given = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** The controls over HTTP, below `/control`, with the token. */
export function createControlRoutes(control: Control, token: string): Hono {
  const routes = new Hono();
  routes.use('/control/*', async (call, next) => {
    if (call.req.header('authorization') === `Bearer ${token}`) return next();
    return call.json({ code: 'unauthorized' }, 401);
  });
  routes.onError((error, call) => {
    const isCallers =
      error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError;
    return call.json({ code: 'failed', message: error.message }, isCallers ? 422 : 500);
  });

  routes.post('/control/faults', async (call) => {
    control.fail(FaultBody.parse(await call.req.json()));
    return call.body(null, 204);
  });
  routes.delete('/control/faults', (call) => {
    control.clearFaults();
    return call.body(null, 204);
  });
  routes.get('/control/items/:id', (call) => {
    const view = control.item(call.req.param('id'));
    if (view === null) return call.json({ code: 'not_found' }, 404);
    return call.json({
      ...view,
      price: toAmount(view.price),
      priceToWin: view.priceToWin === null ? null : toAmount(view.priceToWin),
      offers: view.offers.map((offer) => ({
        ...offer,
        price: toAmount(offer.price),
        shippingPrice: toAmount(offer.shippingPrice),
      })),
    });
  });
  routes.post('/control/items/:id', async (call) => {
    const { price, ...rest } = ItemBody.parse(await call.req.json());
    const itemId = call.req.param('id');
    if (control.item(itemId) === null) return call.json({ code: 'not_found' }, 404);
    control.change(itemId, given({ ...rest, price: price && toMinor(price) }));
    return call.body(null, 204);
  });
  routes.post('/control/pages/:id', async (call) => {
    const { elsewhere } = PageBody.parse(await call.req.json());
    control.elsewhere(call.req.param('id'), toMinor(elsewhere));
    return call.body(null, 204);
  });
  routes.post('/control/ticks', async (call) => {
    const { count, stepMs } = TickBody.parse(await call.req.json());
    control.tick(count, stepMs);
    return call.body(null, 204);
  });
  routes.post('/control/pause', (call) => {
    control.pause();
    return call.body(null, 204);
  });
  routes.post('/control/resume', (call) => {
    control.resume();
    return call.body(null, 204);
  });
  routes.get('/control/puts', (call) => call.json(control.puts()));
  routes.get('/control/patches', (call) => call.json(control.patches()));
  routes.get('/control/shopee/prices', (call) => call.json(control.shopeePrices()));
  routes.post('/control/shopee/deauthorisations', async (call) => {
    control.deauthorise(ShopBody.parse(await call.req.json()).shopId);
    return call.body(null, 204);
  });
  routes.get('/control/writes', (call) => call.json(control.writes()));
  routes.get('/control/notifications', (call) =>
    call.json(control.notifications(Marketplace.optional().parse(call.req.query('marketplace')))),
  );
  routes.post('/control/notifications', async (call) => {
    const { marketplace, ...settings } = DeliveryBody.parse(await call.req.json());
    control.deliver(given(settings), marketplace);
    return call.body(null, 204);
  });
  routes.post('/control/limits', async (call) => {
    control.limit(LimitBody.parse(await call.req.json()).limited);
    return call.body(null, 204);
  });
  routes.post('/control/offers', async (call) => {
    control.closeOffers(OffersBody.parse(await call.req.json()).closed);
    return call.body(null, 204);
  });
  routes.post('/control/acceptance', async (call) => {
    const { least, most } = AcceptanceBody.parse(await call.req.json());
    control.acceptWithin(least, most);
    return call.body(null, 204);
  });
  routes.post('/control/storms', async (call) =>
    call.json(await control.storm(StormBody.parse(await call.req.json()))),
  );
  return routes;
}
