import { type Competitor, CRITERIA } from '@primazia/backend/monitoring/contract';
import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { Comparison } from './comparison.tsx';
import { Competitors } from './competitors.tsx';

afterEach(cleanup);

const own = {
  position: null,
  isWinner: false,
  available: true,
  condition: 'new' as const,
  price: 129.9,
  shippingPrice: 0,
  shippingReported: false,
  totalPrice: 129.9,
  fulfillment: null,
  shippingTimeHours: null,
  reputation: '4_light_green',
  reputationLevel: 4,
  listingTypeId: 'gold_pro',
  freeInstallments: true,
  acceptsPaymentMethod: null,
  onCatalog: true,
  isMostSold: null,
  rate: null,
  hasDealOfTheDay: null,
};
const better = Object.fromEntries(
  CRITERIA.map((name) => [name, name === 'price' ? 'rival' : 'unknown']),
) as Competitor['better'];
const competitor = (id: string, sellerName: string, price: number): Competitor => ({
  ...own,
  id,
  sellerId: id,
  sellerName,
  price,
  totalPrice: price,
  marketplaceId: 2,
  link: null,
  suspicion: null,
  isWinner: id === 'A',
  better,
});
const competitors = [
  competitor('A', 'Casa Norte', 119.9),
  competitor('B', 'Loja Sul', 120),
  competitor('C', 'Leste', 121),
  competitor('D', '', 122),
];
const listing = { currencyCode: 'BRL', countryCode: 'BR', marketplaceId: 2 } as MonitoredListing;

it('holds us against the winner and the chosen competitors by all criteria', async () => {
  render(
    <Stage api={fakeApi({})} resources={{ pt, en, es }}>
      <Comparison listing={listing} market={{ own, competitors }} />
    </Stage>,
  );
  const table = await screen.findByRole(
    'table',
    { name: 'Comparação das ofertas' },
    { timeout: 10_000 },
  );
  // 13 criteria, the condition and the head.
  expect(within(table).getAllByRole('row')).toHaveLength(15);
  expect(within(table).getAllByRole('columnheader')).toHaveLength(5);
  const shipping = within(table)
    .getByRole('rowheader', { name: /^Frete/ })
    .closest('tr');
  expect(shipping?.textContent).toContain('Não informado');
  // What the marketplace does not report is no zero.
  const ratings = within(table).getByRole('rowheader', { name: 'Avaliações' }).closest('tr');
  expect(ratings?.textContent).toBe(`Avaliações${'Não informado'.repeat(4)}`);
  await userEvent.click(
    screen.getByRole('checkbox', { name: /^Vendedor sem nome informado · R\$/ }),
  );
  await userEvent.click(screen.getByRole('checkbox', { name: /^Loja Sul · R\$/ }));
  const heads = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  expect(heads.some((text) => text?.includes('Loja Sul'))).toBe(false);
  expect(heads.some((text) => text?.includes('Vendedor sem nome informado'))).toBe(true);
});

it('shows what each marketplace reports of competitors', async () => {
  render(
    <Stage api={fakeApi({})} resources={{ pt, en, es }}>
      <Comparison listing={listing} market={{ own, competitors }} />
    </Stage>,
  );
  await userEvent.click(await screen.findByText('O que cada marketplace informa dos concorrentes'));
  const table = within(
    screen.getByRole('region', { name: 'O que cada marketplace informa dos concorrentes' }),
  );
  const price = table.getByRole('rowheader', { name: 'Preço' }).closest('tr');
  expect(price?.textContent).toBe('PreçoSempreSempre');
  const rate = table.getByRole('rowheader', { name: 'Avaliações' }).closest('tr');
  expect(rate?.textContent).toBe('AvaliaçõesNão informaNão informa');
});

it('shows the reputation of each seller in the colour of its level and in words', async () => {
  const unrated = { ...competitor('B', 'Loja Sul', 120), reputation: null, reputationLevel: null };
  const market = {
    state: 'ready',
    observedAt: null,
    own,
    competitors: [competitor('A', 'Casa Norte', 119.9), unrated],
  };
  render(
    <Stage
      api={fakeApi({ '/v1/buybox/{listingId}/competitors': market })}
      resources={{ pt, en, es }}
    >
      <Competitors listing={{ ...listing, id: 7 }} />
    </Stage>,
  );
  const sellers = within(await screen.findByRole('region', { name: pt.market.competitors }));
  const level = await sellers.findByText('4 de 5', undefined, { timeout: 10_000 });
  expect(level.parentElement?.querySelector('[data-level="4"]')).toBeTruthy();
  const unknown = sellers.getByRole('rowheader', { name: 'Loja Sul' }).closest('tr');
  expect(unknown?.cells[4]?.textContent).toBe('Não informado');
});
