import type { ComparedMarket, Competitor } from '@primazia/backend/monitoring/contract';
import { ApiError, type Session } from '@primazia/kit';
import { fakeApi, fakeSession, Stage } from '@primazia/kit/testing';
import { DialogContainer } from '@primazia/kit/ui';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { compared, competitor } from '../testing/competitors.ts';
import { listing } from '../testing/rules.ts';
import { CompetitorsDialog } from './competitors-dialog.tsx';

afterEach(cleanup);

const PATH = '/v1/buybox/{listingId}/competitors';
const WINNER = competitor(
  'Casa Rápida',
  { price: 'rival', totalPrice: 'rival', reputation: 'own', shippingTime: 'equal' },
  {
    isWinner: true,
    position: 1,
    price: 98,
    shippingPrice: 0,
    totalPrice: 98,
    link: 'https://www.mercadolivre.com.br/p/MLB1',
  },
);
const OTHER = competitor('Ótica', { price: 'own' }, { available: false, position: 5, price: 120 });

/** The dialog of a listing, answered by what a search makes of it. */
async function open(
  answer: (searchValue: string) => ComparedMarket,
  rule = listing.rule,
  session: Partial<Session> = {},
) {
  const searches: string[] = [];
  const decided: unknown[] = [];
  const api = fakeApi({
    '/v1/buybox/{listingId}/suspect-price': ({ body }: { body?: unknown }) => {
      decided.push(body);
      return { decision: (body as { decision: string }).decision };
    },
    [PATH]: ({ body }: { body?: unknown }) => {
      const { searchValue } = body as { searchValue: string };
      searches.push(searchValue);
      return answer(searchValue);
    },
  });
  const onClose = rs.fn();
  render(
    <Stage api={api} resources={{ pt, en, es }} session={fakeSession(session)}>
      <DialogContainer onDismiss={onClose}>
        <CompetitorsDialog listing={{ ...listing, rule }} onClose={onClose} />
      </DialogContainer>
    </Stage>,
  );
  await screen.findByRole('dialog', { name: 'Você e os concorrentes' });
  return { searches, decided, onClose };
}

const rowOf = async (criterion: RegExp) => {
  const table = await screen.findByRole(
    'table',
    { name: 'Comparação das ofertas' },
    { timeout: 10_000 },
  );
  const header = within(table).getByRole('rowheader', { name: criterion });
  const cells = within(header.closest('tr') as HTMLElement).getAllByRole('cell');
  return cells.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
};

describe('the comparison of a listing with its competitors', () => {
  it('shows in each criterion all values, and who is better', async () => {
    await open(() => compared({ competitors: [WINNER, OTHER], total: 2 }));
    expect(await rowOf(/^Preço$/)).toEqual([
      'R$ 100,00',
      'R$ 98,00O concorrente é melhor',
      'R$ 120,00Você é melhor',
    ]);
    expect((await rowOf(/^Frete$/))[1]).toBe('Grátis');
    expect(await rowOf(/^Prazo de envio/)).toEqual([
      '2 dias e 4 h',
      '2 dias e 4 h=Igual',
      '2 dias e 4 h',
    ]);
    expect((await rowOf(/^Reputação/))[1]).toBe('4 de 5Você é melhor');
    expect((await rowOf(/^Tipo de anúncio/))[0]).toBe('Clássico');
    expect((await rowOf(/^Enviado pelo marketplace/))[0]).toBe('Não');
  });

  it('names the sellers, with the winner, a page where there is one, and how often each is better', async () => {
    await open(() => compared({ competitors: [WINNER, OTHER], total: 2 }));
    const [, own, winner, other] = await screen.findAllByRole('columnheader');
    expect(own?.textContent).toContain('Sua oferta');
    expect(winner?.textContent).toContain('Tem o buybox');
    expect(winner?.textContent).toContain('Melhor que você em 2 de 4');
    expect(
      within(winner as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(WINNER.link);
    expect(other?.textContent).toContain('Pausada');
    expect(within(other as HTMLElement).queryByRole('link')).toBeNull();
  });

  it('shows an unnamed seller, with a link to the shop', async () => {
    const unnamed = competitor('', {}, { sellerId: 'A1/CODE', marketplaceId: 1 });
    await open(() => compared({ competitors: [unnamed, OTHER], total: 2 }));
    const [, , seller, other] = await screen.findAllByRole('columnheader');
    expect(seller?.textContent).toContain('Vendedor sem nome informado');
    expect(seller?.textContent).not.toContain('CODE');
    const shop = within(seller as HTMLElement).getByRole('link', { name: /Ver a loja/ });
    expect(shop.getAttribute('href')).toBe('https://amazon.example/sp?seller=A1%2FCODE');
    expect(within(other as HTMLElement).queryByRole('link')).toBeNull();
  });

  it('leaves out criteria that the marketplace does not report, with a notice', async () => {
    await open(() => compared({ competitors: [WINNER], total: 1 }));
    await rowOf(/^Preço$/);
    expect(screen.queryByRole('rowheader', { name: /Oferta do dia/ })).toBeNull();
    expect(screen.getByText(/não informa: .*avaliações, oferta do dia\./)).toBeTruthy();
  });

  it('finds a competitor by name on the server', async () => {
    const { searches } = await open((search) =>
      compared({ competitors: search === 'nada' ? [] : [WINNER], total: 2 }),
    );
    await userEvent.type(await screen.findByRole('searchbox'), 'nada');
    expect(await screen.findByText('Nenhum concorrente com este nome')).toBeTruthy();
    expect([searches[0], searches.at(-1)]).toEqual(['', 'nada']);
    expect(screen.getByText('0 de 2')).toBeTruthy();
  });

  it('reports a failed search, and keeps the field for another one', async () => {
    let isDown = false;
    await open(() => {
      if (isDown) throw new ApiError('problem', { status: 409, code: 'busy' });
      return compared({ competitors: [WINNER], total: 2 });
    });
    const field = await screen.findByRole('searchbox');
    isDown = true;
    await userEvent.type(field, 'casa');
    expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
    expect(screen.queryByText('1 de 2')).toBeNull();
    expect(document.activeElement).toBe(field);

    // The previous results are shown again, and are not requested again.
    await userEvent.clear(field);
    expect(await screen.findByText('1 de 2')).toBeTruthy();
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    isDown = false;
    await userEvent.click(again);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull(),
    );
  });
});

describe('a suspect price', () => {
  const fake = competitor('Loja Nova', {}, { suspicion: 'suspect', price: 50, id: 'F' });
  const answer = (suspicion: Competitor['suspicion']) => () =>
    compared({ competitors: [WINNER, { ...fake, suspicion }], total: 2 });

  it('has a warning, and is confirmed or refused at the price that is shown', async () => {
    const { decided } = await open(answer('suspect'));
    expect(await screen.findByText('Preço suspeito')).toBeTruthy();
    expect(screen.getByText(/até uma segunda consulta confirmar/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^O preço é real: Loja Nova/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Não considerar: Loja Nova/ }));
    const said = { marketplaceId: 2, sellerId: 'Loja Nova', price: 50 };
    await waitFor(() =>
      expect(decided).toEqual([
        { ...said, decision: 'confirmed' },
        { ...said, decision: 'refused' },
      ]),
    );
  });

  it('can still be confirmed once it was refused', async () => {
    await open(answer('refused'));
    expect(await screen.findByText('Preço recusado')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^O preço é real/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Não considerar/ })).toBeNull();
  });

  it('cannot be decided with read permission only', async () => {
    await open(answer('suspect'), listing.rule, {
      token: `e30.${btoa(JSON.stringify({ role: 'analyst' }))}.x`,
    });
    expect(await screen.findByText('Preço suspeito')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Loja Nova/ })).toBeNull();
  });
});

describe('a market without its offers', () => {
  it('shows what is no longer reported, and what still is', async () => {
    await open(() =>
      compared({
        reportsOffers: false,
        buybox: { status: 'LOSING', priceToWin: 97, reason: null, winnerPrice: 98 },
        boosts: [
          { boost: 'fulfillment', own: false, winner: true },
          { boost: 'free_shipping', own: true, winner: null },
        ],
      }),
    );
    expect(await screen.findByText(/não informa mais quem vende este produto/)).toBeTruthy();
    expect(screen.getByText(/Preço de quem tem o buybox: R\$.98,00/)).toBeTruthy();
    const table = screen.getByRole('table', { name: /além do preço/ });
    const row = within(table).getByRole('rowheader', {
      name: 'Envio pelo depósito do marketplace',
    });
    const cells = within(row.closest('tr') as HTMLElement).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['Não', 'Sim']);
    expect(screen.queryByText('Ninguém mais vende este produto')).toBeNull();
  });

  it('shows no shipping, and no total, that is not reported', async () => {
    const unknown = { ...OTHER, shippingPrice: 0, shippingReported: false };
    await open(() => compared({ competitors: [WINNER, unknown], total: 2 }));
    expect((await rowOf(/^Frete$/))[2]).toBe('Não informado');
    expect((await rowOf(/^Preço total/))[2]).toBe('Não informado');
  });
});

describe('the tips', () => {
  const tips: ComparedMarket['tips'] = [
    { code: 'price', values: { amount: 3, price: 97 } },
    { code: 'shipping_time', values: { hours: 30, seller: 'Casa Rápida' } },
    {
      code: 'reputation',
      values: { own: '4_light_green', rival: '5_green', seller: 'Casa Rápida' },
    },
    { code: 'not_eligible', values: {} },
  ];
  const texts = () =>
    screen.getAllByRole('listitem').map((item) => item.textContent?.replaceAll('\u00a0', ' '));

  it('show in words and numbers what is missing, and the limit of the rule', async () => {
    const rule = {
      id: 1,
      name: 'Chaleira',
      status: 'enabled',
      competition: 'BUYBOX',
      strategy: 'WIN',
      origin: 'own',
      minimumBy: 'AMOUNT',
      minPrice: 99,
      maxPrice: null,
      requiresApproval: false,
    } as const;
    await open(() => compared({ tips, competitors: [WINNER], total: 1 }), rule);
    expect(await screen.findByRole('heading', { name: 'O que falta para o buybox' })).toBeTruthy();
    expect(texts()).toEqual([
      'Baixe R$ 3,00: o marketplace informa que você ganha com R$ 97,00.Sua regra não chega lá: o mínimo dela é R$ 99,00.',
      'Casa Rápida envia 1 dia e 6 h antes de você.',
      'A reputação de Casa Rápida é melhor que a sua: 5 de 5 contra 4 de 5.',
      'O Mercado Livre não dá destaque a esta oferta agora. Verifique lá a saúde da sua conta.',
    ]);
  });

  it('show how far the price could rise while the offer wins', async () => {
    await open(() =>
      compared({
        buybox: { status: 'WINNING', priceToWin: 103, reason: null, winnerPrice: 100 },
        tips: [{ code: 'room_to_raise', values: { amount: 3, price: 103 } }],
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Você tem o buybox' })).toBeTruthy();
    expect(texts()[0]).toContain('você continua ganhando até R$ 103,00');
  });
});

describe('a listing with little data', () => {
  const empty = { competitors: [], total: 0 };

  it('waits for its first check', async () => {
    await open(() =>
      compared({ ...empty, state: 'not_monitored', observedAt: null, buybox: null }),
    );
    expect(await screen.findByText('Buscando dados, tente novamente mais tarde.')).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('is paused, and shows what was last seen', async () => {
    await open(() => compared({ state: 'paused', competitors: [WINNER], total: 1 }));
    expect(await screen.findByText(/pausado ou sem estoque/)).toBeTruthy();
    expect(await rowOf(/^Preço$/)).toHaveLength(2);
  });

  it('is below the twentieth place', async () => {
    await open(() => compared({ ...empty, state: 'below_twentieth' }));
    expect(await screen.findByText(/abaixo da 20ª posição/)).toBeTruthy();
  });

  it('has no competitors', async () => {
    await open(() => compared(empty));
    expect(await screen.findByText('Ninguém mais vende este produto')).toBeTruthy();
  });

  it('can be requested again after a failure', async () => {
    let fails = true;
    await open(() => {
      if (fails) throw new Error('down');
      return compared({ competitors: [WINNER], total: 1 });
    });
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    fails = false;
    await userEvent.click(again);
    await waitFor(async () => expect(await rowOf(/^Preço$/)).toHaveLength(2));
  });
});
