import { expect, it } from '@rstest/core';
import { cell, row } from '../testing/answers.ts';
import { bandsOf, campaignsIn, currenciesOf } from './acos-bands.ts';

const BRL = { currencyCode: 'BRL' };
const campaign = (investment: number | null, adRevenue: number, acos: number | null) =>
  row([
    cell('investment', investment, BRL),
    cell('adRevenue', adRevenue, BRL),
    cell('acos', acos, BRL),
  ]);

it('puts each campaign into the band whose upper end it does not exceed, and adds up what they spent', () => {
  const rows = [
    campaign(1_500, 10_000, 15),
    campaign(1_501, 10_000, 15.01),
    campaign(3_000, 10_000, 30),
    campaign(3_100, 10_000, 31),
    campaign(700, 0, null),
    campaign(0, 0, null),
    campaign(0, 400, 0),
    // Not read: unknown is not zero.
    campaign(null, 0, null),
  ];
  expect(bandsOf(campaignsIn(rows, 'BRL'))).toEqual([
    { band: 'low', campaigns: 1, investment: 1_500 },
    { band: 'middle', campaigns: 2, investment: 4_501 },
    { band: 'high', campaigns: 1, investment: 3_100 },
    { band: 'no_sales', campaigns: 1, investment: 700 },
    { band: 'no_spend', campaigns: 2, investment: 0 },
  ]);
});

it('keeps currencies apart', () => {
  const mexican = row([
    cell('investment', 900, { currencyCode: 'MXN' }),
    cell('adRevenue', 9_000, { currencyCode: 'MXN' }),
    cell('acos', 10, { currencyCode: 'MXN' }),
  ]);
  const rows = [campaign(1_500, 10_000, 15), mexican];
  expect(currenciesOf(rows)).toEqual(['BRL', 'MXN']);
  expect(campaignsIn(rows, 'MXN').map((one) => one.row)).toEqual([mexican]);
});
