// The sandbox as a whole: a market that lives by the clock, a wire server over it, and what it remembers.
import { Hono } from 'hono';
import type { Clock } from '../kernel/clock.ts';
import { type Control, createControl, createControlRoutes } from './control.ts';
import { type CourierSettings, createCourier, DEFAULT_DELIVERY } from './courier.ts';
import { createFaults } from './faults.ts';
import { type Command, type Ledger, openLedger } from './ledger.ts';
import { createMercadoLivre, type Room } from './mercado-livre.ts';
import { noticesOf } from './notices.ts';
import { folderStore, memoryStore } from './store.ts';
import { createWindow } from './window.ts';
import { diceAt } from './world/dice.ts';
import { paceOf, type World } from './world.ts';

export type { Control } from './control.ts';

export interface SandboxOptions {
  hostname?: string;
  /** 0: any free one. */
  port?: number;
  /** Where its memory lies; null: it forgets all at the end. */
  dataFolder?: string | null;
  /** The origin under which people reach `/sandbox/...`. */
  publicUrl?: string;
  /** Where notifications go; null: nowhere. */
  webhookUrl?: string | null;
  seed?: number;
  /** Events a minute. */
  pace?: number;
  /** Milliseconds between two steps of the market; 0: it moves only when told to. */
  tickMs?: number;
  /** Opens `/control`; without it there is none. */
  controlToken?: string | null;
  /** Life of an access token in seconds. */
  tokenSeconds?: number;
  ratePerMinute?: number;
  /** The only client that gets tokens; null: any. */
  client?: { id: string; secret: string } | null;
  delivery?: Partial<Omit<CourierSettings, 'url' | 'applicationId'>>;
  clock?: Clock;
}

export interface Sandbox {
  /** Its base address, to which the paths of the wire are appended. */
  url: string;
  control: Control;
  world(): World;
  stop(): Promise<void>;
}

const APPLICATION_ID = 4_806_110_220_337_905;
const TOKEN_SECONDS = 10_800;
const RATE_PER_MINUTE = 1_500;
const TICK_MS = 2_000;
export const DEFAULT_PACE = 20;

const randomHex = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(Math.ceil(length / 2))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
    .join('')
    .slice(0, length);

function createRoom(options: SandboxOptions, ledger: Ledger, clocks: Clocks, run: Run): Room {
  const { now, marketNow } = clocks;
  return {
    world: () => ledger.state().world,
    now,
    marketNow,
    publicUrl: options.publicUrl ?? 'http://localhost:8080',
    applicationId: APPLICATION_ID,
    client: options.client ?? null,
    tokenSeconds: options.tokenSeconds ?? TOKEN_SECONDS,
    ratePerMinute: options.ratePerMinute ?? RATE_PER_MINUTE,
    hex: randomHex,
    accessOf: (token) => ledger.state().access[token] ?? null,
    refreshTokenOf: (sellerId) => ledger.state().refresh[sellerId] ?? null,
    grant: (grant) => run({ kind: 'grant', now: now(), grant }),
    change: (itemId, change) => run({ kind: 'change', now: marketNow(), itemId, change }),
    put: (put, change) => run({ kind: 'put', now: marketNow(), put, change }),
    missed: () => ledger.state().missed,
  };
}

/** A port that is taken leaves nothing open behind. */
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

/** Starts a sandbox; it is ready when this resolves. Throws where its port is taken or its memory is broken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ?? (() => new Date());
  const seed = options.seed ?? 1;
  const now = () => clock().getTime();
  const { dataFolder = null } = options;
  const store = dataFolder === null ? memoryStore() : folderStore(dataFolder);
  const ledger = openLedger(store, seed, now());
  const world = () => ledger.state().world;
  // How far the market has been hurried ahead of the clock.
  let ahead = Math.max(0, world().now - now());
  const marketNow = () => now() + ahead;

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
    const events = ledger.run(command);
    for (const notice of noticesOf(world(), events)) courier.send(notice);
  };

  const pace = paceOf(options.pace ?? DEFAULT_PACE);
  let paused = false;
  const faults = createFaults();
  const control = createControl({
    world,
    faults,
    courier,
    puts: () => ledger.state().puts,
    change: (itemId, change) => run({ kind: 'change', now: marketNow(), itemId, change }),
    tick(stepMs) {
      ahead += stepMs;
      run({ kind: 'tick', now: marketNow(), pace });
    },
    setPaused: (value) => {
      paused = value;
    },
  });

  const app = new Hono();
  app.get('/health', (call) => call.json({ status: 'ok', now: new Date(world().now) }));
  app.route('/', createWindow(world));
  if (options.controlToken) app.route('/', createControlRoutes(control, options.controlToken));
  const room = createRoom(options, ledger, { now, marketNow }, run);
  app.route('/', createMercadoLivre(room, faults));

  const { hostname = '127.0.0.1', port = 0, tickMs = TICK_MS } = options;
  const server = serve(hostname, port, app, ledger);
  const timer =
    tickMs === 0
      ? null
      : setInterval(() => paused || run({ kind: 'tick', now: marketNow(), pace }), tickMs);

  return {
    url: `http://${hostname}:${server.addr.port}`,
    control,
    world,
    async stop() {
      if (timer !== null) clearInterval(timer);
      courier.stop();
      faults.clear();
      await server.shutdown();
      ledger.close();
    },
  };
}
