import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { Watched } from './watched.tsx';

afterEach(cleanup);

const competitor = {
  id: 3,
  listingId: 7,
  marketplaceId: 2,
  countryCode: 'BR',
  productId: 'MLB52135607',
  itemId: null,
  sellerId: null,
  link: 'https://www.mercadolivre.com.br/p/MLB52135607',
  title: 'Celular Moto G84',
  brand: 'Motorola',
  imageUrl: null,
  state: 'ready',
  message: 'Monitorado.',
  isPaused: false,
  comparison: 'SIMILAR',
  decidedBy: null,
  evidence: [
    { code: 'same_model', isAgainst: false, text: 'Mesmo modelo G84' },
    {
      code: 'other_colour',
      isAgainst: true,
      text: 'Cores diferentes: o seu é azul, o outro preto',
    },
  ],
  mayConfirm: true,
  offer: {
    sellerId: '9',
    sellerName: 'Loja Nove',
    price: 899.9,
    shippingPrice: null,
    shippingTimeHours: null,
    fulfillment: null,
    reputation: null,
    listingTypeId: null,
    condition: 'new',
  },
  source: 'api',
  seenAt: '2026-05-04T12:00:00Z',
  isAged: false,
  countsInRules: true,
  nextPollAt: null,
};

function show(competitors: object[] = [competitor]) {
  const api = fakeApi({
    '/v1/competitors/{listingId}/watched': { competitors },
    '/v1/competitors/matching/precision': {
      precisions: [{ basis: 'text', accepted: 3, refused: 1, precision: 0.75 }],
    },
  });
  const listing = { id: 7, currencyCode: 'BRL' } as MonitoredListing;
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Watched listing={listing} />
    </Stage>,
  );
  return api;
}

it('shows a competitor’s price, its source, and the evidence for and against it', async () => {
  show();
  const one = await screen.findByRole('listitem', { name: 'Celular Moto G84' });
  expect(within(one).getByText(/899,90/)).toBeTruthy();
  expect(within(one).getByText('Loja Nove')).toBeTruthy();
  expect(within(one).getByText('Produto similar')).toBeTruthy();
  expect(within(one).getByText('As regras o consideram.')).toBeTruthy();
  expect(within(one).getByText(/^Contra: Cores diferentes/)).toBeTruthy();
  expect(await screen.findByText(/3 de 4 aceitas \(75%\)/)).toBeTruthy();
});

it('offers to confirm a match only where nothing forbids it', async () => {
  show([{ ...competitor, mayConfirm: false }]);
  await screen.findByText('Celular Moto G84');
  expect(screen.queryByRole('button', { name: 'É o mesmo produto' })).toBe(null);
  cleanup();
  show();
  expect(await screen.findByRole('button', { name: 'É o mesmo produto' })).toBeTruthy();
});

it('explains a state, and asks before it removes', async () => {
  const message = 'O anúncio monitorado está pausado ou sem estoque.';
  show([{ ...competitor, state: 'paused_or_out_of_stock', message, countsInRules: false }]);
  expect(await screen.findByText(message)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remover' }));
  expect(await screen.findByRole('button', { name: 'Sim, remover' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Não' })).toBeTruthy();
});
