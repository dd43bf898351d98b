// The search terms of a product's visitors, and the matching targets of a campaign.
import type { AdTarget } from './ads-book.ts';
import type { Product } from './types.ts';

/** Letters without accents, in small. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const cut = (words: readonly string[]) => words.filter(Boolean).join(' ').slice(0, 80);

/** The usual searches for a product, the widest first. */
export function wordsOf({ title, brand, variant, colour }: Product): string[] {
  const thing = plain(title).split(' ').slice(0, 2).join(' ');
  return [
    ...new Set([
      thing,
      cut([thing, plain(brand)]),
      cut([thing, plain(variant)]),
      cut([thing, plain(colour)]),
    ]),
  ];
}

const hasAll = (query: readonly string[], words: readonly string[]) =>
  words.every((word) => query.includes(word));

function matchesKeyword({ text, matchType }: NonNullable<AdTarget['keyword']>, query: string) {
  const wanted = plain(text);
  if (matchType.endsWith('EXACT')) return query === wanted;
  if (matchType.endsWith('PHRASE')) return ` ${query} `.includes(` ${wanted} `);
  return hasAll(query.split(' '), wanted.split(' '));
}

/** Whether a target is meant by a search that leads to a product; `place`: which of its usual searches it is. */
export function isMeant(target: AdTarget, product: Product, query: string, place: number): boolean {
  if (target.keyword !== null) return matchesKeyword(target.keyword, query);
  return (target.expression ?? []).every(({ type, value }) => {
    switch (type) {
      case 'QUERY_HIGH_REL_MATCHES':
        return place > 0;
      case 'QUERY_BROAD_REL_MATCHES':
        return place === 0;
      case 'ASIN_SUBSTITUTE_RELATED':
        return place === 1;
      case 'ASIN_ACCESSORY_RELATED':
        return place === 3;
      case 'ASIN_SAME_AS':
      case 'ASIN_EXPANDED_FROM':
        return value === product.id;
      case 'ASIN_CATEGORY_SAME_AS':
        return value === product.categoryId.replace(/\D/g, '');
      default:
        return true;
    }
  });
}
