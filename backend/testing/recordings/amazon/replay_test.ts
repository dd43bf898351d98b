import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import {
  event,
  itemOf,
  offerChange,
  offerOf,
  offersPayload,
  purchasableOffer,
  SELLER,
} from '../../conformance/amazon.ts';
import type { Exchange } from '../exchange.ts';
import { replay } from './replay.ts';

const exchange = (
  operation: string,
  response: unknown,
  more: Partial<Exchange> = {},
): Exchange => ({
  name: 'line 1',
  operation,
  request: null,
  status: 200,
  text: JSON.stringify(response),
  isWhole: true,
  ...more,
});
const get = (path: string, body?: unknown) => ({
  method: body === undefined ? 'GET' : 'POST',
  path,
  query: {},
  ...(body !== undefined && { body }),
});
const errors = { errors: [{ code: 'InvalidInput', message: 'Invalid input' }] };
const offers = [offerOf('A2RIVAL', 99, true), offerOf(SELLER, 100, false)];
const entry = (statusCode: number, body: unknown) => ({
  status: { statusCode },
  request: { Asin: 'B01', ItemCondition: 'New' },
  body,
});
const OFFERS = '/batches/products/pricing/v0/itemOffers';
const asks = (uri: string) => ({ requests: [{ uri, method: 'GET', ItemCondition: 'New' }] });
const FEES = '/products/fees/v0/feesEstimate';
const feesOf = (Status: string) => ({
  Status,
  FeesEstimateIdentifier: {
    PriceToEstimateFees: { ListingPrice: { CurrencyCode: 'BRL', Amount: 80 } },
  },
  FeesEstimate: { TotalFeesEstimate: { CurrencyCode: 'BRL', Amount: 9.6 }, FeeDetailList: [] },
});
const submission = (status: string) => ({ sku: 'A', status, submissionId: 's', issues: [] });

describe('a recorded answer of Amazon', () => {
  const cases: [string, Exchange, string][] = [
    ['a listing', exchange('getListingsItem', itemOf('A', 10)), 'understood'],
    [
      'a listing under the path that the product requests',
      exchange('getListingsItem', itemOf('A', 10), {
        request: get('/listings/2021-08-01/items/A1/LUM 01'),
      }),
      'understood',
    ],
    [
      'a path that the product never requests',
      exchange('getListingsItem', itemOf('A', 10), { request: get('/listings/2020/items/A1/B') }),
      'failed',
    ],
    [
      'a listing without a price',
      exchange('getListingsItem', itemOf('A', null, [])),
      'typed_error',
    ],
    ['an excerpt of a listing', exchange('getListingsItem', { summaries: [] }), 'typed_error'],
    ['a listing of another shape', exchange('getListingsItem', { sku: {} }), 'failed'],
    [
      'a listing of another version',
      exchange('patchListingsItem', submission('ACCEPTED'), {
        request: { ...get('/listings/2020-09-01/items/A1/LUM'), method: 'PATCH' },
      }),
      'unused',
    ],
    [
      'a path with an unfilled placeholder',
      exchange('getListingsItem', itemOf('A', 10), {
        request: get('/listings/2021-08-01/items/{sellerId}/{sku}'),
      }),
      'understood',
    ],
    ['an error under a 200', exchange('getReport', errors), 'typed_error'],
    ['an error without a word', exchange('getReport', '<html>', { status: 503 }), 'typed_error'],
    ['no answer at all', exchange('getReport', undefined, { text: '' }), 'typed_error'],
    [
      'more than the product takes',
      exchange('getListingsItem', { ...itemOf('A', 10), note: 'x'.repeat(6_000_000) }),
      'typed_error',
    ],
    ['an error', exchange('getListingsItem', errors, { status: 400 }), 'typed_error'],
    [
      'an error without a body',
      exchange('getReport', undefined, { status: 500, text: '' }),
      'typed_error',
    ],
    ['half an answer', exchange('getReport', {}, { text: '{"rep', isWhole: false }), 'typed_error'],
    ['a price that was taken', exchange('patchListingsItem', submission('ACCEPTED')), 'understood'],
    [
      'a price that was refused',
      exchange('patchListingsItem', submission('INVALID')),
      'typed_error',
    ],
    [
      'a batch with a refusal in it',
      exchange(
        'getItemOffersBatch',
        { responses: [entry(200, { payload: offersPayload(offers) }), entry(400, errors)] },
        { request: get(OFFERS, asks('/products/pricing/v0/items/B01/offers')) },
      ),
      'understood',
    ],
    [
      'a batch that the product requests in another form',
      exchange(
        'getItemOffersBatch',
        { responses: [] },
        { request: get(OFFERS, asks('/products/pricing/v1/items/B01/offers')) },
      ),
      'failed',
    ],
    [
      'a batch without content',
      exchange('getItemOffersBatch', { responses: [entry(200, { payload: {} })] }),
      'typed_error',
    ],
    [
      'a batch with an invalid entry',
      exchange('getItemOffersBatch', {
        responses: [null, entry(200, { payload: offersPayload(offers) })],
      }),
      'understood',
    ],
    [
      'fees',
      exchange('getMyFeesEstimates', [feesOf('Success')], { request: get(FEES, []) }),
      'understood',
    ],
    [
      'fees that were refused',
      exchange('getMyFeesEstimates', [feesOf('ClientError')]),
      'typed_error',
    ],
    [
      'fees without a total',
      exchange('getMyFeesEstimates', [{ Status: 'Success' }]),
      'typed_error',
    ],
    [
      'fees without the requested listing',
      exchange('getMyFeesEstimates', [{ ...feesOf('Success'), FeesEstimateIdentifier: null }]),
      'understood',
    ],
    [
      'fees requested one by one',
      exchange('getMyFeesEstimates', [], { request: get('/products/fees/v0/items/B01', []) }),
      'failed',
    ],
    ['an operation without a use', exchange('getOrders', {}), 'unused'],
    [
      'a notification',
      exchange('notifications/X', event('ANY_OFFER_CHANGED', offerChange(offers)).detail),
      'understood',
    ],
    [
      'a notification in the event that carried it',
      exchange('notifications/X', event('ANY_OFFER_CHANGED', offerChange(offers))),
      'understood',
    ],
    [
      'a notification without a use',
      exchange('notifications/X', event('FEE_PROMOTION', {}).detail),
      'unused',
    ],
    ['a notification that is none', exchange('notifications/X', {}), 'typed_error'],
  ];
  for (const [name, given, kind] of cases)
    it(`with ${name} is ${kind}`, async () => {
      const verdict = await replay(given);
      assert.equal(verdict.kind, kind, JSON.stringify(verdict));
    });

  it('is read in its own store', async () => {
    const text = JSON.stringify(itemOf('A', 10, [purchasableOffer(10)]));
    const abroad = text.replaceAll('A2Q3Y263D00KWC', 'ATVPDKIKX0DER');
    assert.deepEqual(await replay(exchange('getListingsItem', {}, { text: abroad })), {
      kind: 'understood',
    });
  });
});
