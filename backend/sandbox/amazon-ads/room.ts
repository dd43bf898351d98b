// The context of the wire of Amazon Ads, shared by its operations.
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AmazonState } from '../amazon/memory.ts';
import { STORES } from '../amazon/stores.ts';
import type { Faults } from '../faults.ts';
import { numberOf } from '../world/dice.ts';
import { type AdsEntry, findAmazonSeller, type Seller, type World } from '../world.ts';

/** The path of the wire below the sandbox's origin. */
export const BASE = '/amazon-ads';

export interface AdsEnv {
  Variables: {
    /** The number of the seller of the call's profile. */
    sellerId: number;
    operation: string;
  };
}
export type AdsWire = Hono<AdsEnv>;
export type AdsCall = Context<AdsEnv>;

/** What the sandbox passes to the wire server of Amazon Ads. */
export interface AdsRoom {
  world(): World;
  /** Milliseconds since 1970 by the market's clock. */
  marketNow(): number;
  /** The same by the real clock, for tokens and reports. */
  now(): number;
  memory(): AmazonState;
  run(entries: readonly AdsEntry[]): void;
  /** Whether a seller's profile may be changed, or only read. */
  mayWrite(sellerId: number): boolean;
  /** Whether the next element of this call's batch fails. */
  itemFails(call: AdsCall): boolean;
}

/** The number of the profile under which a seller advertises in Brazil. */
export const profileOf = ({ id }: Pick<Seller, 'id'>): number =>
  3_000_000_000_000_000 + numberOf(`profile/${id}`);

export const profileBody = (seller: Seller) => ({
  profileId: profileOf(seller),
  countryCode: 'BR',
  currencyCode: STORES.BR.currency,
  timezone: 'America/Sao_Paulo',
  dailyBudget: 999_999_999,
  accountInfo: {
    marketplaceStringId: STORES.BR.id,
    id: seller.amazon?.id,
    type: 'seller',
    name: seller.amazon?.name,
    validPaymentMethod: true,
  },
});

export const sellerBy = (room: AdsRoom, amazonId: string): Seller | null =>
  findAmazonSeller(room.world(), amazonId);

/** An error of the whole call. */
export const refuse = (
  call: AdsCall,
  status: ContentfulStatusCode,
  code: string,
  message: string,
) => call.json({ code, message, details: message }, status);

export async function readJson(call: AdsCall): Promise<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse((await call.req.text()) || '{}');
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

/** The strings of a list in a body; none where it is not a list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Makes the room. */
export const createAdsRoom = (
  state: () => { world: World; amazon: AmazonState },
  clocks: Pick<AdsRoom, 'now' | 'marketNow'>,
  faults: Faults,
  mayWrite: AdsRoom['mayWrite'],
  run: AdsRoom['run'],
): AdsRoom => ({
  ...clocks,
  world: () => state().world,
  memory: () => state().amazon,
  run,
  mayWrite,
  itemFails(call) {
    const { method, path } = call.req;
    const operation = call.get('operation');
    return faults.takeItem({ marketplace: 'amazon', operation, method, path });
  },
});
