// A plain client of Amazon's wire for the sandbox's own tests: no connector, so that both are tested apart.
import assert from 'node:assert/strict';
import { STORES } from '../../sandbox/amazon/stores.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import {
  contestOf,
  findAmazonSeller,
  findOffer,
  isAvailable,
  itemsOf,
  type Offer,
  type Product,
} from '../../sandbox/world.ts';
import { CLIENT, type Json, type WireAnswer } from './wire.ts';

export const HOME = 'A1CASAAURORA01';
export const ELECTRONICS = 'A1NORTEELETRO2';
export const SCOPE = 'sellingpartnerapi::notifications';

interface Init {
  token?: string;
  query?: Record<string, string>;
  json?: unknown;
}

/** One call as the wire takes it; `path` is below `/amazon`. */
export async function callAmazon(
  url: string,
  method: string,
  path: string,
  { token, query = {}, json }: Init = {},
): Promise<WireAnswer> {
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${url}/amazon${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { 'x-amz-access-token': token }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: json === undefined ? null : JSON.stringify(json),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
}

export async function requestToken(url: string, form: Record<string, string>): Promise<WireAnswer> {
  const response = await fetch(`${url}/amazon/auth/o2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...CLIENT, ...form }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The tokens of a demo seller. */
export async function connectAmazon(url: string, sellerId: string = HOME) {
  const code = `demo-amazon-${sellerId}`;
  const { body } = await requestToken(url, { grant_type: 'authorization_code', code });
  const { access_token: access, refresh_token: refresh } = body as Record<string, string>;
  assert.ok(access && refresh);
  return { access, refresh };
}

/** A token for operations that belong to the application. */
export async function grantlessToken(url: string): Promise<string> {
  const { body } = await requestToken(url, { grant_type: 'client_credentials', scope: SCOPE });
  return (body as { access_token: string }).access_token;
}

export interface Listing {
  product: Product;
  offer: Offer;
}

export const statusOf = (sandbox: Sandbox, { product, offer }: Listing) =>
  contestOf(sandbox.world().sellers, product, offer).status;

/** A seller's listings, in no order that matters. */
export function listingsOf(sandbox: Sandbox, sellerId: string = HOME): Listing[] {
  const world = sandbox.world();
  const seller = findAmazonSeller(world, sellerId);
  return itemsOf(world, seller?.id ?? 0, 'amazon').flatMap((id) => findOffer(world, id) ?? []);
}

/** The error envelope, with this code. */
export function isAmazonError({ status, body }: WireAnswer, expected: number, code: string) {
  assert.equal(status, expected);
  const { errors } = body as { errors: Json[] };
  assert.equal(errors[0]?.code, code);
  assert.deepEqual(Object.keys(errors[0] ?? {}).sort(), ['code', 'details', 'message']);
}

/** A sandbox with a stopped clock and without rate limits, and the calls of the first demo seller. */
export async function openAmazon(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({
    tickMs: 0,
    limited: false,
    publicUrl: 'https://loja.test',
    ...options,
  });
  const { access: token } = await connectAmazon(sandbox.url);
  const listing = (fits: (one: Listing) => boolean) => {
    const found = listingsOf(sandbox).find(fits);
    if (!found) throw new Error('No such listing');
    return found;
  };
  const here = { marketplaceIds: STORES.BR.id };
  const itemPath = (sku: string) => `/listings/2021-08-01/items/${HOME}/${encodeURIComponent(sku)}`;
  return {
    sandbox,
    token,
    listing,
    /** A listing that is on sale, and whose price is the seller's to set. */
    plain: (status = 'competing') =>
      listing(
        (one) =>
          isAvailable(one.offer) && !one.offer.automated && statusOf(sandbox, one) === status,
      ),
    get: (path: string, query: Record<string, string> = {}) =>
      callAmazon(sandbox.url, 'GET', path, { token, query: { ...here, ...query } }),
    post: (path: string, json: unknown) => callAmazon(sandbox.url, 'POST', path, { token, json }),
    item: (sku: string, includedData = 'summaries,offers,issues,attributes') =>
      callAmazon(sandbox.url, 'GET', itemPath(sku), { token, query: { ...here, includedData } }),
    /** Sends a body to a listing as it is. */
    patch: (sku: string, json: unknown, query: Record<string, string> = {}) =>
      callAmazon(sandbox.url, 'PATCH', itemPath(sku), {
        token,
        json,
        query: { ...here, ...query },
      }),
  };
}

/** The body that sets a price, with what else is in the offer. */
export const priceBody = (value: unknown, more: object = {}) => ({
  productType: 'PRODUCT',
  patches: [
    {
      op: 'replace',
      path: '/attributes/purchasable_offer',
      value: [
        {
          marketplace_id: STORES.BR.id,
          currency: 'BRL',
          our_price: [{ schedule: [{ value_with_tax: value }] }],
          ...more,
        },
      ],
    },
  ],
});

export const limit = (value: number) => [{ schedule: [{ value_with_tax: value }] }];
