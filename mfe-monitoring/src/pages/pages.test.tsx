import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { BuyboxPage } from './buybox.tsx';
import { OutsideBuyboxPage } from './outside-buybox.tsx';

afterEach(cleanup);

const listing = {
  id: 7,
  title: 'Garrafa térmica',
  link: null,
  imageUrl: null,
  marketplaceId: 2,
  accountName: 'Loja Centro',
  sku: 'GT-1',
  skuMarketplace: 'MLB7',
  catalogProductId: 'MLB70',
  price: 129.9,
  currencyCode: 'BRL',
  buyboxStatus: 'LOSING',
  winnerName: 'Casa Norte',
  winnerSellerId: '81',
  winnerPrice: 119.5,
  bestRivalPrice: 118.4,
  rivals: 4,
  marketObservedAt: null,
  countryCode: 'BR',
  priceToWin: 117,
  gap: 10.4,
  gapPercent: 8.7,
  isWinnable: true,
  contributionToWin: 21.3,
  rankingStatus: 'losing',
  watched: 2,
  watchedAway: 1,
  watchedPrice: 121.4,
  status: 'ENABLED',
  stock: 4,
  buyboxSince: null,
  shareDay: 10,
  shareWeek: 41.7,
  shareMonth: null,
  position: 3,
  winnerFulfillment: true,
  winnerReputationLevel: 5,
  reason: null,
  tips: [{ code: 'price', values: { amount: 12.9, price: 117 } }],
  highestPrice: 134.9,
};

const overview = {
  at: '2026-05-04T12:00:00Z',
  now: { losing: 31, winnable: 12, lostToday: 5, notCompeting: 4, unseen: 3 },
  monitored: { listings: 95, limit: 100 },
  coverage: [],
  shares: [6, 0, 0, 0, 2, 0, 0, 0, 0, 8],
  winners: [
    {
      sellerId: '81',
      sellerName: 'Casa Norte',
      marketplaceId: 2,
      times: 7,
      listings: 3,
      hours: 41.5,
      gapPercent: 6.2,
      fulfillmentShare: 0.5,
    },
  ],
  hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)),
};

const show = (Page: ComponentType) => {
  const api = fakeApi({
    '/v1/buybox/query': { content: [listing], totalElements: 1, counts: { all: 1 } },
    '/v1/buybox/overview': overview,
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Page />
    </Stage>,
  );
};

it('shows who has the buybox of a listing, and at which price', async () => {
  show(BuyboxPage);
  expect(await screen.findByText('Garrafa térmica')).toBeTruthy();
  expect(screen.getByText('Casa Norte')).toBeTruthy();
  expect(screen.getByText(/119,50/)).toBeTruthy();
  const reputation = within(screen.getByTitle('reputação 5 de 5'));
  const inWords = await reputation.findByText('5 de 5', undefined, { timeout: 10_000 });
  expect(inWords.parentElement?.querySelector('[data-level="5"]')).toBeTruthy();
});

it('shows the price to win, and the margin of a unit', async () => {
  show(BuyboxPage);
  expect(await screen.findByText('Dentro do mínimo')).toBeTruthy();
  expect(screen.getByText(/21,30 por unidade/)).toBeTruthy();
  expect(screen.getByText('3º de 5')).toBeTruthy();
  expect(screen.getByText(/^Baixar R\$\s12,90$/)).toBeTruthy();
});

it('narrows the list by a press on what matters now, or on a competitor', async () => {
  show(BuyboxPage);
  const winnable = await screen.findByRole('link', { name: /^12/ });
  expect(winnable.getAttribute('href')).toContain('isWinnable%3AIN%3Atrue');
  expect(screen.getByRole('meter', { name: 'Uso do pacote de monitoramento' })).toBeTruthy();
  await userEvent.click(screen.getByText('Últimos 30 dias'));
  const lost = await screen.findByRole(
    'region',
    { name: 'Para quem você perdeu' },
    { timeout: 10_000 },
  );
  const competitor = within(lost).getByRole('link', { name: 'Casa Norte' });
  expect(competitor.getAttribute('href')).toContain('winnerName%3A%3D%3ACasa');
  const page = within(lost).getByRole('link', { name: 'Ver concorrente Casa Norte' });
  expect(page.getAttribute('href')).toContain('/concorrentes/2/81');
});

it('shows the best competitor of a listing, no matter who has the buybox', async () => {
  show(OutsideBuyboxPage);
  expect(await screen.findByText('Garrafa térmica')).toBeTruthy();
  expect(screen.getByText(/118,40/)).toBeTruthy();
  expect(screen.getByText('1 pausado ou indisponível')).toBeTruthy();
  // It has no tabs, and so no tab bar; its views can still be saved.
  expect(screen.queryByRole('navigation', { name: 'Visões' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Visões: salvar e compartilhar' })).toBeTruthy();
});
