// The context of Magalu's operations.
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Codes } from '../consent/codes.ts';
import { ownSellers, tenantIdOf } from '../world/tenants.ts';
import { findOffer, itemsOf, type Offer, type Product, type World } from '../world.ts';
import type { MagaluAccess, MagaluCommand, MagaluState } from './memory.ts';

/** The path of the wire below the sandbox's origin. */
export const BASE = '/magalu';
export const CURRENCY = 'BRL';
/** The one sales channel of this world. */
export const CHANNEL = '3c0d7f5e-6a1b-4f52-9d38-0b5e7a91c2d4';
const LIMIT = 50;
export const MAX_LIMIT = 100;

export interface MagaluEnv {
  Variables: { access: MagaluAccess };
}
export type MagaluWire = Hono<MagaluEnv>;
export type MagaluCall = Context<MagaluEnv>;

/** What the sandbox passes to Magalu's wire server. */
export interface MagaluRoom {
  /** The present world, in which all due prices are processed. */
  world(): World;
  memory(): MagaluState;
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
  /** Codes of sellers who agreed in the browser. */
  codes: Codes;
  run(command: MagaluCommand): void;
}

/** The platform's error envelope. */
export const refuse = (
  call: MagaluCall,
  status: ContentfulStatusCode,
  slug: string,
  message: string,
  details: readonly { field: string; location: string; slug: string; message: string }[] = [],
) => call.json({ slug, message, details }, status);

export const notFound = (call: MagaluCall, what: string) =>
  refuse(call, 404, 'resource_not_found', `${what} not found`);

/** A parameter of the path; its routes declare it. */
export const part = (call: MagaluCall, name: string): string => call.req.param(name) ?? '';

export async function readJson(call: MagaluCall): Promise<unknown> {
  try {
    return JSON.parse(await call.req.text()) as unknown;
  } catch {
    return null;
  }
}

export interface Found {
  product: Product;
  offer: Offer;
}

/** The seller of the caller's organisation; undefined: none. */
export const sellerOf = (world: World, tenantId: string) =>
  ownSellers(world).find(({ id }) => tenantIdOf(id) === tenantId);

/** All that the organisation sells here, oldest first. */
export function skusOf(room: MagaluRoom, tenantId: string): Found[] {
  const world = room.world();
  const seller = sellerOf(world, tenantId);
  if (seller === undefined) return [];
  return itemsOf(world, seller.id, 'magalu')
    .flatMap((itemId) => findOffer(world, itemId) ?? [])
    .sort(
      (a, b) => a.offer.createdAt - b.offer.createdAt || (a.offer.itemId < b.offer.itemId ? -1 : 1),
    );
}

/** The caller's listing with the SKU of the path; null: none. */
export function ownSku(call: MagaluCall, room: MagaluRoom): Found | null {
  const sku = part(call, 'sku');
  return skusOf(room, call.get('access').tenantId).find(({ offer }) => offer.sku === sku) ?? null;
}

/** A page of a list in the portfolio's format; null: the query is invalid. */
export function pageOf<T>(
  call: MagaluCall,
  all: readonly T[],
  names: { limit: string; offset: string } = { limit: '_limit', offset: '_offset' },
): { meta: object; results: T[] } | null {
  const limit = Number(call.req.query(names.limit) ?? LIMIT);
  const offset = Number(call.req.query(names.offset) ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return null;
  if (!Number.isInteger(offset) || offset < 0) return null;
  const results = all.slice(offset, offset + limit);
  const path = call.req.path.slice(BASE.length);
  const link = (from: number) => `${path}?${names.limit}=${limit}&${names.offset}=${from}`;
  return {
    meta: {
      page: { limit, offset, count: results.length, max_limit: MAX_LIMIT },
      links: {
        previous: link(Math.max(0, offset - limit)),
        next: link(offset + limit),
        self: link(offset),
      },
    },
    results,
  };
}

export const badPage = (call: MagaluCall) =>
  call.json(
    { detail: [{ loc: ['query', '_limit'], msg: 'value is not valid', type: 'value_error' }] },
    422,
  );
