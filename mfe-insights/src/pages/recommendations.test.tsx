import type { Promises, Recommendation } from '@primazia/backend/insights/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { NextAdvice } from '../advice/next.tsx';
import { FunnelPage } from './funnel.tsx';
import { RecommendationsPage } from './recommendations.tsx';

afterEach(cleanup);

const PATIENCE = { timeout: 10_000 };
const ADVICE: Recommendation = {
  id: 5,
  kind: 'losing_buybox',
  state: 'open',
  act: 'create_rule',
  isDoneHere: true,
  page: '/precificacao-automatica?listingId=7',
  isPrimary: true,
  listingId: 7,
  campaignId: null,
  targetId: null,
  title: 'Garrafa térmica',
  code: 'MLB7',
  imageUrl: null,
  accountId: 3,
  accountName: 'Loja Centro',
  marketplaceId: 2,
  currencyCode: 'BRL',
  why: 'Perdeu o buybox em 60 % do tempo e não tem regra.',
  effect: { value: 120, low: 40, high: 210 },
  confidence: 'high',
  openedAt: '2026-05-04T12:00:00.000Z',
  changedAt: '2026-05-04T12:00:00.000Z',
  snoozedUntil: null,
  dismissal: null,
  canUndo: false,
};
const listOf = (content: Recommendation[]) => ({
  content,
  totalElements: content.length,
  totalPages: 1,
  number: 0,
  size: 15,
  numberOfElements: content.length,
  counts: { open: content.length, snoozed: 0, done: 0, dismissed: 0 },
  totals: [{ currencyCode: 'BRL', value: 120 }],
  evaluatedAt: '2026-05-04T12:00:00.000Z',
});
const DETAILS = {
  ...ADVICE,
  lines: [{ label: 'Preço para ganhar', text: 'R$ 95,00' }],
  formula: 'Horas vezes margem.',
  assumed: ['win_chance'],
  changes: [{ label: 'Regra', before: 'nenhuma', after: 'PRIMAZIA, R$ 92,15 – R$ 100,00' }],
};

const PROMISES: Promises = {
  days: 90,
  kinds: [
    {
      kind: 'losing_buybox',
      currencyCode: 'BRL',
      count: 4,
      kept: 3,
      promised: 200,
      came: 150,
      range: { low: 90, high: 210 },
    },
  ],
  shares: [{ kind: 'losing_buybox', percent: 42 }],
  measuring: 2,
  nextDay: '2026-05-09',
  unmeasured: 1,
};

const show = (
  answers: Record<string, unknown>,
  page = <RecommendationsPage recommendation="losing_buybox" />,
) => {
  const api = fakeApi({
    '/v1/accounts': [],
    '/v1/marketplaces': [],
    '/v1/recommendations/query': listOf([ADVICE]),
    '/v1/recommendations/{id}': DETAILS,
    '/v1/recommendations/accept': [{ id: 5, outcome: 'applied', code: null, text: null }],
    '/v1/recommendations/promises': PROMISES,
    ...answers,
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      {page}
    </Stage>,
  );
  return api;
};

const press = async (name: RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }, PATIENCE));

it('shows the reason, the effect and the change before it is done', async () => {
  const api = show({});
  expect(await screen.findByText(/não tem regra/, {}, PATIENCE)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Perdendo o buybox');
  await press(/^Ativar PRIMAZIA: Garrafa térmica/);
  const dialog = within(await screen.findByRole('dialog', {}, PATIENCE));
  expect(await dialog.findByText(/de nenhuma para PRIMAZIA/, {}, PATIENCE)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Fazer agora' }));
  const sent = api.calls.find(({ path }) => path === '/v1/recommendations/accept');
  expect(sent?.input).toEqual({ body: { ids: [5] } });
});

it('shows why it was not done', async () => {
  show({
    '/v1/recommendations/accept': [{ id: 5, outcome: 'changed', code: null, text: null }],
  });
  await press(/^Ativar PRIMAZIA: Garrafa térmica/);
  await press(/^Fazer agora$/);
  expect(await screen.findByText(/Os dados mudaram/, {}, PATIENCE)).toBeTruthy();
});

it('leads where a person does what the product does not, and undoes what it did', async () => {
  show({
    '/v1/recommendations/query': listOf([
      { ...ADVICE, act: 'enter_cost', isDoneHere: false, effect: null },
      { ...ADVICE, id: 6, title: 'Caneca', state: 'applied', canUndo: true },
    ]),
  });
  const link = await screen.findByRole('link', { name: 'Informar o custo' }, PATIENCE);
  expect(link.getAttribute('href')).toContain('/precificacao-automatica?listingId=7');
  expect(screen.getByRole('button', { name: 'Desfazer: Caneca, MLB7' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Informar o custo/ })).toBeNull();
});

it('is snoozed from the menu of its row, which has the choices whose icons are alike', async () => {
  const api = show({ '/v1/recommendations/snooze': null });
  await screen.findByText('Garrafa térmica', {}, PATIENCE);
  expect(screen.queryByRole('button', { name: /^Adiar/ })).toBeNull();
  await press(/^Mais ações: Garrafa térmica/);
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Adiar .*14/ }, PATIENCE));
  const sent = api.calls.find(({ path }) => path === '/v1/recommendations/snooze');
  expect(sent?.input).toEqual({ body: { ids: [5], days: 14 } });
});

it('reports an unknown kind in the address, and links to all of them', async () => {
  show({}, <RecommendationsPage recommendation="discount" />);
  expect(await screen.findByText('Tipo de recomendação desconhecido', {}, PATIENCE)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Funil de recomendações' });
  expect(link.getAttribute('href')).toContain('/recommendation-funil');
});

it('has a stage for every listing, each leading to its list', async () => {
  const none = { open: 0, totals: [] };
  show(
    {
      '/v1/recommendations/funnel': {
        evaluatedAt: '2026-05-04T12:00:00.000Z',
        stages: [
          { stage: 'not_on_sale', listings: 4, ...none },
          {
            stage: 'losing_buybox',
            listings: 2,
            open: 1,
            totals: [{ currencyCode: 'BRL', value: 120 }],
          },
        ],
        outcomes: [{ state: 'open', count: 1 }],
      },
    },
    <FunnelPage />,
  );
  const stage = await screen.findByRole('link', { name: 'Perdendo o buybox' }, PATIENCE);
  expect(stage.getAttribute('href')).toMatch(/recommendation-view\/losing_buybox$/);
  expect(screen.queryByRole('link', { name: 'Fora de venda' })).toBeNull();
  expect(screen.getByRole('row', { name: /Perdendo o buybox.*2.*1.*120,00/ })).toBeTruthy();
});

it('shows what followed recommendations brought beside what they were shown to bring', async () => {
  show(
    {
      '/v1/recommendations/next': {
        content: [],
        open: 0,
        totals: [],
        notEarned: [],
        evaluatedAt: null,
      },
    },
    <NextAdvice />,
  );
  const row = await screen.findByRole(
    'row',
    { name: /Perdendo o buybox 4 3 .*200,00 .*150,00.*de .*90,00 a .*210,00.* 42/ },
    PATIENCE,
  );
  expect(within(row).getByRole('link').getAttribute('href')).toMatch(/view\/losing_buybox$/);
  expect(
    screen.getByText(/2 recomendações aguardam medição. A próxima .*09\/05\/2026/),
  ).toBeTruthy();
  expect(screen.getByText(/^1 não pôde ser medida/)).toBeTruthy();
});

it('shows no stages before listings were evaluated', async () => {
  show(
    { '/v1/recommendations/funnel': { evaluatedAt: null, stages: [], outcomes: [] } },
    <FunnelPage />,
  );
  expect(await screen.findByText('Nenhuma etapa ainda', {}, PATIENCE)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows the next recommendations, and what is not earned, each with a link to its list', async () => {
  show(
    {
      '/v1/recommendations/next': {
        content: [ADVICE],
        open: 7,
        totals: [{ currencyCode: 'BRL', value: 300 }],
        notEarned: [
          {
            currencyCode: 'BRL',
            lost: 500,
            recoverable: 350,
            notWorth: 150,
            listings: 9,
            unknown: 2,
          },
        ],
        evaluatedAt: '2026-05-04T12:00:00.000Z',
      },
    },
    <NextAdvice />,
  );
  const all = await screen.findByRole('link', { name: 'Ver as 7 recomendações abertas' }, PATIENCE);
  expect(all.getAttribute('href')).toMatch(/recommendation-view\/all$/);
  expect(screen.getByText(/de \+R\$.40,00 a \+R\$.210,00/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ativar PRIMAZIA: Garrafa térmica' })).toBeTruthy();
  const recoverable = screen.getByRole('link', { name: /350,00/ });
  expect(decodeURIComponent(recoverable.getAttribute('href') ?? '')).toContain(
    'currencyCode:=:BRL',
  );
  expect(screen.getByText(/De mais 2 não se sabe/)).toBeTruthy();
});
