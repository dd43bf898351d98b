import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from '@std/testing/bdd';
import { CRITERIA, type Criterion } from '../kernel/market.ts';
import { isFields, type ReportedOffer, readOfferList } from './marketplaces/amazon/offer-list.ts';
import { Competition } from './marketplaces/mercadolivre/wire.ts';
import { MANIFESTS } from './registry.ts';

/** Published answers of the marketplaces; they may exist next to the project. */
const REFERENCE = new URL('../../../shared/reference/', import.meta.url);
const [AMAZON, SHOPEE] = ['amazon-sp-api', 'shopee'].map(
  (name) => new URL(`cases/${name}.jsonl`, REFERENCE),
) as [URL, URL];

const linesOf = (file: URL): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every answer that a folder holds. */
const filesOf = (folder: URL): Record<string, unknown>[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

/** The names of all fields at any depth; an answer may be a JSON string. */
function namesIn(answer: unknown): string[] {
  if (typeof answer === 'string') return answer.startsWith('{') ? namesIn(parsed(answer)) : [];
  if (Array.isArray(answer)) return answer.flatMap(namesIn);
  if (!isFields(answer)) return [];
  return Object.entries(answer).flatMap(([name, value]) => [name, ...namesIn(value)]);
}

/** Truncated samples are skipped. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const criteriaOf = (slug: string) => MANIFESTS.find((one) => one.slug === slug)!.traits.criteria;

/** Every list of offers in an answer, with the condition that it is about. */
function offerLists(answer: unknown): ReportedOffer[] {
  if (Array.isArray(answer)) return answer.flatMap(offerLists);
  if (!isFields(answer)) return [];
  const { ItemCondition, itemCondition, ...rest } = answer;
  const word = ItemCondition ?? itemCondition;
  const list = typeof word === 'string' ? readOfferList(answer, word) : null;
  if (list !== null) return list.offers.flatMap((offer) => (offer === null ? [] : [offer]));
  return Object.values(rest).flatMap(offerLists);
}

describe('what marketplaces report by 13 criteria', () => {
  it('matches the documentation', () => {
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
    if (!existsSync(AMAZON)) return;
    const offers = linesOf(AMAZON).flatMap(({ response }) => offerLists(response));
    assert.ok(offers.length > 0);
    const criteria = criteriaOf('amazon');
    const known = {
      shippingPrice: (offer: ReportedOffer) => offer.shippingPrice,
      fulfillment: (offer: ReportedOffer) => offer.fulfillment,
      shippingTime: (offer: ReportedOffer) => offer.shippingTimeHours,
      reputation: (offer: ReportedOffer) => offer.reputation,
    };
    const names = Object.keys(known) as (keyof typeof known)[];
    const shown = names.filter((name) => offers.some((offer) => known[name](offer) !== null));
    // The sellers that are recorded have no ratings.
    assert.deepEqual(shown, ['shippingPrice', 'fulfillment', 'shippingTime']);
    for (const name of shown) assert.notEqual(criteria[name], 'never', name);
  });

  it('is what the recorded answers of Mercado Livre have of the winner, where they are there', () => {
    const folder = new URL('mercadolivre/', REFERENCE);
    if (!existsSync(folder)) return;
    const winners = filesOf(folder).flatMap(
      ({ body }) => Competition.safeParse(body).data?.winner ?? [],
    );
    assert.ok(winners.length > 0);
    const has = (boost: string) =>
      winners.some(({ boosts }) => boosts.some(({ id }) => id === boost));
    const shown: [Criterion, boolean][] = [
      ['price', winners.every(({ price }) => price !== null)],
      ['fulfillment', has('fulfillment')],
      ['shippingPrice', has('free_shipping')],
      ['freeInstallments', has('free_installments')],
    ];
    const criteria = criteriaOf('mercadolivre');
    for (const [name, isShown] of shown) assert.equal(criteria[name] !== 'never', isShown, name);
  });

  it('is nothing where no recorded answer names another seller’s offer, where they are there', () => {
    const recorded: [string, URL, () => unknown[]][] = [
      ['shopee', SHOPEE, () => linesOf(SHOPEE).map(({ response }) => response)],
      ['magalu', new URL('magalu/', REFERENCE), () => filesOf(new URL('magalu/', REFERENCE))],
    ];
    for (const [slug, place, read] of recorded) {
      if (!existsSync(place)) continue;
      const names = namesIn(read());
      assert.ok(names.length > 0, slug);
      assert.deepEqual(
        names.filter((name) => /offer|competit|winner|buy_?box/i.test(name)),
        [],
        slug,
      );
      const criteria = criteriaOf(slug);
      assert.ok(
        CRITERIA.every((name) => criteria[name] === 'never'),
        slug,
      );
    }
  });
});
