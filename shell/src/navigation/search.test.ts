// @rstest-environment happy-dom
import { describe, expect, it } from '@rstest/core';
import { remember, remembered, tokenIn, withoutList, withoutToken } from './search.ts';

describe('the query of the address', () => {
  it('loses what a list keeps in it, and nothing else', () => {
    expect(
      withoutList('?filters=a&where=b&orders=c&page=3&limit=50&tab=lost&search=x&listingId=5'),
    ).toBe('?listingId=5');
    expect(withoutList('?page=2')).toBe('');
    expect(withoutList('')).toBe('');
  });

  it('stores the requested page', () => {
    const { text } = remember('/app/historico-de-precos?page=2');
    expect(remembered({ text })).toBe('/app/historico-de-precos?page=2');
    expect(remember('/app').text).toBe('');
    expect(remembered({})).toBeNull();
  });

  it('gives its token up, and keeps the rest', () => {
    expect(tokenIn({ text: '?token=abc&from=%2Fapp' })).toBe('abc');
    expect(withoutToken({ text: '?token=abc&from=%2Fapp' })).toEqual({ text: '?from=%2Fapp' });
    expect(withoutToken({ text: '?token=abc' })).toEqual({ text: '' });
    expect(tokenIn({ text: '?token=' })).toBeNull();
  });
});
