// The context of Amazon's operations.
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toAmount } from '../../kernel/money.ts';
import type { Codes } from '../consent/codes.ts';
import type { Product, Seller, World } from '../world.ts';
import type { AmazonCommand, AmazonState } from './memory.ts';
import { type AmazonStore, storeOf } from './stores.ts';

/** The path of the wire below the sandbox's origin. */
export const BASE = '/amazon';

export interface AmazonEnv {
  Variables: {
    /** The caller's seller id on Amazon; empty where an operation is for the application. */
    sellerId: string;
    operation: string;
  };
}
export type AmazonWire = Hono<AmazonEnv>;
export type AmazonCall = Context<AmazonEnv>;

/** What the sandbox passes to Amazon's wire server. */
export interface AmazonRoom {
  /** The present world, in which all due prices are processed. */
  world(): World;
  /** Milliseconds since 1970 by the market's clock. */
  marketNow(): number;
  /** Milliseconds since 1970 by the real clock, for tokens and limits. */
  now(): number;
  /** The origin under which people reach pictures and product pages. */
  publicUrl: string;
  /** If given, no other client gets a token. */
  client: { id: string; secret: string } | null;
  tokenSeconds: number;
  /** Whether rate limits apply. */
  limited(): boolean;
  hex(length: number): string;
  uuid(): string;
  /** Milliseconds until a price that is accepted now is processed. */
  acceptMs(): number;
  memory(): AmazonState;
  /** Codes of sellers who agreed in the browser. */
  codes: Codes;
  run(command: AmazonCommand): void;
  /** Opens the pages of a seller in a store that is not Brazil's, where they are not open yet. */
  open(sellerId: string, store: AmazonStore): void;
  /** Whether the next element of this call's batch fails. */
  itemFails(call: AmazonCall): boolean;
}

export interface WireError {
  code: string;
  message: string;
  details: string;
}

/** The marketplace's error envelope. */
export const errorsOf = (code: string, message: string, details = ''): { errors: WireError[] } => ({
  errors: [{ code, message, details }],
});

export const refuse = (
  call: AmazonCall,
  status: ContentfulStatusCode,
  code: string,
  message: string,
  details = '',
) => call.json(errorsOf(code, message, details), status);

export const invalid = (call: AmazonCall, details: string) =>
  refuse(call, 400, 'InvalidInput', 'One or more request parameters is invalid.', details);

export const notFound = (call: AmazonCall, details: string) =>
  refuse(call, 404, 'NOT_FOUND', 'The requested resource was not found.', details);

/** A parameter of the path; its routes declare it. */
export const part = (call: AmazonCall, name: string): string => call.req.param(name) ?? '';

/** A list of the query, written with commas or named several times. */
export const listIn = (call: AmazonCall, name: string): string[] =>
  (call.req.queries(name) ?? []).flatMap((text) => text.split(',')).filter(Boolean);

/** The store of a call; text: the fault of its parameter. */
export function storeIn(call: AmazonCall): AmazonStore | string {
  const ids = listIn(call, 'marketplaceIds');
  if (ids.length === 0) return "Missing required 'marketplaceIds'.";
  const [store, ...others] = ids.map(storeOf);
  return store && others.length === 0 ? store : 'Invalid marketplaceIds provided.';
}

export async function readJson(call: AmazonCall): Promise<unknown> {
  try {
    return JSON.parse(await call.req.text()) as unknown;
  } catch {
    return null;
  }
}

export const pictureOf = (room: AmazonRoom, product: Product) => ({
  link: `${room.publicUrl}/sandbox/pictures/${product.id}.svg`,
  height: 400,
  width: 400,
});

/** The product type, derived from Mercado Livre's name of the kind of product. */
export const productTypeOf = (product: Product): string => product.domainId.replace(/^MLB-/, '');

/** An amount in the format of pricing 2022-05-01 and of price health. */
export const money = (minor: number, { currency }: AmazonStore) => ({
  amount: toAmount(minor),
  currencyCode: currency,
});
/** An amount in the format of pricing v0 and of offer changes. */
export const oldMoney = (minor: number, { currency }: AmazonStore) => ({
  CurrencyCode: currency,
  Amount: toAmount(minor),
});
/** An amount in the format of orders and sales: as text. */
export const textMoney = (minor: number, { currency }: AmazonStore) => ({
  amount: toAmount(minor).toFixed(2),
  currencyCode: currency,
});

/** Where an offer is sent from: in Brazil from its seller's state, elsewhere from the country. */
export const shipsFrom = (seller: Seller | undefined, { country }: AmazonStore) => ({
  State: country === 'BR' ? (seller?.state.replace('BR-', '') ?? '') : '',
  Country: country,
});
