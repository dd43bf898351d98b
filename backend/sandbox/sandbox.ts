// The whole sandbox: a market simulated by the clock, its wire servers, and its state.
import { Hono } from 'hono';
import type { Clock } from '../kernel/clock.ts';
import { entryOf } from './amazon/memory.ts';
import {
  AMAZON_APPLICATION,
  type AmazonSettings,
  createAmazonStage,
  DEFAULT_AMAZON_DELIVERY,
} from './amazon/stage.ts';
import { createAmazon } from './amazon.ts';
import { createAdsRoom } from './amazon-ads/room.ts';
import { createAmazonAds } from './amazon-ads.ts';
import type { Codes } from './consent/codes.ts';
import { createConsent, createConsentCodes } from './consent.ts';
import { type Control, createControl, createControlRoutes, type OffersStatus } from './control.ts';
import { type CourierSettings, createCourier, DEFAULT_DELIVERY } from './courier.ts';
import type { DeliverySettings } from './delivery.ts';
import { createFaults, type Fault } from './faults.ts';
import { type Command, type Ledger, openLedger } from './ledger.ts';
import { createMagaluStage, DEFAULT_MAGALU_DELIVERY, type MagaluSettings } from './magalu/stage.ts';
import { createMagalu } from './magalu.ts';
import { createAdsPanel } from './mercado-livre/ads-panel.ts';
import { createMercadoLivre, type Room } from './mercado-livre.ts';
import { notificationsOf } from './notifications.ts';
import { createPast } from './past.ts';
import { DEFAULT_SHOPEE_DELIVERY } from './shopee/pushes.ts';
import { createShopeeStage, type ShopeeSettings } from './shopee/stage.ts';
import { createShopee } from './shopee.ts';
import { folderStore, memoryStore } from './store.ts';
import { createWindow } from './window.ts';
import { diceAt } from './world/dice.ts';
import { DEFAULT_PACE, MEXICAN, OWN_SELLERS, paceOf, type Shop, type World } from './world.ts';

export interface AmazonOptions {
  /** Where its notifications go; null: nowhere. */
  webhookUrl?: string | null;
  /** What each of them carries as `x-api-key`. */
  webhookKey?: string | null;
  /** The only client that gets tokens; null: any. */
  client?: { id: string; secret: string } | null;
  tokenSeconds?: number;
  /** Least and most milliseconds until an accepted price is processed. */
  acceptMs?: readonly [number, number];
  delivery?: Partial<Omit<DeliverySettings, 'url'>>;
}

export interface ShopeeOptions {
  /** Where its pushes go; null: nowhere. */
  webhookUrl?: string | null;
  /** The key of the application, by which calls and pushes are signed. */
  partnerKey?: string;
  tokenSeconds?: number;
  /** Calls a minute of the application. */
  ratePerMinute?: number;
  delivery?: Partial<Omit<DeliverySettings, 'url'>>;
}

export interface MagaluOptions {
  /** Where its notifications go; null: nowhere. */
  webhookUrl?: string | null;
  /** The only client that gets tokens; null: any. */
  client?: { id: string; secret: string } | null;
  tokenSeconds?: number;
  /** Least and most milliseconds until an accepted price is processed. */
  acceptMs?: readonly [number, number];
  delivery?: Partial<Omit<DeliverySettings, 'url'>>;
}

export interface SandboxOptions {
  hostname?: string;
  /** 0: any free one. */
  port?: number;
  /** The folder of its state; null: not persistent. */
  dataFolder?: string | null;
  /** The origin under which people reach `/sandbox/...`. */
  publicUrl?: string;
  /** Where notifications go; null: nowhere. */
  webhookUrl?: string | null;
  seed?: number;
  /** The number of further listings of the first demo seller in a new world, without competitors. */
  extras?: number;
  /** The number of simulated days before the start of a new world. */
  historyDays?: number;
  /** Events a minute. */
  pace?: number;
  /** Milliseconds between two steps of the market; 0: it advances only on request. */
  tickMs?: number;
  /** The key of `/control`, which does not exist without it. */
  controlToken?: string | null;
  /** Life of an access token in seconds. */
  tokenSeconds?: number;
  ratePerMinute?: number;
  /** The only client that gets tokens; null: any. */
  client?: { id: string; secret: string } | null;
  delivery?: Partial<Omit<CourierSettings, 'url' | 'applicationId'>>;
  /** Whether rate limits apply; by default they do. */
  limited?: boolean;
  /** Faults from the start. */
  faults?: readonly Fault[];
  amazon?: AmazonOptions;
  shopee?: ShopeeOptions;
  magalu?: MagaluOptions;
  clock?: Clock;
}

export interface Sandbox {
  /** Its base address, to which the paths of the wire are appended. */
  url: string;
  control: Control;
  world(): World;
  stop(): Promise<void>;
}

const PUBLIC_URL = 'http://localhost:8080';
const APPLICATION_ID = 4_806_110_220_337_905;
const TOKEN_SECONDS = 10_800;
const RATE_PER_MINUTE = 1_500;
const AMAZON_TOKEN_SECONDS = 3_600;
const SHOPEE_TOKEN_SECONDS = 14_400;
const SHOPEE_RATE_PER_MINUTE = 1_500;
/** The key of a sandbox that is started alone. */
export const SHOPEE_PARTNER_KEY = 'the key of nobody but a sandbox';
const MAGALU_TOKEN_SECONDS = 7_200;
const ACCEPT_MS = [1_000, 8_000] as const;
const SETTLE_MS = 200;
const TICK_MS = 2_000;

/** The advertising of a seller at a marketplace. */
const adsOf = (shop: Shop, sellerId: number) => `${shop}/${sellerId}`;

const randomHex = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(Math.ceil(length / 2))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
    .join('')
    .slice(0, length);

function createRoom(
  options: SandboxOptions,
  ledger: Ledger,
  clocks: Clocks,
  switches: Pick<Room, 'limited' | 'offersClosed' | 'mayWriteAds'>,
  codes: Codes,
  run: Run,
): Room {
  const { now, marketNow } = clocks;
  return {
    world: () => ledger.state().world,
    now,
    marketNow,
    publicUrl: options.publicUrl ?? PUBLIC_URL,
    applicationId: APPLICATION_ID,
    client: options.client ?? null,
    tokenSeconds: options.tokenSeconds ?? TOKEN_SECONDS,
    ratePerMinute: options.ratePerMinute ?? RATE_PER_MINUTE,
    ...switches,
    hex: randomHex,
    accessOf: (token) => entryOf(ledger.state().access, token),
    refreshTokenOf: (sellerId) => entryOf(ledger.state().refresh, String(sellerId)),
    grant: (grant) => run({ kind: 'grant', now: now(), grant }),
    codes,
    change: (itemId, change) => run({ kind: 'change', now: marketNow(), itemId, change }),
    put: (put, change) => run({ kind: 'put', now: marketNow(), put, change }),
    changeAds: (entries) => run({ kind: 'ads', entries }),
    missed: () => ledger.state().missed,
    welcome(sellerId) {
      const isKnown = ledger.state().world.sellers.has(sellerId);
      if (sellerId === MEXICAN.id && !isKnown)
        run({ kind: 'abroad', sellerId, shop: 'mercadolivre', country: 'MX' });
    },
  };
}

function amazonSettings({ amazon = {}, publicUrl = PUBLIC_URL }: SandboxOptions): AmazonSettings {
  return {
    publicUrl,
    delivery: { ...DEFAULT_AMAZON_DELIVERY, ...amazon.delivery, url: amazon.webhookUrl ?? null },
    webhookKey: amazon.webhookKey ?? null,
    client: amazon.client ?? null,
    tokenSeconds: amazon.tokenSeconds ?? AMAZON_TOKEN_SECONDS,
    acceptMs: amazon.acceptMs ?? ACCEPT_MS,
  };
}

function shopeeSettings({ shopee = {}, publicUrl = PUBLIC_URL }: SandboxOptions): ShopeeSettings {
  return {
    publicUrl,
    delivery: { ...DEFAULT_SHOPEE_DELIVERY, ...shopee.delivery, url: shopee.webhookUrl ?? null },
    // The address in the console: under the product's public origin.
    pushAddress: `${publicUrl}/api/webhooks/shopee`,
    partnerKey: shopee.partnerKey ?? SHOPEE_PARTNER_KEY,
    tokenSeconds: shopee.tokenSeconds ?? SHOPEE_TOKEN_SECONDS,
    ratePerMinute: shopee.ratePerMinute ?? SHOPEE_RATE_PER_MINUTE,
  };
}

function magaluSettings({ magalu = {}, publicUrl = PUBLIC_URL }: SandboxOptions): MagaluSettings {
  return {
    publicUrl,
    delivery: { ...DEFAULT_MAGALU_DELIVERY, ...magalu.delivery, url: magalu.webhookUrl ?? null },
    client: magalu.client ?? null,
    tokenSeconds: magalu.tokenSeconds ?? MAGALU_TOKEN_SECONDS,
    acceptMs: magalu.acceptMs ?? ACCEPT_MS,
  };
}

/** If the port is taken, everything is closed again. */
function serve(hostname: string, port: number, app: Hono, ledger: Ledger) {
  try {
    return Deno.serve({ hostname, port, onListen: () => undefined }, app.fetch);
  } catch (error) {
    ledger.close();
    throw error;
  }
}

type Run = (command: Command) => void;
interface Clocks {
  /** The real clock, in milliseconds since 1970. */
  now: () => number;
  /** The market's. */
  marketNow: () => number;
}

/** Starts a sandbox; it is ready when this resolves. Throws if its port is taken or its stored state is damaged. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ?? (() => new Date());
  const seed = options.seed ?? 1;
  const now = () => clock().getTime();
  const { dataFolder = null } = options;
  const store = dataFolder === null ? memoryStore() : folderStore(dataFolder);
  const { extras = 0, historyDays = 0 } = options;
  const ledger = openLedger(store, { seed, now: now(), extras, historyDays });
  const world = () => ledger.state().world;
  // How far the market is ahead of the clock, in milliseconds.
  let offset = Math.max(0, world().now - now());
  const marketNow = () => now() + offset;

  const dice = diceAt(seed);
  const courier = createCourier(
    {
      ...DEFAULT_DELIVERY,
      ...options.delivery,
      url: options.webhookUrl ?? null,
      applicationId: APPLICATION_ID,
    },
    {
      fetch,
      now,
      random: dice.roll,
      uuid: () => crypto.randomUUID(),
      onMissed: (feed) => run({ kind: 'missed', feed }),
    },
  );
  const run: Run = (command) => {
    const { events, settled = [] } = ledger.run(command);
    if (events.length + settled.length === 0) return;
    for (const notification of notificationsOf(world(), events)) courier.send(notification);
    amazon.notify(events);
    shopee.notify(events);
    magalu.notify(events, settled);
  };

  const pace = paceOf(options.pace ?? DEFAULT_PACE);
  let paused = false;
  let limited = options.limited ?? true;
  const isLimited = () => limited;
  let offersClosed: OffersStatus | null = null;
  // Mercado Livre lets few applications write: the first demo seller makes changes at the marketplace.
  const adsReadOnly = new Set([adsOf('mercadolivre', OWN_SELLERS.HOME)]);
  const mayWriteAds = (shop: Shop, sellerId: number) => !adsReadOnly.has(adsOf(shop, sellerId));
  const faults = createFaults(diceAt(seed + 1).roll);
  for (const fault of options.faults ?? []) faults.add(fault);
  const codes = createConsentCodes(now);
  const amazon = createAmazonStage(amazonSettings(options), {
    ledger,
    faults,
    clock,
    marketNow,
    limited: isLimited,
    hex: randomHex,
    random: diceAt(seed + 2).roll,
    run,
    codes: codes.amazon,
  });
  const shopee = createShopeeStage(shopeeSettings(options), {
    ledger,
    now,
    marketNow,
    limited: isLimited,
    hex: randomHex,
    random: diceAt(seed + 3).roll,
    run,
    codes: codes.shopee,
  });
  const magalu = createMagaluStage(magaluSettings(options), {
    ledger,
    clock,
    marketNow,
    limited: isLimited,
    hex: randomHex,
    random: diceAt(seed + 4).roll,
    run,
    codes: codes.magalu,
  });
  const control = createControl({
    world,
    faults,
    deliveries: {
      mercadolivre: courier,
      amazon: amazon.delivery,
      shopee: shopee.pushes.delivery,
      magalu: magalu.delivery,
    },
    puts: () => ledger.state().puts,
    patches: () => ledger.state().amazon.patches,
    shopee,
    writes: () => ledger.state().magalu.writes,
    unprice: (itemId) => run({ kind: 'magalu_unprice', itemId }),
    handOver: (itemId) => run({ kind: 'magalu_rule', itemId }),
    change: (itemId, change) => run({ kind: 'change', now: marketNow(), itemId, change }),
    sell: (itemId, units) => run({ kind: 'sale', now: marketNow(), itemId, units }),
    elsewhere: (pageId, to) => run({ kind: 'ceiling', now: marketNow(), pageId, to }),
    tick(stepMs) {
      offset += stepMs;
      run({ kind: 'tick', now: marketNow(), pace });
    },
    setPaused: (value) => {
      paused = value;
    },
    setLimited: (value) => {
      limited = value;
    },
    closeOffers: (status) => {
      offersClosed = status;
    },
    changeAds: (entries) => run({ kind: 'ads', entries }),
    allowAdWrites(sellerId, isAllowed, shop) {
      if (isAllowed) adsReadOnly.delete(adsOf(shop, sellerId));
      else adsReadOnly.add(adsOf(shop, sellerId));
    },
    setAcceptance(least, most) {
      amazon.setAcceptance(least, most);
      magalu.setAcceptance(least, most);
    },
  });

  const app = new Hono();
  app.get('/health', (call) => call.json({ status: 'ok', now: new Date(world().now) }));
  app.route('/', createWindow(world));
  app.route('/', createPast(ledger.state));
  app.route('/', createAdsPanel({ world, change: (entries) => run({ kind: 'ads', entries }) }));
  app.route(
    '/',
    createConsent({
      world,
      codes,
      publicUrl: options.publicUrl ?? PUBLIC_URL,
      hex: randomHex,
      bringNewcomer: () => run({ kind: 'newcomer' }),
    }),
  );
  if (options.controlToken) app.route('/', createControlRoutes(control, options.controlToken));
  app.route('/', createAmazon(amazon.room, faults, AMAZON_APPLICATION));
  const adsRoom = createAdsRoom(
    ledger.state,
    { now, marketNow },
    faults,
    (sellerId) => mayWriteAds('amazon', sellerId),
    (entries) => run({ kind: 'ads', entries }),
  );
  app.route('/', createAmazonAds(adsRoom, faults));
  app.route('/', createShopee(shopee.room, faults));
  app.route('/', createMagalu(magalu.room, faults));
  const clocks = { now, marketNow };
  const room = createRoom(
    options,
    ledger,
    clocks,
    {
      limited: isLimited,
      offersClosed: () => offersClosed,
      mayWriteAds: (sellerId) => mayWriteAds('mercadolivre', sellerId),
    },
    codes.mercadolivre,
    run,
  );
  app.route('/', createMercadoLivre(room, faults));

  const { hostname = '127.0.0.1', port = 0, tickMs = TICK_MS } = options;
  const server = serve(hostname, port, app, ledger);
  const timer =
    tickMs === 0
      ? null
      : setInterval(() => paused || run({ kind: 'tick', now: marketNow(), pace }), tickMs);
  // Accepted prices are processed even while the market is paused.
  const settling = setInterval(() => {
    amazon.settle();
    magalu.settle();
  }, SETTLE_MS);

  return {
    url: `http://${hostname}:${server.addr.port}`,
    control,
    world,
    async stop() {
      if (timer !== null) clearInterval(timer);
      clearInterval(settling);
      courier.stop();
      amazon.delivery.stop();
      shopee.pushes.delivery.stop();
      magalu.delivery.stop();
      faults.clear();
      await server.shutdown();
      ledger.close();
    },
  };
}
