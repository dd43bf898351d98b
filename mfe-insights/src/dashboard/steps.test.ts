import { expect, it } from '@rstest/core';
import { cell } from '../testing/answers.ts';
import { stepsOf } from './steps.ts';

it('gives each step its count, its share of the step before, and a bar by the logarithm', () => {
  const ctr = cell('ctr', 1);
  const conversion = cell('adConversion', 5);
  const steps = stepsOf([
    cell('adOrders', 0),
    conversion,
    cell('impressions', 9_999),
    ctr,
    cell('clicks', 99),
  ]);
  expect(steps.map(({ metric, count, rate }) => [metric, count, rate])).toEqual([
    ['impressions', 9_999, null],
    ['clicks', 99, ctr],
    ['adOrders', 0, conversion],
  ]);
  expect(steps.map(({ length }) => Number(length.toFixed(6)))).toEqual([1, 0.5, 0]);
});

it('keeps what is not known apart from zero, and is empty where nothing is known', () => {
  const steps = stepsOf([cell('impressions', null), cell('clicks', 40), cell('adOrders', 0)]);
  expect(steps.map(({ count }) => count)).toEqual([null, 40, 0]);
  expect(stepsOf([cell('impressions', null), cell('clicks', null)])).toEqual([]);
});
