import { namingNothing, sameKeys } from '@primazia/kit/testing';
import { expect, it } from '@rstest/core';
import en from '../locales/en.ts';
import es from '../locales/es.ts';
import first from '../locales/first.json';
import pt from '../locales/pt.ts';

it('pt, en and es have the same keys', () => {
  expect(sameKeys({ pt, en, es })).toEqual([]);
});

it('the first texts exist', () => {
  expect(namingNothing(first, pt)).toEqual([]);
});
