import { PreviewBody } from '@primazia/backend/pricing/contract';
import { describe, expect, it } from '@rstest/core';
import type { RuleValues } from '../rule/fields.ts';
import { toRuleBody } from '../rule/values.ts';
import { listing, values } from '../testing/rules.ts';
import { type Scenario, scenarioBody, scenariosOf } from './scenarios.ts';

describe('what happens to my price if…', () => {
  const now = '2026-11-20T12:00:00Z';
  const ask = (scenario: Scenario, change: Partial<RuleValues>, minimum: number | null = 80) => {
    const rule = toRuleBody(values({ isActive: false, ...change }));
    return scenarioBody(scenario, { rule, minimum, listing, market: null, now });
  };
  const kinds: Partial<RuleValues>[] = [
    { minPrice: 80 },
    { strategy: 'PRIMAZIA', hasWarGuard: true, minPrice: 80 },
    { competition: 'EXTERNAL', strategy: 'MATCH' },
    { competition: 'ACOS', acosLimit: 15 },
    { competition: 'ROAS', roasLimit: 4, minimumBy: 'MARGIN', minimumPercent: 10 },
  ];
  it('every scenario is a valid request of the preview, whatever the state of the listing', () => {
    for (const kind of kinds) {
      const rule = toRuleBody(values(kind));
      for (const scenario of scenariosOf(rule)) {
        const body = ask(scenario, kind);
        expect(PreviewBody.safeParse(body).error).toBeUndefined();
        expect(body?.rule.status).toBe('enabled');
        expect(body?.listing?.stock).toBe(1);
      }
    }
  });
  it('offers the scenarios that fit the kind of the rule', () => {
    const scenariosFor = (kind: Partial<RuleValues>) => scenariosOf(toRuleBody(values(kind)));
    expect(scenariosFor({ strategy: 'PRIMAZIA' })).toContain('told_price');
    expect(scenariosFor({ strategy: 'PRIMAZIA', competition: 'EXTERNAL' })).not.toContain(
      'told_price',
    );
    expect(scenariosFor({})).not.toContain('price_war');
    expect(scenariosFor({ hasWarGuard: true })).toContain('price_war');
    expect(scenariosFor({ competition: 'ACOS', acosLimit: 1 })).not.toContain('nobody_else');
  });
  it('a minimum that follows from costs is the one in force, also up to the maximum', () => {
    const limits = ({ minimumBy, minimumPercent, minPrice }: PreviewBody['rule']) => ({
      minimumBy,
      minimumPercent,
      minPrice,
    });
    const margin = { minimumBy: 'MARGIN', minimumPercent: 5, maxPrice: 90 } as const;
    const inForce = ask('competitor_below_minimum', margin, 79.61);
    expect(inForce && limits(inForce.rule)).toEqual({
      minimumBy: 'AMOUNT',
      minimumPercent: null,
      minPrice: 79.61,
    });
    for (const minimum of [79.61, 90]) {
      expect(PreviewBody.safeParse(ask('winning_already', margin, minimum)).error).toBeUndefined();
    }
  });
  it('no minimum, nothing to go below', () => {
    expect(ask('competitor_below_minimum', {}, null)).toBeNull();
  });
  it('a competitor below the minimum is below it', () => {
    const body = ask('competitor_below_minimum', { minPrice: 80 });
    expect(body?.market?.offers.every(({ price }) => price < 80)).toBe(true);
  });
  it('the undercuts of a war alternate, within the hours of the guard', () => {
    const body = ask('price_war', { hasWarGuard: true, warHours: 6 });
    const undercuts = body?.memory?.undercuts ?? [];
    expect(undercuts.length).toBeGreaterThanOrEqual(4);
    const turns = undercuts.map(({ by }) => by === 'us');
    expect(turns.every((ours, place) => place === 0 || ours !== turns[place - 1])).toBe(true);
    const age = Date.parse(now) - Date.parse(undercuts[0]?.at ?? '');
    expect(age).toBeLessThanOrEqual(6 * 3_600_000);
  });
  it('advertising figures are on the scenario’s side of the limit', () => {
    const acos = { competition: 'ACOS', acosLimit: 15 } as const;
    expect(ask('above_limit', acos)?.listing?.acos).toBeGreaterThan(15);
    expect(ask('inside_limit', acos)?.listing?.acos).toBeLessThan(15 * 0.9);
    const roas = { competition: 'ROAS', roasLimit: 4 } as const;
    expect(ask('above_limit', roas)?.listing?.roas).toBeLessThan(4);
    expect(ask('no_ad_data', roas)?.listing?.roas).toBeNull();
  });
});
