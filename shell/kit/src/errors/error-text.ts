import type { Fault } from '@primazia/backend/kernel/problem';
import { ApiError } from '../api/error.ts';
import { toast } from '../states/toast.tsx';
import {
  FAILURES,
  type Failure,
  NUMBERS,
  SERVER_WORDS,
  type Situation,
  STATUSES,
  situationOfCode,
  textName,
  UNKNOWN,
} from './catalogue.ts';

/** Any `t` of i18next: the texts are asked for with their namespace. */
export type Translate = (key: string, values: Record<string, unknown>) => string;

/** What the server said in words of its own, beyond the code. */
const wordsOf = (error: ApiError) => (error.message === error.code ? '' : error.message);

/** What has happened, by the catalogue; null where a call was given up, which is nobody's business. */
export function situationOf(error: unknown): Situation | null {
  if (!(error instanceof ApiError)) return UNKNOWN;
  if (error.kind === 'canceled') return null;
  const known = situationOfCode(NUMBERS[error.code] ?? error.code) ?? STATUSES[error.status];
  return known ?? (wordsOf(error) === '' ? UNKNOWN : SERVER_WORDS);
}

/** Whether doing the same once more may help. */
export const mayRetry = (error: unknown): boolean => {
  const remedy = situationOf(error)?.remedy;
  return remedy === 'retry' || remedy === 'wait' || remedy === 'refresh' || remedy === 'support';
};

/** What an error says to a person: the catalogue's text, or where it knows none the server's own words. */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t(`kit:${UNKNOWN.key}`, {});
  if (error.details.length > 0) {
    const known = error.details.map(({ code, text }) =>
      codeText(t, code, {}, text ?? t(`kit:${UNKNOWN.key}`, {})),
    );
    return [...new Set(known)].join(' ');
  }
  const situation = situationOf(error);
  if (situation === null) return t('kit:errors.canceled', {});
  return t(`kit:${situation.key}`, { ...error.values, message: wordsOf(error) });
}

/** Our text for a code, from the server or from a marketplace; `fallback` where we have none. */
export const codeText = (
  t: Translate,
  code: string,
  values: Readonly<Record<string, unknown>>,
  fallback: string,
): string => {
  const situation = situationOfCode(code);
  return situation === undefined ? fallback : t(`kit:${situation.key}`, { ...values });
};

/** What is wrong with one field. */
export const faultText = (t: Translate, fault: Fault): string =>
  t(`kit:faults.${textName(fault.code)}`, { defaultValue: t('kit:faults.invalid', {}) });

/** What could not be done, and why. */
export const failureText = (t: Translate, failure: Failure, error: unknown): string =>
  `${t(`kit:${FAILURES[failure].key}`, {})} ${errorText(t, error)}`;

/** Tells an error at the edge of the page, as loud and as long as the catalogue says; one given up is not told. */
export function tellError(t: Translate, error: unknown, failure?: Failure): void {
  const situation = situationOf(error);
  if (situation === null) return;
  const text = failure === undefined ? errorText(t, error) : failureText(t, failure, error);
  toast(situation.level, text, situation.ms === undefined ? {} : { timeout: situation.ms });
}
