import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from '@std/testing/bdd';
import { CRITERIA } from '../kernel/market.ts';
import { isFields, readOfferList, type SeenOffer } from './marketplaces/amazon/offer-list.ts';
import { MANIFESTS } from './registry.ts';

/** Answers of Amazon as its models have them; they are beside the project, or not there. */
const RECORDED = new URL('../../../shared/reference/cases/amazon-sp-api.jsonl', import.meta.url);

/** Every list of offers in an answer, with the condition that it is about. */
function offerLists(answer: unknown): SeenOffer[] {
  if (Array.isArray(answer)) return answer.flatMap(offerLists);
  if (!isFields(answer)) return [];
  const { ItemCondition, itemCondition, ...rest } = answer;
  const word = ItemCondition ?? itemCondition;
  const list = typeof word === 'string' ? readOfferList(answer, word) : null;
  if (list !== null) return list.offers.flatMap((offer) => (offer === null ? [] : [offer]));
  return Object.values(rest).flatMap(offerLists);
}

describe('what marketplaces report by 13 criteria', () => {
  it('is what the documentation says', () => {
    const text = readFileSync(new URL('../../docs/marketplaces.md', import.meta.url), 'utf8');
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const shown = MANIFESTS.filter(({ connection }) => connection !== null).toSorted(
      (a, b) => a.id - b.id,
    );
    assert.deepEqual(rows, [
      ['criterion', ...shown.map(({ name }) => name)],
      ...CRITERIA.map((name) => [name, ...shown.map(({ traits }) => traits.criteria[name])]),
    ]);
  });

  it('is what the recorded answers of Amazon have, where they are there', () => {
    if (!existsSync(RECORDED)) return;
    const offers = readFileSync(RECORDED, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => offerLists(JSON.parse(line).response));
    assert.ok(offers.length > 0);
    const { criteria } = MANIFESTS.find(({ slug }) => slug === 'amazon')!.traits;
    const known = {
      shippingPrice: (offer: SeenOffer) => offer.shippingPrice,
      fulfillment: (offer: SeenOffer) => offer.fulfillment,
      shippingTime: (offer: SeenOffer) => offer.shippingTimeHours,
      reputation: (offer: SeenOffer) => offer.reputation,
    };
    const names = Object.keys(known) as (keyof typeof known)[];
    const shown = names.filter((name) => offers.some((offer) => known[name](offer) !== null));
    // The sellers that are recorded have no ratings.
    assert.deepEqual(shown, ['shippingPrice', 'fulfillment', 'shippingTime']);
    for (const name of shown) assert.notEqual(criteria[name], 'never', name);
  });
});
