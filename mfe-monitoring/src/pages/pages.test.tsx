import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
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
  position: 3,
  winnerFulfillment: true,
  winnerReputationLevel: 5,
  reason: null,
  tips: [{ code: 'price', values: { amount: 12.9, price: 117 } }],
  highestPrice: 134.9,
};

const show = (Page: ComponentType) => {
  const api = fakeApi({
    '/v1/buybox/query': { content: [listing], totalElements: 1, counts: { all: 1 } },
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
});

it('says what it takes to win, and what a unit would leave', async () => {
  show(BuyboxPage);
  expect(await screen.findByText('Dentro do mínimo')).toBeTruthy();
  expect(screen.getByText(/21,30 por unidade/)).toBeTruthy();
  expect(screen.getByText('3º de 5')).toBeTruthy();
  expect(screen.getByText(/^Baixar R\$\s12,90$/)).toBeTruthy();
});

it('shows the best competitor of a listing, whoever has the buybox', async () => {
  show(OutsideBuyboxPage);
  expect(await screen.findByText('Garrafa térmica')).toBeTruthy();
  expect(screen.getByText(/118,40/)).toBeTruthy();
});
