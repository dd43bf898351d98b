import assert from 'node:assert/strict';
import { it } from '@std/testing/bdd';
import type { ApiRequest } from './http.ts';
import { wordsRoute } from './words.ts';

it('returns the labels of open enums in the language of the request', async () => {
  const { handle } = wordsRoute({
    'rule.strategy': { FOLLOW: { pt: 'Seguir', en: 'Follow', es: 'Seguir' } },
  });
  const answer = await handle({ locale: 'en' } as ApiRequest);
  assert.deepEqual(answer, { 'rule.strategy': { FOLLOW: 'Follow' } });
});
