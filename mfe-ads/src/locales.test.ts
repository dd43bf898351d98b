import { sameKeys } from '@primazia/kit/testing';
import { expect, it } from '@rstest/core';
import en from '../locales/en.json';
import es from '../locales/es.json';
import pt from '../locales/pt.json';

it('pt, en and es have the same keys', () => {
  expect(sameKeys({ pt, en, es })).toEqual([]);
});
