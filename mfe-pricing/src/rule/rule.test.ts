import { PreviewBody, type PricedListing } from '@primazia/backend/pricing/contract';
import { createFormat } from '@primazia/kit';
import { describe, expect, it } from '@rstest/core';
import pt from '../../locales/pt.json';
import { SCENARIOS, scenarioBody } from './scenarios.ts';
import { ruleSentence } from './sentence.ts';
import { cautions, newRule, type RuleValues, toRuleBody, toRuleInput, toValues } from './values.ts';

const listing: PricedListing = {
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
  currencyCode: 'BRL',
  countryCode: 'BR',
  stock: 0,
  status: 'PAUSED',
  condition: 'new',
  listingTypeId: null,
  fulfillment: false,
  promotionStatus: 'started',
  catalogProductId: null,
  updatedAt: '2026-11-20T12:00:00Z',
  buyboxStatus: 'LOSING',
  marketObservedAt: null,
  winnerName: null,
  winnerPrice: null,
  bestRivalPrice: null,
  rivals: 0,
  rule: null,
  waitingUpdate: null,
  lastUpdate: null,
};
const values = (change: Partial<RuleValues> = {}): RuleValues => ({
  ...newRule('Chaleira'),
  ...change,
});

describe('the form and the rule', () => {
  it('what is saved comes back as it was typed', () => {
    const typed = values({
      strategy: 'LOSE',
      adjustmentType: 'PERCENTAGE',
      adjustmentPercent: 2.5,
      minPrice: 80,
      maxPrice: 120.5,
      exceptions: ['S1'],
      competition: 'EXTERNAL',
      isActive: false,
    });
    const input = toRuleInput(typed, [7]);
    const stored = {
      ...input,
      id: 1,
      origin: 'own' as const,
      version: 1,
      createdAt: '2026-11-20T12:00:00Z',
      updatedAt: '2026-11-20T12:00:00Z',
    };
    expect(toValues(stored)).toEqual({ ...typed, adjustmentAmount: newRule('').adjustmentAmount });
  });
  it('exceptions go to the kind of competition that is chosen, the others stay', () => {
    const stored = {
      ...toRuleInput(values(), [7]),
      id: 1,
      origin: 'own' as const,
      version: 1,
      createdAt: '',
      updatedAt: '',
    };
    const before = { ...stored, buyboxExceptions: ['B'], outsideBuyboxExceptions: ['O'] };
    expect(toRuleBody(values({ exceptions: ['X'] }), before)).toMatchObject({
      buyboxExceptions: ['X'],
      outsideBuyboxExceptions: ['O'],
    });
    expect(
      toRuleBody(values({ competition: 'EXTERNAL', exceptions: ['X'] }), before),
    ).toMatchObject({
      buyboxExceptions: ['B'],
      outsideBuyboxExceptions: ['X'],
    });
  });
  it('a minimum under 30 % of the price and a maximum below it are cautioned', () => {
    expect(cautions(values({ minPrice: 29.99, maxPrice: 99 }), 100)).toEqual([
      'low_minimum',
      'maximum_below_price',
    ]);
    expect(cautions(values({ minPrice: 30, maxPrice: 100 }), 100)).toEqual([]);
  });
});

describe('what happens to my price if…', () => {
  const now = '2026-11-20T12:00:00Z';
  it('every scenario is a question that the preview takes, whatever the state of the ad', () => {
    for (const scenario of SCENARIOS) {
      const body = scenarioBody(
        scenario,
        toRuleBody(values({ minPrice: 80, isActive: false })),
        listing,
        null,
        now,
      );
      expect(PreviewBody.safeParse(body).error).toBeUndefined();
      expect(body?.rule.status).toBe('enabled');
      expect(body?.listing?.stock).toBe(1);
    }
  });
  it('no minimum, nothing to go below', () => {
    expect(
      scenarioBody('rival_below_minimum', toRuleBody(values()), listing, null, now),
    ).toBeNull();
  });
  it('a rival below the minimum is below it', () => {
    const body = scenarioBody(
      'rival_below_minimum',
      toRuleBody(values({ minPrice: 80 })),
      listing,
      null,
      now,
    );
    expect(body?.market?.offers.every(({ price }) => price < 80)).toBe(true);
  });
});

describe('the rule as a sentence', () => {
  const t = (key: string, filled: Record<string, string>) => {
    const text = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], pt) as string;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? '');
  };
  const say = (change: Partial<RuleValues>) =>
    ruleSentence(t, createFormat('pt'), values(change), 'BRL').replaceAll('\u00a0', ' ');
  it('says by how much, and the limits', () => {
    expect(say({ adjustmentAmount: 0.1, minPrice: 84.9, requiresApproval: false })).toBe(
      'Bater o menor preço por R$ 0,10, nunca abaixo de R$ 84,90.',
    );
  });
  it('says that it asks first', () => {
    expect(say({ strategy: 'MATCH', baseOn: 'WINNER' })).toBe(
      'Igualar o preço de quem ganha o buybox, sem limites. Cada mudança espera a sua aprovação.',
    );
  });
  it('a percentage is one', () => {
    expect(
      say({
        strategy: 'LOSE',
        adjustmentType: 'PERCENTAGE',
        adjustmentPercent: 2,
        requiresApproval: false,
      }),
    ).toBe('Ficar 2% acima do menor preço, sem limites.');
  });
});
