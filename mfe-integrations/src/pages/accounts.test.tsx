import { ApiError } from '@primazia/kit';
import { type FakeApi, fakeApi, fakeLive, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { account, CHOICES } from '../testing/accounts.ts';
import { AccountsPage } from './accounts.tsx';

afterEach(cleanup);

const LIST = '/v1/account-integrations';
const CATCH_UP = '/v1/sales/catch-up';
const ANALYST = `e30.${btoa(JSON.stringify({ role: 'analyst' }))}.x`;

function draw(answers: Readonly<Record<string, unknown>>, token = 'token') {
  const api = fakeApi({ '/v1/marketplaces': CHOICES, [CATCH_UP]: [], ...answers });
  const live = fakeLive();
  const host = document.createElement('div').attachShadow({ mode: 'open' });
  const place = { root: host, element: document.body, announce: () => {} };
  const draw = (isEmbedded = false) =>
    render(
      <Stage
        api={api}
        live={live}
        session={fakeSession({ token })}
        resources={{ pt, en, es }}
        {...(isEmbedded && { place })}
      >
        <AccountsPage />
      </Stage>,
    );
  return { api, live, draw };
}

const bodies = (api: FakeApi, path: string) =>
  api.calls.filter((call) => call.path === path).map(({ input }) => input);
const card = async (name = 'Casa Lua') => within(await screen.findByRole('article', { name }));

describe('the page of accounts', () => {
  it('shows the state of each, its problem, and the cure', async () => {
    draw({
      [LIST]: {
        accounts: [
          account({ problem: 'rate_limited', problemDetail: 'too many' }),
          account({
            id: 5,
            name: 'Velha',
            status: 'inactive',
            problem: 'refused',
            problemDetail: 'revoked by the seller',
            endedAt: '2026-11-19T12:00:00.000Z',
            ads: 0,
          }),
          account({ id: 6, name: 'Nova', status: 'pending', lastSyncedAt: null }),
        ],
      },
    }).draw();
    const active = await card();
    expect(active.getByText('Conectada')).toBeTruthy();
    expect(active.getByText('1.240')).toBeTruthy();
    expect(active.getByText('Brasil')).toBeTruthy();
    expect(active.getByText(/^O Mercado Livre limitou as consultas/)).toBeTruthy();
    expect(active.getByText('too many')).toBeTruthy();
    const gone = await card('Velha');
    expect(gone.getByText('Desconectada')).toBeTruthy();
    expect(gone.getByText(/Reconecte a conta\. A conexão terminou em 19\/11\/2026/)).toBeTruthy();
    expect(gone.getByText('revoked by the seller')).toBeTruthy();
    expect(gone.queryByRole('button', { name: /^Sincronizar/ })).toBeNull();
    const fresh = await card('Nova');
    expect(fresh.getByText('ainda não')).toBeTruthy();
    const finish = fresh.getByRole('link', { name: /^Concluir a integração/ });
    expect(finish.getAttribute('href')).toContain('/integration/mercadolivre?account=6');
  });

  it('shows the end of an authorization, and warns before it', async () => {
    const ending = (expiresInDays: number | null, more = {}) =>
      account({ authorizationEndsAt: '2026-12-24T12:00:00.000Z', expiresInDays, ...more });
    draw({
      [LIST]: {
        accounts: [
          ending(null),
          ending(7, { id: 5, name: 'Breve' }),
          ending(0, { id: 6, name: 'Fim' }),
          ending(0, { id: 7, name: 'Velha', status: 'inactive', problem: 'refused' }),
          account({ id: 8, name: 'Sem fim' }),
        ],
      },
    }).draw();
    const later = await card();
    expect(later.getByText('Autorizada até')).toBeTruthy();
    expect(later.getByText('24/12/2026')).toBeTruthy();
    expect(later.queryByText(/^A autorização term/)).toBeNull();
    const soon = await card('Breve');
    expect(soon.getByText(/^A autorização termina em até 7 dias. Reconecte/)).toBeTruthy();
    const over = await card('Fim');
    expect(over.getByText(/^A autorização terminou. Reconecte/)).toBeTruthy();
    // A permanent end is reported once, with its reason.
    const refused = await card('Velha');
    expect(refused.getByText(/^O acesso não pode mais ser renovado/)).toBeTruthy();
    expect(refused.queryByText(/^A autorização term/)).toBeNull();
    const endless = await card('Sem fim');
    expect(endless.queryByText('Autorizada até')).toBeNull();
  });

  it('shows the last notification, the usage of the limit, and failures of both', async () => {
    draw({
      [LIST]: {
        accounts: [
          account(),
          account({
            id: 5,
            name: 'Calada',
            notifications: { lastAt: null, refusal: 'no permission' },
            quota: { usedPercent: null, restsUntil: '2026-11-20T15:30:00.000Z' },
          }),
          account({ id: 6, name: 'Velha', status: 'inactive', notifications: null, quota: null }),
        ],
      },
    }).draw();
    const active = await card();
    expect(active.getByText('Última notificação')).toBeTruthy();
    expect(active.getByText('12%')).toBeTruthy();
    expect(active.queryByText(/não envia notificações/)).toBeNull();
    const silent = await card('Calada');
    expect(silent.getByText('nenhuma ainda')).toBeTruthy();
    expect(silent.getByText('sem limite')).toBeTruthy();
    expect(silent.getByText(/^O Mercado Livre não envia notificações/)).toBeTruthy();
    expect(silent.getByText('no permission')).toBeTruthy();
    expect(silent.getByText(/pediu uma pausa nas consultas até/)).toBeTruthy();
    expect((await card('Velha')).queryByText('Última notificação')).toBeNull();
  });

  it('shows a sync live, and starts none while one runs', async () => {
    let taken = 0;
    const running = () => ({
      accounts: [
        account({ sync: { state: 'running', at: '2026-11-21T12:00:00Z', found: 400, taken } }),
      ],
    });
    const { live, draw: show } = draw({ [LIST]: running });
    show();
    const shown = await card();
    expect(shown.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('0 de 400');
    expect(shown.getByRole('button', { name: /^Sincronizar/ }).hasAttribute('disabled')).toBe(true);
    taken = 100;
    act(() => live.publish({ type: 'accounts', ids: [4] }));
    expect(await shown.findByText('100 de 400')).toBeTruthy();
    expect(shown.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  });

  it('shows how far past orders are read, why they are not, and the way to what was sold', async () => {
    const reading = {
      accountId: 4,
      state: 'reading',
      from: '2025-10-20',
      readBackTo: '2026-05-06T12:00:00.000Z',
      share: 0.506,
      orders: 51_200,
      failure: null,
    };
    let first: object = reading;
    const failure = { code: '429', message: 'too many', at: '2026-11-21T12:00:00.000Z' };
    const { live, draw: show } = draw({
      [LIST]: {
        accounts: [account(), account({ id: 5, name: 'Cheia' }), account({ id: 6, name: 'Sem' })],
      },
      [CATCH_UP]: () => [first, { ...reading, accountId: 5, state: 'failing', failure }],
    });
    show();
    const shown = await card();
    const bar = await shown.findByRole('progressbar', {
      name: /pedidos feitos desde 20\/10\/2025/,
    });
    expect(bar.getAttribute('aria-valuetext')).toBe('50% · lidos até 06/05/2026 · pedidos: 51.200');
    expect(shown.getByRole('link', { name: /^Vendas por dia/ }).getAttribute('href')).toContain(
      '/channel/4/sales',
    );
    const full = await card('Cheia');
    expect(full.getByText(/^A leitura dos pedidos anteriores parou/)).toBeTruthy();
    expect(full.getByText('too many')).toBeTruthy();
    expect((await card('Sem')).queryByRole('link', { name: /^Vendas/ })).toBeNull();
    first = { ...reading, state: 'done', share: 1 };
    act(() => live.publish({ type: 'accounts', ids: [4] }));
    expect(await shown.findByText('Pedidos lidos desde 20/10/2025')).toBeTruthy();
    expect(shown.queryByRole('progressbar')).toBeNull();
  });

  it('disconnects after a confirmation with the consequences', async () => {
    const path = `${LIST}/{accountId}`;
    const { api, draw: show } = draw({ [LIST]: { accounts: [account()] }, [path]: account() });
    show();
    await userEvent.click((await card()).getByRole('button', { name: /^Desconectar/ }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /Desconectar Casa Lua/ }));
    expect(dialog.getByText(/1\.240 anúncios deixam de ser atualizados/)).toBeTruthy();
    expect(dialog.getByText(/Nenhum preço é mais enviado/)).toBeTruthy();
    expect(bodies(api, path)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Desconectar a conta' }));
    await screen.findByText('Casa Lua foi desconectada.');
    expect(bodies(api, path)).toEqual([{ params: { accountId: 4 } }]);
  });

  it('has the focus on its heading where the button that disconnected is gone', async () => {
    let one = account();
    draw({
      [LIST]: () => ({ accounts: [one] }),
      [`${LIST}/{accountId}`]: () => {
        one = account({ status: 'inactive' });
        return one;
      },
    }).draw();
    await userEvent.click((await card()).getByRole('button', { name: /^Desconectar/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Desconectar a conta' }));
    const heading = screen.getByRole('heading', { level: 1 });
    await expect.poll(() => document.activeElement).toBe(heading);
  });

  it('renames, and keeps the dialog if the name is invalid', async () => {
    const path = `${LIST}/{accountId}`;
    const { api, draw: show } = draw({
      [LIST]: { accounts: [account()] },
      [path]: account({ name: 'Casa Sol' }),
    });
    show();
    await userEvent.click((await card()).getByRole('button', { name: /^Renomear/ }));
    const name = await screen.findByRole('textbox', { name: /Apelido da loja/ });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole('button', { name: 'Salvar o nome' }));
    expect(await screen.findByText('Dê um nome à conta.')).toBeTruthy();
    await userEvent.type(name, '  Casa Sol {Enter}');
    await screen.findByText('A conta agora se chama Casa Sol.');
    expect(bodies(api, path)).toEqual([{ params: { accountId: 4 }, body: { name: 'Casa Sol' } }]);
  });

  it('shows what cannot be connected', async () => {
    draw({ [LIST]: { accounts: [] } }).draw();
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar conta' }));
    const amazon = await screen.findByRole('radio', { name: /Amazon.*não configurado/ });
    expect(amazon.hasAttribute('disabled')).toBe(true);
    const magalu = screen.getByRole('radio', { name: /Magalu.*ainda não oferecemos/ });
    expect(magalu.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Mercado Livre' }));
    expect(screen.getByRole('radio', { name: 'México' }).hasAttribute('disabled')).toBe(false);
    const canada = screen.getByRole('radio', { name: /Canadá.*indisponível para Mercado Livre/ });
    expect(canada.hasAttribute('disabled')).toBe(true);
  });

  it('keeps the page of a host: the marketplace opens in a new window', async () => {
    const path = `${LIST}/consents`;
    const address = 'https://auth.example/authorization?state=abc';
    const { api, draw: show } = draw({
      [LIST]: { accounts: [] },
      [path]: { address, expiresAt: '2026-11-21T12:30:00Z' },
    });
    show(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Adicionar conta' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Mercado Livre' }));
    await userEvent.click(screen.getByRole('radio', { name: 'México' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continuar no Mercado Livre' }));
    const link = await screen.findByRole('link', { name: /Abrir o Mercado Livre/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank']);
    expect(bodies(api, path)).toEqual([
      { body: { marketplace: 'mercadolivre', countryCode: 'MX', accountId: null } },
    ]);
  });

  it('offers nothing to a person who may only read', async () => {
    draw({ [LIST]: { accounts: [account()] } }, ANALYST).draw();
    const shown = await card();
    expect(shown.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Adicionar conta' })).toBeNull();
    cleanup();
    draw({ [LIST]: { accounts: [] } }, ANALYST).draw();
    expect(await screen.findByText(/Peça a quem administra a empresa/)).toBeTruthy();
  });

  it('can be retried after a failure', async () => {
    let isDown = true;
    const list = () => {
      if (isDown) throw new ApiError('problem', { status: 408, code: 'request_timeout' });
      return { accounts: [account()] };
    };
    draw({ [LIST]: list }).draw();
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    isDown = false;
    await userEvent.click(retry);
    expect(await card()).toBeTruthy();
  });
});
