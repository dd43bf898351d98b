import { problem } from '@primazia/backend/catalog/problems';
import { fakeApi, fakeLive, refusal, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory, useLocation } from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { account, CHOICES } from '../testing/accounts.ts';
import { ReturnPage } from './return.tsx';

afterEach(cleanup);

const LIST = '/v1/account-integrations';
const Page = ({ marketplace }: { marketplace: string }) =>
  useLocation().pathname === '/' && <ReturnPage address={marketplace} />;

/** A redirect with this query; reading and connecting have the same path. */
function draw(
  query: string,
  {
    connect = () => account({ status: 'pending' }),
    list = () => [account({ status: 'pending' })],
    marketplace = 'meli',
    ...answers
  }: Record<string, unknown> & {
    connect?: () => unknown;
    list?: () => unknown;
    marketplace?: string;
  } = {},
) {
  const history = createMemoryHistory({ initialEntries: [`/${query}`] });
  const live = fakeLive();
  const api = fakeApi({
    '/v1/marketplaces': CHOICES,
    [LIST]: (input: { body?: object }) =>
      input.body === undefined ? { accounts: list() } : connect(),
    ...answers,
  });
  render(
    <Stage api={api} live={live} history={history} resources={{ pt, en, es }}>
      <Page marketplace={marketplace} />
    </Stage>,
  );
  const sent = () =>
    api.calls.flatMap(({ path, input, idempotencyKey }) => {
      const { body } = input as { body?: object };
      return path === LIST && body !== undefined ? [{ body, idempotencyKey }] : [];
    });
  return { api, live, history, sent };
}

describe('coming back from a marketplace', () => {
  it('connects once, removes the code from the address, and asks for the name', async () => {
    const { history, sent } = draw('?code=TG-1-2&state=abc');
    expect(await screen.findByRole('heading', { name: 'Concluir a integração' })).toBeTruthy();
    expect(sent().map(({ body }) => body)).toEqual([
      { marketplace: 'mercadolivre', state: 'abc', code: 'TG-1-2', params: {} },
    ]);
    expect(history.location.search).toBe('?account=4');
  });

  it('does not navigate a user who went elsewhere before it was connected', async () => {
    let finish = (_: object) => {};
    const { history, sent } = draw('?code=TG-1-2&state=abc', {
      connect: () => new Promise((resolve) => (finish = resolve)),
    });
    await expect.poll(() => sent().length).toBe(1);
    await act(async () => history.push('/channel'));
    await act(async () => finish(account({ status: 'pending' })));
    expect(history.location.href).toBe('/channel');
  });

  it('sends the seller that Amazon adds to the code', async () => {
    const query = '?spapi_oauth_code=RH1&state=abc&selling_partner_id=A1B2';
    const list = () => [account({ marketplaceId: 1, status: 'pending' })];
    const { sent } = draw(query, { marketplace: 'amazon', list });
    await screen.findByText('Autorização recebida da Amazon');
    expect(sent().map(({ body }) => body)).toEqual([
      { marketplace: 'amazon', state: 'abc', code: 'RH1', params: { selling_partner_id: 'A1B2' } },
    ]);
  });

  it('names the account, shows the first sync live, and links to the listings', async () => {
    let now = account({ status: 'pending', lastSyncedAt: null, ads: 0 });
    const complete = `${LIST}/{accountId}/complete`;
    const { api, live } = draw('?account=4', {
      list: () => [now],
      [complete]: () => {
        const sync = { state: 'running' as const, at: '2026-11-21T12:00:00Z', found: 30, taken: 0 };
        now = { ...now, status: 'active', name: 'Lua', sync };
        return now;
      },
    });
    const name = await screen.findByRole('textbox', { name: /Apelido da loja/ });
    await userEvent.clear(name);
    await userEvent.type(name, 'Lua');
    await userEvent.click(screen.getByRole('button', { name: 'Salvar e trazer os anúncios' }));
    expect(await screen.findByText('0 de 30')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Primeira sincronização' })).toBeTruthy();
    expect(api.calls.find(({ path }) => path === complete)?.input).toEqual({
      params: { accountId: 4 },
      body: { name: 'Lua' },
    });
    const sync = { state: 'done' as const, at: '2026-11-21T12:01:00Z', found: 30, taken: 30 };
    now = { ...now, sync, ads: 30, lastSyncedAt: '2026-11-21T12:01:00Z' };
    act(() => live.publish({ type: 'accounts', ids: [4] }));
    expect(await screen.findByText(/30 anúncios chegaram\. A conta Lua está pronta/)).toBeTruthy();
    const listings = screen.getByRole('link', { name: 'Ver os anúncios' });
    expect(listings.getAttribute('href')).toBe(
      '/app/precificacao-automatica?filters=accountId:IN:4',
    );
  });

  it('retries the same call if the marketplace was unavailable', async () => {
    let isAway = true;
    const { sent } = draw('?code=TG-1-2&state=abc', {
      connect: () => {
        if (isAway) throw refusal(problem('marketplace_unavailable'));
        return account({ status: 'pending' });
      },
    });
    expect(await screen.findByText(/O marketplace não responde agora/)).toBeTruthy();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('heading', { name: 'Concluir a integração' })).toBeTruthy();
    const [first, second] = sent();
    expect(second?.body).toEqual(first?.body);
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it.each([
    ['consent_used', /já foi usada/],
    ['consent_expired', /30 minutos/],
    ['consent_unknown', /não foi iniciada por você/],
    ['another_seller', /com outra conta/],
    ['account_elsewhere', /Outra empresa já usa esta conta/],
    ['account_in_your_company', /Sua empresa Padaria Sol já usa/],
    ['authorization_refused', /não aceitou a conexão/],
  ] as const)('explains %s, and starts again at the same marketplace', async (code, text) => {
    draw('?code=TG-1-2&state=abc', {
      connect: () => {
        throw refusal(problem(code, { values: { company: 'Padaria Sol' } }));
      },
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Começar de novo' }));
    const go = await screen.findByRole('button', { name: 'Continuar no Mercado Livre' });
    expect(go.hasAttribute('disabled')).toBe(false);
  });

  it.each([
    ['signed in as somebody else', '?code=TG-1-2&state=abc-4'],
    ['refused the permission', '?error=access_denied&state=abc-4'],
  ])(
    'begins again with the account that was to be connected, where the person %s',
    async (_, query) => {
      const lua = account({ status: 'inactive' });
      const begin = `${LIST}/consents`;
      const { api } = draw(query, {
        connect: () => {
          throw refusal(problem('another_seller'));
        },
        list: () => [account({ id: 3, name: 'Casa Sol' }), lua],
        [begin]: { address: 'about:blank', expiresAt: '2026-11-21T12:00:00Z' },
      });
      await userEvent.click(await screen.findByRole('button', { name: 'Começar de novo' }));
      expect(await screen.findByRole('dialog', { name: /Casa Lua/ })).toBeTruthy();
      await userEvent.click(
        await screen.findByRole('button', { name: 'Continuar no Mercado Livre' }),
      );
      expect(api.calls.find(({ path }) => path === begin)?.input).toEqual({
        body: { marketplace: 'mercadolivre', countryCode: 'BR', accountId: 4 },
      });
    },
  );

  it('reports a refused or interrupted authorization, a missing code, and an unknown marketplace', async () => {
    const { sent } = draw('?error=access_denied&state=abc');
    expect(await screen.findByText('A autorização foi recusada')).toBeTruthy();
    expect(sent()).toEqual([]);
    cleanup();
    draw('?error=server_error&state=abc');
    expect(await screen.findByText('A conexão foi interrompida')).toBeTruthy();
    cleanup();
    draw('?account=9');
    expect(await screen.findByText('Esta conta não está nesta empresa')).toBeTruthy();
    cleanup();
    draw('');
    expect(await screen.findByText('Não há nada para concluir aqui')).toBeTruthy();
    cleanup();
    draw('', { marketplace: 'magalu' });
    expect(await screen.findByText('Marketplace não disponível')).toBeTruthy();
  });
});
