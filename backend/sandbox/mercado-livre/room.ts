// The context of the wire's operations.
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Codes } from '../consent/codes.ts';
import type { Grant, ItemChange, MissedFeed, ReceivedPut } from '../ledger.ts';
import { type AdsEntry, findOffer, type Offer, type Product, type World } from '../world.ts';

/** The caller of an authorised call. */
export interface Caller {
  sellerId: number;
  accessToken: string;
}

export type WireEnv = { Variables: { caller: Caller } };
export type Wire = Hono<WireEnv>;
export type Call = Context<WireEnv>;

/** What the sandbox passes to its wire server. */
export interface Room {
  world(): World;
  /** Milliseconds since 1970 by the market's clock, for what answers carry. */
  marketNow(): number;
  /** Milliseconds since 1970 by the real clock, for tokens and limits. */
  now(): number;
  /** The origin under which people reach pictures and product pages. */
  publicUrl: string;
  applicationId: number;
  /** If given, no other client gets a token. */
  client: { id: string; secret: string } | null;
  tokenSeconds: number;
  ratePerMinute: number;
  /** Whether rate limits apply. */
  limited(): boolean;
  /** The status of the list of a product's sellers; null: it works. */
  offersClosed(): 403 | 404 | 410 | null;
  /** Random hexadecimal digits. */
  hex(length: number): string;
  accessOf(token: string): { sellerId: number; endsAt: number } | null;
  refreshTokenOf(sellerId: number): string | null;
  grant(grant: Grant): void;
  /** Codes of sellers who agreed in the browser. */
  codes: Codes;
  put(put: ReceivedPut, change: ItemChange): void;
  change(itemId: string, change: ItemChange): void;
  missed(): readonly MissedFeed[];
  /** Whether a seller's advertising may be changed, or only read. */
  mayWriteAds(sellerId: number): boolean;
  changeAds(entries: readonly AdsEntry[]): void;
  /** A seller authorizes the product: the Mexican one joins the market then. */
  welcome(sellerId: number): void;
}

/** One entry of an error's `cause`. */
export interface Cause {
  department: string;
  cause_id: number;
  type: 'error' | 'warning';
  code: string;
  references: string[];
  message: string;
}

/** The marketplace's usual error envelope. */
export const refuse = (
  call: Call,
  status: ContentfulStatusCode,
  error: string,
  message: string,
  cause: Cause[] = [],
) => call.json({ message, error, status, cause }, status);

export const notFound = (call: Call, message: string) => refuse(call, 404, 'not_found', message);

/** The gateway's answer if a token has no access. */
export const FORBIDDEN = {
  status: 403,
  error: 'access_denied',
  message: 'access to the requested resource is forbidden',
  code: 'FORBIDDEN',
} as const;

export const denied = (call: Call) => call.json(FORBIDDEN, 403);

/** A parameter of the path; its routes declare it. */
export const part = (call: Call, name: string): string => call.req.param(name) ?? '';

/** A number of the query within bounds, or its default if it is absent or invalid. */
export function numberIn(
  call: Call,
  name: string,
  { fallback, most }: { fallback: number; most: number },
): number {
  const text = call.req.query(name);
  const number = text === undefined ? fallback : Number(text);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : fallback;
}

export interface Found {
  product: Product;
  offer: Offer;
}

/** A listing of this marketplace; null for others. */
export function findListing(room: Room, itemId: string): Found | null {
  const found = findOffer(room.world(), itemId);
  return found?.product.shop === 'mercadolivre' ? found : null;
}

/** The item that a call names, when it is the caller's own; else the answer that refuses it. */
export function ownItem(call: Call, room: Room): Found | Response {
  const id = part(call, 'id');
  const found = findListing(room, id);
  if (!found) return notFound(call, `Item with id ${id} not found`);
  return found.offer.sellerId === call.get('caller').sellerId ? found : denied(call);
}

/** Keeps the fields of an object that `attributes` names; all where it names none. */
export function pickAttributes(body: object, attributes: string | undefined): object {
  if (!attributes) return body;
  const names = new Set(attributes.split(',').map((name) => name.trim().replace(/^body\./, '')));
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}
