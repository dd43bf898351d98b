// @rstest-environment happy-dom
import { SESSION_KEY } from '@primazia/kit/session-key';
import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { fetchPrefetched, prefetchRegistry } from './registry-prefetch.ts';

const ENTRY = '/modules/mfe-pricing/0a1b/remoteEntry.js';
const REGISTRY = [
  { name: 'mfe-other', routes: ['/app/other'], entry: 'https://elsewhere.test/remoteEntry.js' },
  {
    name: 'mfe-pricing',
    routes: ['/app/prices'],
    entry: ENTRY,
    integrity: 'sha384-abc',
    first: ['module.1.css'],
  },
];

const answers = rs.fn(async (_address: unknown) => new Response(JSON.stringify(REGISTRY)));
const addresses = () => answers.mock.calls.map(([address]) => String(address));

async function open(path: string, session: unknown) {
  history.replaceState(null, '', path);
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  prefetchRegistry();
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  answers.mockClear();
  globalThis.primaziaPrefetched = undefined;
  rs.stubGlobal('fetch', answers);
});
afterEach(() => {
  rs.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('requests the registry of the company, and the entry and the first files of the path’s module', async () => {
  await open('/app/prices/7', { companyId: 7 });
  expect(addresses()).toEqual([
    `${location.origin}/modules/registry.json?company=7`,
    ENTRY,
    '/modules/mfe-pricing/0a1b/module.1.css',
  ]);
});

it('uses the company of a window’s session', async () => {
  sessionStorage.setItem(SESSION_KEY, JSON.stringify({ companyId: 9 }));
  await open('/app/prices/7', { companyId: 7 });
  expect(addresses()[0]).toBe(`${location.origin}/modules/registry.json?company=9`);
});

const ADDRESS = `${location.origin}/modules/registry.json?company=7`;

it('gives its answer to the first request only', async () => {
  await open('/app/prices', { companyId: 7 });
  expect(await (await fetchPrefetched(ADDRESS)).json()).toEqual(REGISTRY);
  const requests = () => addresses().filter((address) => address === ADDRESS);
  expect(requests()).toHaveLength(1);
  await fetchPrefetched(ADDRESS);
  expect(requests()).toHaveLength(2);
});

it('keeps no answer that the first question was not for', async () => {
  await open('/app/prices', { companyId: 7 });
  await fetchPrefetched(`${location.origin}/modules/registry.json?company=8`);
  await fetchPrefetched(ADDRESS);
  expect(addresses().filter((address) => address === ADDRESS)).toHaveLength(2);
});

it('fetches no code from elsewhere', async () => {
  await open('/app/other', { companyId: 7 });
  expect(addresses()).toEqual([ADDRESS]);
});

it.each([null, {}, { companyId: null }, { companyId: '7' }, 'x'])(
  'requests nothing if the session is %j',
  async (session) => {
    await open('/app/prices', session);
    expect(answers).not.toHaveBeenCalled();
  },
);
