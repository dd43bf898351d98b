import { accounts } from '@primazia/backend/catalog/contract';
import { setRuleStatus } from '@primazia/backend/pricing/contract';
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, fakeLive, fakeSession, Stage } from '../../testing/index.ts';
import type { Reach } from '../api/api.ts';
import { ApiError } from '../api/error.ts';
import { useMutateCall, useQueryCall } from './hooks.ts';
import { useLiveRefresh } from './live.ts';

afterEach(cleanup);

const account = (name: string) => [{ id: 1, name, marketplaceId: 2, status: 'active' }];

function Accounts() {
  const { data, error } = useQueryCall(accounts, {});
  useLiveRefresh(['listings'], [accounts]);
  return <p>{error?.code ?? data?.map(({ name }) => name).join() ?? 'waiting'}</p>;
}

describe('a query', () => {
  it('is refetched when a change is reported', async () => {
    let name = 'Loja';
    const api = fakeApi({ '/v1/accounts': () => account(name) });
    const live = fakeLive();
    render(
      <Stage api={api} live={live}>
        <Accounts />
      </Stage>,
    );
    await screen.findByText('Loja');
    name = 'Loja nova';
    act(() => live.publish({ type: 'listings', ids: [] }));
    await screen.findByText('Loja nova');
    expect(api.calls).toHaveLength(2);
  });

  it('never shows one company what it read for another', async () => {
    let release = () => {};
    const second = new Promise<void>((done) => {
      release = done;
    });
    const session = fakeSession({ companyId: 7 });
    const api = fakeApi({
      '/v1/accounts': async () => {
        const asking = session.companyId;
        if (asking === 8) await second;
        return account(`of ${asking}`);
      },
    });
    render(
      <Stage api={api} session={session}>
        <Accounts />
      </Stage>,
    );
    await screen.findByText('of 7');
    session.companyId = 8;
    await screen.findByText('waiting');
    release();
    await screen.findByText('of 8');
  });

  it('is refetched once the user has signed in again', async () => {
    const session = fakeSession({ expired: true });
    const api = fakeApi({
      '/v1/accounts': () => {
        if (session.expired) throw new ApiError('problem', { status: 401, code: 'token_expired' });
        return account('Loja');
      },
    });
    render(
      <Stage api={api} session={session}>
        <Accounts />
      </Stage>,
    );
    await screen.findByText('token_expired');
    session.expired = false;
    await screen.findByText('Loja');
  });

  it('is refetched when the server is available again, not if it was only busy', async () => {
    const api = fakeApi({ '/v1/accounts': account('Loja') });
    render(
      <Stage api={api}>
        <Accounts />
      </Stage>,
    );
    await screen.findByText('Loja');
    const turn = async (reach: Reach) => {
      await act(async () => {
        api.connection.reach = reach;
      });
    };
    await turn('doubtful');
    await turn('ok');
    await turn('offline');
    await turn('maintenance');
    expect(api.calls).toHaveLength(1);
    await turn('ok');
    await waitFor(() => expect(api.calls).toHaveLength(2));
  });

  it('takes a refusal for an answer', async () => {
    const refuse = rs.fn(() => {
      throw new ApiError('problem', { status: 404, code: 'not_found' });
    });
    render(
      <Stage api={fakeApi({ '/v1/accounts': refuse })}>
        <Accounts />
      </Stage>,
    );
    await screen.findByText('not_found');
    expect(refuse).toHaveBeenCalledTimes(1);
  });
});

function Switch() {
  const status = useMutateCall(setRuleStatus, { invalidates: [accounts] });
  const input = { params: { ruleId: 3 }, body: { status: 'disabled', version: 1 } } as const;
  return (
    <button type="button" onClick={() => status.mutate(input)}>
      {status.error?.code ?? 'off'}
    </button>
  );
}

describe('a change', () => {
  it('invalidates the affected queries', async () => {
    const api = fakeApi({ '/v1/accounts': account('Loja'), '/v2/rules/{ruleId}/status': {} });
    render(
      <Stage api={api}>
        <Accounts />
        <Switch />
      </Stage>,
    );
    await screen.findByText('Loja');
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() =>
      expect(api.calls.map(({ path }) => path)).toEqual([
        '/v1/accounts',
        '/v2/rules/{ruleId}/status',
        '/v1/accounts',
      ]),
    );
  });

  it('that is called twice at once is made once', async () => {
    let answer = (_: object) => {};
    const answered = new Promise<object>((resolve) => {
      answer = resolve;
    });
    const api = fakeApi({ '/v2/rules/{ruleId}/status': () => answered });
    render(
      <Stage api={api}>
        <Switch />
      </Stage>,
    );
    const button = await screen.findByRole('button');
    await userEvent.dblClick(button);
    expect(api.calls).toHaveLength(1);
    await act(async () => answer({}));
    await userEvent.click(button);
    await waitFor(() => expect(api.calls).toHaveLength(2));
  });

  it('without an answer is repeated with the same key', async () => {
    const failures = ['offline', 'problem', 'problem'] as const;
    let next = 0;
    const api = fakeApi({
      '/v2/rules/{ruleId}/status': () => {
        const kind = failures[next] ?? 'problem';
        next += 1;
        throw new ApiError(kind, { code: `failure ${next}` });
      },
    });
    render(
      <Stage api={api}>
        <Switch />
      </Stage>,
    );
    await screen.findByRole('button');
    for (const time of [1, 2, 3]) {
      await userEvent.click(screen.getByRole('button'));
      await screen.findByRole('button', { name: `failure ${time}` });
    }
    const [first, second, third] = api.calls.map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
    expect(third).toBeTruthy();
    expect(third).not.toBe(first);
  });

  it('that was refused is never retried automatically', async () => {
    const fail = rs.fn(() => {
      throw new ApiError('problem', { status: 503, code: 'service_not_available' });
    });
    render(
      <Stage api={fakeApi({ '/v2/rules/{ruleId}/status': fail })}>
        <Switch />
      </Stage>,
    );
    await userEvent.click(await screen.findByRole('button'));
    await screen.findByRole('button', { name: 'service_not_available' });
    expect(fail).toHaveBeenCalledTimes(1);
  });
});
