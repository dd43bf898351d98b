import { marketplaces } from '@primazia/backend/integrations/contract';
import type { Locale } from '@primazia/backend/kernel/id';
import { health } from '@primazia/backend/platform/contract';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { proxy } from 'valtio';
import { fakeSession, Stage } from '../../testing/index.ts';
import { type AnyEndpoint, type Api, type Connection, createApi } from '../api/api.ts';
import { ApiError } from '../api/error.ts';
import { ServerGate } from './server-gate.tsx';

afterEach(() => {
  cleanup();
  rs.unstubAllGlobals();
});

/** Calls to a server of some version, which `ask` may change. */
function ways(server: number | undefined, ask: (connection: Connection) => void = () => undefined) {
  const connection = proxy<Connection>({
    reach: 'ok',
    ...(server === undefined ? {} : { server }),
  });
  const call = rs.fn(async (_endpoint: AnyEndpoint, _input: object) => {
    ask(connection);
    return {};
  });
  const api: Api = {
    call: ((endpoint: AnyEndpoint, input: object) =>
      endpoint === marketplaces ? Promise.resolve([]) : call(endpoint, input)) as Api['call'],
    renew: () => Promise.resolve(true),
    connection,
  };
  return { api, call, connection };
}

async function show(api: Api, needs: number, locale: Locale = 'pt') {
  render(
    <Stage api={api} session={fakeSession({ locale })}>
      <p>The page</p>
      <ServerGate needs={needs}>
        <h1>The module</h1>
      </ServerGate>
    </Stage>,
  );
  await screen.findByText('The page');
}
const isOpen = () => screen.queryByRole('heading', { name: 'The module' }) !== null;

describe('a module before its server', () => {
  it('mounts if the server is as new, newer, or has not answered yet', async () => {
    for (const [server, needs] of [
      [2, 2],
      [3, 2],
      [undefined, 2],
    ] as const) {
      await show(ways(server).api, needs);
      expect(isOpen()).toBe(true);
      cleanup();
    }
  });

  it('shows that the server is older, in each language', async () => {
    const titles = {
      pt: 'O servidor é mais antigo que esta seção',
      en: 'The server is older than this section',
      es: 'El servidor es más antiguo que esta sección',
    };
    for (const locale of ['pt', 'en', 'es'] as const) {
      await show(ways(3).api, 4, locale);
      expect(isOpen()).toBe(false);
      const notice = screen.getByRole('alert');
      expect(notice.textContent).toContain(titles[locale]);
      expect(notice.textContent).toMatch(/\b4\b.*\b3\b/);
      cleanup();
    }
  });

  it('checks again on retry, and opens once the server was updated', async () => {
    const answers = [1, 2];
    const { api, call } = ways(1, (connection) => {
      connection.server = answers.shift() ?? 2;
    });
    await show(api, 2);
    const retry = () => userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await retry();
    expect(call).toHaveBeenCalledWith(health, {});
    expect((await screen.findByRole('alert')).textContent).toContain('ainda não foi atualizado');
    await retry();
    await waitFor(() => expect(isOpen()).toBe(true));
  });

  it('does not change without an answer', async () => {
    const { api } = ways(1, () => {
      throw new ApiError('offline');
    });
    await show(api, 2);
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await screen.findByText(/ainda não foi atualizado/);
    expect(isOpen()).toBe(false);
  });

  it('opens with any answer of the new version', async () => {
    const { api, connection } = ways(1);
    await show(api, 2);
    act(() => {
      connection.server = 2;
    });
    await waitFor(() => expect(isOpen()).toBe(true));
  });
});

describe('the version of the server', () => {
  const answers = (...versions: (string | null)[]) =>
    rs.stubGlobal('fetch', async () => {
      const version = versions.shift() ?? null;
      const body = { status: 'ok', version: '1', database: true, jobs: true };
      return new Response(JSON.stringify(body), {
        headers: version === null ? {} : { 'x-primazia-api': version },
      });
    });
  const reported = async (...versions: (string | null)[]) => {
    answers(...versions);
    const api = createApi({ session: fakeSession(), baseUrl: '/api' });
    for (const _ of versions) await api.call(health, {});
    return api.connection.server;
  };

  it('is noted from every answer', async () => {
    expect(await reported('3')).toBe(3);
    rs.stubGlobal(
      'fetch',
      async () => new Response('{}', { status: 500, headers: { 'x-primazia-api': '5' } }),
    );
    const api = createApi({ session: fakeSession(), baseUrl: '/api' });
    await api.call(health, {}).catch(() => undefined);
    expect(api.connection.server).toBe(5);
  });

  it('is unknown without a valid header', async () => {
    expect(await reported(null)).toBe(undefined);
    expect(await reported('new')).toBe(undefined);
    expect(await reported('')).toBe(undefined);
  });

  it('is the highest, while old and new processes answer side by side', async () => {
    expect(await reported('3', '4', '3', null)).toBe(4);
  });
});
