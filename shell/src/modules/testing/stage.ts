import type { Api, Session } from '@primazia/kit';
import { RemoteError, type RemoteModule, type Remotes } from '@primazia/kit/remote';
import { afterPaint, type Live } from '@primazia/kit/shell';
import { afterEach, beforeAll, beforeEach, expect, rs } from '@rstest/core';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { start } from 'single-spa';
import { proxy } from 'valtio';
import { createModules, type Modules } from '../modules.ts';

/** Replaces the loader of modules. */
export const remotes = { list: rs.fn(), load: rs.fn(), forget: rs.fn() };

/** Each test has its own page: previous ones must not get its navigations. */
export let history: RouterHistory;
export const session = proxy<Session>({
  temporary: false,
  token: 'token',
  refreshToken: 'refresh',
  name: 'Ana',
  email: 'ana@loja.example',
  companyId: 1,
  companyName: 'Loja',
  locale: 'pt',
  localeChosen: false,
  mustChangePassword: false,
  expired: false,
});
export const reported = rs.fn(async (..._call: unknown[]) => ({ recorded: true }));
export const api = {
  call: reported,
  renew: async () => false,
  connection: proxy({ reach: 'ok' }),
} as unknown as Api;
let listeners: Parameters<Live['hear']>[1][] = [];
export const live: Live = {
  state: proxy({ connected: true }),
  hear: (_topics, listener) => {
    listeners.push(listener);
    return () => {};
  },
  close: () => {},
};
export const deployedFor = (...ids: number[]) => {
  for (const hear of listeners) hear({ type: 'modules', ids });
};
export const site = {
  state: { value: null },
  load: async () => ({
    environment: 'development' as const,
    api: 1,
    helpUrl: 'https://help.example',
    signIn: [],
    moduleOrigins: [],
  }),
};

export const lifecycles = (says = 'mounted') => ({
  bootstrap: rs.fn(async () => {}),
  mount: rs.fn(async ({ domElement }: { domElement: HTMLElement }) => {
    domElement.textContent = says;
  }),
  unmount: rs.fn(async ({ domElement }: { domElement: HTMLElement }) => {
    domElement.textContent = '';
  }),
});

export const built = (name: string, build = 'aaaaaaaa'): RemoteModule => ({
  name,
  version: '1.0.0',
  build,
  entry: `http://localhost/modules/${name}/${build}/remoteEntry.js`,
  integrity: null,
  kit: '^0.2.0',
  routes: [`/app/${name}`, `/app/${name}-history`],
  bareRoutes: [],
  sidebar: [],
  labels: null,
  embed: null,
});
export const registryIs = (...modules: RemoteModule[]) =>
  remotes.list.mockImplementation(async () => ({ modules, refused: [] }));

/** What each build is, by its name and hash: lifecycles, or the failure to get them. */
const shelf = new Map<string, unknown>();
export const put = (module: RemoteModule, what: unknown) => shelf.set(module.entry, what);
const load: Remotes['load'] = async (module) => {
  const what = shelf.get(module.entry);
  if (what === undefined) throw new RemoteError('down', module, 'no build is deployed');
  if (what instanceof Error) throw what;
  return (await what) as Awaited<ReturnType<Remotes['load']>>;
};
export const ready = (module: RemoteModule, exposed: object) =>
  put(module, { module, lifecycles: exposed });

/** single-spa knows each name once on a page, so each test brings modules of its own. */
export async function open(...modules: RemoteModule[]) {
  registryIs(...modules);
  const opened = createModules({
    session,
    api,
    live,
    history,
    basePath: '/app',
    site,
    storage: localStorage,
  });
  await opened.open();
  return opened;
}

export const placeOf = (modules: Modules, name: string) =>
  expect.poll(() => modules.state.places[name]);
export const statusOf = (modules: Modules, name: string) =>
  expect.poll(() => modules.elementOf(name).textContent);

let now = 0;
/** Lets time pass, in ms, as `performance` reports it. */
export const later = (ms: number) => {
  now += ms;
};

/** To be called once by each file of tests. */
export function setStage(): void {
  beforeAll(() => start());
  beforeEach(() => {
    history = createMemoryHistory({ initialEntries: ['/login'] });
    listeners = [];
    remotes.load.mockImplementation(load);
    now = 0;
    rs.spyOn(performance, 'now').mockImplementation(() => now);
    rs.stubGlobal(
      'fetch',
      rs.fn(async () => new Response('<!doctype html>')),
    );
  });
  afterEach(async () => {
    history.push('/login');
    // Work that follows a navigation after the paint must not reach into the next test.
    await new Promise<void>((resolve) => afterPaint(resolve));
    session.companyId = 1;
    shelf.clear();
    localStorage.clear();
    rs.unstubAllGlobals();
    rs.restoreAllMocks();
    for (const one of [remotes.list, remotes.load, reported]) one.mockClear();
  });
}
