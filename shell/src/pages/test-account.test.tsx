// @rstest-environment happy-dom
import type { TestAccount } from '@primazia/backend/catalog/contract';
import { problem } from '@primazia/backend/catalog/problems';
import { fakeApi, fakeLive, fakeSession, refusal, Stage } from '@primazia/kit/testing';
import { afterEach, describe, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pt from '../../locales/pt.json';
import { AccountTests } from './test-account.tsx';

afterEach(cleanup);

const ACCOUNT: TestAccount = {
  id: 4,
  name: 'Casa Lua',
  sellerId: 't-1',
  token: { scopes: ['open:portfolio-skus-seller:read'], endsAt: '2026-11-28T14:00:00.000Z' },
  received: [
    { receivedAt: '2026-11-28T12:00:00.000Z', topic: 'portfolios_price', proof: 'proven' },
    { receivedAt: '2026-11-28T11:00:00.000Z', topic: 'portfolios_sku', proof: 'wrong_time' },
  ],
};

function draw(answers: Record<string, unknown> = {}, account = ACCOUNT) {
  const prices = [{ price: 120, currencyCode: 'BRL' }];
  const api = fakeApi({
    '/v1/test/accounts/{accountId}/identity': {
      identity: { sellerId: 't-1', name: 'Casa Lua', channelId: 'c-9' },
    },
    '/v1/test/accounts/{accountId}/skus': { skus: ['CANECA/1', 'CANECA/2'] },
    '/v1/test/accounts/{accountId}/price': ({ body }: { body?: { price: number } }) => {
      if (body === undefined) return prices.at(-1);
      prices.push({ price: body.price, currencyCode: 'BRL' });
      return { outcome: 'accepted', trace: 'trace-7', code: null, message: null };
    },
    '/v1/test/accounts/{accountId}/price-write': { state: 'done', code: null, message: null },
    ...answers,
  });
  render(
    <Stage
      api={api}
      live={fakeLive()}
      session={fakeSession({ locale: 'en' })}
      resources={{ pt, en, es }}
    >
      <AccountTests account={account} onRefresh={() => undefined} />
    </Stage>,
  );
  return api;
}

const fact = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;

describe('the tests of an account', () => {
  it('show its token, who it is, and why a webhook was refused', async () => {
    draw();
    expect(await screen.findByText('open:portfolio-skus-seller:read')).toBeTruthy();
    expect((await fact('Sales channel'))?.textContent).toBe('c-9');
    const rows = within(await screen.findByRole('table', { name: 'Last webhooks' }));
    expect(rows.getByRole('row', { name: /portfolios_price Proven/ })).toBeTruthy();
    expect(
      rows.getByRole('row', { name: /portfolios_sku Refused: its time is more than 5 minutes/ }),
    ).toBeTruthy();
  });

  it('send a price, and show its trace, how that ended, and the new price', async () => {
    const api = draw();
    expect((await fact('Price that buyers see'))?.textContent).toContain('120.00');
    const send = screen.getByRole('button', { name: 'Send the price' });
    expect((send as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'New price' }), '118.50');
    await userEvent.click(send);
    expect((await fact('Trace'))?.textContent).toBe('trace-7');
    expect((await fact('End of the trace'))?.textContent).toBe('Applied');
    await screen.findByText(/118\.50/, { selector: 'dd' });
    expect(api.calls.find(({ idempotencyKey }) => idempotencyKey !== undefined)?.input).toEqual({
      params: { accountId: 4 },
      body: { sku: 'CANECA/1', price: 118.5 },
    });
  });

  it('say what the marketplace refused, and keep the rest', async () => {
    draw({
      '/v1/test/accounts/{accountId}/identity': () => {
        throw refusal(problem('marketplace_refused', { detail: '403: no permission' }));
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('403: no permission');
    expect((await fact('Price that buyers see'))?.textContent).toContain('120.00');
  });

  it('ask nothing of an account that is not connected', async () => {
    const api = draw({}, { ...ACCOUNT, token: null });
    expect(await screen.findByText(/not connected/)).toBeTruthy();
    expect(api.calls).toEqual([]);
  });
});
