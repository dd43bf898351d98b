import { type Host, hosts } from '@primazia/backend/identity/contract';
import { FAULTS } from '@primazia/backend/identity/problems';
import { ApiError } from '@primazia/kit';
import { fakeApi, fakeLive, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { sidebar } from '../../module.json';
import { HostsPage } from './hosts.tsx';

afterEach(cleanup);

const host = (more: Partial<Host> = {}): Host => ({
  id: 3,
  issuer: 'https://erp.example',
  kid: 'c0ffee00-0000-4000-8000-000000000001',
  algorithm: 'ES256',
  modules: ['mfe-pricing'],
  origins: ['https://erp.example'],
  createdAt: '2026-11-01T12:00:00.000Z',
  version: 1,
  revokedAt: null,
  ...more,
});

const KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MFScc0mg7a1Fo1cvi3S6APRvufcYnXdWXphhjX7sY5Y',
  y: 'kBTbDYO0BZ_mgbFcYo4I47-M7abKrqcYfgU_bhXZ530',
};

/** The installed modules that a host may show. */
const embeddable = [
  { name: 'mfe-integrations', label: 'Contas de marketplace', tag: 'primazia-integrations' },
  { name: 'mfe-pricing', label: 'Preços', tag: 'primazia-pricing' },
];

const LIST = '/v1/hosts';
const ONE = '/v1/hosts/{hostId}';

function draw(answers: Readonly<Record<string, unknown>>) {
  const api = fakeApi(answers);
  const live = fakeLive();
  const history = createMemoryHistory({ initialEntries: ['/app/hosts'] });
  render(
    <Stage api={api} live={live} history={history} resources={{ pt, en, es }}>
      <HostsPage />
    </Stage>,
  );
  const sent = (path: string) =>
    api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { sent, live, history };
}

const card = async (name = 'https://erp.example') =>
  within(await screen.findByRole('article', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the page of hosts', () => {
  it('shows each, with what it may and where, and those that were revoked', async () => {
    const old = host({ id: 2, issuer: 'old', revokedAt: '2026-11-02T12:00:00.000Z', origins: [] });
    draw({ [LIST]: { hosts: [host({ modules: null }), old], embeddable } });
    const shown = await card();
    expect(shown.getByText('Ativo')).toBeTruthy();
    expect(shown.getByText('O produto todo')).toBeTruthy();
    expect(shown.getByText(host().kid)).toBeTruthy();
    const gone = await card('old');
    expect(gone.getAllByText('Revogado')).toHaveLength(2);
    expect(gone.getByText(/só servidores usam os tokens/)).toBeTruthy();
    expect(gone.queryAllByRole('button')).toEqual([]);
  });

  it('is offered to owners only, which other visitors of its address are informed of', async () => {
    expect(sidebar.find(({ path }) => path === '/app/hosts')).toMatchObject({ needs: hosts.needs });
    draw({
      [LIST]: () => {
        throw new ApiError('problem', { status: 403, code: 'no_permission' });
      },
    });
    expect(await screen.findByRole('heading', { name: 'Sem permissão' })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  const openForm = async () => {
    const { sent } = draw({
      [LIST]: (input: { body?: object }) =>
        input.body === undefined ? { hosts: [], embeddable } : host(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Registrar um sistema' }));
    return () => sent(LIST).filter((input) => 'body' in (input as object));
  };

  it('checks all of a new one at once, before anything is sent', async () => {
    const registered = await openForm();
    type(/Endereços/, 'https://erp.example\nhttp://elsewhere.example');
    await press('Registrar');
    expect(await screen.findByText('Informe como o sistema se identifica.')).toBeTruthy();
    expect(screen.getByText(/http:\/\/elsewhere\.example não é uma origem/)).toBeTruthy();
    expect(screen.getByText('Cole a chave pública.')).toBeTruthy();
    type(/Chave pública/, JSON.stringify({ ...KEY, d: 'secret' }));
    expect(await screen.findByText(/Esta é a chave privada/)).toBeTruthy();
    expect(registered()).toEqual([]);
  });

  it('registers one, and shows the code for it', async () => {
    const registered = await openForm();
    type(/Emissor/, ' https://erp.example ');
    type(/Endereços/, 'https://erp.example\n\nhttps://erp.example');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Preços' }));
    type(/Chave pública/, JSON.stringify(KEY));
    await press('Registrar');
    const code = await screen.findByRole('dialog', { name: /O código para https:/ });
    expect(registered()).toEqual([
      {
        body: {
          issuer: 'https://erp.example',
          publicKey: KEY,
          modules: ['mfe-pricing'],
          origins: ['https://erp.example'],
        },
      },
    ]);
    expect(code.textContent).toContain('<primazia-pricing company="7"');
    expect(code.textContent).toContain(`kid: "${host().kid}"`);
    expect(code.textContent).toContain('.setIssuer("https://erp.example")');
  });

  it('asks before typed values are discarded', async () => {
    const { history } = draw({ [LIST]: { hosts: [host()], embeddable } });
    await userEvent.click(await screen.findByRole('button', { name: 'Registrar um sistema' }));
    type(/Emissor/, 'https://erp.example');
    history.push('/app/rules');
    await userEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    expect(history.location.pathname).toBe('/app/hosts');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Emissor/ }).value).toBe(
      'https://erp.example',
    );
  });

  it('asks before a change is discarded, and discards it', async () => {
    const { history } = draw({ [LIST]: { hosts: [host()], embeddable } });
    await userEvent.click((await card()).getByRole('button', { name: /^Alterar/ }));
    type(/Endereços/, 'https://other.example');
    history.push('/app/rules');
    await userEvent.click(await screen.findByRole('button', { name: 'Sair sem salvar' }));
    await expect.poll(() => history.location.pathname).toBe('/app/rules');
  });

  it('shows the server’s faults at the field', async () => {
    const fault = {
      ...{ path: 'origins.0', code: 'origin_local', message: 'local' },
      text: FAULTS.origin_local.pt,
    };
    draw({
      [LIST]: { hosts: [host()], embeddable },
      [ONE]: () => {
        throw new ApiError('problem', { status: 422, code: 'invalid_request', faults: [fault] });
      },
    });
    await userEvent.click((await card()).getByRole('button', { name: /^Alterar/ }));
    await press('Salvar');
    const origins = screen.getByRole('textbox', { name: /Endereços/ });
    await expect.poll(() => origins.getAttribute('aria-invalid')).toBe('true');
  });

  it('changes what it may show and where', async () => {
    const { sent } = draw({ [LIST]: { hosts: [host()], embeddable }, [ONE]: host() });
    await userEvent.click((await card()).getByRole('button', { name: /^Alterar/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Preços' }));
    await press('Salvar');
    expect(await screen.findByText('Escolha ao menos uma parte.')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Contas de marketplace' }));
    type(/Endereços/, 'https://erp.example, https://two.example');
    await press('Salvar');
    await screen.findByText('https://erp.example foi alterado.');
    expect(sent(ONE)).toEqual([
      {
        params: { hostId: 3 },
        body: {
          origins: ['https://erp.example', 'https://two.example'],
          modules: ['mfe-integrations'],
          version: 1,
        },
      },
    ]);
  });

  it('does not overwrite what a colleague saved in between, which is shown with the typed values', async () => {
    let stored = host();
    const { sent } = draw({
      [LIST]: () => ({ hosts: [stored], embeddable }),
      [ONE]: ({ body }: { body: { version: number } }) => {
        if (body.version === stored.version) return stored;
        throw new ApiError('problem', { status: 409, code: 'conflict' });
      },
    });
    await userEvent.click((await card()).getByRole('button', { name: /^Alterar/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Contas de marketplace' }));
    stored = host({ origins: ['https://two.example'], version: 2 });
    await press('Salvar');
    await screen.findByText('Alguém alterou este sistema nesse meio-tempo');
    const origins = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Endereços/ });
    await expect.poll(() => origins.value).toBe('https://two.example');
    await press('Salvar');
    await expect.poll(() => sent(ONE).length).toBe(2);
    expect(sent(ONE)[1]).toMatchObject({
      body: {
        origins: ['https://two.example'],
        modules: ['mfe-pricing', 'mfe-integrations'],
        version: 2,
      },
    });
  });

  it('revokes after a confirmation that this is final', async () => {
    const { sent } = draw({ [LIST]: { hosts: [host()], embeddable }, [ONE]: host() });
    await userEvent.click((await card()).getByRole('button', { name: /^Revogar/ }));
    const dialog = within(await screen.findByRole('alertdialog', { name: /^Revogar/ }));
    expect(dialog.getByText(/Isso não pode ser desfeito/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Revogar o sistema' }));
    await screen.findByText('https://erp.example foi revogado.');
    expect(sent(ONE)).toEqual([{ params: { hostId: 3 } }]);
  });

  it('is updated when a colleague revokes one', async () => {
    let one = host();
    const { live } = draw({ [LIST]: () => ({ hosts: [one], embeddable }) });
    const shown = await card();
    expect(shown.getByText('Ativo')).toBeTruthy();
    one = host({ revokedAt: '2026-11-02T12:00:00.000Z' });
    act(() => live.publish({ type: 'hosts', ids: [3] }));
    await expect.poll(() => shown.queryByText('Ativo')).toBeNull();
    expect(shown.queryByRole('button', { name: /^Revogar/ })).toBeNull();
  });

  const heading = () => screen.getByRole('heading', { level: 1 });

  it('focuses its heading if the pressed button disappeared with the empty page', async () => {
    let all: Host[] = [];
    draw({
      [LIST]: (input: { body?: object }) => {
        if (input.body === undefined) return { hosts: all, embeddable };
        all = [host()];
        return host();
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Registrar um sistema' }));
    type(/Emissor/, 'https://erp.example');
    type(/Endereços/, 'https://erp.example');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Preços' }));
    type(/Chave pública/, JSON.stringify(KEY));
    await press('Registrar');
    const code = await screen.findByRole('dialog', { name: /O código para https:/ });
    await userEvent.click(within(code).getByRole('button', { name: 'Fechar' }));
    await card();
    await expect.poll(() => document.activeElement).toBe(heading());
  });

  it('has the focus on its heading where the buttons of a revoked one are gone', async () => {
    let one = host();
    draw({
      [LIST]: () => ({ hosts: [one], embeddable }),
      [ONE]: () => {
        one = host({ revokedAt: '2026-11-02T12:00:00.000Z' });
        return one;
      },
    });
    await userEvent.click((await card()).getByRole('button', { name: /^Revogar/ }));
    expect(document.activeElement).not.toBe(heading());
    await userEvent.click(await screen.findByRole('button', { name: 'Revogar o sistema' }));
    await expect.poll(() => document.activeElement).toBe(heading());
  });
});
