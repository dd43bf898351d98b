import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { Competitor } from './competitor.tsx';

afterEach(cleanup);

const profile = {
  marketplaceId: 2,
  sellerId: '81',
  sellerName: 'Casa Norte',
  countryCodes: ['BR'],
  listings: 3,
  present: 2,
  firstSeenAt: '2026-04-01T12:00:00Z',
  lastSeenAt: '2026-05-04T12:00:00Z',
  countedAt: '2026-05-04T12:00:00Z',
  lowest: {
    listingId: 7,
    title: 'Garrafa térmica',
    price: 99.9,
    currencyCode: 'BRL',
    at: '2026-04-20T12:00:00Z',
  },
  following: {
    from: '2026-04-05T12:00:00Z',
    to: '2026-05-04T12:00:00Z',
    listings: 2,
    changes: 10,
    followed: 8,
    share: 0.8,
    medianMinutes: 90,
  },
  taken: { times: 4, listings: 2, hours: 31.5, gapPercent: 5.2 },
};

const contested = {
  listingId: 7,
  title: 'Garrafa térmica',
  imageUrl: null,
  skuMarketplace: 'MLB7',
  currencyCode: 'BRL',
  price: 129.9,
  source: 'market',
  isPresent: true,
  rivalPrice: 119.9,
  gapPercent: 8.3,
  hasBuybox: true,
  lowestPrice: 99.9,
  lowestAt: '2026-04-20T12:00:00Z',
  firstSeenAt: '2026-04-01T12:00:00Z',
  observedAt: '2026-05-04T12:00:00Z',
};

const show = (shown: object) => {
  const api = fakeApi({
    '/v1/sellers/{marketplaceId}/{sellerId}': shown,
    '/v1/sellers/{marketplaceId}/{sellerId}/listings': {
      content: [contested],
      totalElements: 1,
      totalPages: 1,
    },
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <Competitor marketplaceId={2} sellerId="81" />
    </Stage>,
  );
};

it('shows where a competitor competes, and how it follows', async () => {
  show(profile);
  expect(await screen.findByRole('heading', { name: 'Casa Norte' })).toBeTruthy();
  expect(screen.getByText('80%')).toBeTruthy();
  expect(screen.getByText('8 de 10 alterações suas')).toBeTruthy();
  expect(screen.getByText('1,5 h')).toBeTruthy();
  expect(await screen.findByText('Tem o buybox')).toBeTruthy();
});

it('shows neither a follow rate with too few changes, nor an unreported name', async () => {
  const following = {
    ...profile.following,
    changes: 2,
    followed: 2,
    share: null,
    medianMinutes: null,
  };
  show({ ...profile, sellerName: '', following });
  expect(await screen.findByRole('heading', { name: 'Vendedor sem nome informado' })).toBeTruthy();
  expect(screen.getAllByText('Desconhecido')).toHaveLength(2);
  expect(screen.queryByText('100%')).toBeNull();
  expect(screen.getByText(/não informa o nome deste vendedor/)).toBeTruthy();
});
