// The kinds of notifications of all domains, each as its domain declares it.
import { BELLS as CATALOG } from '../catalog/bell.ts';
import type { Bell, BellKind, BellValues } from '../kernel/bell.ts';
import { knownOf, type Words } from '../kernel/open-enum.ts';
import { BELLS as PRICING } from '../pricing/bell.ts';
import { TRIAL_BELL } from './bell.ts';
import { SENTENCES } from './contract.ts';

export const BELLS: readonly Bell[] = [...CATALOG, ...PRICING, TRIAL_BELL];

const KINDS: Readonly<Record<string, BellKind>> = Object.assign(
  {},
  ...BELLS.map(({ kinds }) => kinds),
);

/** Where a notification leads; one whose kind this version does not have leads home. */
export const linkOf = (code: string, values: BellValues): string =>
  knownOf(KINDS, code)?.link(values) ?? '/app';

/** The sentences of kinds, by the keys that pages know plurals by. */
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

/** What notifications say, for pages, which hold no sentence of their own. */
export const WORDS: Words = { [SENTENCES]: sentencesOf(KINDS) };
