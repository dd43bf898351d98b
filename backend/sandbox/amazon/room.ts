// What Amazon's operations stand on, and what they share.
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toAmount } from '../../kernel/money.ts';
import type { Codes } from '../consent/codes.ts';
import type { Product, World } from '../world.ts';
import type { AmazonCommand, AmazonState } from './memory.ts';

/** Brazil, the only store of this world. */
export const MARKETPLACE = 'A2Q3Y263D00KWC';
export const CURRENCY = 'BRL';
/** Where the wire is below the sandbox's origin. */
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

/** What the sandbox hands to Amazon's wire server. */
export interface AmazonRoom {
  /** The world as it is now, with all prices dealt with that are due. */
  world(): World;
  /** Milliseconds since 1970 by the market's clock. */
  marketNow(): number;
  /** Milliseconds since 1970 by the real clock, for tokens and limits. */
  now(): number;
  /** The origin under which people reach pictures and product pages. */
  publicUrl: string;
  /** Where given, no other client gets a token. */
  client: { id: string; secret: string } | null;
  tokenSeconds: number;
  /** Whether calls are counted at all. */
  limited(): boolean;
  hex(length: number): string;
  uuid(): string;
  /** Milliseconds until a price that is accepted now is dealt with. */
  acceptMs(): number;
  memory(): AmazonState;
  /** Codes of sellers who agreed in the browser. */
  codes: Codes;
  run(command: AmazonCommand): void;
  /** Whether the next thing of this call's batch fails. */
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

/** The part of a path; the routes that ask name it. */
export const part = (call: AmazonCall, name: string): string => call.req.param(name) ?? '';

/** A list of the query, written with commas or named several times. */
export const listIn = (call: AmazonCall, name: string): string[] =>
  (call.req.queries(name) ?? []).flatMap((text) => text.split(',')).filter(Boolean);

/** Why a call does not name this store as it has to; null: it does. */
export const marketplaceFault = (call: AmazonCall): string | null => {
  const ids = listIn(call, 'marketplaceIds');
  if (ids.length === 0) return "Missing required 'marketplaceIds'.";
  return ids.every((id) => id === MARKETPLACE) ? null : 'Invalid marketplaceIds provided.';
};

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

/** The product type, made of the word that Mercado Livre has for the kind of thing. */
export const productTypeOf = (product: Product): string => product.domainId.replace(/^MLB-/, '');

/** An amount as the pricing of 2022 and the health of prices write it. */
export const money = (minor: number) => ({ amount: toAmount(minor), currencyCode: CURRENCY });
/** An amount as the older pricing and the changes of offers write it. */
export const oldMoney = (minor: number) => ({ CurrencyCode: CURRENCY, Amount: toAmount(minor) });
