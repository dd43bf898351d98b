import { describe, expect, it } from '@rstest/core';
import { sameKeys } from '../../testing/index.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { createI18n } from './i18n.ts';
import pt from './pt.json' with { type: 'json' };

describe('the texts of the kit', () => {
  it('are the same in every language', () => {
    expect(sameKeys({ pt, en, es })).toEqual([]);
  });

  it('stand beside those of an app, which come first', async () => {
    const i18n = createI18n('pt', { pt: { hello: 'Olá' }, en: { hello: 'Hello' }, es: {} });
    expect(i18n.t('hello')).toBe('Olá');
    expect(i18n.t('kit:states.retry')).toBe('Tentar de novo');
    await i18n.changeLanguage('en');
    expect(i18n.t('hello')).toBe('Hello');
    await i18n.changeLanguage('es');
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
