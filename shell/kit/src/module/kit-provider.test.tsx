import { accounts } from '@primazia/backend/catalog/contract';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import { fakeApi, fakeSession, MARKETPLACES, Stage } from '../../testing/index.ts';
import { useMarketplaces } from '../context/marketplaces.ts';
import { useQueryCall } from '../query/hooks.ts';

afterEach(cleanup);

function Accounts() {
  const { data } = useQueryCall(accounts, {});
  return <p>{data?.map(({ name }) => name).join() ?? 'waiting'}</p>;
}

function Marketplaces() {
  const { all } = useMarketplaces();
  return <p>{all.map(({ name }) => name).join() || 'none'}</p>;
}

it('one person is never shown what was read for another, in the same company neither', async () => {
  const session = fakeSession({ email: 'ana@example.test' });
  let release = () => {};
  const second = new Promise<void>((done) => {
    release = done;
  });
  const api = fakeApi({
    '/v1/accounts': async () => {
      const { email } = session;
      if (email !== 'ana@example.test') await second;
      return [{ id: 1, name: `for ${email}`, marketplaceId: 2, status: 'active' }];
    },
  });
  render(
    <Stage api={api} session={session}>
      <Accounts />
    </Stage>,
  );
  await screen.findByText('for ana@example.test');
  Object.assign(session, { email: 'rui@example.test', token: 'another' });
  await screen.findByText('waiting');
  release();
  await screen.findByText('for rui@example.test');
});

it('requests nothing after it is unmounted', async () => {
  const api = fakeApi({
    '/v1/accounts': () => [{ id: 1, name: 'Loja', marketplaceId: 2, status: 'active' }],
  });
  const { unmount } = render(
    <Stage api={api} session={fakeSession()}>
      <Accounts />
    </Stage>,
  );
  await screen.findByText('Loja');
  unmount();
  await new Promise((done) => setTimeout(done));
  expect(api.calls).toHaveLength(1);
});

it('requests the marketplaces once the host has given a token', async () => {
  const session = fakeSession({ token: null });
  const api = fakeApi({ '/v1/marketplaces': () => MARKETPLACES });
  render(
    <Stage api={api} session={session}>
      <Marketplaces />
    </Stage>,
  );
  await screen.findByText('none');
  await new Promise((done) => setTimeout(done));
  expect(api.calls).toEqual([]);
  session.token = 'token';
  await screen.findByText('Amazon,Mercado Livre');
});
