import { PreviewBody } from '@primazia/backend/pricing/contract';
import { createFormat } from '@primazia/kit';
import { describe, expect, it } from '@rstest/core';
import pt from '../../locales/pt.json';
import type { RuleValues } from './fields.ts';
import { listing, values } from './fixture.ts';
import { type Scenario, scenarioBody, scenariosOf } from './scenarios.ts';
import { ruleSentence } from './sentence.ts';
import { toRuleBody } from './values.ts';

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
  it('every scenario is a question that the preview takes, whatever the state of the ad', () => {
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
  it('asks of a rule what its kind can answer', () => {
    const asked = (kind: Partial<RuleValues>) => scenariosOf(toRuleBody(values(kind)));
    expect(asked({ strategy: 'PRIMAZIA' })).toContain('told_price');
    expect(asked({ strategy: 'PRIMAZIA', competition: 'EXTERNAL' })).not.toContain('told_price');
    expect(asked({})).not.toContain('price_war');
    expect(asked({ hasWarGuard: true })).toContain('price_war');
    expect(asked({ competition: 'ACOS', acosLimit: 1 })).not.toContain('nobody_else');
  });
  it('a minimum that follows from costs is the one in force, also up to the maximum', () => {
    const limits = ({ minimumBy, minimumPercent, minPrice }: PreviewBody['rule']) => ({
      minimumBy,
      minimumPercent,
      minPrice,
    });
    const margin = { minimumBy: 'MARGIN', minimumPercent: 5, maxPrice: 90 } as const;
    const inForce = ask('rival_below_minimum', margin, 79.61);
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
    expect(ask('rival_below_minimum', {}, null)).toBeNull();
  });
  it('a rival below the minimum is below it', () => {
    const body = ask('rival_below_minimum', { minPrice: 80 });
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
  it('figures of ads lie on the side that the scenario says', () => {
    const acos = { competition: 'ACOS', acosLimit: 15 } as const;
    expect(ask('above_limit', acos)?.listing?.acos).toBeGreaterThan(15);
    expect(ask('inside_limit', acos)?.listing?.acos).toBeLessThan(15 * 0.9);
    const roas = { competition: 'ROAS', roasLimit: 4 } as const;
    expect(ask('above_limit', roas)?.listing?.roas).toBeLessThan(4);
    expect(ask('no_ad_data', roas)?.listing?.roas).toBeNull();
  });
});

describe('the rule as a sentence', () => {
  const t = (key: string, filled: Record<string, string>) => {
    const text = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], pt) as string;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? '');
  };
  const say = (change: Partial<RuleValues>, minimum: number | null = null) =>
    ruleSentence(t, createFormat('pt'), values({ requiresApproval: false, ...change }), {
      currencyCode: 'BRL',
      minimum,
    }).replaceAll('\u00a0', ' ');
  it('says by how much, and the limits', () => {
    expect(say({ adjustmentAmount: 0.1, minPrice: 84.9, requiresApproval: false })).toBe(
      'Bater o menor preço por R$ 0,10, nunca abaixo de R$ 84,90.',
    );
  });
  it('says that it asks first', () => {
    expect(say({ strategy: 'MATCH', baseOn: 'WINNER', requiresApproval: true })).toBe(
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
    expect(say(missing)).toBe('Bater o menor preço por …, nunca abaixo de …');
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
  it('the strategy of the product needs no base', () => {
    expect(say({ strategy: 'PRIMAZIA', minPrice: 80 })).toBe(
      'Ganhar o buybox pelo preço mais alto que ainda ganha, nunca abaixo de R$ 80,00.',
    );
  });
  it('a minimum by margin says the amount that follows, once it is known', () => {
    const margin = { strategy: 'MATCH', minimumBy: 'MARGIN', minimumPercent: 12 } as const;
    expect(say(margin)).toBe('Igualar o menor preço, nunca abaixo de uma margem de 12%.');
    expect(say(margin, 219.7)).toBe(
      'Igualar o menor preço, nunca abaixo de uma margem de 12% (R$ 219,70).',
    );
  });
  it('says where, and what becomes of a price war', () => {
    const rule = { competition: 'EXTERNAL', marketplace: '1', minPrice: 10 } as const;
    expect(say({ ...rule, adjustmentAmount: 1, hasWarGuard: true })).toBe(
      'Bater o menor preço por R$ 1,00 fora do buybox, no marketplace Amazon, nunca abaixo de R$ 10,00. Numa guerra de preços descansa 2 h.',
    );
  });
  it('a rule of ads says its limit', () => {
    const ads = { competition: 'ACOS', acosLimit: 15, adjustmentAmount: 2, minPrice: 10 } as const;
    expect(say(ads)).toBe(
      'Subir o preço em R$ 2,00 enquanto o ACOS passa de 15%, e baixar de novo depois, nunca abaixo de R$ 10,00.',
    );
  });
});
