import { type Fault, Level, Remedy } from '@primazia/backend/kernel/problem';
import { ApiError } from '../api/error.ts';
import { toast } from '../toast/toast.tsx';
import {
  FAILURES,
  type Failure,
  keyOf,
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

/** The situation of an error, by the answer, else by the catalogue; null where a call was cancelled, which is not reported. */
export function situationOf(error: unknown): Situation | null {
  if (!(error instanceof ApiError)) return UNKNOWN;
  if (error.kind === 'canceled') return null;
  const { code, level, remedy, status } = error;
  if (remedy !== undefined) {
    return {
      key: keyOf(code),
      level: Level.safeParse(level).data ?? 'negative',
      remedy: Remedy.safeParse(remedy).data ?? 'none',
    };
  }
  const known = situationOfCode(NUMBERS[code] ?? code) ?? STATUSES[status];
  return known ?? (wordsOf(error) === '' ? UNKNOWN : SERVER_WORDS);
}

/** Whether a retry may help. */
export const mayRetry = (error: unknown): boolean => {
  const remedy = situationOf(error)?.remedy;
  return remedy === 'retry' || remedy === 'wait' || remedy === 'refresh' || remedy === 'support';
};

/** What an error says to a person: the answer's own text, that of its code, or the server's words for it. */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t(`kit:${UNKNOWN.key}`, {});
  if (error.details.length > 0) {
    const known = error.details.map(({ code, text }) =>
      codeText(t, code, {}, text ?? t(`kit:${UNKNOWN.key}`, {})),
    );
    return [...new Set(known)].join(' ');
  }
  if (error.text !== null) return error.text;
  const situation = situationOf(error);
  if (situation === null) return t('kit:errors.canceled', {});
  const text = t(`kit:${situation.key}`, { ...error.values, message: wordsOf(error) });
  return codeText(t, NUMBERS[error.code] ?? error.code, error.values, text);
}

/** Our text for a code, of a marketplace or of the API; `fallback` where neither the page nor the server has one. */
export const codeText = (
  t: Translate,
  code: string,
  values: Readonly<Record<string, unknown>>,
  fallback: string,
): string => t(`kit:${keyOf(code)}`, { ...values, defaultValue: fallback });

/** What is wrong with one field. */
export const faultText = (t: Translate, fault: Fault): string =>
  fault.text ??
  t(`kit:faults.${textName(fault.code)}`, { defaultValue: t('kit:faults.invalid', {}) });

/** What could not be done, and why. */
export const failureText = (t: Translate, failure: Failure, error: unknown): string =>
  `${t(`kit:${FAILURES[failure].key}`, {})} ${errorText(t, error)}`;

/** Shows an error as a toast, with the level and for as long as the catalogue says; a call that was cancelled shows none. */
export function showError(t: Translate, error: unknown, failure?: Failure): void {
  const situation = situationOf(error);
  if (situation === null) return;
  const text = failure === undefined ? errorText(t, error) : failureText(t, failure, error);
  toast(situation.level, text, situation.ms === undefined ? {} : { timeout: situation.ms });
}
