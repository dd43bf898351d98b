// The persistent state of the sandbox, and the commands that change it: each is recorded before it is executed.
import type { Minor } from '../kernel/money.ts';
import {
  type AmazonCommand,
  type AmazonState,
  applyAmazon,
  NO_AMAZON,
  noteSettled,
} from './amazon/memory.ts';
import {
  applyMagalu,
  type MagaluCommand,
  type MagaluState,
  NO_MAGALU,
  type SettledWrite,
} from './magalu/memory.ts';
import { applyShopee, NO_SHOPEE, type ShopeeCommand, type ShopeeState } from './shopee/memory.ts';
import type { Store } from './store.ts';
import {
  type Abroad,
  type AdsEntry,
  changeAds,
  createWorld,
  DEFAULT_PACE,
  fromPlain,
  type Offer,
  type Outcome,
  type Pace,
  type Past,
  type PlainWorld,
  paceOf,
  play,
  type SoldAbroad,
  sellItem,
  setCeiling,
  setPrice,
  setStatus,
  setStock,
  settle,
  step,
  submitPrice,
  toPlain,
  type World,
  type WorldEvent,
  withAbroad,
  withAds,
  withAmazon,
  withMagalu,
  withNewcomer,
  withProductAds,
  withShopee,
} from './world.ts';

/** A price change received by `PUT /items/{id}`, and its outcome. */
export interface ReceivedPut {
  /** ISO 8601, the sandbox's clock. */
  at: string;
  itemId: string;
  sellerId: number;
  /** As received: a decimal amount if it was a number. */
  price: unknown;
  outcome: 'applied' | 'ignored' | 'refused';
  /** The marketplace's code, where it did not apply the price. */
  code: string | null;
  /** The caller's own key for this change, where it sent one. */
  operationKey: string | null;
}

export interface Grant {
  sellerId: number;
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970 by the real clock. */
  endsAt: number;
}

/** A notification that was given up, as in `GET /missed_feeds`. */
export interface MissedFeed {
  _id: string;
  resource: string;
  user_id: number | string;
  topic: string;
  application_id: number;
  attempts: number;
  sent: string;
  received: string;
  request: { url: string; headers: Record<string, string | number>; data: string };
  response: {
    req_time: number;
    http_code: number | null;
    body: string;
    headers: Record<string, string>;
  };
}

export interface ItemChange {
  price?: Minor;
  stock?: number;
  status?: Offer['status'];
}

export type Command =
  | { kind: 'tick'; now: number; pace: Pace }
  | { kind: 'change'; now: number; itemId: string; change: ItemChange }
  /** A buyer buys units of an item of one of our own sellers. */
  | { kind: 'sale'; now: number; itemId: string; units: number }
  | { kind: 'put'; now: number; put: ReceivedPut; change: ItemChange }
  | { kind: 'grant'; now: number; grant: Grant }
  /** The newcomer joins the market. */
  | { kind: 'newcomer' }
  /** A seller's pages in another country are opened. */
  | { kind: 'abroad'; sellerId: number; shop: SoldAbroad; country: Abroad }
  | { kind: 'missed'; feed: MissedFeed }
  | { kind: 'settle'; now: number }
  | { kind: 'ceiling'; now: number; pageId: string; to: Minor }
  /** Campaigns at Amazon, or what is in them, are made or changed. */
  | { kind: 'ads'; entries: readonly AdsEntry[] }
  | AmazonCommand
  | ShopeeCommand
  | MagaluCommand;

export interface State {
  world: World;
  /** The owner of each valid access token. */
  access: Readonly<Record<string, { sellerId: number; endsAt: number }>>;
  /** The one valid refresh token of each seller. */
  refresh: Readonly<Record<string, string>>;
  puts: readonly ReceivedPut[];
  missed: readonly MissedFeed[];
  amazon: AmazonState;
  magalu: MagaluState;
  /** The simulated past before the world was opened; null: it began with its first day. */
  past: Past | null;
  shopee: ShopeeState;
}

const DAY = 86_400_000;
const MOST_PUTS = 10_000;
const MOST_MISSED = 1_000;
/** The maximum of commands that are replayed at a start. */
const COMPACT_AFTER = 5_000;

interface Done {
  state: State;
  events: readonly WorldEvent[];
  /** Prices at Magalu that it settled. */
  settled?: readonly SettledWrite[];
}

/** The initial state of a new world. */
export interface Beginning {
  seed: number;
  now: number;
  /** The number of further listings of the first demo seller, on each marketplace. */
  extras?: number;
  /** The number of simulated days before `now`. */
  historyDays?: number;
}

/** On unobserved pages one competitor changes every day or two. */
const QUIET: Pace = { ...paceOf(DEFAULT_PACE), moves: 0.4 };

function begin({ seed, now, extras = 0, historyDays = 0 }: Beginning): State {
  const first = createWorld(seed, now - historyDays * DAY, extras);
  const { world, past } =
    historyDays === 0 ? { world: first, past: null } : play(first, now, QUIET);
  const memories = {
    puts: [],
    missed: [],
    amazon: NO_AMAZON,
    shopee: NO_SHOPEE,
    magalu: NO_MAGALU,
  };
  return { world, past, access: {}, refresh: {}, ...memories };
}

function changeItem(world: World, itemId: string, change: ItemChange, now: number): Outcome {
  const { price, stock, status } = change;
  let at = world;
  const events: WorldEvent[] = [];
  const take = (outcome: Outcome) => {
    at = outcome.world;
    events.push(...outcome.events);
  };
  if (price !== undefined) take(setPrice(at, itemId, price, now));
  if (stock !== undefined) take(setStock(at, itemId, stock, now));
  if (status !== undefined) take(setStatus(at, itemId, status, now));
  return { world: at, events };
}

/** Sets several prices at once. */
function changePrices(
  world: World,
  changes: readonly { itemId: string; price: Minor }[],
  now: number,
): Outcome {
  let at = world;
  const events: WorldEvent[] = [];
  for (const { itemId, price } of changes) {
    const outcome = setPrice(at, itemId, price, now);
    at = outcome.world;
    events.push(...outcome.events);
  }
  return { world: at, events };
}

function grant(state: State, { sellerId, accessToken, refreshToken, endsAt }: Grant, now: number) {
  const living = Object.entries(state.access).filter(([, { endsAt }]) => endsAt > now);
  return {
    ...state,
    access: { ...Object.fromEntries(living), [accessToken]: { sellerId, endsAt } },
    refresh: { ...state.refresh, [sellerId]: refreshToken },
  };
}

/** Applies an outcome of the market. */
const live = (state: State, { world, events }: Outcome): Done => ({
  state: { ...state, world, amazon: noteSettled(state.amazon, events) },
  events,
});

/** Applies a command. The same state and command give the same result, so a journal can be replayed. */
export function apply(state: State, command: Command): Done {
  switch (command.kind) {
    case 'tick':
      return live(state, step(state.world, command.now, command.pace));
    case 'settle':
      return live(state, settle(state.world, command.now));
    case 'ceiling':
      return live(state, setCeiling(state.world, command.pageId, command.to, command.now));
    case 'change':
      return live(state, changeItem(state.world, command.itemId, command.change, command.now));
    case 'sale':
      return live(state, sellItem(state.world, command.itemId, command.units, command.now));
    case 'put': {
      const puts = [...state.puts.slice(1 - MOST_PUTS), command.put];
      const done = changeItem(state.world, command.put.itemId, command.change, command.now);
      return live({ ...state, puts }, done);
    }
    case 'grant':
      return { state: grant(state, command.grant, command.now), events: [] };
    case 'ads':
      return { state: { ...state, world: changeAds(state.world, command.entries) }, events: [] };
    case 'newcomer':
      return { state: { ...state, world: withNewcomer(state.world) }, events: [] };
    case 'abroad':
      return { state: { ...state, world: withAbroad(state.world, command) }, events: [] };
    case 'missed': {
      const missed = [...state.missed.slice(1 - MOST_MISSED), command.feed];
      return { state: { ...state, missed }, events: [] };
    }
    case 'patch': {
      const { submission } = command;
      const world = submission === null ? state.world : submitPrice(state.world, submission);
      return { state: { ...state, world, amazon: applyAmazon(state.amazon, command) }, events: [] };
    }
    case 'shopee_grant':
    case 'shopee_end':
    case 'shopee_lost':
    case 'shopee_consumed':
      return { state: { ...state, shopee: applyShopee(state.shopee, command) }, events: [] };
    case 'shopee_prices': {
      const done = changePrices(state.world, command.changes, command.now);
      return live({ ...state, shopee: applyShopee(state.shopee, command) }, done);
    }
    case 'magalu_grant':
    case 'magalu_write':
    case 'magalu_settle':
    case 'magalu_unprice':
    case 'magalu_rule':
    case 'magalu_signup':
    case 'magalu_signoff': {
      const done = applyMagalu(state.magalu, state.world, command);
      const { state: after, events } = live({ ...state, magalu: done.magalu }, done);
      return { state: after, events, settled: done.settled };
    }
    default:
      return { state: { ...state, amazon: applyAmazon(state.amazon, command) }, events: [] };
  }
}

type PlainState = Omit<State, 'world' | 'amazon' | 'past' | 'shopee' | 'magalu'> & {
  world: PlainWorld;
  /** Absent in states that were stored before Amazon, or Shopee, was added. */
  amazon?: AmazonState;
  shopee?: ShopeeState;
  magalu?: MagaluState;
  /** Absent in states that were stored before worlds had a past. */
  past?: Past | null;
};

export interface Ledger {
  state(): State;
  /** Records a command, then executes it, and gives the events of the market. */
  run(command: Command): Pick<Done, 'events' | 'settled'>;
  /** Releases the store. Everything is written already: nothing is lost without it. */
  close(): void;
}

/** The stored state. */
const unfold = ({
  world,
  amazon = NO_AMAZON,
  shopee = NO_SHOPEE,
  magalu = NO_MAGALU,
  past = null,
  ...rest
}: PlainState): State => ({
  ...rest,
  amazon,
  shopee,
  // Parts that an older state lacks get their initial state.
  magalu: { ...NO_MAGALU, ...magalu },
  past,
  world: fromPlain(world),
});

/**
 * Continues from the stored state; an empty store begins a world from the seed. A state from before Amazon, Shopee or
 * Magalu was added is replayed to its last entry without them, and gets them afterwards.
 */
export function openLedger(store: Store, beginning: Beginning): Ledger {
  const { snapshot, entries } = store.load();
  const stored = snapshot as PlainState | null;
  let state: State = stored ? unfold(stored) : begin(beginning);
  for (const entry of entries) state = apply(state, entry as Command).state;
  const { amazon, shopee, magalu } = stored ?? {};
  const isOld =
    stored !== null &&
    ([amazon, shopee, magalu] as unknown[])
      .concat(stored.world.ads?.productCampaigns)
      .includes(undefined);
  state = {
    ...state,
    world: withProductAds(withAds(withMagalu(withShopee(withAmazon(state.world))))),
  };
  let since = 0;

  const compact = () => {
    store.compact({ ...state, world: toPlain(state.world) } satisfies PlainState);
    since = 0;
  };
  const run = (command: Command) => {
    store.append(command);
    const done = apply(state, command);
    state = done.state;
    if (++since >= COMPACT_AFTER) compact();
    return { events: done.events, ...(done.settled && { settled: done.settled }) };
  };
  // A replay needs its starting point, and the next start does not have to repeat this one.
  if (!stored || isOld || entries.length > 0) compact();
  return {
    state: () => state,
    run,
    close: () => store.close(),
  };
}
