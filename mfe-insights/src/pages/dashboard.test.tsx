import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { AdsTab } from '../dashboard/ads-tab.tsx';
import { PricingTab } from '../dashboard/pricing-tab.tsx';
import { answer, before, cell, DAYS, infoOf, row } from '../testing/answers.ts';
import { DashboardPage } from './dashboard.tsx';

afterEach(cleanup);

const ACCOUNT = {
  id: 3,
  name: 'Loja Centro',
  marketplaceId: 2,
  status: 'active',
  lastSyncedAt: null,
};
/** Loading the first page takes a while. */
const PATIENCE = { timeout: 10_000 };
const METRICS = [
  infoOf('revenue', { label: 'Receita', unit: 'money', isOfMoney: true }),
  infoOf('cancelledShare', {
    label: 'Cancelamento',
    unit: 'percent',
    better: 'lower',
    isRatio: true,
  }),
  infoOf('contribution', { label: 'Margem', unit: 'money' }),
  infoOf('savedTime', { label: 'Tempo economizado', unit: 'hours' }),
];
const completeness = {
  days: { ...DAYS, settling: 2 },
  accounts: { known: 2, all: 3 },
  ads: { known: 1, all: 3 },
  costs: [{ currencyCode: 'BRL', known: 830, revenue: 1_000 }],
};
const CELLS = [
  cell('revenue', 1_000, { currencyCode: 'BRL', compared: before(800, 200, 25) }),
  cell('revenue', 40, { currencyCode: 'USD' }),
  cell('cancelledShare', 4.5, {
    compared: before(3, 1.5),
    isSmall: true,
    interval: { low: 2, high: 9 },
  }),
  cell('contribution', null, { reason: 'not_known', currencyCode: 'BRL' }),
  cell('savedTime', 2.5),
];
const SETTINGS = { minutesPerManualChange: 3 };

const show = (answers: Record<string, unknown>, page = <DashboardPage />) => {
  const api = fakeApi({
    '/v1/accounts': [ACCOUNT],
    '/v1/indicators/metrics': METRICS,
    '/v1/indicators/query': answer([
      row(CELLS, {
        completeness,
        compared: { from: '2026-09-22', to: '2026-10-21', completeness },
      }),
    ]),
    '/v1/sales/reconciliation': { from: '', to: '', accounts: [], days: [] },
    ...answers,
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      {page}
    </Stage>,
  );
  return api;
};

const card = async (name: string) => {
  const title = await screen.findByRole(
    'heading',
    { level: 2, name: new RegExp(`^${name}`) },
    PATIENCE,
  );
  return within(title.closest('li') as HTMLElement);
};

it('shows a figure for each currency, with how it differs and the items that it is made of', async () => {
  show({});
  const revenue = await card('Receita');
  expect(revenue.getByText('+25%')).toBeTruthy();
  const link = revenue.getByRole('link', { name: /1\.000,00/ });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('currencyCode:=:BRL');
  expect(revenue.getByRole('link', { name: /40,00/ })).toBeTruthy();
});

it('marks small samples, worse changes, and the reason of a missing value', async () => {
  show({});
  const cancelled = await card('Cancelamento');
  expect(cancelled.getByText(/entre 2% e 9%/)).toBeTruthy();
  expect(cancelled.getByText('+1,5 p.p.').getAttribute('data-better')).toBe('false');
  expect((await card('Margem')).getByText('—')).toBeTruthy();
});

it('shows its coverage', async () => {
  show({});
  const note = within(await screen.findByRole('note', {}, PATIENCE));
  expect(note.getByText('2 dias ainda podem mudar')).toBeTruthy();
  expect(note.getByText('2 de 3 contas completas')).toBeTruthy();
  expect(note.getByText('Publicidade lida de 1 de 3 contas')).toBeTruthy();
  expect(note.getByText(/Custos conhecidos de 83% da receita/)).toBeTruthy();
});

it('has the one next step where no account is connected', async () => {
  show({ '/v1/accounts': [] });
  const link = await screen.findByRole('link', { name: 'Conectar uma conta' });
  expect(link.getAttribute('href')).toBe('/app/channel');
});

const QUESTION = {
  range: { preset: '30' as const, from: '2026-10-27', to: '2026-11-25' },
  compare: 'previous' as const,
  filters: { accountIds: [3] },
};

it('leads from a campaign to its report of the same days', async () => {
  const campaign = row([cell('clicks', 240)], {
    group: { id: 7, name: 'Panelas', marketplaceId: 2 },
    compared: null,
  });
  const api = show(
    { '/v1/indicators/query': { ...answer([campaign]), totalGroups: 12 } },
    <AdsTab question={QUESTION} />,
  );
  const link = await screen.findByRole('link', { name: 'Panelas' }, PATIENCE);
  expect(link.getAttribute('href')).toBe(
    '/app/campanhas/7/relatorio?from=2026-10-27&to=2026-11-25',
  );
  expect(within(link.closest('tr') as HTMLElement).getByText('240')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver as 12 campanhas' })).toBeTruthy();
  expect(api.calls.map(({ input }) => input)).toContainEqual(
    expect.objectContaining({
      query: { page: 0, limit: 200 },
      body: expect.objectContaining({ groupBy: 'campaign', filters: { accountIds: [3] } }),
    }),
  );
});

it('changes the minutes by which saved time is counted', async () => {
  const question = {
    range: { preset: '30' as const, from: '2026-10-27', to: '2026-11-25' },
    compare: 'previous' as const,
    filters: {},
  };
  const api = show(
    { '/v2/pricing/settings': SETTINGS, '/v1/buybox/overview': { shares: [] } },
    <PricingTab question={question} />,
  );
  const saved = await card('Tempo economizado');
  expect(saved.getByText('2,5 h')).toBeTruthy();
  await userEvent.click(await saved.findByRole('button', { name: 'Alterar os minutos' }));
  const field = saved.getByRole('textbox', { name: 'Minutos por alteração manual' });
  await userEvent.clear(field);
  await userEvent.type(field, '241');
  expect(saved.getByText('Informe um número inteiro de 0 a 240.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '10');
  await userEvent.click(saved.getByRole('button', { name: 'Salvar' }));
  await screen.findByText(/foi recalculado/);
  expect(api.calls.map(({ input }) => input)).toContainEqual({
    body: { minutesPerManualChange: 10 },
  });
});
