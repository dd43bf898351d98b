// Replays published answers if a folder with them exists next to the project: each is decoded or becomes a typed failure,
// and none throws. The records themselves are not part of the project.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from '@std/testing/bdd';
import type {
  AccountSession,
  CallFailure,
  Connector,
  MarketTarget,
} from '../../../integrations/marketplace.ts';
import type { Result } from '../../../kernel/result.ts';
import { fixture } from '../../conformance/mercadolivre.ts';
import { type Scripted, stub } from '../../conformance/stub.ts';
import { incoming } from '../../incoming.ts';

const PROJECT = new URL('../../../../', import.meta.url).pathname;
const FOLDER = Deno.env.get('WIRE_RECORDS') ?? join(PROJECT, '..', 'shared', 'reference');
const NOW = new Date('2026-11-21T00:00:00Z');
const ID = 'MLB5200000001';
const PRODUCT = 'MLB31500042';
const session = { sellerId: '770011223', accessToken: 'APP_USR-x' };

interface Recorded {
  name: string;
  /** The request that gave it, as far as it is known. */
  request: string;
  status: number;
  /** Undefined: the sample is no whole JSON. */
  body: unknown;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The status of a sample without one: errors contain it in their body. */
function statusOf(body: unknown): number {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 200;
  const { status, error, code } = body as Record<string, unknown>;
  if (typeof status === 'number' && status >= 100) return status;
  if (code === 'unauthorized') return 401;
  return typeof error === 'string' ? 400 : 200;
}

async function readRecords(): Promise<Recorded[]> {
  const records: Recorded[] = [];
  const files = await Array.fromAsync(readFolder(`${FOLDER}/mercadolivre`));
  for (const name of files.filter((file) => file.endsWith('.json')).sort()) {
    const file = JSON.parse((await readText(`${FOLDER}/mercadolivre/${name}`)) ?? '{}');
    if (file.request === undefined) continue;
    const request = `${file.request.method} ${file.request.path}`;
    records.push({ name, request, status: file.status, body: file.body });
  }
  const cases = (await readText(`${FOLDER}/cases/mercadolivre-docs.jsonl`)) ?? '';
  cases.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const { request, valid, body, heading } = JSON.parse(line);
    const known = valid ? body : undefined;
    const name = `case ${index + 1}, ${heading}`;
    records.push({ name, request: request ?? '', status: statusOf(known), body: known });
  });
  return records;
}

async function* readFolder(path: string): AsyncGenerator<string> {
  try {
    for await (const entry of Deno.readDir(path)) yield entry.name;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

const connect = (script: Record<string, Scripted>) =>
  fixture.connect(stub(script).fetcher, () => NOW);

/** The market of one listing, or why it was not reported. */
async function marketOf(marketplace: Connector, session: AccountSession, target: MarketTarget) {
  const got = await marketplace.getMarkets!(session, [target], NOW);
  return got.ok ? got.value.get(target.skuMarketplace)! : got;
}

/** Runs every call of the port against one record as the answer to it, and gives how each ended. */
async function replay({ status, body }: Recorded) {
  const scripted = { status, body };
  const marketplace = connect({
    'POST /oauth/token': scripted,
    'GET /users/me': scripted,
    'GET /users': scripted,
    [`GET /users/${session.sellerId}/items/search`]: scripted,
    'GET /items': scripted,
    [`GET /items/${ID}/price_to_win`]: scripted,
    [`GET /products/${PRODUCT}/items`]: scripted,
    [`GET /items/${ID}/sale_price`]: scripted,
    [`GET /items/${ID}/prices`]: scripted,
    [`PUT /items/${ID}`]: scripted,
  });
  const target = { skuMarketplace: ID, catalogProductId: PRODUCT, condition: 'new' as const };
  const pages: Result<string[], CallFailure>[] = [];
  for await (const page of marketplace.scanListings(session)) {
    pages.push(page);
    if (pages.length === 3) break;
  }
  const push = { skuMarketplace: ID, price: 1_000, currencyCode: 'BRL', operationKey: 'k' };
  return {
    authorized: await marketplace.authorize({ code: 'code', params: {} }),
    refreshed: await marketplace.refresh(
      { accessToken: 'a', refreshToken: 'r', expiresAt: NOW },
      session,
    ),
    pages,
    listings: await marketplace.getListings(session, [ID]),
    market: await marketOf(marketplace, session, target),
    price: await marketplace.getPrice(session, ID),
    outcome: await marketplace.setPrice(session, push),
    notification: marketplace.decodeNotification(incoming(body), []),
  };
}

const KINDS: CallFailure['kind'][] = [
  'rate_limited',
  'unavailable',
  'unauthorized',
  'not_found',
  'forbidden',
  'invalid',
];

function assertTyped(result: Result<unknown, CallFailure>, name: string) {
  if (result.ok) return;
  assert.ok(KINDS.includes(result.error.kind), name);
  assert.ok(result.error.code.length > 0 && result.error.message.length > 0, name);
}

const has = (body: unknown, field: string): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, field);

const BUYBOX: Record<string, string> = {
  winning: 'WINNING',
  sharing_first_place: 'CO_WINNING',
  competing: 'LOSING',
  listed: 'NOT_COMPETING',
  not_listed: 'NON_CATALOG',
};

const records = await readRecords();

describe('published answers', () => {
  if (records.length === 0) {
    it('has nothing to replay: there are no records next to the project', async () => {
      assert.deepEqual(await readRecords(), []);
    });
    return;
  }

  it(`answers all ${records.length} of them with a value or a typed failure, in every call`, async () => {
    for (const record of records) {
      const ended = await replay(record);
      for (const result of [ended.authorized, ended.refreshed, ended.listings, ended.market])
        assertTyped(result, record.name);
      for (const page of ended.pages) assertTyped(page, record.name);
      assertTyped(ended.price, record.name);
      if (record.status >= 400) {
        assert.ok(['rejected', 'failed'].includes(ended.outcome.kind), record.name);
        assert.equal(ended.market.ok && ended.market.value.buybox.status, false, record.name);
      } else assert.notEqual(ended.outcome.kind, 'rejected', record.name);
    }
  });

  it('reads the competition of each status', async () => {
    const reported = records.filter(({ body }) => has(body, 'price_to_win'));
    for (const { name, body } of reported) {
      if (!has(body, 'price_to_win')) continue;
      // The offers are not recorded with it: the listing itself and the winner replace them.
      const offer = (item_id: unknown, seller_id: number, price: unknown) => ({
        item_id,
        seller_id,
        price,
      });
      const winner = has(body.winner, 'item_id') ? body.winner : null;
      const own = offer(ID, 770_011_223, body.current_price ?? 10);
      const competitor = offer(winner?.item_id ?? 'MLB1', 5, winner?.price ?? 10);
      const productId = body.catalog_product_id ?? PRODUCT;
      const marketplace = connect({
        [`GET /items/${ID}/price_to_win`]: { body },
        [`GET /products/${productId}/items`]: { body: { results: [competitor, own] } },
      });
      const target = { skuMarketplace: ID, catalogProductId: PRODUCT, condition: 'new' as const };
      const market = await marketOf(marketplace, session, target);
      assert.ok(market.ok, name);
      const { status, priceToWin } = market.value.buybox;
      assert.equal(status, typeof body.status === 'string' ? BUYBOX[body.status] : 'LOSING', name);
      const answered = body.price_to_win;
      assert.equal(
        priceToWin,
        typeof answered === 'number' ? Math.round(answered * 100) : null,
        name,
      );
    }
    assert.ok(reported.length > 0);
  });

  it('reads tokens, lists, prices and items for what they are', async () => {
    let read = 0;
    for (const record of records) {
      if (record.status !== 200 || record.body === undefined) continue;
      const ended = await replay(record);
      if (has(record.body, 'access_token')) assert.ok(ended.refreshed.ok, record.name);
      else if (/\/users\/[^/]+\/items\/search/.test(record.request) && has(record.body, 'results'))
        assert.ok(
          ended.pages.every((page) => page.ok),
          record.name,
        );
      else if (/\/sale_price/.test(record.request) && has(record.body, 'amount'))
        assert.ok(ended.price.ok, record.name);
      else if (has(record.body, 'permalink') && has(record.body, 'available_quantity')) {
        const id = String(record.body.id);
        const body = [{ code: 200, body: record.body }];
        const own = { ...session, sellerId: String(record.body.seller_id ?? session.sellerId) };
        const got = await connect({ 'GET /items': { body } }).getListings(own, [id]);
        assert.ok(got.ok && got.value.get(id)?.ok, record.name);
      } else continue;
      read++;
    }
    assert.ok(read > 0);
  });

  it('distinguishes the notifications that it uses from others', () => {
    const marketplace = connect({});
    const topics = new Set<string>();
    for (const { name, body } of records) {
      if (!has(body, 'topic') || !has(body, 'resource')) continue;
      const notification = marketplace.decodeNotification(incoming(body), []);
      topics.add(String(body.topic));
      if (['items', 'items_prices'].includes(String(body.topic)))
        assert.equal(notification.ok && notification.value[0]?.about, 'listing', name);
      else if (body.topic === 'catalog_item_competition_status')
        assert.ok(!notification.ok || notification.value[0]?.about === 'market', name);
      else assert.deepEqual(notification, { ok: true, value: [] }, name);
    }
    assert.ok(topics.size > 0);
  });
});
