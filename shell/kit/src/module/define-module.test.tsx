import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  type RouterHistory,
} from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { fakeApi, fakeLive, fakeSession, MARKETPLACES } from '../../testing/index.ts';
import { fetchDeferred } from '../deferred/deferred.tsx';
import { lazily } from '../deferred/lazily.tsx';
import { useTranslation } from '../i18n/i18n.ts';
import { defineModule, type ModuleProps } from './define-module.tsx';

let broken = false;

function Hello() {
  const { t } = useTranslation();
  if (broken) throw new Error('A bug.');
  return <h1>{t('hello')}</h1>;
}

const root = createRootRoute();
const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: 'hello', component: Hello }),
]);
const { bootstrap, mount, unmount } = defineModule({
  name: 'mfe-test',
  api: 7,
  texts: {
    pt: async () => ({ default: { hello: 'Olá' } }),
    en: async () => ({ default: { hello: 'Hello' } }),
    es: async () => ({ default: { hello: 'Hola' } }),
  },
  routes,
});

let place: HTMLElement;
let shell: RouterHistory;
// single-spa gives more than this.
const propsOf = (over: Partial<ModuleProps> = {}) =>
  ({
    name: 'mfe-test',
    singleSpa: {},
    mountParcel: () => {
      throw new Error('There are no parcels.');
    },
    domElement: place,
    session: fakeSession(),
    api: fakeApi({}),
    live: fakeLive(),
    history: shell,
    basePath: '/app',
    ...over,
  }) as unknown as Parameters<typeof mount>[0];

beforeEach(() => {
  broken = false;
  place = document.createElement('div');
  document.body.append(place);
  shell = createMemoryHistory({ initialEntries: ['/app/hello'] });
});
afterEach(() => {
  cleanup();
  place.remove();
});

describe('a module', () => {
  it('mounts, follows the language, and unmounts completely', async () => {
    const session = fakeSession();
    const props = propsOf({ session });
    await bootstrap(props);
    await mount(props);
    expect(await screen.findByRole('heading', { name: 'Olá' })).toBeTruthy();
    session.locale = 'en';
    expect(await screen.findByRole('heading', { name: 'Hello' })).toBeTruthy();
    await unmount(props);
    expect(place.innerHTML).toBe('');
    expect(shell.subscribers.size).toBe(0);
  });

  it('mounts again after it was unmounted, many times', async () => {
    for (let round = 0; round < 3; round += 1) {
      const props = propsOf();
      await mount(props);
      await screen.findByRole('heading', { name: 'Olá' });
      await unmount(props);
    }
    expect(shell.subscribers.size).toBe(0);
  });

  it('mounts only with a server that is as new as it is', async () => {
    const api = fakeApi({});
    const props = propsOf({ api });
    api.connection.server = 6;
    await mount(props);
    expect((await screen.findByRole('alert')).textContent).toContain('mais antigo');
    expect(screen.queryByRole('heading', { name: 'Olá' })).toBe(null);
    api.connection.server = 7;
    expect(await screen.findByRole('heading', { name: 'Olá' })).toBeTruthy();
    await unmount(props);
  });

  it('keeps its content while the user navigates elsewhere', async () => {
    const props = propsOf();
    await mount(props);
    await screen.findByRole('heading', { name: 'Olá' });
    shell.push('/login');
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.getByRole('heading', { name: 'Olá' })).toBeTruthy();
    await unmount(props);
  });

  it('reports an error, and retries on request', async () => {
    const silent = rs.spyOn(console, 'error').mockImplementation(() => undefined);
    broken = true;
    const props = propsOf();
    await mount(props);
    await screen.findByRole('alert');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Olá' })).toBeTruthy());
    expect(silent).toHaveBeenCalled();
    silent.mockRestore();
    await unmount(props);
  });

  it('shows the page of the address, although that changed before it was rendered', async () => {
    let bringTexts = (_texts: { default: { hello: string } }) => {};
    const texts = new Promise<{ default: { hello: string } }>((resolve) => {
      bringTexts = resolve;
    });
    const parent = createRootRoute();
    const child = (path: string, component: () => ReactNode) =>
      createRoute({ getParentRoute: () => parent, path, component });
    const coming = () => texts;
    const late = defineModule({
      name: 'mfe-late',
      texts: { pt: coming, en: coming, es: coming },
      routes: parent.addChildren([child('hello', Hello), child('other', () => <h1>Outra</h1>)]),
    });
    const props = propsOf();
    const mounted = late.mount(props);
    // The page of the first address is loaded by then.
    await new Promise((done) => setTimeout(done, 50));
    shell.push('/app/other');
    bringTexts({ default: { hello: 'Olá' } });
    await mounted;
    expect(await screen.findByRole('heading', { name: 'Outra' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Olá' })).toBe(null);
    shell.push('/app/hello');
    expect(await screen.findByRole('heading', { name: 'Olá' })).toBeTruthy();
    await late.unmount(props);
    expect(shell.subscribers.size).toBe(0);
  });

  it('fetches its page while its texts load, and cleans up if they do not', async () => {
    const fetched = rs.fn(async () => Hello);
    const parent = createRootRoute();
    const child = createRoute({
      getParentRoute: () => parent,
      path: 'hello',
      component: lazily(fetched, null, { isFirst: true }),
    });
    let fail = (_why: Error) => {};
    const coming = () =>
      new Promise<never>((_, reject) => {
        fail = reject;
      });
    const late = defineModule({
      name: 'mfe-late',
      texts: { pt: coming, en: coming, es: coming },
      routes: parent.addChildren([child]),
    });
    const mounted = late.mount(propsOf());
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
    fail(new Error('No texts.'));
    await expect(mounted).rejects.toThrow('No texts.');
    expect(shell.subscribers.size).toBe(0);
  });

  it('fetches texts and page ahead and renders nothing, and is rendered at once when it is mounted', async () => {
    const fetchedPage = rs.fn(async () => Hello);
    const fetchedTexts = rs.fn(async () => ({ default: { hello: 'Olá' } }));
    const parent = createRootRoute();
    const component = lazily(fetchedPage, null, { isFirst: true });
    const child = createRoute({ getParentRoute: () => parent, path: 'hello', component });
    const other = createRoute({
      getParentRoute: () => parent,
      path: 'other',
      component: lazily(async () => Promise.reject(new Error('Not this page.'))),
    });
    const { mount, unmount, prefetch } = defineModule({
      name: 'mfe-test',
      texts: { pt: fetchedTexts, en: fetchedTexts, es: fetchedTexts },
      routes: parent.addChildren([child, other]),
    });
    await prefetch?.(propsOf(), '/app/hello');
    expect(fetchedPage).toHaveBeenCalledTimes(1);
    expect(fetchedTexts).toHaveBeenCalled();
    expect(place.innerHTML).toBe('');
    const props = propsOf();
    await mount(props);
    expect(screen.getByRole('heading', { name: 'Olá' })).toBeTruthy();
    expect(fetchedPage).toHaveBeenCalledTimes(1);
    await unmount(props);
  });

  it('is replaced by a notice if it breaks outside of its pages, and mounted again on request', async () => {
    const silent = rs.spyOn(console, 'error').mockImplementation(() => undefined);
    const api = fakeApi({});
    // The gate around the pages compares it.
    api.connection.server = Symbol('not a number') as unknown as number;
    const broke = rs.fn();
    const props = propsOf({ api, broke });
    await mount(props);
    await screen.findByRole('alert');
    expect(broke).toHaveBeenCalledTimes(1);
    api.connection.server = 7;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('heading', { name: 'Olá' })).toBeTruthy();
    await unmount(props);
    expect(place.innerHTML).toBe('');
    silent.mockRestore();
  });

  it('that is gone has the rest of its texts not fetched', async () => {
    const first = async () => ({ default: { hello: 'Olá' } });
    const all = rs.fn(first);
    const { mount, unmount } = defineModule({
      name: 'mfe-test',
      texts: { ...{ pt: all, en: all, es: all }, first: { pt: first, en: first, es: first } },
      routes,
    });
    const props = propsOf();
    await mount(props);
    await screen.findByRole('heading', { name: 'Olá' });
    await unmount(props);
    await fetchDeferred();
    expect(all).not.toHaveBeenCalled();
  });

  it('shows a section that is opened later before it requests anything', async () => {
    await fetchDeferred();
    const request = rs.fn(() => MARKETPLACES);
    const props = propsOf({ api: fakeApi({ '/v1/marketplaces': request }) });
    await mount(props);
    // Rendered, and not painted yet.
    expect(screen.getByRole('heading', { name: 'Olá' })).toBeTruthy();
    await Promise.resolve();
    expect(request).not.toHaveBeenCalled();
    await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
    await unmount(props);
  });
});
