import { describe, expect, it } from '@rstest/core';
import { languageOf, namingNothing, sameKeys } from '../../testing/index.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import first from './first.json' with { type: 'json' };
import { openLanguage } from './i18n.ts';
import pt from './pt.json' with { type: 'json' };

describe('the texts of the kit', () => {
  it('are the same in every language', () => {
    expect(sameKeys({ pt, en, es })).toEqual([]);
  });

  it('exist for the first render', () => {
    expect(namingNothing(first, pt)).toEqual([]);
    expect(namingNothing(['states', 'sta*.retry', 'stat', 'states.*.moon'], pt)).toEqual([
      'stat',
      'states.*.moon',
    ]);
  });

  it('are merged with those of an app, which take precedence', async () => {
    const { i18n } = languageOf('pt', {
      pt: { hello: 'Olá' },
      en: { hello: 'Hello' },
      es: {},
    });
    expect(i18n.t('hello')).toBe('Olá');
    expect(i18n.t('kit:states.retry')).toBe('Tentar de novo');
    await i18n.changeLanguage('en');
    expect(i18n.t('hello')).toBe('Hello');
    await i18n.changeLanguage('es');
    expect(i18n.t('hello')).toBe('Olá');
  });
});

describe('a language', () => {
  const hello = (text: string) => Promise.resolve({ default: { hello: text } });

  it('is fetched when it is spoken, and once', async () => {
    const requested: string[] = [];
    const report = (locale: string, text: string) => () => {
      requested.push(locale);
      return hello(text);
    };
    const texts = { pt: report('pt', 'Olá'), en: report('en', 'Hello'), es: report('es', 'Hola') };
    const { i18n, speak } = await openLanguage('en', texts);
    expect(i18n.t('hello')).toBe('Hello');
    expect(i18n.t('kit:states.retry')).toBe('Try again');
    await speak('es');
    expect(i18n.t('hello')).toBe('Hola');
    await speak('en');
    await speak('es');
    expect(requested).toEqual(['en', 'es']);
  });

  it('that cannot be fetched keeps the previous one', async () => {
    const texts = {
      pt: () => hello('Olá'),
      en: () => Promise.reject(new TypeError('no network')),
      es: () => hello('Hola'),
    };
    const { i18n, speak } = await openLanguage('pt', texts);
    await expect(speak('en')).rejects.toThrow('no network');
    expect(i18n.t('hello')).toBe('Olá');
  });
});

describe('sameKeys', () => {
  it('names what differs', () => {
    const faults = sameKeys({
      pt: { a: 'um {{n}}', b: { c: 'dois' }, d: '' },
      en: { a: 'one {{m}}', b: {}, d: 'x', e: 'y' },
    });
    expect(faults).toEqual([
      'pt: d is empty',
      'en: b.c is missing',
      'en: a uses other variables than pt',
      'pt: e is missing',
    ]);
  });
});
