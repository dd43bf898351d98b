import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf, purchasableOffer, SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getPrice, setPrice } from './prices.ts';
import { storeOf } from './stores.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const session = { sellerId: SELLER, accessToken: 'Atza|x' };
const store = storeOf(STORE);
const SKU = 'LUM 01/branca';
const PATH = `/listings/2021-08-01/items/${SELLER}/LUM%2001%2Fbranca`;
const READ = `GET ${PATH}`;
const SEND = `PATCH ${PATH}`;
const push = { skuMarketplace: SKU, price: 13_990, currencyCode: 'BRL', operationKey: 'k' };

const priceIssue = (code: string, more: object = {}) => ({
  code,
  message: 'In their own words',
  severity: 'ERROR',
  attributeNames: ['purchasable_offer'],
  categories: ['INVALID_PRICE'],
  marketplaceIds: [STORE],
  ...more,
});
const scheduled = (value_with_tax: number, more: object = {}) => [
  { schedule: [{ value_with_tax, ...more }] },
];
const listing = (
  shown: number | null,
  offers = [purchasableOffer(149.9)],
  issues: unknown[] = [],
): Scripted => ({ body: itemOf(SKU, shown, offers, { issues }) });
const submission = (status: string, issues: unknown[] = []): Scripted => ({
  body: { sku: SKU, status, submissionId: 's', issues },
});
const refusal = (status: number, code: string, message = 'In their own words') => ({
  status,
  body: { errors: [{ code, message, details: '' }] },
});

async function set(script: Record<string, Scripted | Scripted[]>, more: Partial<typeof push> = {}) {
  const stubbed = stub(script);
  const given = { ...push, ...more };
  const outcome = await setPrice(stubbed.fetcher, store, () => NOW, session, given);
  return { outcome, ...stubbed };
}

describe('setPrice', () => {
  it('replaces only the price, and sends the rest of the attribute unchanged', async () => {
    const limits = {
      minimum_seller_allowed_price: scheduled(100),
      maximum_seller_allowed_price: scheduled(300),
      discounted_price: scheduled(99, { start_at: '2026-12-01', end_at: '2026-12-05' }),
      something_new: { of: ['theirs'] },
    };
    const companies = { ...purchasableOffer(140), audience: 'B2B' };
    const { outcome, calls } = await set({
      [READ]: listing(149.9, [companies, purchasableOffer(149.9, limits)]),
      [SEND]: submission('ACCEPTED'),
    });
    assert.deepEqual(outcome, { kind: 'accepted' });
    const sent = calls[1];
    assert.deepEqual(sent?.query, { marketplaceIds: STORE, includedData: 'issues' });
    assert.equal(sent?.headers?.['x-amz-access-token'], 'Atza|x');
    assert.deepEqual(sent?.json, {
      productType: 'LAMP',
      patches: [
        {
          op: 'replace',
          path: '/attributes/purchasable_offer',
          value: [companies, purchasableOffer(139.9, limits)],
        },
      ],
    });
  });

  it('makes an offer where the listing has none', async () => {
    const { calls } = await set({
      [READ]: listing(null, []),
      [SEND]: [submission('VALID'), submission('ACCEPTED')],
    });
    assert.deepEqual(calls[2]?.json, {
      productType: 'LAMP',
      patches: [
        {
          op: 'replace',
          path: '/attributes/purchasable_offer',
          value: [purchasableOffer(139.9)],
        },
      ],
    });
  });

  const unsent: [string, Scripted, Partial<typeof push>, object][] = [
    [
      'Amazon’s own automation sets the price',
      listing(149.9, [
        purchasableOffer(149.9, {
          automated_pricing_merchandising_rule_plan: [{ merchandising_rule: { rule_id: 'r' } }],
        }),
      ]),
      {},
      { kind: 'rejected', code: 'price_automated' },
    ],
    [
      'a sale is on',
      listing(129.9, [
        purchasableOffer(149.9, {
          discounted_price: scheduled(129.9, { start_at: '2026-03-01', end_at: '2026-03-02' }),
        }),
      ]),
      {},
      { kind: 'rejected', code: 'in_promotion' },
    ],
    [
      'it is below the minimum that the ad has there',
      listing(149.9, [
        purchasableOffer(149.9, { minimum_seller_allowed_price: scheduled(139.91) }),
      ]),
      {},
      { kind: 'rejected', code: 'price_below_seller_minimum' },
    ],
    [
      'it is above the maximum that the ad has there',
      listing(149.9, [
        purchasableOffer(149.9, { maximum_seller_allowed_price: scheduled(139.89) }),
      ]),
      {},
      { kind: 'rejected', code: 'price_above_seller_maximum' },
    ],
    [
      'the currency is another',
      listing(149.9),
      { currencyCode: 'USD' },
      { kind: 'rejected', code: 'currency_mismatch' },
    ],
    [
      'buyers see it already',
      listing(139.9, [purchasableOffer(139.9)]),
      {},
      { kind: 'confirmed', price: 13_990 },
    ],
    [
      'it was sent before, and has an issue',
      listing(149.9, [purchasableOffer(139.9)], [priceIssue('18155')]),
      {},
      { kind: 'rejected', code: 'price_below_seller_minimum', message: 'In their own words' },
    ],
    ['nobody has the SKU', refusal(404, 'NOT_FOUND'), {}, { kind: 'rejected', code: 'NOT_FOUND' }],
    ['the SKU is none', refusal(400, 'INVALID_SKU'), {}, { kind: 'rejected', code: 'not_found' }],
  ];
  for (const [name, answer, more, ending] of unsent)
    it(`sends nothing where ${name}`, async () => {
      const { outcome, paths } = await set({ [READ]: answer }, more);
      const { message: _, ...rest } = { message: '', ...outcome };
      const { message: __, ...wanted } = { message: '', ...ending };
      assert.deepEqual(rest, wanted);
      assert.deepEqual(paths(), [READ]);
    });

  const modes = (calls: { query?: Record<string, string> }[]) =>
    calls.slice(1).map(({ query }) => query?.mode ?? 'for good');

  it('sends a price again that was taken and is neither shown nor refused', async () => {
    const { outcome, calls } = await set({
      [READ]: listing(149.9, [purchasableOffer(139.9)]),
      [SEND]: submission('ACCEPTED'),
    });
    assert.deepEqual(outcome, { kind: 'accepted' });
    assert.deepEqual(modes(calls), ['for good']);
  });

  it('validates first after an issue and for a large change, and sends nothing that would be refused', async () => {
    const accepted = [submission('VALID'), submission('ACCEPTED')];
    const preview = ['VALIDATION_PREVIEW', 'for good'];
    const issue = [priceIssue('90000900')];
    const after = await set({ [READ]: listing(149.9, undefined, issue), [SEND]: accepted });
    assert.deepEqual([after.outcome.kind, ...modes(after.calls)], ['accepted', ...preview]);
    const large = await set({ [READ]: listing(149.9), [SEND]: accepted }, { price: 10_000 });
    assert.deepEqual([large.outcome.kind, ...modes(large.calls)], ['accepted', ...preview]);
    const small = await set({ [READ]: listing(149.9), [SEND]: submission('ACCEPTED') });
    assert.deepEqual(modes(small.calls), ['for good']);

    const refused = await set(
      { [READ]: listing(149.9), [SEND]: submission('INVALID', [priceIssue('99022')]) },
      { price: 10_000 },
    );
    assert.deepEqual(refused.outcome, {
      kind: 'rejected',
      code: '99022',
      message: 'In their own words',
    });
    assert.deepEqual(modes(refused.calls), ['VALIDATION_PREVIEW']);
  });

  const ends: [string, Scripted, object][] = [
    [
      'INVALID, by its error',
      submission('INVALID', [priceIssue('1', { severity: 'WARNING' }), priceIssue('4000001')]),
      { kind: 'rejected', code: '4000001' },
    ],
    ['INVALID without a word', submission('INVALID'), { kind: 'rejected', code: 'invalid' }],
    ['a word that is not known', submission('QUEUED'), { kind: 'accepted' }],
    ['nonsense', { body: 7 }, { kind: 'accepted' }],
    ['a 400', refusal(400, 'InvalidInput'), { kind: 'rejected', code: 'InvalidInput' }],
    ['a 403', refusal(403, 'Unauthorized'), { kind: 'rejected', code: 'Unauthorized' }],
  ];
  for (const [name, answer, ending] of ends)
    it(`ends by the answer: ${name}`, async () => {
      const { outcome } = await set({ [READ]: listing(149.9), [SEND]: answer });
      const { message: _, ...rest } = { message: '', ...outcome };
      assert.deepEqual(rest, ending);
    });

  it('fails temporarily after an inconclusive validation', async () => {
    const questions: Record<string, Scripted>[] = [
      { [READ]: { body: 7 } },
      { [READ]: listing(null), [SEND]: { body: 7 } },
    ];
    for (const script of questions) {
      const { outcome } = await set(script);
      assert.equal(outcome.kind === 'failed' && outcome.failure.kind, 'unavailable');
    }
  });

  it('fails for now by a quota, a broken server and a token that has ended', async () => {
    const expired = 'The access token you provided has expired.';
    const answers: [Scripted, string][] = [
      [refusal(429, 'QuotaExceeded'), 'rate_limited'],
      [refusal(503, 'ServiceUnavailable'), 'unavailable'],
      [refusal(403, 'Unauthorized', expired), 'unauthorized'],
    ];
    for (const [answer, kind] of answers) {
      const { outcome } = await set({ [READ]: listing(149.9), [SEND]: answer });
      assert.equal(outcome.kind === 'failed' && outcome.failure.kind, kind);
    }
  });
});

describe('getPrice', () => {
  const get = (answer: Scripted) =>
    getPrice(stub({ [READ]: answer }).fetcher, store, () => NOW, session, SKU);

  it('is what buyers see, not the last requested one', async () => {
    const answer = listing(149.9, [purchasableOffer(139.9)], [priceIssue('18155')]);
    assert.deepEqual(await get(answer), { ok: true, value: 14_990 });
  });

  it('is the price of this store and for everybody', async () => {
    const price = (amount: unknown) => ({ amount, currencyCode: 'BRL' });
    const offers = [
      { marketplaceId: 'ATVPDKIKX0DER', offerType: 'B2C', price: price('1.00') },
      { marketplaceId: STORE, offerType: 'B2B', price: price('2.00') },
      { marketplaceId: STORE, offerType: 'B2C', price: price('3.00'), audience: { value: 'B2B' } },
      { marketplaceId: STORE, offerType: 'B2C', price: price(4), audience: { value: 'ALL' } },
    ];
    const body = { ...itemOf(SKU, 149.9), offers };
    assert.deepEqual(await get({ body }), { ok: true, value: 400 });
  });

  it('of a listing that its price took off sale is the issue', async () => {
    const got = await get(listing(null, [purchasableOffer(139.9)], [priceIssue('18155')]));
    assert.deepEqual(got, {
      ok: false,
      error: {
        kind: 'invalid',
        code: 'price_below_seller_minimum',
        message: 'In their own words',
        retryAfterMs: null,
      },
    });
  });

  it('of a listing that is not for sale is the one that buyers would see', async () => {
    const elsewhere = priceIssue('18155', { marketplaceIds: ['ATVPDKIKX0DER'] });
    const answer = listing(null, [purchasableOffer(139.9)], [elsewhere]);
    assert.deepEqual(await get(answer), { ok: true, value: 13_990 });
    const none = await get(listing(null, []));
    assert.equal(!none.ok && none.error.code, 'unreadable');
  });
});
