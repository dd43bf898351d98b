// The kinds of notifications of all domains, each as its domain declares it.
import { BELLS as ADS } from '../ads/bell.ts';
import { BELLS as CATALOG } from '../catalog/bell.ts';
import { BELLS as INSIGHTS } from '../insights/bell.ts';
import type { Bell, BellCategory, BellKind, BellValues, Delivery } from '../kernel/bell.ts';
import type { Locale } from '../kernel/id.ts';
import { knownOf, type Words } from '../kernel/open-enum.ts';
import { BELLS as MONITORING } from '../monitoring/bell.ts';
import { BELLS as PRICING } from '../pricing/bell.ts';
import { TRIAL_BELL } from './bell.ts';
import { ABOUT_CATEGORIES, CATEGORIES, SENTENCES } from './contract.ts';

export const BELLS: readonly Bell[] = [
  ...CATALOG,
  ...MONITORING,
  ...PRICING,
  ...ADS,
  ...INSIGHTS,
  TRIAL_BELL,
];

const KINDS: Readonly<Record<string, BellKind>> = Object.assign(
  {},
  ...BELLS.map(({ kinds }) => kinds),
);

/** A kind by its code; undefined: this version does not have it. */
export const kindOf = (code: string): BellKind | undefined => knownOf(KINDS, code);

const codesWhere = (is: (kind: BellKind) => boolean): string[] =>
  Object.entries(KINDS).flatMap(([code, kind]) => (is(kind) ? [code] : []));

export const codesDelivered = (delivery: Delivery): string[] =>
  codesWhere((kind) => kind.delivery === delivery);

/** The codes of a category. */
export const codesOf = (category: string): string[] =>
  codesWhere((kind) => kind.category?.code === category);

/** What people choose settings for, in the order in which they are declared. */
export const BELL_CATEGORIES: readonly BellCategory[] = [
  ...new Set(Object.values(KINDS).flatMap(({ category }) => category ?? [])),
];

const isPlural = (kind: BellKind) => 'one' in kind.sentence;

/** The values of an entry; one about a single thing that an earlier version wrote gets the count 1. */
export const valuesOf = (code: string, values: BellValues): BellValues => {
  const kind = kindOf(code);
  return kind !== undefined && isPlural(kind) && values.count === undefined
    ? { ...values, count: 1 }
    : values;
};

/** Where a notification leads; one whose kind this version does not have leads to the first page. */
export const linkOf = (code: string, values: BellValues): string =>
  kindOf(code)?.link(values) ?? '/app';

/** The sentence of a kind in a language, with its placeholders; null: this version does not have the kind. */
export function sentenceOf(code: string, values: BellValues, locale: Locale): string | null {
  const sentence = kindOf(code)?.sentence;
  if (sentence === undefined) return null;
  if (!('one' in sentence)) return sentence[locale];
  const form = new Intl.PluralRules(locale).select(Number(values.count)) === 'one';
  return (form ? sentence.one : sentence.other)[locale];
}

/** The sentences of kinds, by the keys with which pages look plurals up. */
const sentencesOf = (kinds: Bell['kinds']): Words[string] =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([code, { sentence }]) =>
      'one' in sentence
        ? [
            [`${code}_one`, sentence.one],
            [`${code}_other`, sentence.other],
          ]
        : [[code, sentence]],
    ),
  );

const ofCategories = (text: 'name' | 'about'): Words[string] =>
  Object.fromEntries(BELL_CATEGORIES.map((category) => [category.code, category[text]]));

/** The sentences of notifications, for pages, which hold none of their own. */
export const WORDS: Words = {
  [SENTENCES]: sentencesOf(KINDS),
  [CATEGORIES]: ofCategories('name'),
  [ABOUT_CATEGORIES]: ofCategories('about'),
};
