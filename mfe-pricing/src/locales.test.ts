import { namingNothing, sameKeys } from '@primazia/kit/testing';
import { expect, it } from '@rstest/core';
import en from '../locales/en.ts';
import es from '../locales/es.ts';
import first from '../locales/first.json';
import pt from '../locales/pt.ts';

it('pt, en and es say the same things', () => {
  expect(sameKeys({ pt, en, es })).toEqual([]);
});

it('those that are said first are there', () => {
  expect(namingNothing(first, pt)).toEqual([]);
});
