import { Locale } from '@primazia/backend/kernel/id';
import { problemsOf } from '@primazia/backend/kernel/problem';
import { problem as pricing } from '@primazia/backend/pricing/problems';
import { describe, expect, it } from '@rstest/core';
import { languageOf, refusal } from '../../testing/index.ts';
import { ApiError } from '../api/error.ts';
import { codeText, errorText, faultText } from './error-text.ts';

const { t } = languageOf('en').i18n;
const problem = (code: string, detail?: string) =>
  new ApiError('problem', { status: 409, code, ...(detail === undefined ? {} : { detail }) });

describe('the text of an error', () => {
  it.each([
    [new ApiError('offline'), 'No answer from the server'],
    [problem('invalid_credentials'), 'Incorrect e-mail or password'],
    [refusal(pricing('rule_changed', { detail: 'Version 3' }), 'en'), 'saved this rule'],
    [problem('item.price.invalid'), 'below the minimum of the category'],
    [problem('something_new', 'The moon is full.'), 'The moon is full.'],
    [problem('something_new'), 'Something went wrong'],
    [new Error('a bug'), 'Something went wrong'],
  ])('%s', (error, text) => expect(errorText(t, error)).toContain(text));

  it.each(Locale.options)(
    'has the text of the answer for a code that is newer than the page, in %s',
    (locale) => {
      const newer = problemsOf({
        newer_code: {
          status: 409,
          remedy: 'refresh',
          pt: 'Restam {{count}} anúncios.',
          en: '{{count}} listings are left.',
          es: 'Quedan {{count}} publicaciones.',
        },
      });
      const text = {
        pt: 'Restam 3 anúncios.',
        en: '3 listings are left.',
        es: 'Quedan 3 publicaciones.',
      };
      const error = refusal(newer('newer_code', { values: { count: 3 } }), locale);
      expect(errorText(languageOf(locale).i18n.t, error)).toBe(text[locale]);
    },
  );

  it('keeps the marketplace’s message for an unknown code', () => {
    expect(codeText(t, 'item.moon', {}, 'Luna llena')).toBe('Luna llena');
    expect(codeText(t, 'item.price.not_modifiable', {}, 'x')).toContain('locked the price');
  });

  it('describes the fault of a field', () => {
    const fault = (code: string) => ({ path: 'a', code, message: '' });
    expect(faultText(t, fault('two_decimals'))).toBe('Two decimal places at most.');
    expect(faultText(t, fault('something_new'))).toBe('This value is not valid.');
  });
});
