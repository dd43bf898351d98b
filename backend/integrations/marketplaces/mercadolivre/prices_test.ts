import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf } from '../../../testing/conformance/mercadolivre.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getPrice, setPrice } from './prices.ts';

const ID = 'MLB5200000001';
const session = { sellerId: '770011223', accessToken: 'APP_USR-x' };
const push = {
  skuMarketplace: ID,
  price: 12_345,
  operationKey: '2f0f6c53-8e0f-4a44-8a6e-5b1c0e2d9f10',
};
const PUT = `PUT /items/${ID}`;
const SALE = `GET /items/${ID}/sale_price`;
const LIST = `GET /items/${ID}/prices`;
const item = (price: unknown, more: Record<string, unknown> = {}) => ({
  body: { ...itemOf(ID, 1), price, ...more },
});
const sale = (amount: unknown) => ({ body: { price_id: '3', amount, currency_id: 'BRL' } });
const refusal = (status: number, error: string, cause: unknown[] = []) => ({
  status,
  body: { message: 'In their own words', error, status, cause },
});

describe('setPrice', () => {
  const set = async (script: Record<string, Scripted | Scripted[]>) => {
    const stubbed = stub(script);
    return { outcome: await setPrice(stubbed.fetcher, session, push), ...stubbed };
  };

  it('sends the decimal price, the token and the operation key, and nothing else of the item', async () => {
    const { calls } = await set({ [PUT]: item(123.45) });
    assert.deepEqual(calls, [
      {
        method: 'PUT',
        operation: 'putItem',
        path: `/items/${ID}`,
        headers: {
          authorization: 'Bearer APP_USR-x',
          'x-idempotency-key': '2f0f6c53-8e0f-4a44-8a6e-5b1c0e2d9f10',
        },
        json: { price: 123.45 },
        pace: '770011223',
        signal: undefined,
      },
    ]);
  });

  const confirmed = { kind: 'confirmed', price: 12_345 };
  const accepted = { kind: 'accepted' };
  const unchanged = (code: string, message: string) => ({
    kind: 'ignored',
    price: 14_990,
    code,
    message,
  });
  const UNCHANGED = unchanged(
    'price_unchanged',
    'The marketplace answered without setting the price',
  );
  const warning = { warnings: [{ code: 'item.price.not_modifiable', message: 'Automated' }] };
  const taken: [string, Record<string, Scripted>, object, number][] = [
    ['the price comes back', { [PUT]: item(123.45) }, confirmed, 1],
    ['it comes back as text', { [PUT]: item('123.45') }, confirmed, 1],
    [
      'another is answered, and buyers see it',
      { [PUT]: item(149.9), [SALE]: sale(149.9) },
      UNCHANGED,
      2,
    ],
    [
      'another is answered, and buyers see ours',
      { [PUT]: item(149.9), [SALE]: sale(123.45) },
      confirmed,
      2,
    ],
    [
      'a warning with another price',
      { [PUT]: item(149.9, warning), [SALE]: sale(149.9) },
      unchanged('item.price.not_modifiable', 'Automated'),
      2,
    ],
    [
      'a warning with our price, and buyers see another',
      { [PUT]: item(123.45, warning), [SALE]: sale(149.9) },
      unchanged('item.price.not_modifiable', 'Automated'),
      2,
    ],
    [
      'a warning is about something else',
      { [PUT]: item(123.45, warning), [SALE]: sale(123.45) },
      confirmed,
      2,
    ],
    [
      'a promotion covers our price',
      { [PUT]: item(123.45, { original_price: 150 }), [SALE]: sale(99) },
      accepted,
      2,
    ],
    ['no price comes back', { [PUT]: { body: { id: ID } }, [SALE]: sale(149.9) }, accepted, 2],
    ['nothing comes back', { [PUT]: { body: undefined }, [SALE]: sale(149.9) }, accepted, 2],
    [
      'nothing is answered, and buyers see ours',
      { [PUT]: { body: undefined }, [SALE]: sale(123.45) },
      confirmed,
      2,
    ],
    [
      'another is answered, and reading back fails',
      { [PUT]: item(149.9), [SALE]: { status: 503, body: null } },
      accepted,
      2,
    ],
  ];
  for (const [name, script, expected, calls] of taken) {
    it(`${name}: ${(expected as { kind: string }).kind}`, async () => {
      const { outcome, paths } = await set(script);
      assert.deepEqual(outcome, expected);
      assert.equal(paths().length, calls);
    });
  }

  const cause = (code: string) => [{ type: 'error', code, message: 'A cause' }];
  const refused: [string, Scripted, { kind: string; code: string; failure?: string }][] = [
    [
      'locked',
      refusal(400, 'item.price.not_modifiable'),
      { kind: 'rejected', code: 'item.price.not_modifiable' },
    ],
    [
      'too low',
      refusal(400, 'validation_error', cause('item.price.invalid')),
      { kind: 'rejected', code: 'item.price.invalid' },
    ],
    [
      'removed',
      refusal(404, 'item.price.not_found'),
      { kind: 'rejected', code: 'item.price.not_found' },
    ],
    [
      'not understood',
      refusal(400, 'item.price.invalidinput'),
      { kind: 'failed', code: 'item.price.invalidinput', failure: 'unavailable' },
    ],
    [
      'not allowed just now',
      refusal(401, 'item.price.unauthorized'),
      { kind: 'failed', code: 'item.price.unauthorized', failure: 'unavailable' },
    ],
    [
      'not valid',
      refusal(400, 'validation_error', cause('item.stock.none')),
      { kind: 'rejected', code: 'validation_error' },
    ],
    [
      'closed',
      refusal(400, 'field_not_updatable'),
      { kind: 'rejected', code: 'field_not_updatable' },
    ],
    [
      'in the wrong status',
      refusal(400, 'invalid_status_for_action'),
      { kind: 'rejected', code: 'invalid_status_for_action' },
    ],
    ['unknown', refusal(404, 'not_found'), { kind: 'rejected', code: 'not_found' }],
    ['forbidden', refusal(403, 'FORBIDDEN'), { kind: 'rejected', code: 'FORBIDDEN' }],
    [
      'another seller’s',
      { status: 401, body: { message: "Caller is not the item's owner", error: '', status: 401 } },
      { kind: 'rejected', code: '401' },
    ],
    [
      'refused with a code of tomorrow',
      refusal(400, 'item.price.haunted'),
      { kind: 'rejected', code: 'item.price.haunted' },
    ],
    ['refused without a word', { status: 400, body: undefined }, { kind: 'rejected', code: '400' }],
    [
      'of an ended token',
      { status: 401, body: { code: 'unauthorized', message: 'invalid access token' } },
      { kind: 'failed', code: 'unauthorized', failure: 'unauthorized' },
    ],
    [
      'of a token that is refused by a 400',
      refusal(400, 'unauthorized_request_error'),
      { kind: 'failed', code: 'unauthorized_request_error', failure: 'unauthorized' },
    ],
    [
      'one of too many',
      refusal(429, 'too_many_requests'),
      { kind: 'failed', code: 'too_many_requests', failure: 'rate_limited' },
    ],
    [
      'over quota by another status',
      refusal(400, 'local_rate_limited'),
      { kind: 'failed', code: 'local_rate_limited', failure: 'rate_limited' },
    ],
    [
      'met by a broken server',
      refusal(500, 'internal_server_error'),
      { kind: 'failed', code: 'internal_server_error', failure: 'unavailable' },
    ],
    [
      'met by a slow one',
      refusal(504, 'gateway_timeout'),
      { kind: 'failed', code: 'gateway_timeout', failure: 'unavailable' },
    ],
    [
      'met by another change',
      refusal(409, 'conflict'),
      { kind: 'failed', code: 'conflict', failure: 'unavailable' },
    ],
    [
      'locked for a moment',
      { status: 423, body: {} },
      { kind: 'failed', code: '423', failure: 'unavailable' },
    ],
  ];
  for (const [name, answer, expected] of refused) {
    it(`${name}: ${expected.kind} by ${expected.code}`, async () => {
      const { outcome } = await set({ [PUT]: answer });
      assert.equal(outcome.kind, expected.kind);
      if (outcome.kind === 'rejected') assert.equal(outcome.code, expected.code);
      else if (outcome.kind === 'failed')
        assert.deepEqual(
          [outcome.failure.code, outcome.failure.kind],
          [expected.code, expected.failure],
        );
    });
  }

  it('returns the marketplace’s message, with that of the cause', async () => {
    const { outcome } = await set({
      [PUT]: refusal(400, 'validation_error', [
        { type: 'warning', code: 'w', message: 'Only a warning' },
        { type: 'error', code: 'item.price.invalid', message: 'At least 8.00' },
      ]),
    });
    assert.deepEqual(outcome, {
      kind: 'rejected',
      code: 'item.price.invalid',
      message: 'In their own words: At least 8.00',
    });
  });
});

describe('getPrice', () => {
  const get = (script: Record<string, Scripted>) => getPrice(stub(script).fetcher, session, ID);
  const standard = { type: 'standard', amount: 80, conditions: { context_restrictions: [] } };
  const wholesale = {
    type: 'standard',
    amount: 60,
    conditions: { context_restrictions: ['user_type_business'], min_purchase_unit: 10 },
  };

  it('is the price that the marketplace sells at', async () => {
    assert.deepEqual(await get({ [SALE]: sale(72.5) }), { ok: true, value: 7_250 });
  });

  it('is else the plain price of the list', async () => {
    const list = { body: { id: ID, prices: [wholesale, standard] } };
    assert.deepEqual(await get({ [LIST]: list }), { ok: true, value: 8_000 });
    assert.deepEqual(await get({ [SALE]: sale(null), [LIST]: list }), { ok: true, value: 8_000 });
    assert.deepEqual(await get({ [SALE]: sale(0), [LIST]: list }), { ok: true, value: 8_000 });
  });

  it('is that of the marketplace if each channel has its own price', async () => {
    const priced = (amount: number, ...context_restrictions: string[]) => ({
      type: 'standard',
      amount,
      conditions: { context_restrictions },
    });
    const shop = priced(70, 'channel_mshops');
    const here = priced(75, 'channel_marketplace');
    const trade = priced(65, 'channel_marketplace', 'user_type_business');
    for (const prices of [
      [shop, trade, here],
      [standard, here],
    ])
      assert.deepEqual(await get({ [LIST]: { body: { prices } } }), { ok: true, value: 7_500 });
    assert.equal((await get({ [LIST]: { body: { prices: [shop, trade] } } })).ok, false);
  });

  it('is a failure where neither has one', async () => {
    const none = await get({ [LIST]: { body: { prices: [wholesale] } } });
    assert.equal(!none.ok && none.error.kind, 'invalid');
    const gone = await get({});
    assert.equal(!gone.ok && gone.error.kind, 'not_found');
    const later = await get({
      [SALE]: { status: 503, body: null },
      [LIST]: { body: { prices: [standard] } },
    });
    assert.equal(!later.ok && later.error.kind, 'unavailable');
  });
});
