import type { PricedListing } from '@primazia/backend/pricing/contract';
import { ApiError } from '@primazia/kit';
import { fakeApi, Stage } from '@primazia/kit/testing';
import { DialogContainer } from '@primazia/kit/ui';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { listing } from '../testing/rules.ts';
import { ListingPicker } from './listing-picker.tsx';

const candidate = (id: number, part: Partial<PricedListing> = {}): PricedListing => ({
  ...listing,
  id,
  title: `Bule ${id}`,
  ...part,
});
const LISTINGS = [
  candidate(1),
  candidate(2),
  candidate(3, { countryCode: 'MX', currencyCode: 'MXN' }),
  candidate(4),
];

async function opened(
  part: Partial<Parameters<typeof ListingPicker>[0]> = {},
  listings = LISTINGS,
) {
  const api = fakeApi({
    '/v2/rules/listings/query': ({ query }: { query: { search?: string } }) => {
      if (query.search === 'falha') throw new ApiError('problem', { status: 404, code: 'gone' });
      return {
        content: query.search === 'nada' ? [] : listings,
        totalElements: 4,
        totalPages: 1,
        size: 30,
        number: 0,
        numberOfElements: 4,
        counts: { all: 4, losing: 0, at_minimum: 0, no_rule: 4, failed: 0 },
        isEstimate: false,
      };
    },
  });
  const onAdd = rs.fn();
  render(
    <Stage api={api} resources={{ pt, en, es }}>
      <DialogContainer onDismiss={() => {}}>
        <ListingPicker
          title="Adicionar anúncios"
          text="Sem regra"
          tab="no_rule"
          taken={[]}
          countryCode={null}
          most={1_000}
          onAdd={onAdd}
          onClose={() => {}}
          {...part}
        />
      </DialogContainer>
    </Stage>,
  );
  if (listings.length > 0) await screen.findByRole('checkbox', { name: 'Selecionar: Bule 1' });
  const box = (id: number) => screen.getByRole('checkbox', { name: `Selecionar: Bule ${id}` });
  const idsAdded = () =>
    onAdd.mock.calls.flatMap(([added]) => (added as PricedListing[]).map(({ id }) => id));
  return { api, box, idsAdded };
}

afterEach(cleanup);

describe('choosing the listings of a rule', () => {
  it('takes several, and refuses another country with why', async () => {
    const { api, box, idsAdded } = await opened();
    expect(api.calls[0]).toMatchObject({ input: { query: { tab: 'no_rule' } } });
    expect(box(3)).toHaveProperty('disabled', false);
    await userEvent.click(box(1));
    expect(box(3)).toHaveProperty('disabled', true);
    const row = box(3).closest('li');
    expect(row?.textContent).toContain('É de outro país (México)');
    await userEvent.click(box(4));
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar 2 anúncios' }));
    expect(idsAdded()).toEqual([1, 4]);
  });

  it('selects a page at once, up to the limit of a rule', async () => {
    const { box, idsAdded } = await opened({ taken: [4], countryCode: 'BR', most: 2 });
    expect(box(4)).toHaveProperty('disabled', true);
    expect(
      within(box(4).closest('li') as HTMLElement).getByText('Já está escolhido.'),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Escolher o desta página' }));
    expect(screen.getByText(/^O limite de 2 anúncios foi atingido/)).toBeTruthy();
    expect(box(2)).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar 1 anúncio' }));
    expect(idsAdded()).toEqual([1]);
  });

  it('reports a failed search in place of the previous listings', async () => {
    await opened();
    await userEvent.type(screen.getByRole('searchbox'), 'falha');
    expect(await screen.findByText('Não foi possível carregar')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('gives the reason if there is nothing to select', async () => {
    await opened({}, []);
    expect(await screen.findByText('Nenhum anúncio sem regra')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'nada');
    expect(await screen.findByText(/^Mude a busca\. Anúncios que já têm regra/)).toBeTruthy();
    cleanup();
    await opened({ tab: 'all' });
    await userEvent.type(screen.getByRole('searchbox'), 'nada');
    expect(await screen.findByText('Mude a busca.')).toBeTruthy();
  });
});
