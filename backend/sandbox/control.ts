// The strings behind the stage: for tests and benches only, never for the product.
import { Hono } from 'hono';
import * as z from 'zod';
import { type Minor, PositiveAmount, toAmount, toMinor } from '../kernel/money.ts';
import type { Courier, CourierCounts, CourierSettings } from './courier.ts';
import { FAULT_KINDS, type Fault, type Faults } from './faults.ts';
import type { ItemChange, ReceivedPut } from './ledger.ts';
import { findOffer, pageOf, priceToWin, standingOf, type World } from './world.ts';

/** How an item stands, straight from the market. */
export interface ItemView {
  itemId: string;
  productId: string;
  price: Minor;
  status: string;
  priceToWin: Minor | null;
  offers: { itemId: string; sellerId: number; price: Minor; shippingPrice: Minor }[];
}

export interface Control {
  /** The next calls meet this fault. */
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Changes any item, in whoever's name: a rival's price, or one of our own behind the product's back. */
  change(itemId: string, change: ItemChange): void;
  /** Lets the market live through this many steps, without waiting for them. */
  tick(count: number, stepMs?: number): void;
  /** Stops and restarts the market's own life; calls and `tick` go on working. */
  pause(): void;
  resume(): void;
  /** Prices that came in, oldest first. */
  puts(): readonly ReceivedPut[];
  item(itemId: string): ItemView | null;
  notices(): CourierCounts;
  deliver(settings: Partial<Omit<CourierSettings, 'applicationId'>>): void;
}

export interface Strings {
  world(): World;
  faults: Faults;
  courier: Courier;
  puts(): readonly ReceivedPut[];
  change(itemId: string, change: ItemChange): void;
  tick(stepMs: number): void;
  setPaused(paused: boolean): void;
}

const STEP_MS = 2_000;

export function createControl(strings: Strings): Control {
  return {
    fail: strings.faults.add,
    clearFaults: strings.faults.clear,
    change: strings.change,
    tick(count, stepMs = STEP_MS) {
      for (let i = 0; i < count; i++) strings.tick(stepMs);
    },
    pause: () => strings.setPaused(true),
    resume: () => strings.setPaused(false),
    puts: strings.puts,
    item(itemId) {
      const found = findOffer(strings.world(), itemId);
      if (!found) return null;
      const { product, offer } = found;
      const { sellers } = strings.world();
      return {
        itemId,
        productId: product.id,
        price: offer.price,
        status: standingOf(sellers, product, offer).status,
        priceToWin: priceToWin(sellers, product, offer),
        offers: pageOf(sellers, product).map((one) => ({
          itemId: one.itemId,
          sellerId: one.sellerId,
          price: one.price,
          shippingPrice: one.shippingPrice,
        })),
      };
    },
    notices: strings.courier.counts,
    deliver: strings.courier.configure,
  };
}

const FaultBody = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  count: z.int().min(1).max(100_000),
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
const TickBody = z.strictObject({
  count: z.int().min(1).max(100_000),
  stepMs: z.int().min(1).optional(),
});
const DeliveryBody = z.strictObject({
  url: z.url().nullable().optional(),
  lossPercent: z.number().min(0).max(100).optional(),
  duplicatePercent: z.number().min(0).max(100).optional(),
  timeoutMs: z.int().min(1).optional(),
  retrySpanMs: z.int().min(0).optional(),
});

/** Leaves out what is not there, where absent and undefined are not the same. */
const given = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** The strings over HTTP, below `/control`, for whoever carries the token. */
export function createControlRoutes(control: Control, token: string): Hono {
  const routes = new Hono();
  routes.use('/control/*', async (call, next) => {
    if (call.req.header('authorization') === `Bearer ${token}`) return next();
    return call.json({ code: 'unauthorized' }, 401);
  });
  routes.onError((error, call) => {
    const isCallers = error instanceof z.ZodError || error instanceof SyntaxError;
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
  routes.get('/control/notices', (call) => call.json(control.notices()));
  routes.post('/control/notices', async (call) => {
    control.deliver(given(DeliveryBody.parse(await call.req.json())));
    return call.body(null, 204);
  });
  return routes;
}
