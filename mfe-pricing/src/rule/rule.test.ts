import { PreviewBody, type PricedListing } from '@primazia/backend/pricing/contract';
import { createFormat } from '@primazia/kit';
import { describe, expect, it } from '@rstest/core';
import pt from '../../locales/pt.json';
import { type RuleFault, ruleFaults } from './faults.ts';
import { SCENARIOS, scenarioBody } from './scenarios.ts';
import { ruleSentence } from './sentence.ts';
import {
  isLowMinimum,
  movingLimit,
  newRule,
  type RuleValues,
  toRuleBody,
  toRuleInput,
  toValues,
} from './values.ts';

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
  it('what the strategy hides keeps what is stored, whatever was typed there', () => {
    const stored = {
      ...toRuleInput(values({ adjustmentAmount: 0.5, safeMargin: 3 }), [7]),
      id: 1,
      origin: 'own' as const,
      version: 1,
      createdAt: '',
      updatedAt: '',
    };
    const hidden = values({
      strategy: 'MATCH',
      adjustmentType: 'PERCENTAGE',
      adjustmentPercent: 150,
      safeMargin: Number.NaN,
    });
    expect(toRuleBody(hidden, stored)).toMatchObject({
      adjustment: { type: 'VALUE', amount: 0.5 },
      safeMargin: 3,
    });
    expect(ruleFaults(hidden)).toEqual([]);
  });
  it('a paused rule stays paused until a person activates it', () => {
    const stored = {
      ...toRuleInput(values(), [7]),
      id: 1,
      status: 'paused' as const,
      origin: 'own' as const,
      version: 1,
      createdAt: '',
      updatedAt: '',
    };
    const shown = toValues(stored);
    expect(shown.isActive).toBe(false);
    expect(toRuleBody(shown, stored).status).toBe('paused');
    expect(toRuleBody({ ...shown, isActive: true }, stored).status).toBe('enabled');
    expect(toRuleBody(shown).status).toBe('disabled');
  });
  it('a minimum under 30 % of the price is low', () => {
    expect(isLowMinimum(values({ minPrice: 29.99 }), 100)).toBe(true);
    expect(isLowMinimum(values({ minPrice: 30 }), 100)).toBe(false);
    expect(isLowMinimum(values(), 100)).toBe(false);
  });
  it('a limit on the wrong side of the price moves it at once', () => {
    expect(movingLimit(values({ maxPrice: 99 }), 100)).toBe('maximum_below_price');
    expect(movingLimit(values({ minPrice: 101, maxPrice: 120 }), 100)).toBe('minimum_above_price');
    expect(movingLimit(values({ minPrice: 100, maxPrice: 100 }), 100)).toBeNull();
  });
});

describe('what is wrong with a rule', () => {
  it.each<[string, Partial<RuleValues>, RuleFault[]]>([
    ['nothing', {}, []],
    ['no name', { name: ' ' }, [{ field: 'name', code: 'required' }]],
    [
      'no difference',
      { adjustmentAmount: null },
      [{ field: 'adjustmentAmount', code: 'required' }],
    ],
    [
      'too much of a percentage',
      { adjustmentType: 'PERCENTAGE', adjustmentPercent: 150 },
      [{ field: 'adjustmentPercent', code: 'too_large' }],
    ],
    ['a text', { minPrice: Number.NaN }, [{ field: 'minPrice', code: 'not_a_number' }]],
    ['half a date', { startDate: '' }, [{ field: 'startDate', code: 'half_typed' }]],
    ['zero', { maxPrice: 0 }, [{ field: 'maxPrice', code: 'greater_than_zero' }]],
    [
      'limits the wrong way round',
      { minPrice: 50, maxPrice: 40 },
      [{ field: 'maxPrice', code: 'max_not_above_min' }],
    ],
    [
      'an end before the start',
      { startDate: '2026-12-10T13:00:00.000Z', endDate: '2026-12-09T13:00:00.000Z' },
      [{ field: 'endDate', code: 'end_not_after_start' }],
    ],
  ])('%s', (_, change, faults) => {
    expect(ruleFaults(values(change))).toEqual(faults);
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
  it('says that without a minimum a person approves, whatever the switch says', () => {
    expect(say({ strategy: 'MATCH', requiresApproval: false })).toBe(
      'Igualar o menor preço, sem limites. Sem mínimo, cada mudança espera a sua aprovação.',
    );
  });
  it('leaves open what is still missing', () => {
    const missing = { adjustmentAmount: null, minPrice: Number.NaN, requiresApproval: false };
    expect(say(missing)).toBe('Bater o menor preço por …, nunca abaixo de ….');
  });
  it('a percentage is one', () => {
    expect(
      say({
        strategy: 'LOSE',
        adjustmentType: 'PERCENTAGE',
        adjustmentPercent: 2,
        minPrice: 10,
        requiresApproval: false,
      }),
    ).toBe('Ficar 2% acima do menor preço, nunca abaixo de R$ 10,00.');
  });
});
