import { fakeApi, fakeSession, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import en from '../../locales/en.ts';
import es from '../../locales/es.ts';
import pt from '../../locales/pt.ts';
import { RefusedNotice } from './refused-notice.tsx';

afterEach(cleanup);

const account = (problem: 'refused' | 'disconnected' | null) => ({
  ...{ id: 3, name: 'Loja Centro', marketplaceId: 2, problem },
  status: problem === null ? 'active' : 'inactive',
});

function draw(problem: Parameters<typeof account>[0]) {
  const api = fakeApi({
    '/v1/accounts': [account(problem)],
    '/v1/account-integrations': { accounts: [account(problem)] },
  });
  render(
    <Stage api={api} session={fakeSession()} resources={{ pt, en, es }}>
      <RefusedNotice />
    </Stage>,
  );
  return (path: string) => api.calls.filter((call) => call.path === path).length;
}

describe('the notice of accounts that are out', () => {
  it('names an account whose authorization expired, and links to reconnecting it', async () => {
    draw('refused');
    expect((await screen.findByRole('status')).textContent).toMatch(
      /^Loja Centro \(Mercado Livre\): a autorização expirou/,
    );
    const link = screen.getByRole('link', { name: 'Reconectar a conta' });
    expect(link.getAttribute('href')).toMatch(/\/channel$/);
  });

  it('ignores one that a user disconnected, and stops polling once all are connected', async () => {
    const drawn = draw('disconnected');
    await waitFor(() => expect(drawn('/v1/account-integrations')).toBe(1));
    expect(screen.queryByRole('status')).toBeNull();
    cleanup();
    const requestedNow = draw(null);
    await waitFor(() => expect(requestedNow('/v1/accounts')).toBe(1));
    expect(requestedNow('/v1/account-integrations')).toBe(0);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
