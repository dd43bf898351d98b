import { expect, it } from '@rstest/core';
import { failureTexts } from './failure-texts.ts';

it('distinguishes a chunk that did not load from code that failed', () => {
  const lost = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
  const unstyled = Object.assign(new Error('No style.'), { code: 'CSS_CHUNK_LOAD_FAILED' });
  expect(failureTexts(lost).text).toBe('kit:states.error.piece');
  expect(failureTexts(unstyled).text).toBe('kit:states.error.piece');
  expect(failureTexts(new TypeError('x is not a function')).text).toBe('failure.text');
});
