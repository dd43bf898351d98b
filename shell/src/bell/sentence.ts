import { type Notification, SENTENCES } from '@primazia/backend/notifications/contract';
import { codeText, type Format } from '@primazia/kit';

type Translate = (key: string, values: Record<string, unknown>) => string;

/** The values of a notification as its sentence takes them: prices written as money, the rest as it is. */
function readable(
  values: Notification['values'],
  format: Pick<Format, 'money'>,
): Record<string, unknown> {
  const { currencyCode } = values;
  if (typeof currencyCode !== 'string') return values;
  const entries = Object.entries(values).map(([name, value]) =>
    name.endsWith('Price') && typeof value === 'number'
      ? [name, format.money(value, currencyCode)]
      : [name, value],
  );
  return Object.fromEntries(entries);
}

/**
 * What a notification says, by the words of the API; nothing until they are here. Where the API has no sentence for the
 * code either, in general words.
 */
export function sentenceOf(
  { code, values }: Pick<Notification, 'code' | 'values'>,
  t: Translate,
  format: Pick<Format, 'money'>,
): string {
  const key = `${SENTENCES}.${code}`;
  const sentence = t(key, readable(values, format));
  return sentence === key ? t('bell.unknown', {}) : sentence;
}

/** Why it happened, where a price was refused or did not get through and we have words for it. */
export function reasonOf({ values }: Pick<Notification, 'values'>, t: Translate): string {
  if (typeof values.failure !== 'string') return '';
  return codeText(t, values.failure, values, '');
}
