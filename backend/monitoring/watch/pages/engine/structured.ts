// The price that a page of unknown form declares for programs: JSON-LD, then microdata, then Open Graph. Pure.
import { type Minor, toMinor } from '../../../../kernel/money.ts';

export type StatedPrice =
  | {
      kind: 'price';
      price: Minor;
      currencyCode: string;
      title: string | null;
      isAvailable: boolean;
    }
  /** Several prices, or sources that contradict each other. */
  | { kind: 'ambiguous' }
  | { kind: 'none' };

interface Stated {
  price: Minor;
  currencyCode: string;
  title: string | null;
  isAvailable: boolean;
}

/** Sources may differ by this much, for rounding. */
const TOLERANCE = 0.01;
const AVAILABLE = /(?:^|\/)(?:InStock|LimitedAvailability|OnlineOnly|PreOrder|PreSale)$/;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const ofType = (value: Fields, type: string): boolean =>
  [value['@type']].flat().some((one) => one === type);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A price in machine-readable form, with a point before its decimals; null: none. */
function priceOf(value: unknown): Minor | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,9}(?:\.\d{1,2})?$/.test(text.trim())) return null;
  const minor = toMinor(Number(text));
  return minor > 0 ? minor : null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Whether an offer can be bought; by default it can. */
const isAvailable = (value: unknown): boolean =>
  typeof value !== 'string' || AVAILABLE.test(value.trim());

const SCRIPT =
  /<script\b[^>]*\btype\s*=\s*["']application\/ld\+json["'][^>]*>([\s\S]*?)<\/script>/gi;

/** All values under a value, itself included. */
function within(value: unknown): unknown[] {
  const all: unknown[] = [value];
  for (let n = 0; n < all.length && n < 10_000; n++) {
    const one = all[n];
    if (Array.isArray(one)) all.push(...one);
    else if (isFields(one)) all.push(...Object.values(one));
  }
  return all;
}

function jsonLd(html: string): Stated[] {
  const products = [...html.matchAll(SCRIPT)]
    .flatMap(([, text = '']) => within(parsed(text)))
    .filter((one): one is Fields => isFields(one) && ofType(one, 'Product'));
  return products.flatMap((product) =>
    within(product.offers).flatMap((offer): Stated[] => {
      if (!isFields(offer)) return [];
      const prices = ofType(offer, 'AggregateOffer')
        ? [priceOf(offer.lowPrice), priceOf(offer.highPrice)]
        : ofType(offer, 'Offer')
          ? [priceOf(offer.price)]
          : [];
      return prices.flatMap((price) =>
        price === null
          ? []
          : {
              price,
              currencyCode: textOf(offer.priceCurrency) ?? '',
              title: textOf(product.name),
              isAvailable: isAvailable(offer.availability),
            },
      );
    }),
  );
}

/** The attributes of the tags in which this attribute has this value. */
function tagsWith(html: string, name: string, value: string): Map<string, string>[] {
  return [...html.matchAll(/<[a-z][a-z\d]*\s([^<>]*)>/gi)]
    .map(
      ([, inside = '']) =>
        new Map(
          [...inside.matchAll(/([a-z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
            ([, key = '', double, single]) => [key.toLowerCase(), double ?? single ?? ''],
          ),
        ),
    )
    .filter((attributes) => attributes.get(name)?.toLowerCase() === value.toLowerCase());
}

function tagged(html: string, name: 'itemprop' | 'property', prefix: string): Stated[] {
  const contentOf = (what: string) => {
    const [first] = tagsWith(html, name, prefix + what);
    return first?.get('content') ?? first?.get('href') ?? null;
  };
  return tagsWith(html, name, `${prefix}${name === 'itemprop' ? 'price' : 'amount'}`).flatMap(
    (tag) => {
      const price = priceOf(tag.get('content'));
      if (price === null) return [];
      const isTagged = name === 'itemprop';
      return {
        price,
        currencyCode: contentOf(isTagged ? 'priceCurrency' : 'currency') ?? '',
        title: tagsWith(html, 'property', 'og:title')[0]?.get('content') ?? null,
        isAvailable: isTagged ? isAvailable(contentOf('availability') ?? undefined) : true,
      };
    },
  );
}

const agree = (a: Minor, b: Minor): boolean => Math.abs(a - b) <= TOLERANCE * Math.max(a, b);

/** The one price that a page declares; where it declares several, none of them is taken. */
export function statedPrice(html: string): StatedPrice {
  const sources = [
    jsonLd(html),
    tagged(html, 'itemprop', ''),
    tagged(html, 'property', 'product:price:'),
  ].filter((stated) => stated.length > 0);
  const [preferred] = sources;
  const [first] = preferred ?? [];
  if (preferred === undefined || first === undefined) return { kind: 'none' };
  const isOne = preferred.every(({ price }) => price === first.price);
  const isSame = sources.flat().every(({ price }) => agree(price, first.price));
  return isOne && isSame ? { kind: 'price', ...first } : { kind: 'ambiguous' };
}
