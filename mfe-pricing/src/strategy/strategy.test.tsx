import type { Rule } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { DialogContainer } from '@primazia/kit/ui';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { listing, storedOf } from '../testing/rules.ts';
import { StrategyDialog } from './strategy-dialog.tsx';

afterEach(cleanup);

const UNDER_RULE = {
  id: 1,
  name: 'Chaleira',
  status: 'enabled',
  competition: 'BUYBOX',
  strategy: 'WIN',
  origin: 'own',
  minimumBy: 'AMOUNT',
  minPrice: null,
  maxPrice: null,
  requiresApproval: false,
} as const;

/** The dialog's values of a rule, by label. */
async function factsOf(rule: Rule): Promise<Map<string, string>> {
  const api = fakeApi({
    '/v2/rules/{ruleId}': rule,
    '/v1/buybox/{listingId}/market': {
      observedAt: '2026-11-20T12:00:00Z',
      buybox: { status: 'LOSING', winnerSellerId: null, priceToWin: null, reason: null },
      offers: [{ sellerId: 'S1', sellerName: 'Casa Rápida', price: 90 }],
      expectedNextLook: null,
    },
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <DialogContainer onDismiss={rs.fn()}>
        <StrategyDialog listing={{ ...listing, rule: UNDER_RULE }} onClose={rs.fn()} />
      </DialogContainer>
    </Stage>,
  );
  await screen.findByRole('heading', { name: 'O que faz' });
  const terms = screen.getAllByRole('term');
  return new Map(
    terms.map((term) => [
      term.textContent ?? '',
      (term.nextElementSibling?.textContent ?? '').replaceAll('\u00a0', ' '),
    ]),
  );
}

describe('the strategy of a listing', () => {
  it('shows its rule as a sentence and by field, with a link to it', async () => {
    const facts = await factsOf({
      ...storedOf({ minPrice: 84.9, maxPrice: 120, exceptions: ['S1', 'S9'], hasWarGuard: true }),
      name: 'Chaleiras',
    });
    expect(screen.getByRole('link', { name: 'Chaleiras' }).getAttribute('href')).toContain(
      '/regras-de-precificacao/1',
    );
    expect(
      screen.getByText(/Bater o menor preço por R\$\s0,01, nunca abaixo de R\$\s84,90/),
    ).toBeTruthy();
    expect(Object.fromEntries(facts)).toMatchObject({
      'Onde a regra compete': 'Buybox',
      Estratégia: 'Ganhar',
      Referência: 'Menor preço',
      Diferença: 'R$ 0,01',
      'Não tenta vencer': 'Vendedor S1, Vendedor S9',
      Mínimo: 'R$ 84,90',
      Máximo: 'R$ 120,00',
      'Guerra de preços': 'Pausa por 2 h',
    });
    expect(await screen.findByText('Casa Rápida, Vendedor S9')).toBeTruthy();
  });

  it('leaves out fields without a meaning for the rule', async () => {
    const facts = await factsOf(storedOf({ strategy: 'MATCH' }));
    expect(facts.has('Diferença')).toBe(false);
    expect(facts.has('Margem segura')).toBe(false);
    expect(facts.has('Comparar com')).toBe(false);
    expect(facts.get('Aprovação')).toMatch(/Cada alteração aguarda/);
    cleanup();
    const ads = await factsOf(storedOf({ competition: 'ACOS', acosLimit: 15 }));
    expect(ads.get('Limite do ACOS')).toBe('15%');
    expect(ads.has('Estratégia')).toBe(false);
    expect(ads.has('Não tenta vencer')).toBe(false);
  });

  it('shows that a rule without a minimum requires approval, whatever its setting', async () => {
    const facts = await factsOf(storedOf({ requiresApproval: false, minPrice: null }));
    expect(facts.get('Aprovação')).toBe('Cada alteração aguarda: não há mínimo');
    expect(facts.get('Mínimo')).toBe('Não tem');
  });
});
