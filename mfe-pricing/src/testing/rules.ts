// What the tests of rules share: a listing, and rules of it.
import { ListedValues, type PricedListing, type Rule } from '@primazia/backend/pricing/contract';
import type { RuleValues } from '../rule/fields.ts';
import { newRule, toRuleInput } from '../rule/values.ts';

/** Of what a list shows of a market, nothing is known. */
const UNKNOWN = Object.fromEntries(
  Object.keys(ListedValues.shape).map((name) => [name, null]),
) as Record<keyof ListedValues, null>;

export const listing: PricedListing = {
  id: 7,
  accountId: 1,
  accountName: 'Loja',
  marketplaceId: 2,
  skuMarketplace: 'MLB1',
  sku: 'A-1',
  title: 'Chaleira',
  imageUrl: null,
  link: null,
  price: 100,
  shippingPrice: 0,
  shippingReported: true,
  currencyCode: 'BRL',
  countryCode: 'BR',
  stock: 0,
  status: 'PAUSED',
  condition: 'new',
  listingTypeId: null,
  fulfillment: false,
  promotionStatus: 'started',
  catalogProductId: null,
  healthScore: null,
  groupType: 'none',
  variation: null,
  channels: [],
  tags: [],
  updatedAt: '2026-11-20T12:00:00Z',
  ...UNKNOWN,
  winnerSellerId: null,
  buyboxStatus: 'LOSING',
  rivals: 0,
  competitorsReported: true,
  rule: null,
  costs: null,
  waitingUpdate: null,
  held: null,
  lastUpdate: null,
};
/** A custom rule, unless the test says otherwise. */
export const values = (change: Partial<RuleValues> = {}): RuleValues => ({
  ...newRule('Chaleira'),
  strategy: 'WIN',
  ...change,
});
export const storedOf = (rule: Partial<RuleValues>): Rule => ({
  ...toRuleInput(values(rule), [7]),
  id: 1,
  origin: 'own',
  version: 1,
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
});
