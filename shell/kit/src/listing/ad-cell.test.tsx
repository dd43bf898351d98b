import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stage } from '../../testing/stage.tsx';
import { AdCell, type AdCellProps, type AdOfCell } from './ad-cell.tsx';

const ad: AdOfCell = {
  title: 'Chaleira',
  link: 'https://shop.example/1',
  imageUrl: null,
  marketplaceId: 2,
  accountName: 'Casa Aurora',
  sku: 'CHA-1',
  skuMarketplace: 'MLB1',
  catalogProductId: null,
};
const whole: AdOfCell = {
  ...ad,
  status: 'ENABLED',
  stock: 1_234,
  healthScore: 72,
  groupType: 'variation',
  variation: 'Azul, 220V',
  channels: ['marketplace', 'mshops'],
  tags: ['full', 'catalog'],
  promotionStatus: 'started',
};

async function show(listing: AdOfCell, more: Partial<AdCellProps> = {}) {
  render(
    <Stage>
      <AdCell listing={listing} {...more} />
    </Stage>,
  );
  await screen.findByText(listing.title);
  return document.querySelector<HTMLElement>('.pz-ad')!;
}

afterEach(cleanup);

describe('a listing in a list', () => {
  it('shows all that distinguishes it from others', async () => {
    const cell = await show(whole, { onHealth: () => {}, onVariations: () => {} });
    const link = screen.getByRole('link', { name: /Chaleira/ });
    expect(link.getAttribute('href')).toBe('https://shop.example/1');
    for (const text of ['MLB1', '1.234 un.', 'Full', 'Catálogo', 'Promoção', 'Azul, 220V'])
      expect(cell.textContent).toContain(text);
    for (const text of ['SKU CHA-1', 'Mercado Livre', 'Casa Aurora'])
      expect(cell.textContent).toContain(text);
    expect(cell.querySelector('.pz-ad-facts')?.getAttribute('title')).toBe(
      'Fora do buybox · Full · Catálogo · No marketplace · Na loja Mercado Shops · Azul, 220V · SKU CHA-1 · Mercado Livre · Casa Aurora',
    );
    for (const name of ['Ativo', 'No marketplace', 'Na loja Mercado Shops'])
      expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it('opens its health and its variations', async () => {
    const [onHealth, onVariations] = [rs.fn(), rs.fn()];
    await show(whole, { onHealth, onVariations });
    await userEvent.click(
      screen.getByRole('button', { name: 'Chaleira: saúde 72 de 100, média. Ver detalhes' }),
    );
    expect(onHealth).toHaveBeenCalledTimes(1);
    await userEvent.click(
      screen.getByRole('button', { name: 'Chaleira: variações. Fora do buybox' }),
    );
    expect(onVariations).toHaveBeenCalledTimes(1);
  });

  const bands: [number | null, string, string][] = [
    [null, '—', 'Saúde: não calculada'],
    [0, '0', 'Saúde: 0 de 100, baixa, precisa melhorar'],
    [50, '50', 'Saúde: 50 de 100, baixa, precisa melhorar'],
    [59, '59', 'Saúde: 59 de 100, média, precisa melhorar'],
    [60, '60', 'Saúde: 60 de 100, média'],
    [80, '80', 'Saúde: 80 de 100, alta'],
  ];
  for (const [healthScore, shown, name] of bands)
    it(`with a health of ${healthScore} has no link if nothing can be opened`, async () => {
      await show({ ...whole, healthScore });
      expect(screen.getByRole('img', { name }).textContent).toBe(shown);
      expect(screen.queryByRole('button')).toBeNull();
    });

  const dots: [AdOfCell['status'] & string, string, boolean][] = [
    ['ENABLED', 'Ativo', false],
    ['REVIEW', 'Em revisão', false],
    ['PAUSED', 'Pausado', true],
    ['INACTIVE', 'Inativo', true],
    ['ARCHIVED', 'Arquivado', true],
  ];
  for (const [status, word, isOff] of dots)
    it(`that is ${status} has ${isOff ? 'a red dot with its word' : 'a green dot'}`, async () => {
      const cell = await show({ ...whole, status });
      const dot = screen.getByRole('img', { name: word });
      expect(dot.classList.contains('pz-dot-off')).toBe(isOff);
      expect(within(cell).queryByText(word) !== null).toBe(isOff);
    });

  it('leaves out unknown data', async () => {
    const cell = await show(ad);
    expect(screen.queryAllByRole('img').map((one) => one.getAttribute('aria-label'))).toEqual([
      'abre em outra aba',
    ]);
    expect(cell.textContent).toBe('ChaleiraMLMLB1SKU CHA-1Mercado LivreCasa Aurora');
  });
});
