import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { ListingsPage } from './listings.tsx';

afterEach(cleanup);

it('lists what the API answers', async () => {
  const listing = { id: 7, title: 'Garrafa térmica', price: 129.9, currencyCode: 'BRL', stock: 4 };
  const api = fakeApi({
    '/v2/rules/listings/query': { content: [listing], totalElements: 1, counts: { all: 1 } },
  });
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <ListingsPage />
    </Stage>,
  );
  expect(await screen.findByText('Garrafa térmica')).toBeTruthy();
  expect(screen.getByText(/129,90/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Anúncios' })).toBeTruthy();
});
