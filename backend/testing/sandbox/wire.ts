// A plain client of the wire for the sandbox's own tests: no connector, so that both are tested apart.
import assert from 'node:assert/strict';
import { type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { contestOf, type Offer, OWN_SELLERS, type Product } from '../../sandbox/world.ts';

export type Json = Record<string, unknown>;

export interface WireAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** One call as the wire takes it. */
export async function callWire(
  url: string,
  method: string,
  path: string,
  init: { token?: string; json?: unknown; form?: Record<string, string>; key?: string } = {},
): Promise<WireAnswer> {
  const headers = new Headers();
  if (init.token !== undefined) headers.set('authorization', `Bearer ${init.token}`);
  if (init.key !== undefined) headers.set('x-idempotency-key', init.key);
  if (init.json !== undefined) headers.set('content-type', 'application/json');
  const body =
    init.form === undefined
      ? init.json === undefined
        ? null
        : JSON.stringify(init.json)
      : new URLSearchParams(init.form);
  const response = await fetch(url + path, { method, headers, body });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
}

export const CLIENT = { client_id: 'client', client_secret: 'secret' };

/** The tokens of one of the demo sellers. */
export async function connect(url: string, sellerId: number = OWN_SELLERS.HOME) {
  const form = { ...CLIENT, grant_type: 'authorization_code', code: `TG-demo-${sellerId}` };
  const answer = await callWire(url, 'POST', '/oauth/token', { form });
  const { access_token: access, refresh_token: refresh } = answer.body as {
    access_token: string;
    refresh_token: string;
  };
  return { access, refresh, sellerId };
}

/** Waits until a condition holds; throws with its name if it takes too long. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 20_000) {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const words = (text: string) => text.split(/\s+/).sort();

/** The answer has exactly these fields. */
export const hasFields = (value: unknown, names: string) =>
  assert.deepEqual(Object.keys(value as Json).sort(), words(names));

/** The marketplace's error envelope. */
export function isError(body: unknown, status: number, error: string) {
  hasFields(body, 'message error status cause');
  assert.deepEqual((body as Json).status, status);
  assert.equal((body as Json).error, error);
}

export const isPlain = (offer: Offer) => offer.promotion === null && !offer.automated;

/** A sandbox with a stopped clock, and the calls of the first demo seller. */
export async function openWire(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ tickMs: 0, publicUrl: 'https://loja.test', ...options });
  const { access: token } = await connect(sandbox.url);

  /** A listing of the seller that fits. */
  function ad(fits: (offer: Offer, product: Product) => boolean) {
    for (const product of sandbox.world().products)
      for (const offer of product.offers)
        if (offer.sellerId === OWN_SELLERS.HOME && fits(offer, product)) return { product, offer };
    throw new Error('No such listing');
  }
  const stands = (status: string, fits: (offer: Offer) => boolean = () => true) =>
    ad(
      (offer, product) =>
        contestOf(sandbox.world().sellers, product, offer).status === status && fits(offer),
    );
  return {
    sandbox,
    ad,
    stands,
    /** An item of another seller. */
    foreign: () => ad((_, { offers }) => offers.length > 1).product.offers[1]?.itemId ?? '',
    get: (path: string) => callWire(sandbox.url, 'GET', path, { token }),
    put: (itemId: string, json: unknown, key?: string) =>
      callWire(sandbox.url, 'PUT', `/items/${itemId}`, {
        token,
        json,
        ...(key === undefined ? {} : { key }),
      }),
    putText: (itemId: string, body: string) =>
      fetch(`${sandbox.url}/items/${itemId}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body,
      }),
  };
}
