import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf, purchasableOffer, SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { getListings, toListing } from './listings.ts';
import { storeOf } from './stores.ts';
import { Item } from './wire.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const store = storeOf(STORE);
const session = { sellerId: SELLER, accessToken: 'Atza|x' };
const SEARCH = `GET /listings/2021-08-01/items/${SELLER}`;

const base = itemOf('LUM-1', 149.9);
const [summary] = base.summaries;
const read = (more: object, now = NOW) => {
  const listing = toListing(Item.parse({ ...base, ...more }), store, now);
  assert.ok(listing.ok, JSON.stringify(listing));
  return listing.value;
};
const summarised = (more: object) => read({ summaries: [{ ...summary, ...more }] });

describe('a listing', () => {
  it('is read as Amazon reports it', () => {
    assert.deepEqual(read({}), {
      skuMarketplace: 'LUM-1',
      sku: 'LUM-1',
      title: 'Luminária de mesa articulada',
      imageUrl: 'https://images.example.test/luminaria.jpg',
      link: 'https://www.amazon.com.br/dp/B0FIXTURE1',
      price: 14_990,
      shippingPrice: null,
      currencyCode: 'BRL',
      countryCode: 'BR',
      stock: 12,
      status: 'ENABLED',
      condition: 'new',
      listingTypeId: null,
      fulfillment: false,
      promotionStatus: 'none',
      catalogProductId: 'B0FIXTURE1',
      automation: null,
      sold: null,
      gtin: null,
      brand: null,
      // Of what every listing needs, the title, the brand, the code, the description and the bullets are missing.
      healthScore: 38,
      groupType: 'none',
      variation: null,
      channels: ['marketplace'],
      tags: [],
    });
  });

  const suppressed = (status: string, marketplaceIds = [STORE]) => ({
    summaries: [{ ...summary, status: ['DISCOVERABLE'] }],
    issues: [
      {
        code: '18155',
        message: 'x',
        severity: 'ERROR',
        categories: ['INVALID_PRICE'],
        enforcements: { actions: [{ action: 'LISTING_SUPPRESSED' }], exemption: { status } },
        marketplaceIds,
      },
    ],
  });
  const statuses: [string, object, string][] = [
    ['can be bought', { summaries: [{ ...summary, status: ['BUYABLE'] }] }, 'ENABLED'],
    ['is only seen', { summaries: [{ ...summary, status: ['DISCOVERABLE'] }] }, 'PAUSED'],
    ['is not seen', { summaries: [{ ...summary, status: [] }] }, 'INACTIVE'],
    ['is in a state that is not known', { summaries: [{ ...summary, status: 'x' }] }, 'INACTIVE'],
    ['was taken off sale', suppressed('NOT_EXEMPT'), 'REVIEW'],
    ['will be taken off sale', suppressed('EXEMPT_UNTIL_EXPIRY_DATE'), 'PAUSED'],
    ['was taken off sale elsewhere', suppressed('NOT_EXEMPT', ['ATVPDKIKX0DER']), 'PAUSED'],
  ];
  for (const [name, more, status] of statuses)
    it(`that ${name} is ${status}`, () => assert.equal(read(more).status, status));

  it('has a condition', () => {
    const conditions: [string | null, string][] = [
      ['new_open_box', 'new'],
      ['used_very_good', 'used'],
      ['collectible_good', 'used'],
      ['refurbished_refurbished', 'refurbished'],
      [null, 'new'],
    ];
    for (const [conditionType, condition] of conditions)
      assert.equal(summarised({ conditionType }).condition, condition);
  });

  it('counts what the seller has, and takes what Amazon can sell for one', () => {
    const stock = (...fulfillmentAvailability: object[]) => read({ fulfillmentAvailability });
    const channel = (fulfillmentChannelCode: string, quantity?: number) => ({
      fulfillmentChannelCode,
      ...(quantity !== undefined && { quantity }),
    });
    assert.equal(stock(channel('DEFAULT', 3), channel('AMAZON_NA', 4)).stock, 7);
    const stored = stock(channel('AMAZON_NA'));
    assert.deepEqual([stored.stock, stored.fulfillment], [1, true]);
    const out = read({
      fulfillmentAvailability: [channel('AMAZON_NA')],
      summaries: [{ ...summary, status: [] }],
    });
    assert.equal(out.stock, 0);
    assert.equal(stock(channel('DEFAULT')).stock, 0);
  });

  it('names the rule of Amazon’s automation that sets its price, and the product’s number and brand', () => {
    const offered = (more: Record<string, unknown>) =>
      read({
        attributes: {
          purchasable_offer: [purchasableOffer(149.9, more)],
          externally_assigned_product_identifier: [{ type: 'ean', value: '7891000315507' }],
          brand: [{ value: 'Lumavi', language_tag: 'pt_BR' }],
        },
      });
    assert.equal(offered({}).automation, null);
    assert.deepEqual([offered({}).gtin, offered({}).brand], ['07891000315507', 'Lumavi']);
    const plan = (rule: unknown) => ({ automated_pricing_merchandising_rule_plan: [rule] });
    const named = plan({ merchandising_rule: { rule_id: 'COMPETITIVE' } });
    assert.deepEqual(offered(named).automation, { name: 'COMPETITIVE' });
    assert.deepEqual(offered(plan('odd')).automation, { name: null });
  });

  it('is in a promotion while its sale runs, to the end of its last day', () => {
    const sale = (now: string) =>
      read(
        {
          attributes: {
            purchasable_offer: [
              purchasableOffer(149.9, {
                discounted_price: [
                  {
                    schedule: [
                      { value_with_tax: 99, start_at: '2026-03-02', end_at: '2026-03-04' },
                    ],
                  },
                ],
              }),
            ],
          },
        },
        new Date(now),
      ).promotionStatus;
    assert.equal(sale('2026-03-01T23:59:59Z'), 'pending');
    assert.equal(sale('2026-03-02T00:00:00Z'), 'started');
    assert.equal(sale('2026-03-04T23:59:59Z'), 'started');
    assert.equal(sale('2026-03-05T00:00:00Z'), 'none');
  });

  it('without a live offer has the requested price', () => {
    assert.equal(read({ offers: [] }).price, 14_990);
    const none = toListing(Item.parse({ ...base, offers: [], attributes: {} }), store, NOW);
    assert.equal(!none.ok && none.error.code, 'no_price');
  });

  it('of another store is ignored', () => {
    const elsewhere = { ...base, summaries: [{ ...summary, marketplaceId: 'ATVPDKIKX0DER' }] };
    const got = toListing(Item.parse(elsewhere), store, NOW);
    assert.equal(!got.ok && got.error.kind, 'not_found');
  });

  it('has no invalid address', () => {
    const link = (text: string) => summarised({ mainImage: { link: text } }).imageUrl;
    assert.equal(link('javascript:alert(1)'), null);
    assert.equal(link('no address'), null);
    assert.equal(summarised({ asin: 'B0/../x' }).link, 'https://www.amazon.com.br/dp/B0%2F..%2Fx');
  });
});

describe('getListings', () => {
  const get = async (script: Record<string, Scripted | Scripted[]>, skus: string[]) => {
    const stubbed = stub(script);
    const got = await getListings(stubbed.fetcher, store, () => NOW, session, skus);
    return { got, ...stubbed };
  };
  const found = (...items: unknown[]): Scripted => ({ body: { numberOfResults: 1, items } });

  it('requests twenty SKUs per call, and one with a comma separately', async () => {
    const skus = [...Array.from({ length: 21 }, (_, n) => `S-${n}`), 'A,B'];
    const { got, calls } = await get(
      {
        [SEARCH]: [
          found(...skus.slice(0, 20).map((sku) => itemOf(sku, 10))),
          found(itemOf('S-20', 10)),
        ],
        [`${SEARCH}/A%2CB`]: { body: itemOf('A,B', 10) },
      },
      skus,
    );
    assert.ok(got.ok);
    assert.deepEqual([...got.value.keys()], skus);
    assert.ok([...got.value.values()].every((one) => one.ok));
    assert.deepEqual(
      calls.map(({ query }) => query?.identifiers?.split(',').length ?? 'one'),
      [20, 1, 'one'],
    );
    assert.deepEqual(calls[1]?.query, {
      marketplaceIds: STORE,
      identifiersType: 'SKU',
      identifiers: 'S-20',
      includedData: 'summaries,attributes,offers,fulfillmentAvailability,issues,relationships',
      pageSize: '20',
    });
  });

  it('distinguishes a deleted one from an undecodable one', async () => {
    const { got } = await get(
      { [SEARCH]: found({ sku: 'S-1', summaries: 'x', offers: [] }, itemOf('S-2', 10), 7) },
      ['S-1', 'S-2', 'S-3'],
    );
    assert.ok(got.ok);
    const ends = [...got.value.values()].map((one) => (one.ok ? 'ok' : one.error.kind));
    assert.deepEqual(ends, ['not_found', 'ok', 'not_found']);
    const broken = itemOf('S-1', null, []);
    const { got: other } = await get({ [SEARCH]: found(broken) }, ['S-1']);
    assert.ok(other.ok);
    const [one] = other.value.values();
    assert.equal(one && !one.ok && one.error.code, 'no_price');
  });

  it('fails only those of a lost call', async () => {
    const skus = Array.from({ length: 30 }, (_, n) => `S-${n}`);
    const lost = { status: 503, body: {} };
    const { got } = await get(
      { [SEARCH]: [lost, found(...skus.slice(20).map((sku) => itemOf(sku, 10)))] },
      skus,
    );
    assert.ok(got.ok);
    const ends = [...got.value.values()].map((one) => (one.ok ? 'ok' : one.error.kind));
    assert.deepEqual(ends, [...Array(20).fill('unavailable'), ...Array(10).fill('ok')]);
  });
});
