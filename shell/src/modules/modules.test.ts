// @rstest-environment happy-dom
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Api, Live, Session } from '@primazia/kit';
import { afterEach, beforeAll, describe, expect, it, rs } from '@rstest/core';
import { createBrowserHistory } from '@tanstack/react-router';
import { start } from 'single-spa';
import { createModules, type Modules } from './modules.ts';

rs.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: rs.fn(),
  registerRemotes: rs.fn(),
}));

const history = createBrowserHistory();
const session: Session = {
  token: 'token',
  refreshToken: 'refresh',
  name: 'Ana',
  email: 'ana@loja.example',
  companyId: 1,
  companyName: 'Loja',
  locale: 'pt',
  mustChangePassword: false,
  expired: false,
};
const never = () => Promise.reject(new Error('nothing is called here'));
const api: Api = { call: never, renew: never, connection: { reach: 'ok' } };
const live: Live = { state: { connected: true }, hear: () => () => {}, close: () => {} };

const lifecycles = () => ({
  bootstrap: rs.fn(async () => {}),
  mount: rs.fn(async ({ domElement }: { domElement: HTMLElement }) => {
    domElement.textContent = 'mounted';
  }),
  unmount: rs.fn(async ({ domElement }: { domElement: HTMLElement }) => {
    domElement.textContent = '';
  }),
});

const moduleNamed = (name: string) => ({
  name,
  version: '1.0.0',
  entry: `/modules/${name}/mf-manifest.json`,
  routes: [`/app/${name}`],
  sidebar: [],
});
const registryOf = (...names: string[]) => Response.json(names.map(moduleNamed));

/** single-spa knows each name once on a page, so each test brings modules of its own. */
async function open(...names: string[]) {
  rs.stubGlobal(
    'fetch',
    rs.fn(async () => registryOf(...names)),
  );
  const modules = createModules({ session, api, live, history, basePath: '/app' });
  await modules.open();
  return modules;
}

const placeOf = (modules: Modules, name: string) => expect.poll(() => modules.state.places[name]);

beforeAll(() => start());
afterEach(() => {
  history.push('/login');
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
  rs.mocked(loadRemote).mockReset();
  rs.mocked(registerRemotes).mockReset();
});

describe('the modules of the page', () => {
  it('a module is mounted where its path is opened, and unmounted where it is left', async () => {
    rs.mocked(loadRemote).mockResolvedValue(lifecycles());
    const modules = await open('one');
    expect(modules.state.places.one).toBe('away');
    history.push('/app/one');
    await placeOf(modules, 'one').toBe('mounted');
    expect(modules.elementOf('one').textContent).toBe('mounted');
    history.push('/login');
    await placeOf(modules, 'one').toBe('away');
    expect(modules.elementOf('one').textContent).toBe('');
  });

  it('one that cannot be fetched is down, and comes up when it is asked for again', async () => {
    const told = rs.spyOn(console, 'error').mockImplementation(() => {});
    rs.mocked(loadRemote).mockRejectedValueOnce(new Error('no such host'));
    const modules = await open('two');
    history.push('/app/two');
    await placeOf(modules, 'two').toBe('down');
    expect(told).toHaveBeenCalled();
    rs.mocked(loadRemote).mockResolvedValue(lifecycles());
    await modules.retry('two');
    await placeOf(modules, 'two').toBe('mounted');
    const forced = rs.mocked(registerRemotes).mock.calls.filter(([, options]) => options?.force);
    expect(forced).toHaveLength(1);
  });

  it.each([
    ['exposes something else', 'three', { hello: 'world' }],
    [
      'fails to mount',
      'four',
      { ...lifecycles(), mount: async () => Promise.reject(new Error('no')) },
    ],
  ])('one that %s is broken, and can be tried again', async (_what, name, loaded) => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    rs.mocked(loadRemote).mockResolvedValueOnce(loaded);
    const modules = await open(name);
    history.push(`/app/${name}`);
    await placeOf(modules, name).toBe('broken');
    rs.mocked(loadRemote).mockResolvedValue(lifecycles());
    await modules.retry(name);
    await placeOf(modules, name).toBe('mounted');
  });

  it('one that hangs does not hold up the next one', async () => {
    const next = lifecycles();
    rs.mocked(loadRemote).mockImplementation((id) =>
      id === 'six/module' ? Promise.resolve(next) : new Promise(() => {}),
    );
    const modules = await open('five', 'six');
    history.push('/app/five');
    await placeOf(modules, 'five').toBe('loading');
    history.push('/app/six');
    await placeOf(modules, 'six').toBe('mounted');
    expect(modules.state.places.five).toBe('away');
  });

  it('starts anew under another company', async () => {
    const loaded = lifecycles();
    rs.mocked(loadRemote).mockResolvedValue(loaded);
    const modules = await open('seven');
    history.push('/app/seven');
    await placeOf(modules, 'seven').toBe('mounted');
    await modules.restart();
    await expect.poll(() => loaded.mount.mock.calls.length).toBe(2);
    expect(loaded.unmount).toHaveBeenCalledTimes(1);
  });

  it('a registry that cannot be read is told, and can be read later', async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    const fetched = rs
      .fn()
      .mockResolvedValueOnce(new Response('', { status: 502 }))
      .mockResolvedValueOnce(registryOf('eight'));
    rs.stubGlobal('fetch', fetched);
    const modules = createModules({ session, api, live, history, basePath: '/app' });
    await modules.open();
    expect(modules.state.registry).toBe('failed');
    await modules.open();
    expect(modules.state.registry).toBe('ready');
    expect(modules.state.list.map(({ name }) => name)).toEqual(['eight']);
  });
});
