import type { Fault } from '@primazia/backend/kernel/problem';
import { ApiError } from './error.ts';

/** Any `t` of i18next: the texts are asked for with their namespace. */
export type Translate = (key: string, values: Record<string, unknown>) => string;

// A marketplace's codes have dots (`item.price.invalid`), which i18next would take for levels.
const keyOf = (code: string) => code.replaceAll(/\W/g, '_');

/** What an error says to a person: our text for its code, else the server's own words, else that it is unknown. */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('kit:errors.unknown_error', {});
  const own = error.message === error.code ? '' : error.message;
  const fallback = own === '' ? t('kit:errors.unknown_error', {}) : own;
  return codeText(t, error.code, error.values, fallback);
}

/** Our text for a code, from the server or from a marketplace; `fallback` where we have none. */
export const codeText = (
  t: Translate,
  code: string,
  values: Readonly<Record<string, unknown>>,
  fallback: string,
): string => t(`kit:errors.${keyOf(code)}`, { ...values, defaultValue: fallback });

/** What is wrong with one field. */
export const faultText = (t: Translate, fault: Fault): string =>
  t(`kit:faults.${keyOf(fault.code)}`, { defaultValue: t('kit:faults.invalid', {}) });
