// The context of Shopee's operations.
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Codes } from '../consent/codes.ts';
import type { World } from '../world.ts';
import type { ShopeeCommand, ShopeeState } from './memory.ts';

export const CURRENCY = 'BRL';
export const REGION = 'BR';
/** The path of the wire below the sandbox's origin. */
export const BASE = '/shopee';

export interface ShopeeEnv {
  Variables: {
    /** The caller's shop; 0 where a call is the application's own. */
    shopId: number;
  };
}
export type ShopeeWire = Hono<ShopeeEnv>;
export type ShopeeCall = Context<ShopeeEnv>;

/** What the sandbox passes to Shopee's wire server. */
export interface ShopeeRoom {
  world(): World;
  /** Milliseconds since 1970 by the market's clock, for what answers carry. */
  marketNow(): number;
  /** Milliseconds since 1970 by the real clock, for tokens, signatures and limits. */
  now(): number;
  /** The origin under which people reach pictures and product pages. */
  publicUrl: string;
  /** The application that signs calls. */
  partner: { id: string; key: string };
  tokenSeconds: number;
  /** Calls a minute of the application. */
  ratePerMinute: number;
  /** Whether rate limits apply. */
  limited(): boolean;
  hex(length: number): string;
  memory(): ShopeeState;
  /** Codes of sellers who agreed in the browser. */
  codes: Codes;
  run(command: ShopeeCommand): void;
  /** A seller authorized the product. */
  onAuthorized(shops: readonly number[]): void;
}

const envelope = (call: ShopeeCall, more: object) => ({
  request_id: call.req.header('x-request-id') ?? crypto.randomUUID().replaceAll('-', ''),
  error: '',
  message: '',
  ...more,
});

/** A successful answer, below `response`. */
export const answer = (call: ShopeeCall, response: object) =>
  call.json({ ...envelope(call, { warning: '' }), response });

/** A successful answer about tokens and shops, with its fields at the top level of the envelope. */
export const bareAnswer = (call: ShopeeCall, fields: object) => call.json(envelope(call, fields));

/** A refusal: with a 200 by an operation, with a 403 by the gateway. */
export const refuse = (
  call: ShopeeCall,
  error: string,
  message: string,
  status: ContentfulStatusCode = 200,
) => call.json(envelope(call, { error, message }), status);

export const wrongParameter = (call: ShopeeCall, detail: string) =>
  refuse(call, 'error_param', `Wrong parameters, detail: ${detail}.`);

export async function readJson(call: ShopeeCall): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = JSON.parse(await call.req.text());
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The comma-separated ids of a query; null: none, too many, or invalid ones. */
export function idsIn(call: ShopeeCall, name: string, most: number): number[] | null {
  const ids = (call.req.query(name) ?? '').split(',').filter(Boolean).map(Number);
  const isGood = ids.length > 0 && ids.length <= most && ids.every(Number.isSafeInteger);
  return isGood ? ids : null;
}

/** Seconds since 1970, as the wire writes instants. */
export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
