import { problem as pricing } from '@primazia/backend/pricing/problems';
import { describe, expect, it } from '@rstest/core';
import { languageOf, refusal } from '../../testing/index.ts';
import { ApiError } from '../api/error.ts';
import { codeText, errorText, faultText } from './error-text.ts';

const { t } = languageOf('en').i18n;
const problem = (code: string, detail?: string) =>
  new ApiError('problem', { status: 409, code, ...(detail === undefined ? {} : { detail }) });

describe('what an error says', () => {
  it.each([
    [new ApiError('offline'), 'No answer from the server'],
    [problem('invalid_credentials'), 'Incorrect e-mail or password'],
    [refusal(pricing('rule_changed', { detail: 'Version 3' }), 'en'), 'saved this rule'],
    [problem('item.price.invalid'), 'below the minimum of the category'],
    [problem('something_new', 'The moon is full.'), 'The moon is full.'],
    [problem('something_new'), 'Something went wrong'],
    [new Error('a bug'), 'Something went wrong'],
  ])('%s', (error, text) => expect(errorText(t, error)).toContain(text));

  it('keeps the marketplace’s own words for an unknown code', () => {
    expect(codeText(t, 'item.moon', {}, 'Luna llena')).toBe('Luna llena');
    expect(codeText(t, 'item.price.not_modifiable', {}, 'x')).toContain('locked the price');
  });

  it('says what is wrong with a field', () => {
    const fault = (code: string) => ({ path: 'a', code, message: '' });
    expect(faultText(t, fault('two_decimals'))).toBe('Two decimal places at most.');
    expect(faultText(t, fault('something_new'))).toBe('This value is not valid.');
  });
});
