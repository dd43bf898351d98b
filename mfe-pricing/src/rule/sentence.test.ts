import { createFormat } from '@primazia/kit';
import { describe, expect, it } from '@rstest/core';
import pt from '../../locales/pt.ts';
import { values } from '../testing/rules.ts';
import type { RuleValues } from './fields.ts';
import { ruleSentence } from './sentence.ts';

describe('the rule as a sentence', () => {
  const t = (key: string, filled: Record<string, string>) => {
    const text = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], pt) as string;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? '');
  };
  const format = { ...createFormat('pt'), marketplace: () => 'Amazon' };
  const say = (change: Partial<RuleValues>, minimum: number | null = null) =>
    ruleSentence(t, format, values({ requiresApproval: false, ...change }), {
      currencyCode: 'BRL',
      minimum,
    }).replaceAll('\u00a0', ' ');
  it('contains the difference and the limits', () => {
    expect(say({ adjustmentAmount: 0.1, minPrice: 84.9, requiresApproval: false })).toBe(
      'Bater o menor preço por R$ 0,10, nunca abaixo de R$ 84,90.',
    );
  });
  it('contains the approval', () => {
    expect(say({ strategy: 'MATCH', baseOn: 'WINNER', requiresApproval: true })).toBe(
      'Igualar o preço de quem ganha o buybox, sem limites. Cada alteração aguarda a sua aprovação.',
    );
  });
  it('contains the approval without a minimum, whatever the switch', () => {
    expect(say({ strategy: 'MATCH', requiresApproval: false })).toBe(
      'Igualar o menor preço, sem limites. Sem mínimo, cada alteração aguarda a sua aprovação.',
    );
  });
  it('has a placeholder for missing values', () => {
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
  it('contains the amount of a minimum by margin, once it is known', () => {
    const margin = { strategy: 'MATCH', minimumBy: 'MARGIN', minimumPercent: 12 } as const;
    expect(say(margin)).toBe('Igualar o menor preço, nunca abaixo de uma margem de 12%.');
    expect(say(margin, 219.7)).toBe(
      'Igualar o menor preço, nunca abaixo de uma margem de 12% (R$ 219,70).',
    );
  });
  it('contains where it competes, and the handling of a price war', () => {
    const rule = { competition: 'EXTERNAL', marketplace: '1', minPrice: 10 } as const;
    expect(say({ ...rule, adjustmentAmount: 1, hasWarGuard: true })).toBe(
      'Bater o menor preço por R$ 1,00 fora do buybox, no marketplace Amazon, nunca abaixo de R$ 10,00. Em uma guerra de preços, pausa por 2 h.',
    );
  });
  it('contains the limit of an advertising rule', () => {
    const ads = { competition: 'ACOS', acosLimit: 15, adjustmentAmount: 2, minPrice: 10 } as const;
    expect(say(ads)).toBe(
      'Subir o preço em R$ 2,00 enquanto o ACOS passa de 15%, e baixar de novo depois, nunca abaixo de R$ 10,00.',
    );
  });
});
