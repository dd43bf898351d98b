import type { Words } from '../kernel/open-enum.ts';
import { STRATEGIES } from './strategies/registry.ts';

/** The texts of pages have their values in double braces. */
const forPages = (text: string): string => text.replaceAll(/\{(\w+)\}/g, '{{$1}}');

/** The labels of the values of pricing's open enums, under the keys of the pages' own texts. */
export const WORDS: Words = {
  'rule.strategy': Object.fromEntries(
    Object.entries(STRATEGIES).flatMap(
      ([
        key,
        {
          words: { pt, en, es },
        },
      ]) => [
        [key, { pt: pt.label, en: en.label, es: es.label }],
        [`${key}_text`, { pt: pt.text, en: en.text, es: es.text }],
      ],
    ),
  ),
  'rule.sentence.aim': Object.fromEntries(
    Object.entries(STRATEGIES).map(
      ([
        key,
        {
          words: { pt, en, es },
        },
      ]) => [
        key,
        { pt: forPages(pt.sentence), en: forPages(en.sentence), es: forPages(es.sentence) },
      ],
    ),
  ),
};
