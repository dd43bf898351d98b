import { MISSING } from '../format/format.ts';

type Translate = (key: string, values: { level: string }) => string;

/** A reputation in words: a share as it is, a level such as `5_green` as a number of five. */
export function reputationWords(t: Translate, reported: string | null): string {
  if (reported === null) return MISSING;
  const level = /^[1-5](?=$|_)/.exec(reported)?.[0];
  return level === undefined ? reported : t('kit:comparison.level', { level });
}
