import type { SalesDay, SalesSums } from '@primazia/backend/sales/contract';
import { fakeApi, fakeLive, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { CHOICES } from '../testing/accounts.ts';
import { AccountSalesPage } from './account-sales.tsx';

afterEach(cleanup);

const sums = (currencyCode: string, revenue: number): SalesSums => ({
  currencyCode,
  orders: 2,
  units: 3,
  revenue,
  shipping: 0,
  cancelledUnits: 0,
  refundedUnits: 0,
  refunds: null,
  fees: null,
  goods: null,
  tax: null,
  contribution: null,
  held: { won: 3, shared: 0, lost: 0, unknown: 0 },
});
const paidBack = (one: SalesSums, amount: number): SalesSums => ({
  ...one,
  refunds: { amount, ofRevenue: one.revenue },
});
const day = (one: string, more: Partial<SalesDay> = {}): SalesDay => ({
  day: one,
  state: 'settled',
  sums: [],
  buybox: null,
  ...more,
});
const ofDay = (one: string, currencyCode: string, ours: number, theirs: number) => ({
  accountId: 4,
  day: one,
  currencyCode,
  ours: { orders: 2, units: 3, sales: ours },
  marketplace: { orders: 2, units: 3, sales: theirs },
  difference: { orders: 0, units: 0, sales: ours - theirs, percent: null },
});

function draw(days: SalesDay[], readUntil: string | null = '2026-11-24T12:00:00.000Z') {
  const account = {
    accountId: 4,
    accountName: 'Casa Lua',
    marketplaceId: 2,
    timeZone: 'America/Sao_Paulo',
  };
  const range = { from: '2026-11-20', to: '2026-11-24' };
  const api = fakeApi({
    '/v1/marketplaces': CHOICES,
    '/v1/sales/days': { ...range, accounts: [{ ...account, readUntil, days }] },
    '/v1/sales/reconciliation': {
      ...range,
      accounts: [{ ...account, askedAt: '2026-11-24T06:00:00.000Z' }],
      days: [ofDay('2026-11-22', 'BRL', 300, 300), ofDay('2026-11-21', 'BRL', 250, 400)],
    },
  });
  render(
    <Stage
      api={api}
      live={fakeLive()}
      session={fakeSession({ token: 'token' })}
      resources={{ pt, en, es }}
    >
      <AccountSalesPage accountId={4} />
    </Stage>,
  );
  return api;
}

const row = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));

describe('what an account sold', () => {
  it('is shown by day with the marketplace’s own count, with differences marked', async () => {
    const hour = 3_600;
    const api = draw([
      day('2026-11-20', { state: 'unknown', sums: null }),
      day('2026-11-21', { sums: [sums('BRL', 250)] }),
      day('2026-11-22', {
        sums: [paidBack(sums('BRL', 300), 40)],
        buybox: { won: 6 * hour, shared: 12 * hour, losing: 6 * hour, barred: 0, unseen: 9 * hour },
      }),
      day('2026-11-23', { state: 'settling' }),
      day('2026-11-24', { state: 'open', sums: [sums('BRL', 100), sums('USD', 20)] }),
    ]);
    await screen.findByText('nenhuma');
    expect(await row(/^22\/11/)).toEqual([
      '2',
      '3',
      'R$ 300,00',
      'R$ 40,00',
      'R$ 300,00',
      'nenhuma',
      '50%',
    ]);
    expect(await row(/^21\/11/)).toEqual([
      '2',
      '3',
      'R$ 250,00',
      'não informado',
      'R$ 400,00',
      '-R$ 150,00',
      '—',
    ]);
    // Nothing was sold on the one, and of the other nothing is known.
    expect(await row(/^23\/11.*ainda pode mudar/)).toEqual([
      '0',
      '0',
      'R$ 0,00',
      'R$ 0,00',
      '—',
      '—',
      '—',
    ]);
    expect(await row(/^20\/11.*ainda não lido/)).toEqual(['—', '—', '—', '—', '—', '—', '—']);
    // Currencies are never added up.
    expect(await row(/^24\/11.*100,00/)).toEqual([
      '2',
      '3',
      'R$ 100,00',
      'não informado',
      '—',
      '—',
      '—',
    ]);
    expect(screen.getByText('Vendas em BRL').nextSibling?.textContent).toContain('650,00');
    expect(screen.getByText('Vendas em USD').nextSibling?.textContent).toContain('20,00');
    expect(screen.getByText(/America\/Sao_Paulo/)).toBeTruthy();
    expect(api.calls.find(({ path }) => path === '/v1/sales/days')?.input).toMatchObject({
      query: { accountId: 4 },
    });
  });

  it('reports if nothing is read yet', async () => {
    draw([day('2026-11-24', { state: 'unknown', sums: null })], null);
    expect(await screen.findByText('Nenhum pedido lido ainda')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
