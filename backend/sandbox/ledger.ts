// All that the sandbox remembers, and the commands that change it: each is written down before it is done.
import type { Minor } from '../kernel/money.ts';
import type { Store } from './store.ts';
import {
  createWorld,
  fromPlain,
  type Offer,
  type Pace,
  type PlainWorld,
  setPrice,
  setStatus,
  setStock,
  step,
  toPlain,
  type World,
  type WorldEvent,
} from './world.ts';

/** A price change as it came in by `PUT /items/{id}`, and how it ended. */
export interface ReceivedPut {
  /** ISO 8601, the sandbox's clock. */
  at: string;
  itemId: string;
  sellerId: number;
  /** As it came: a decimal amount where it was a number at all. */
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

/** A notification that was given up, as `GET /missed_feeds` tells it. */
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
  | { kind: 'put'; now: number; put: ReceivedPut; change: ItemChange }
  | { kind: 'grant'; now: number; grant: Grant }
  | { kind: 'missed'; feed: MissedFeed };

export interface State {
  world: World;
  /** Whose each living access token is. */
  access: Readonly<Record<string, { sellerId: number; endsAt: number }>>;
  /** The one refresh token of each seller that still works. */
  refresh: Readonly<Record<string, string>>;
  puts: readonly ReceivedPut[];
  missed: readonly MissedFeed[];
}

const MOST_PUTS = 10_000;
const MOST_MISSED = 1_000;
/** So many commands are replayed at most at a start. */
const COMPACT_AFTER = 5_000;

interface Done {
  state: State;
  events: readonly WorldEvent[];
}

const begin = (seed: number, now: number): State => ({
  world: createWorld(seed, now),
  access: {},
  refresh: {},
  puts: [],
  missed: [],
});

function changeItem(world: World, itemId: string, change: ItemChange, now: number) {
  const { price, stock, status } = change;
  let at = world;
  const events: WorldEvent[] = [];
  const take = (outcome: { world: World; events: readonly WorldEvent[] }) => {
    at = outcome.world;
    events.push(...outcome.events);
  };
  if (price !== undefined) take(setPrice(at, itemId, price, now));
  if (stock !== undefined) take(setStock(at, itemId, stock, now));
  if (status !== undefined) take(setStatus(at, itemId, status, now));
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

/** Does a command. The same state and command give the same result, so a journal can be replayed. */
export function apply(state: State, command: Command): Done {
  switch (command.kind) {
    case 'tick': {
      const { world, events } = step(state.world, command.now, command.pace);
      return { state: { ...state, world }, events };
    }
    case 'change': {
      const done = changeItem(state.world, command.itemId, command.change, command.now);
      return { state: { ...state, world: done.world }, events: done.events };
    }
    case 'put': {
      const puts = [...state.puts.slice(1 - MOST_PUTS), command.put];
      const done = changeItem(state.world, command.put.itemId, command.change, command.now);
      return { state: { ...state, puts, world: done.world }, events: done.events };
    }
    case 'grant':
      return { state: grant(state, command.grant, command.now), events: [] };
    case 'missed': {
      const missed = [...state.missed.slice(1 - MOST_MISSED), command.feed];
      return { state: { ...state, missed }, events: [] };
    }
  }
}

type PlainState = Omit<State, 'world'> & { world: PlainWorld };

export interface Ledger {
  state(): State;
  /** Writes a command down, then does it, and tells what happened in the market. */
  run(command: Command): readonly WorldEvent[];
  /** Lets go of the store. All is written down already: a kill would do as well. */
  close(): void;
}

/** Takes up where the store left off; an empty store begins a world from the seed. */
export function openLedger(store: Store, seed: number, now: number): Ledger {
  const { snapshot, entries } = store.load();
  const kept = snapshot as PlainState | null;
  let state: State = kept ? { ...kept, world: fromPlain(kept.world) } : begin(seed, now);
  for (const entry of entries) state = apply(state, entry as Command).state;
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
    return done.events;
  };
  // A replay has to know where it begins, and the next start need not repeat this one.
  if (!kept || entries.length > 0) compact();
  return {
    state: () => state,
    run,
    close: () => store.close(),
  };
}
