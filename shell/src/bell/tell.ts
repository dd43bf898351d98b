import type { Notification } from '@primazia/backend/notifications/contract';
import { codeText, type Format } from '@primazia/kit';

type Translate = (key: string, values: Record<string, unknown>) => string;

const MONEY = ['oldPrice', 'newPrice'] as const;

/** The values of a notification as its sentence takes them: prices written as money, the rest as it is. */
export function readable(
  values: Notification['values'],
  format: Pick<Format, 'money'>,
): Record<string, unknown> {
  const currency = values.currencyCode;
  if (typeof currency !== 'string') return values;
  const prices = MONEY.flatMap((key) => {
    const amount = values[key];
    return typeof amount === 'number' ? [[key, format.money(amount, currency)]] : [];
  });
  return { ...values, ...Object.fromEntries(prices) };
}

/**
 * What a notification says. A server newer than this page may ring with codes that the page does not know: they
 * are told in general words.
 */
export function sentenceOf(
  { code, values }: Pick<Notification, 'code' | 'values'>,
  t: Translate,
  format: Pick<Format, 'money'>,
): string {
  const defaultValue = t('bell.sentences.unknown', {});
  return t(`bell.sentences.${code}`, { ...readable(values, format), defaultValue });
}

/** Why it happened, where a price was refused or did not get through and we have words for it. */
export function reasonOf({ values }: Pick<Notification, 'values'>, t: Translate): string {
  if (typeof values.failure !== 'string') return '';
  return codeText(t, values.failure, values, '');
}

const HISTORY = '/app/historico-de-precos';
const PRICING = '/app/precificacao-automatica';
const ACCOUNTS = '/app/channel';
const TRIALS = '/app/test/magalu';

/**
 * Where a notification leads: to the ad that it tells of, its history or its rule; else to the list of all. Of an
 * account to where accounts are connected.
 */
export function linkOf({ code, values }: Pick<Notification, 'code' | 'values'>): string {
  if (code.startsWith('account_')) return ACCOUNTS;
  if (code.startsWith('test_')) return TRIALS;
  const isRule = code.startsWith('rule');
  const { listingId } = values;
  if (typeof listingId !== 'number') return isRule ? PRICING : HISTORY;
  return isRule ? `${PRICING}?listingId=${listingId}` : `${HISTORY}/${listingId}`;
}
