import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { CHANNEL, pageOf, priceOf, TENANT } from '../../../testing/conformance/magalu.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { createChannels } from './channels.ts';
import { getPrice, setPrice } from './prices.ts';
import { getPriceWrite } from './traces.ts';

const SKU = 'LUM 01/branca';
const PATH = '/seller/v1/portfolios/prices/LUM%2001%2Fbranca';
const GET = `GET ${PATH}`;
const PATCH = `PATCH ${PATH}`;
const POST = `POST ${PATH}`;
const ME = {
  'GET /seller/v1/portfolios/me': {
    body: { tenant: { id: TENANT }, channel: { id: CHANNEL }, seller: { name: 'Loja' } },
  },
};
const session = { sellerId: TENANT, accessToken: 'token' };
const push = {
  skuMarketplace: SKU,
  price: 9_490,
  currencyCode: 'BRL',
  operationKey: '0b9e7f3a-51de-4a7f-8a02-6d1f1d6f4c11',
};
const TAKEN = { status: 202, body: { trace_id: 'trace-1' } };
const NO_PRICE = { status: 404, body: { slug: 'price_not_found', message: 'No price' } };
const shown = (...prices: object[]) => ({ body: pageOf(prices) });

const set = async (script: Record<string, Scripted | Scripted[]>) => {
  const stubbed = stub({ ...ME, ...script });
  const outcome = await setPrice(stubbed.fetcher, createChannels(stubbed.fetcher), session, push);
  return { outcome, ...stubbed, writes: stubbed.calls.filter(({ method }) => method !== 'GET') };
};

describe('setPrice', () => {
  it('sends cents with their divisor, the channel, the organisation and the operation key', async () => {
    const { writes } = await set({ [GET]: shown(priceOf(9_990)), [PATCH]: TAKEN });
    assert.deepEqual(writes, [
      {
        method: 'PATCH',
        operation: 'pushPrices',
        path: PATH,
        headers: {
          authorization: 'Bearer token',
          'x-tenant-id': TENANT,
          'x-request-id': push.operationKey,
        },
        json: {
          channel: { id: CHANNEL },
          currency: 'BRL',
          list_price: 9_990,
          price: 9_490,
          normalizer: 100,
        },
        pace: TENANT,
        signal: undefined,
      },
    ]);
  });

  const accepted = { kind: 'accepted', trace: 'trace-1' };
  const ends: [string, Record<string, Scripted | Scripted[]>, object, string[]][] = [
    ['changes a price', { [GET]: shown(priceOf(9_990)), [PATCH]: TAKEN }, accepted, ['PATCH']],
    ['creates a price', { [GET]: NO_PRICE, [POST]: TAKEN }, accepted, ['POST']],
    [
      'creates one where only another channel has one',
      { [GET]: shown(priceOf(9_990, { channel: { id: 'another' } })), [POST]: TAKEN },
      accepted,
      ['POST'],
    ],
    [
      'creates a price that was deleted in between',
      { [GET]: shown(priceOf(9_990)), [PATCH]: NO_PRICE, [POST]: TAKEN },
      accepted,
      ['PATCH', 'POST'],
    ],
    [
      'changes a price that was created in between',
      { [GET]: NO_PRICE, [POST]: { status: 409, body: {} }, [PATCH]: TAKEN },
      accepted,
      ['POST', 'PATCH'],
    ],
    [
      'switches the verb once only',
      { [GET]: NO_PRICE, [POST]: { status: 409, body: {} }, [PATCH]: NO_PRICE },
      { kind: 'rejected', code: 'sku_not_found', message: 'Magalu knows no such SKU' },
      ['POST', 'PATCH'],
    ],
    [
      'takes a 202 without a trace',
      { [GET]: shown(priceOf(9_990)), [PATCH]: { status: 202, body: {} } },
      { kind: 'accepted' },
      ['PATCH'],
    ],
    [
      'confirms a price that was there before',
      { [GET]: shown(priceOf(9_490)), [PATCH]: TAKEN },
      { kind: 'confirmed', price: 9_490 },
      ['PATCH'],
    ],
    [
      'reports a refusal with Magalu’s message',
      {
        [GET]: shown(priceOf(9_990)),
        [PATCH]: {
          status: 422,
          body: { detail: [{ loc: ['body', 'price'], msg: 'too low', type: 'value_error' }] },
        },
      },
      { kind: 'rejected', code: '422', message: 'too low' },
      ['PATCH'],
    ],
    [
      'reports a missing permission',
      {
        [GET]: shown(priceOf(9_990)),
        [PATCH]: { status: 403, body: { slug: 'insufficient_scope', message: 'No scope' } },
      },
      {
        kind: 'rejected',
        code: 'insufficient_scope',
        message:
          'No scope (the consent lacks a permission, or the person who gave it does not administer the organisation)',
      },
      ['PATCH'],
    ],
  ];
  for (const [name, script, expected, verbs] of ends) {
    it(name, async () => {
      const { outcome, writes } = await set(script);
      assert.deepEqual(outcome, expected);
      assert.deepEqual(
        writes.map(({ method }) => method),
        verbs,
      );
    });
  }

  const passing: [string, Scripted, string, string][] = [
    ['a lock', { status: 423, body: { message: 'Locked' } }, 'unavailable', 'locked'],
    ['a redirect', { status: 303, body: null }, 'unavailable', 'redirected'],
    ['a gateway’s refusal', { status: 401, body: { errorCode: 30001 } }, 'unauthorized', '30001'],
    ['too many calls', { status: 429, body: {} }, 'rate_limited', '429'],
    ['a broken server', { status: 500, body: null }, 'unavailable', '500'],
  ];
  for (const [name, answer, kind, code] of passing) {
    it(`answers ${name} with a temporary failure`, async () => {
      const { outcome } = await set({ [GET]: shown(priceOf(9_990)), [PATCH]: answer });
      assert.ok(outcome.kind === 'failed');
      assert.deepEqual([outcome.failure.kind, outcome.failure.code], [kind, code]);
    });
  }

  it('sends nothing where the present price cannot be read', async () => {
    const { outcome, writes } = await set({ [GET]: { status: 503, body: null } });
    assert.equal(outcome.kind, 'failed');
    assert.deepEqual(writes, []);
  });

  it('keeps the list price above the price', async () => {
    const listPriceIn = ({ writes }: Awaited<ReturnType<typeof set>>) =>
      (writes[0]!.json as { list_price: number }).list_price;
    const above = await set({ [GET]: shown(priceOf(9_000)), [PATCH]: TAKEN });
    assert.equal(listPriceIn(above), 9_490);
    const unchanged = shown(priceOf(9_000, { list_price: 12_000 }));
    const below = await set({ [GET]: unchanged, [PATCH]: TAKEN });
    assert.equal(listPriceIn(below), 12_000);
  });
});

describe('getPrice', () => {
  const read = async (answer: Scripted) => {
    const { fetcher } = stub({ ...ME, [GET]: answer });
    return await getPrice(fetcher, createChannels(fetcher), session, SKU);
  };

  it('divides by the received divisor, and accepts no other', async () => {
    const amounts: [object, number | null][] = [
      [priceOf(9_990), 9_990],
      [priceOf(99_900, { normalizer: 1_000 }), 9_990],
      [priceOf(99, { normalizer: 1 }), 9_900],
      [priceOf(9_990, { normalizer: undefined }), null],
      [priceOf(9_990, { normalizer: 0 }), null],
      [priceOf(9_990, { currency: 'USD' }), null],
      [priceOf(-1), null],
    ];
    for (const [entry, expected] of amounts) {
      const price = await read(shown(entry));
      assert.equal(price.ok ? price.value : null, expected, JSON.stringify(entry));
    }
  });

  it('takes the price of the seller’s channel', async () => {
    const other = priceOf(5_000, { channel: { id: 'another' } });
    assert.deepEqual(await read(shown(other, priceOf(9_990))), { ok: true, value: 9_990 });
    const none = await read(shown(other));
    assert.equal(!none.ok && none.error.code, 'no_price');
  });

  it('refuses the price of another organisation', async () => {
    const { fetcher, calls } = stub({ ...ME, [GET]: shown(priceOf(9_990)) });
    const stranger = { ...session, sellerId: 'another' };
    const price = await getPrice(fetcher, createChannels(fetcher), stranger, SKU);
    assert.equal(!price.ok && price.error.code, 'another_tenant');
    assert.equal(calls.length, 1);
  });
});

describe('getPriceWrite', () => {
  const read = async (answer: Scripted) => {
    const { fetcher } = stub({ 'GET /v0/traces/trace-1': answer });
    return await getPriceWrite(fetcher, session, 'trace-1');
  };

  it('recognizes a refusal, and takes nothing else for one', async () => {
    const refused = { severity: 'ERROR', code: 'PRICE_BLOCKED', message: 'Too far' };
    assert.deepEqual(await read({ body: refused }), {
      ok: true,
      value: { kind: 'refused', code: 'PRICE_BLOCKED', message: 'Too far' },
    });
    for (const body of [{ severity: 'INFO', code: 'PRICE_UPDATED' }, {}])
      assert.deepEqual(await read({ body }), { ok: true, value: { kind: 'done' } });
    const none = await read({ status: 404, body: null });
    assert.deepEqual(none, { ok: true, value: { kind: 'pending' } });
  });
});
