import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { problemsOf } from './problem.ts';

const problem = problemsOf({
  too_many: {
    status: 422,
    remedy: 'correct',
    pt: 'No máximo {{limit}}.',
    en: 'At most {{limit}}.',
    es: 'Como máximo {{limit}}.',
  },
});

describe('an error code', () => {
  it('brings its status, and its text with the values of the occurrence', () => {
    const thrown = problem('too_many', { values: { limit: 5, requested: 7 } });
    assert.deepEqual([thrown.status, thrown.code], [422, 'too_many']);
    assert.deepEqual(
      (['pt', 'en', 'es'] as const).map((locale) => thrown.textIn(locale)),
      ['No máximo 5.', 'At most 5.', 'Como máximo 5.'],
    );
  });

  it('is not thrown without an entry, nor without the values of its text', () => {
    // @ts-expect-error the table has no such code
    assert.throws(() => problem('too_few', { values: { limit: 5 } }));
    // @ts-expect-error the text names `limit`
    assert.equal(problem('too_many').textIn('en'), 'At most .');
  });
});
