import { namingNothing, sameKeys } from '@primazia/kit/testing';
import { expect, it } from '@rstest/core';
import en from './en.json';
import es from './es.json';
import first from './first.json';
import pt from './pt.json';

it('pt, en and es have the same keys', () => {
  expect(sameKeys({ pt, en, es })).toEqual([]);
});

it('the first texts exist', () => {
  expect(namingNothing(first, pt)).toEqual([]);
});
