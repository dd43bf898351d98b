// Facts that several previews of ads have in common.
import * as z from 'zod';
import { Amount, PositiveAmount } from '../../kernel/money.ts';

const MAX_COUNT = 10_000_000;

export const Count = z.int().min(0).max(MAX_COUNT);
/** Clicks or orders by their age. */
export const Weighted = z.number().min(0).max(MAX_COUNT);
/** Orders for each click. */
export const Conversion = z.number().min(0.00001).max(1);
/** The weight of the level above, in orders. */
export const Strength = z.number().min(0.3).max(1_000).default(1);
const Percent = z.number().min(0).max(100);

export const Costs = z.strictObject({
  cost: Amount.describe('Cost of a unit'),
  shipping: Amount.default(0).describe('Shipping of a unit that the seller pays'),
  feeFixed: Amount.default(0),
  feePercent: Percent.default(0).describe('Of the price'),
  taxPercent: Percent.default(0).describe('Of the price'),
});

export const Limits = z
  .strictObject({
    minimum: PositiveAmount.default(0.07).describe('Lowest bid of the marketplace'),
    maximum: PositiveAmount.default(3_700).describe('Highest bid of the marketplace'),
    campaignBudget: PositiveAmount.nullable()
      .default(null)
      .describe('Budget of the campaign for a day: a bid is a fifth of it at most'),
    companyMaximum: PositiveAmount.nullable().default(null).describe('Highest bid of the company'),
  })
  .default({ minimum: 0.07, maximum: 3_700, campaignBudget: null, companyMaximum: null });
