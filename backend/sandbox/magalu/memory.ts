// The state of Magalu's side of the sandbox, in addition to the market.
import type { Minor } from '../../kernel/money.ts';
import {
  findOffer,
  type Offer,
  type Outcome,
  setPrice,
  type World,
  type WorldEvent,
} from '../world.ts';

/** A received price, and its outcome. */
export interface ReceivedWrite {
  /** ISO 8601, the market's clock. */
  at: string;
  traceId: string;
  tenantId: string;
  sku: string;
  verb: 'PATCH' | 'POST';
  price: Minor;
  listPrice: Minor;
  /** The caller's own id of the call, where it sent one. */
  requestId: string | null;
  /** When it is processed, in milliseconds since 1970 by the market's clock. */
  dueAt: number;
  itemId: string;
  /** Null: it is not processed yet. */
  settled: { at: number; as: 'applied' | 'refused'; code: string | null } | null;
}

/** A subscription: of one organisation to one topic. */
export interface Signup {
  id: string;
  tenantId: string;
  topic: string;
  webhook: string;
  /** The newest last. An earlier one signs too until `endsAt`, in milliseconds since 1970. */
  secrets: readonly { secret: string; endsAt: number | null }[];
}

export interface MagaluAccess {
  tenantId: string;
  scopes: readonly string[];
  /** Milliseconds since 1970 by the real clock. */
  endsAt: number;
}

export interface MagaluState {
  access: Readonly<Record<string, MagaluAccess>>;
  /** The one valid refresh token of each organisation, with its scopes. */
  refresh: Readonly<Record<string, { token: string; scopes: readonly string[] }>>;
  writes: readonly ReceivedWrite[];
  /** By item: its list price. Other items have only the price. */
  listPrices: Readonly<Record<string, Minor>>;
  /** Items whose price was never created in the channel. */
  unpriced: readonly string[];
  /** Items whose price is under one of Magalu's pricing rules since the first day. */
  ruled: readonly string[];
  signups: readonly Signup[];
}

export type MagaluCommand =
  | {
      kind: 'magalu_grant';
      now: number;
      accessToken: string;
      access: MagaluAccess;
      refreshToken: string;
    }
  | { kind: 'magalu_write'; write: ReceivedWrite }
  | { kind: 'magalu_settle'; now: number }
  | { kind: 'magalu_unprice'; itemId: string }
  | { kind: 'magalu_rule'; itemId: string }
  | { kind: 'magalu_signup'; signup: Signup }
  | { kind: 'magalu_signoff'; id: string };

export const NO_MAGALU: MagaluState = {
  access: {},
  refresh: {},
  writes: [],
  listPrices: {},
  unpriced: [],
  ruled: [],
  signups: [],
};

const MOST_WRITES = 10_000;

/** Whether Magalu itself sets the price of an offer. */
export const isRuled = (offer: Offer, ruled: MagaluState['ruled']): boolean =>
  offer.automated || ruled.includes(offer.itemId);

/** The refusal of a price when it is processed; null: none. */
function refusalOf(
  world: World,
  { ruled }: MagaluState,
  { itemId, price }: ReceivedWrite,
): string | null {
  const offer = findOffer(world, itemId)?.offer;
  if (offer === undefined) return 'SKU_NOT_FOUND';
  // Magalu's own rule sets the price.
  if (isRuled(offer, ruled)) return 'PRICING_RULE_ACTIVE';
  // A price this far below the present one is refused as an error.
  return price * LEAST_SHARE < offer.price ? 'POLICIES_BLOCKED_PRICE' : null;
}
const LEAST_SHARE = 5;

/** A price write that ended. */
export interface SettledWrite {
  write: ReceivedWrite;
  events: readonly WorldEvent[];
}

interface Done extends Outcome {
  magalu: MagaluState;
  settled: readonly SettledWrite[];
}

/** Processes the due prices, in the order of their arrival. */
function settle(magalu: MagaluState, world: World, now: number): Done {
  let at: Outcome = { world, events: [] };
  let { writes, listPrices, unpriced } = magalu;
  const settled: SettledWrite[] = [];
  writes.forEach((write, index) => {
    if (write.settled !== null || write.dueAt > now) return;
    const code = refusalOf(at.world, magalu, write);
    const done = code === null ? setPrice(at.world, write.itemId, write.price, now) : null;
    const as = code === null ? ('applied' as const) : ('refused' as const);
    const ended = { ...write, settled: { at: now, as, code } };
    writes = writes.with(index, ended);
    if (done !== null) {
      at = { world: done.world, events: [...at.events, ...done.events] };
      listPrices = { ...listPrices, [write.itemId]: write.listPrice };
      unpriced = unpriced.filter((itemId) => itemId !== write.itemId);
    }
    settled.push({ write: ended, events: done?.events ?? [] });
  });
  return { ...at, magalu: { ...magalu, writes, listPrices, unpriced }, settled };
}

function signedUp(signups: readonly Signup[], signup: Signup): Signup[] {
  const others = signups.filter(
    ({ tenantId, topic }) => tenantId !== signup.tenantId || topic !== signup.topic,
  );
  return [...others, signup];
}

/** Applies a command. The same state and command give the same result, so a journal can be replayed. */
export function applyMagalu(magalu: MagaluState, world: World, command: MagaluCommand): Done {
  const become = (changed: Partial<MagaluState>): Done => ({
    magalu: { ...magalu, ...changed },
    world,
    events: [],
    settled: [],
  });
  switch (command.kind) {
    case 'magalu_grant': {
      const { accessToken, access, refreshToken, now } = command;
      const living = Object.entries(magalu.access).filter(([, { endsAt }]) => endsAt > now);
      const { tenantId, scopes } = access;
      return become({
        access: { ...Object.fromEntries(living), [accessToken]: access },
        refresh: { ...magalu.refresh, [tenantId]: { token: refreshToken, scopes } },
      });
    }
    case 'magalu_write':
      return become({ writes: [...magalu.writes.slice(1 - MOST_WRITES), command.write] });
    case 'magalu_settle':
      return settle(magalu, world, command.now);
    case 'magalu_unprice':
      return become({ unpriced: [...magalu.unpriced, command.itemId] });
    case 'magalu_rule':
      return become({ ruled: [...magalu.ruled, command.itemId] });
    case 'magalu_signup':
      return become({ signups: signedUp(magalu.signups, command.signup) });
    case 'magalu_signoff':
      return become({ signups: magalu.signups.filter(({ id }) => id !== command.id) });
  }
}
