import { RULE_WORDS } from '@primazia/backend/pricing/contract';
import { describe, expect, it } from '@rstest/core';
import pt from '../../locales/pt.ts';
import { storedOf, values } from '../testing/rules.ts';
import { type RuleFault, ruleFaults } from './faults.ts';
import type { RuleValues } from './fields.ts';
import { isLowMinimum, movingLimit, newRule, toRuleBody, toRuleInput, toValues } from './values.ts';

describe('the form and the rule', () => {
  it('saved values are shown as they were typed', () => {
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
  it('exceptions are stored for the selected kind of competition, the others are kept', () => {
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
  it('fields that the strategy hides keep their stored value, whatever was typed', () => {
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
  it('a paused rule stays paused until a user enables it', () => {
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
    expect(isLowMinimum(29.99, 100)).toBe(true);
    expect(isLowMinimum(30, 100)).toBe(false);
    expect(isLowMinimum(null, 100)).toBe(false);
  });
  it('a limit on the wrong side of the price moves it at once', () => {
    const moving = (minimum: number | null, maximum: number | null) =>
      movingLimit({ minimum, maximum }, 100);
    expect(moving(null, 99)).toBe('maximum_below_price');
    expect(moving(101, 120)).toBe('minimum_above_price');
    expect(moving(100, 100)).toBeNull();
  });
  it('every kind of rule is shown as it was typed', () => {
    const rules: Partial<RuleValues>[] = [
      { strategy: 'PRIMAZIA', safeMargin: 2 },
      { minimumBy: 'MARGIN', minimumPercent: 12.5 },
      { competition: 'ACOS', acosLimit: 15, adjustmentAmount: 2 },
      { competition: 'ROAS', roasLimit: 4 },
      { competition: 'EXTERNAL', marketplace: '1', comparison: 'SIMILAR' },
      { hasWarGuard: true, warRounds: 5, warHours: 12, warDropPercent: 4, warRestHours: 1 },
    ];
    for (const rule of rules) expect(toValues(storedOf(rule))).toMatchObject(rule);
  });
  it('a minimum is an amount or a percentage, never both', () => {
    const both = { minPrice: 50, minimumPercent: 10 };
    expect(toRuleBody(values({ ...both, minimumBy: 'RETURN' }))).toMatchObject({
      minPrice: null,
      minimumPercent: 10,
    });
    expect(toRuleBody(values(both))).toMatchObject({ minPrice: 50, minimumPercent: null });
  });
  it('an advertising rule keeps the stored competitors', () => {
    const stored = { ...storedOf({}), buyboxExceptions: ['B'] };
    const body = toRuleBody(values({ competition: 'ACOS', acosLimit: 10 }), stored);
    expect(body).toMatchObject({ buyboxExceptions: ['B'], acosLimit: 10, roasLimit: null });
    expect(toRuleBody(values({ acosLimit: 10 })).acosLimit).toBeNull();
  });
  it('a rule without the guard needs no fields of a price war', () => {
    expect(toRuleBody(values({ warRounds: Number.NaN })).warGuard).toBeNull();
    expect(ruleFaults(values({ warRounds: Number.NaN }))).toEqual([]);
    const above = values({ strategy: 'LOSE', hasWarGuard: true });
    expect(toRuleBody(above).warGuard).toBeNull();
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
    ['no limit of ACOS', { competition: 'ACOS' }, [{ field: 'acosLimit', code: 'required' }]],
    [
      'no percentage of the minimum',
      { minimumBy: 'MARGIN' },
      [{ field: 'minimumPercent', code: 'required' }],
    ],
    [
      'an impossible margin',
      { minimumBy: 'MARGIN', minimumPercent: 100 },
      [{ field: 'minimumPercent', code: 'too_large' }],
    ],
    [
      'half a round',
      { hasWarGuard: true, warRounds: 2.5 },
      [{ field: 'warRounds', code: 'not_whole' }],
    ],
    [
      'a guard without its hours',
      { hasWarGuard: true, warHours: null },
      [{ field: 'warHours', code: 'required' }],
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

/** For these the kit has texts with a cure. */
const GENERAL = ['not_a_number', 'not_negative', 'greater_than_zero', 'two_decimals', 'too_large'];

describe('each fault of a rule', () => {
  const beyond: Partial<RuleValues>[] = [-1, 0, 0.001, 2.5, 1_000, 1e12, Number.NaN].flatMap(
    (value) =>
      (
        [
          { adjustmentAmount: value },
          { adjustmentType: 'PERCENTAGE', adjustmentPercent: value },
          { safeMargin: value },
          { minPrice: value },
          { maxPrice: value },
          { minimumBy: 'MARGIN', minimumPercent: value },
          { minimumBy: 'RETURN', minimumPercent: value },
          { competition: 'ACOS', acosLimit: value },
          { competition: 'ROAS', roasLimit: value },
          { hasWarGuard: true, warRounds: value },
          { hasWarGuard: true, warHours: value },
          { hasWarGuard: true, warDropPercent: value },
          { hasWarGuard: true, warRestHours: value },
        ] satisfies Partial<RuleValues>[]
      ).map((rule): Partial<RuleValues> => rule),
  );
  const faults = beyond.flatMap((rule) => ruleFaults(values(rule)));
  it('has a specific text', () => {
    const own: Record<string, Record<string, string>> = pt.rule.fault;
    const declared: Record<string, { name: unknown; faults?: Record<string, unknown> }> =
      RULE_WORDS;
    const texts = (field: string) => own[field] ?? declared[field]?.faults;
    const silent = faults.filter(
      ({ field, code }) => texts(field)?.[code] === undefined && !GENERAL.includes(code),
    );
    expect(silent).toEqual([]);
    expect(new Set(faults.map(({ field }) => field)).size).toBe(12);
  });
});
