import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { itemOf, SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { stub } from '../../../testing/conformance/stub.ts';
import { getHealth } from './health.ts';
import { storeOf } from './stores.ts';

const store = storeOf(STORE);
const session = { sellerId: SELLER, accessToken: 'Atza|x' };
const PATH = `GET /listings/2021-08-01/items/${SELLER}/LUM-1`;
const text = (value: string) => [{ value, marketplace_id: STORE }];

const base = itemOf('LUM-1', 149.9);
/** A complete listing. */
const whole = {
  ...base,
  attributes: {
    ...base.attributes,
    item_name: text('Luminária'),
    brand: text('Lumavi'),
    externally_assigned_product_identifier: [{ type: 'ean', value: '7891000315507' }],
    product_description: text('De mesa'),
    bullet_point: text('Articulada'),
  },
};
const issue = (code: string, attributeNames: string[], more: object = {}) => ({
  code,
  message: `Issue ${code}`,
  severity: 'WARNING',
  attributeNames,
  categories: [],
  marketplaceIds: [STORE],
  ...more,
});
const ask = async (body: object, locale = 'es') => {
  const { fetcher, calls } = stub({ [PATH]: { body } });
  const health = await getHealth(fetcher, store, session, 'LUM-1', locale);
  assert.ok(health.ok, JSON.stringify(health));
  const items = health.value.categories.flatMap(({ name, items: all }) =>
    all.map(({ code, isDone, message }) => [name, code, isDone, message] as const),
  );
  return { score: health.value.score, items, calls };
};

describe('the health of a listing', () => {
  it('is whole where it has what every listing needs and no issue is open', async () => {
    const { score, items } = await ask(whole);
    assert.equal(score, 100);
    assert.ok(items.every(([, , isDone]) => isDone));
    assert.deepEqual(
      items.map(([name, code]) => `${name} ${code}`),
      [
        'CHARACTERISTICS item_name',
        'CHARACTERISTICS brand',
        'CHARACTERISTICS externally_assigned_product_identifier',
        'CHARACTERISTICS product_description',
        'CHARACTERISTICS bullet_point',
        'PICTURES main_product_image_locator',
        'OFFER purchasable_offer',
        'OFFER fulfillment_availability',
      ],
    );
  });

  it('has each issue for a failed step, in place of the attribute that it is about', async () => {
    const issues = [
      issue('90220', ['bullet_point'], { categories: ['INVALID_ATTRIBUTE'] }),
      issue('18155', ['purchasable_offer'], { severity: 'ERROR' }),
      issue('20015', [], { categories: ['MISSING_IMAGE'] }),
      issue('1', ['brand'], { severity: 'INFO' }),
      issue('2', ['brand'], { marketplaceIds: ['ATVPDKIKX0DER'] }),
      issue('3', ['brand'], { message: null }),
    ];
    const { score, items } = await ask({ ...whole, issues });
    assert.deepEqual(
      items.filter(([, , isDone]) => !isDone),
      [
        ['CHARACTERISTICS', 'bullet_point', false, 'Issue 90220'],
        ['PICTURES', '20015', false, 'Issue 20015'],
        ['OFFER', 'purchasable_offer', false, 'Issue 18155'],
      ],
    );
    // Six of what it needs are right, of nine in all.
    assert.equal(score, 67);
  });

  it('lacks what is not there', async () => {
    const { purchasable_offer: _, ...attributes } = whole.attributes;
    const { items } = await ask({
      ...whole,
      attributes,
      summaries: [],
      fulfillmentAvailability: [],
    });
    assert.deepEqual(
      items.filter(([, , isDone]) => !isDone).map(([, code]) => code),
      ['main_product_image_locator', 'purchasable_offer', 'fulfillment_availability'],
    );
  });

  for (const [locale, requested] of Object.entries({ pt: 'pt_BR', en: 'en_US', es: 'es_MX' }))
    it(`is requested in ${locale}`, async () => {
      const { calls } = await ask(whole, locale);
      assert.equal(calls[0]?.query?.issueLocale, requested);
    });

  it('is unknown for a deleted listing', async () => {
    const { fetcher } = stub({});
    const gone = await getHealth(fetcher, store, session, 'LUM-1', 'pt');
    assert.equal(!gone.ok && gone.error.kind, 'not_found');
  });
});
