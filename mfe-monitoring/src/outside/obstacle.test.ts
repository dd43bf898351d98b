import { expect, it } from '@rstest/core';
import { obstacleOf } from './obstacle.ts';

const listing = {
  status: 'ENABLED',
  stock: 3,
  buyboxStatus: 'LOSING',
  marketObservedAt: '2026-05-04T12:00:00Z',
  reason: null,
  watched: 0,
} as const;

it.each([
  ['that competes', {}, true, null],
  ['that is paused', { status: 'PAUSED' }, true, 'not_for_sale'],
  ['without stock', { stock: 0 }, true, 'not_for_sale'],
  ['where no competitor is reported', {}, false, 'no_market'],
  ['where none is reported, with a watched competitor', { watched: 1 }, false, null],
  ['without a catalog product', { buyboxStatus: 'NON_CATALOG' }, true, 'no_catalog_product'],
  ['below the first twenty', { reason: 'below_top_20' }, true, 'below_top'],
  ['that was not polled yet', { marketObservedAt: null, buyboxStatus: null }, true, 'not_checked'],
] as const)('of a listing %s', (_, more, reports, obstacle) => {
  expect(obstacleOf({ ...listing, ...more }, reports)).toBe(obstacle);
});
