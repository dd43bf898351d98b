import { type Notification, SENTENCES } from '@primazia/backend/notifications/contract';
import { codeText, type Format } from '@primazia/kit';

type Writer = Pick<Format, 'money' | 'signedPercent'>;

type Translate = (key: string, values: Record<string, unknown>) => string;

/** The values of a notification as its sentence takes them: prices as money, percentages with their sign, the rest as it is. */
function readable(values: Notification['values'], format: Writer): Record<string, unknown> {
  const { currencyCode } = values;
  const write = (name: string, value: string | number | null) => {
    if (typeof value !== 'number') return value;
    if (name.endsWith('Percent')) return format.signedPercent(value / 100);
    return name.endsWith('Price') && typeof currencyCode === 'string'
      ? format.money(value, currencyCode)
      : value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, write(name, value)]),
  );
}

/**
 * The sentence of a notification, in the words of the API; empty until they are loaded. A general one where the API has
 * none for the code either.
 */
export function sentenceOf(
  { code, values }: Pick<Notification, 'code' | 'values'>,
  t: Translate,
  format: Writer,
): string {
  const key = `${SENTENCES}.${code}`;
  const sentence = t(key, readable(values, format));
  return sentence === key ? t('bell.unknown', {}) : sentence;
}

/** Why it happened, where a price was refused or not applied and a text for the reason exists. */
export function reasonOf({ values }: Pick<Notification, 'values'>, t: Translate): string {
  if (typeof values.failure !== 'string') return '';
  return codeText(t, values.failure, values, '');
}
