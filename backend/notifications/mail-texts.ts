// The words of the bell's e-mails.
import type { BellValues } from '../kernel/bell.ts';
import { currencyStyle } from '../kernel/currency.ts';
import type { Locale } from '../kernel/id.ts';
import type { Mail } from '../platform/mail.ts';
import { sentenceOf } from './kinds.ts';

/** Most entries in one e-mail; the others are counted. */
export const MOST_LINES = 50;

const REGION = { pt: 'pt-BR', en: 'en-US', es: 'es-AR' } as const satisfies Record<Locale, string>;

interface Subject {
  name: string;
  companyName: string;
  total: number;
}

interface Texts {
  subject(about: Subject): string;
  greeting(about: Subject): string;
  more(count: number): string;
  settings(link: string): string;
}

const TEXTS: Record<Locale, Texts> = {
  pt: {
    subject: ({ companyName, total }) =>
      `Primazia: ${total} ${total === 1 ? 'notificação' : 'notificações'} de ${companyName}`,
    greeting: ({ name, companyName }) => `Olá, ${name}! Isto aconteceu em ${companyName}:`,
    more: (count) => `E mais ${count} no Primazia.`,
    settings: (link) => `Escolha o que recebe por e-mail: ${link}`,
  },
  en: {
    subject: ({ companyName, total }) =>
      `Primazia: ${total} ${total === 1 ? 'notification' : 'notifications'} from ${companyName}`,
    greeting: ({ name, companyName }) => `Hello, ${name}! This happened at ${companyName}:`,
    more: (count) => `And ${count} more in Primazia.`,
    settings: (link) => `Choose what you receive by e-mail: ${link}`,
  },
  es: {
    subject: ({ companyName, total }) =>
      `Primazia: ${total} ${total === 1 ? 'notificación' : 'notificaciones'} de ${companyName}`,
    greeting: ({ name, companyName }) => `¡Hola, ${name}! Esto ocurrió en ${companyName}:`,
    more: (count) => `Y ${count} más en Primazia.`,
    settings: (link) => `Elige qué recibes por correo: ${link}`,
  },
};

interface Line {
  code: string;
  values: BellValues;
  at: Date;
  link: string;
}

/** A value as it stands in a sentence: prices as money, percentages with their sign. */
function written(name: string, values: BellValues, locale: Locale): string {
  const value = values[name] ?? '';
  const { currencyCode } = values;
  if (typeof value !== 'number') return value;
  if (name.endsWith('Price') && typeof currencyCode === 'string') {
    return new Intl.NumberFormat(REGION[locale], currencyStyle(currencyCode)).format(value);
  }
  const isPercent = name.endsWith('Percent');
  return new Intl.NumberFormat(REGION[locale], {
    maximumFractionDigits: 1,
    ...(isPercent ? { style: 'percent', signDisplay: 'exceptZero' } : {}),
  }).format(isPercent ? value / 100 : value);
}

/** The sentence of an entry; null where this version has none for it. */
function say({ code, values }: Line, locale: Locale): string | null {
  const sentence = sentenceOf(code, values, locale);
  return (
    sentence?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(name, values, locale)) ?? null
  );
}

/** The e-mail with the entries of a person's bell, newest first. */
export function digestMail(
  person: { email: string; name: string; companyName: string },
  given: {
    entries: readonly Line[];
    /** How many entries there are. */
    total: number;
    locale: Locale;
    timeZone: string;
    settingsLink: string;
  },
): Mail {
  const { entries, total, locale, timeZone, settingsLink } = given;
  const texts = TEXTS[locale];
  const about = { ...person, total };
  const moment = new Intl.DateTimeFormat(REGION[locale], {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const lines = entries.flatMap((entry) => {
    const text = say(entry, locale);
    return text === null ? [] : [`${moment.format(entry.at)}  ${text}\n${entry.link}`];
  });
  const left = total - entries.length;
  const parts = [
    texts.greeting(about),
    ...lines,
    ...(left > 0 ? [texts.more(left)] : []),
    texts.settings(settingsLink),
  ];
  return { to: person.email, subject: texts.subject(about), text: `${parts.join('\n\n')}\n` };
}
