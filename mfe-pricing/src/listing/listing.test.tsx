import type { ListingHealth, Variations } from '@primazia/backend/catalog/contract';
import { problem } from '@primazia/backend/catalog/problems';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, refusal, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { ListingDialogs, ListingInList } from '../listing-list/listing-dialogs.tsx';
import { listing as priced } from '../testing/rules.ts';
import { ATTRIBUTES, HEALTH_CATEGORIES, HEALTH_ITEMS } from './words.ts';

const HEALTH = '/listing/sku/{sku}/sku-marketplace/{skuMarketplace}/health';
const VARIATIONS = '/v1/listings/variations/{listingId}';

const listing: PricedListing = {
  ...priced,
  healthScore: 40,
  groupType: 'relation',
  buyboxStatus: 'LOSING',
  bestRivalPrice: 95.5,
};

const item = (code: string, type: boolean, message: string | null = null) => ({
  code,
  type,
  description: `Descrição de ${code}`,
  message,
});
const health: ListingHealth = {
  id: 7,
  health: 'LOW',
  score: 40,
  totalHealth: 5,
  totalHealthCompleted: 2,
  categories: [
    {
      name: 'PICTURES',
      descriptions: [
        item('main_product_image_locator', true),
        item('HAS_CLIP', false, 'Grave um vídeo.'),
      ],
    },
    { name: 'Condições', descriptions: [item('A', false), item('B', true), item('C', false)] },
  ],
};
const variations: Variations = {
  headers: ['COLOR', 'FABRIC_WEIGHT', 'Gravura'],
  data: [
    {
      sku: 'A-1',
      skuMarketplace: 'MLB1',
      attrs: { COLOR: 'Azul', Gravura: 'Sol' },
      stock: 3,
      price: 100,
      listingId: null,
    },
    {
      sku: null,
      skuMarketplace: 'MLB2',
      attrs: { COLOR: 'Verde', FABRIC_WEIGHT: '200 g' },
      stock: 1_000,
      price: null,
      listingId: 9,
    },
    // Sold by a listing that the last sync did not contain yet.
    { sku: 'A-3', skuMarketplace: 'MLB3', attrs: {}, stock: 2, price: 100, listingId: null },
  ],
};

function show(answers: Record<string, unknown>, of: PricedListing = listing) {
  const api = fakeApi(answers);
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <ListingDialogs>
        <ListingInList listing={of} />
      </ListingDialogs>
    </Stage>,
  );
  return api;
}
const press = async (name: RegExp) =>
  await userEvent.click(await screen.findByRole('button', { name }));
const fails = (status: number, code: string, detail?: string) => () => {
  throw new ApiError('problem', { status, code, ...(detail === undefined ? {} : { detail }) });
};

/** A call to a marketplace that does not answer is retried after some time. */
configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);

describe('the health of a listing', () => {
  it('shows how much is done, and what is missing first', async () => {
    const api = show({ [HEALTH]: health });
    await press(/saúde 40 de 100/);
    expect(
      await screen.findByRole('img', { name: 'Saúde 40%: 2 de 5 itens concluídos' }),
    ).toBeTruthy();
    expect(api.calls[0]?.input).toEqual({
      params: { sku: 'A-1', skuMarketplace: 'MLB1' },
      query: { accountId: 1 },
    });
    expect(screen.getByText('Precisa melhorar')).toBeTruthy();
    const dialog = screen.getByRole('dialog');
    const said = within(dialog)
      .getAllByRole('listitem')
      .map((one) => one.textContent);
    expect(said).toEqual([
      'FaltaDescrição de HAS_CLIPGrave um vídeo.',
      // Known codes have texts.
      'FeitoImagem principal',
      'FaltaDescrição de A',
      'FaltaDescrição de C',
      'FeitoDescrição de B',
    ]);
    const headings = within(dialog).getAllByRole('heading', { level: 3 });
    expect(headings.map((one) => one.textContent)).toEqual(['Imagens1 de 2', 'Condições1 de 3']);
  });

  it('that was not computed is zero, with a notice', async () => {
    const nothing = { ...health, health: 'UNPROCESSED', score: 0, totalHealth: 0, categories: [] };
    show(
      { [HEALTH]: { ...nothing, totalHealthCompleted: 0 } },
      { ...listing, healthScore: null, sku: null },
    );
    await press(/saúde não calculada/);
    expect(await screen.findByText('O marketplace ainda não calculou a saúde')).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Saúde 0%/ })).toBeTruthy();
  });

  it('is requested with a dash if the listing has no SKU', async () => {
    const api = show({ [HEALTH]: health }, { ...listing, sku: null });
    await press(/saúde 40/);
    await waitFor(() =>
      expect(api.calls[0]?.input).toMatchObject({ params: { sku: '-', skuMarketplace: 'MLB1' } }),
    );
  });

  const refused = () => {
    throw refusal(problem('listing_not_found'));
  };
  const failures: [string, () => never, string, boolean][] = [
    ['404 with a detail', fails(404, 'health_not_told', 'Not measured'), 'Not measured', true],
    ['400 with a detail', fails(400, 'health_not_told', 'Bad item'), 'Bad item', true],
    ['404 without', refused, 'Um dos anúncios não existe mais.', true],
    ['401', fails(401, 'unauthorized'), 'Sua sessão terminou. Entre de novo.', false],
    [
      '409',
      fails(409, 'account_inactive'),
      'Algo deu errado. Tente de novo; se continuar, fale com o suporte.',
      true,
    ],
  ];
  for (const [name, failure, text, mayRetry] of failures)
    it(`that fails with a ${name} gives the reason`, async () => {
      show({ [HEALTH]: failure });
      await press(/saúde 40/);
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Tentar de novo' }) !== null).toBe(mayRetry);
    });
});

describe('the variations of a listing', () => {
  it('are in a table with their attributes, next to pricing’s data of the listing', async () => {
    show({ [VARIATIONS]: variations });
    await press(/: variações/);
    const table = await screen.findByRole('table');
    const cells = (row: HTMLElement) =>
      [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));
    const rows = within(table).getAllByRole('row').map(cells);
    expect(rows).toEqual([
      ['SKU', 'Cor', 'Fabric weight', 'Gravura', 'Preço', 'Estoque'],
      ['A-1 (este anúncio)', 'Azul', '—', 'Sol', 'R$ 100,00', '3'],
      ['MLB2', 'Verde', '200 g', '—', '—', '1.000'],
      ['A-3', '—', '—', '—', 'R$ 100,00', '2'],
      ['3 variações', '1.005'],
    ]);
    const other = within(table).getByRole('link', { name: 'MLB2' });
    expect(other.getAttribute('href')).toContain('listingId=9');
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('No buybox');
    const cards = within(dialog).getAllByRole('heading', { level: 3 });
    expect(cards.map((one) => one.textContent)).toEqual(['Preço', 'Regra', 'Monitoramento']);
    expect(dialog.textContent).toContain('Perdendo');
  });

  it('that do not exist keep the cards, with a notice', async () => {
    show({ [VARIATIONS]: { headers: [], data: [] } });
    await press(/: variações/);
    expect(await screen.findByText('Este anúncio não tem variações')).toBeTruthy();
  });

  it('that cannot be read report that, and are retried', async () => {
    let isBroken = true;
    const broken = fails(503, 'marketplace_unavailable');
    show({ [VARIATIONS]: () => (isBroken ? broken() : variations) });
    await press(/: variações/);
    expect(await screen.findByText('As variações não carregaram.')).toBeTruthy();
    isBroken = false;
    await press(/Tentar de novo/);
    expect(await screen.findByRole('table')).toBeTruthy();
  });
});

it('each code with a text has it in every language', () => {
  for (const { listing: texts } of [pt, en, es]) {
    expect(Object.keys(texts.attribute).sort()).toEqual([...ATTRIBUTES].sort());
    expect(Object.keys(texts.health.category).sort()).toEqual([...HEALTH_CATEGORIES].sort());
    expect(Object.keys(texts.health.item).sort()).toEqual([...HEALTH_ITEMS].sort());
  }
});
