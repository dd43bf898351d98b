import { namingNothing, sameKeys } from '@primazia/kit/testing';
import { expect, it } from '@rstest/core';
import en from './en.json';
import es from './es.json';
import first from './first.json';
import pt from './pt.json';

it('pt, en and es say the same things', () => {
  expect(sameKeys({ pt, en, es })).toEqual([]);
});

it('those that are said first are there', () => {
  expect(namingNothing(first, pt)).toEqual([]);
});
