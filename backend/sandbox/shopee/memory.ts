// The state of Shopee's side of the sandbox, in addition to the market.
import { entryOf } from '../amazon/memory.ts';

/** One price of a call to `update_price`, and its outcome. */
export interface ReceivedPrice {
  /** ISO 8601, the sandbox's clock. */
  at: string;
  shopId: number;
  itemId: number;
  modelId: number;
  /** As received: a decimal amount if it was a number. */
  price: unknown;
  outcome: 'applied' | 'refused';
  /** The marketplace's code or message, if it did not apply the price. */
  reason: string | null;
}

/** A push that was given up after its last attempt. */
export interface LostPush {
  /** Increases with each push. */
  id: number;
  at: string;
  body: string;
}

/** A seller's consent, in milliseconds since 1970. */
export interface ShopeeConsent {
  since: number;
  endsAt: number;
}

export interface ShopeeState {
  /** When each access token expires, by `shop/token`. */
  access: Readonly<Record<string, number>>;
  /** When each valid refresh token expires, by `shop/token`. */
  refresh: Readonly<Record<string, number>>;
  /** By shop; a shop whose seller revoked the consent has none. */
  consents: Readonly<Record<string, ShopeeConsent>>;
  prices: readonly ReceivedPrice[];
  lost: readonly LostPush[];
  /** How many were lost so far. */
  lostCount?: number;
}

export type ShopeeCommand =
  | {
      kind: 'shopee_grant';
      now: number;
      shops: readonly number[];
      accessToken: string;
      refreshToken: string;
      accessEndsAt: number;
      refreshEndsAt: number;
      /** Null: a renewal, which does not change the authorization. */
      consent: ShopeeConsent | null;
      /** The refresh token that was used; null: a code was used. */
      used: string | null;
    }
  | { kind: 'shopee_end'; shopId: number }
  | { kind: 'shopee_lost'; push: Omit<LostPush, 'id'> }
  /** Lost pushes up to this one were confirmed. */
  | { kind: 'shopee_consumed'; lastId: number }
  | {
      kind: 'shopee_prices';
      now: number;
      prices: readonly ReceivedPrice[];
      /** The applied changes, by the ids of offers. */
      changes: readonly { itemId: string; price: number }[];
    };

/** How long the previous access token stays valid. */
const OVERLAP_MS = 5 * 60_000;
const MOST_PRICES = 10_000;
const MOST_LOST = 1_000;

export const NO_SHOPEE: ShopeeState = {
  access: {},
  refresh: {},
  consents: {},
  prices: [],
  lost: [],
};

export const keyOf = (shopId: number, token: string): string => `${shopId}/${token}`;

const isOf = (shopId: number, key: string) => key.startsWith(`${shopId}/`);

const living = (tokens: Readonly<Record<string, number>>, now: number) =>
  Object.entries(tokens).filter(([, endsAt]) => endsAt > now);

function grant(
  state: ShopeeState,
  command: Extract<ShopeeCommand, { kind: 'shopee_grant' }>,
): ShopeeState {
  const { now, shops, used, consent } = command;
  const isBefore = (key: string) => shops.some((shopId) => isOf(shopId, key));
  const before = living(state.access, now).map(
    ([key, endsAt]) => [key, isBefore(key) ? Math.min(endsAt, now + OVERLAP_MS) : endsAt] as const,
  );
  const gone = new Set(used === null ? [] : shops.map((shopId) => keyOf(shopId, used)));
  const refresh = living(state.refresh, now).filter(([key]) => !gone.has(key));
  const given = (token: string, endsAt: number) =>
    shops.map((shopId) => [keyOf(shopId, token), endsAt] as const);
  const agreed = consent === null ? [] : shops.map((shopId) => [String(shopId), consent] as const);
  return {
    ...state,
    access: Object.fromEntries([...before, ...given(command.accessToken, command.accessEndsAt)]),
    refresh: Object.fromEntries([
      ...refresh,
      ...given(command.refreshToken, command.refreshEndsAt),
    ]),
    consents: { ...state.consents, ...Object.fromEntries(agreed) },
  };
}

/** Applies a command to this memory; its effect on the market is applied by the ledger. */
export function applyShopee(state: ShopeeState, command: ShopeeCommand): ShopeeState {
  switch (command.kind) {
    case 'shopee_grant':
      return grant(state, command);
    case 'shopee_end': {
      const { shopId } = command;
      const others = <T>(record: Readonly<Record<string, T>>) =>
        Object.fromEntries(Object.entries(record).filter(([key]) => !isOf(shopId, key)));
      const { [String(shopId)]: _, ...consents } = state.consents;
      return { ...state, access: others(state.access), refresh: others(state.refresh), consents };
    }
    case 'shopee_lost': {
      const id = (state.lostCount ?? 0) + 1;
      const lost = [...state.lost.slice(1 - MOST_LOST), { id, ...command.push }];
      return { ...state, lost, lostCount: id };
    }
    case 'shopee_consumed':
      return { ...state, lost: state.lost.filter(({ id }) => id > command.lastId) };
    case 'shopee_prices':
      return { ...state, prices: [...state.prices, ...command.prices].slice(-MOST_PRICES) };
  }
}

/** Whether a token is valid for a shop at an instant. */
export const opens = (
  tokens: Readonly<Record<string, number>>,
  shopId: number,
  token: string,
  now: number,
): boolean => (entryOf(tokens, keyOf(shopId, token)) ?? 0) > now;
