import { describe, expect, it } from '@rstest/core';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { failureText } from './failure-text.ts';

const t = (key: string) => key;
const failure = { code: 'item.price.not_modifiable', message: 'Locked' };

describe('why an update failed', () => {
  it('is who else moves the price, where that is known', () => {
    expect(failureText(t, { ...failure, mover: 'automation' })).toBe('update.moved_by.automation');
  });
  it('is the text of the marketplace’s code otherwise', () => {
    expect(failureText(t, { ...failure, mover: null })).toContain('not_modifiable');
  });
  it.each(Object.entries({ pt, en, es }))('has a text for everybody in %s', (_, texts) => {
    expect(Object.keys(texts.update.moved_by)).toEqual(['automation', 'promotion', 'other_tool']);
  });
});
