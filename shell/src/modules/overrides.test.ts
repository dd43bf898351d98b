// @rstest-environment happy-dom
import { afterEach, describe, expect, it, rs } from '@rstest/core';
import { createOverrides, keepOverrides, OVERRIDES_KEY, parseOverrides } from './overrides.ts';
import type { RemoteModule } from './registry.ts';

const pricing: RemoteModule = {
  name: 'mfe-pricing',
  version: '0.1.0',
  build: 'aaaaaaaa',
  entry: 'https://primazia.example/modules/mfe-pricing/aaaaaaaa/remoteEntry.js',
  integrity: `sha384-${'A'.repeat(64)}`,
  kit: '^0.2.0',
  routes: ['/app/precos'],
  bareRoutes: [],
  sidebar: [],
  labels: null,
  embed: null,
};
const siteOf = (environment: 'production' | 'stage') => ({
  load: async () => ({
    environment,
    api: 1,
    helpUrl: 'https://help.example',
    signIn: [],
    moduleOrigins: [],
  }),
});

afterEach(() => {
  localStorage.clear();
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

describe('what points a module to a developer', () => {
  it.each([
    ['mfe-pricing@http://localhost:4001/', 'http://localhost:4001/'],
    ['mfe-pricing@http://localhost:4001', 'http://localhost:4001/'],
    ['mfe-pricing@http://localhost:4001/out/remoteEntry.js', 'http://localhost:4001/out/'],
  ])('%s leads to %s', (text, base) => {
    expect(parseOverrides(text)).toEqual([{ name: 'mfe-pricing', base }]);
  });

  it.each([
    'mfe-pricing@https://evil.example/',
    'mfe-pricing@http://localhost.evil.example/',
    'mfe-pricing@javascript:alert(1)',
    'mfe-pricing',
    '../pricing@http://localhost:4001/',
  ])('%s leads nowhere, and is reported', (text) => {
    const reported = rs.spyOn(console, 'warn').mockImplementation(() => {});
    expect(parseOverrides(text)).toEqual([]);
    expect(reported).toHaveBeenCalledTimes(1);
  });

  it('is taken out of the address, and outlives the login', () => {
    window.history.replaceState(null, '', '/app/precos?page=2&modules=mfe-a@http://localhost:1/');
    keepOverrides(localStorage, window.location, window.history);
    expect(window.location.href).toMatch(/\/app\/precos\?page=2$/);
    expect(localStorage.getItem(OVERRIDES_KEY)).toBe('mfe-a@http://localhost:1/');
  });
});

describe('an override', () => {
  const stored = 'mfe-pricing@http://localhost:4001/';

  it('takes the build that the developer has, with the routes that it has', async () => {
    localStorage.setItem(OVERRIDES_KEY, stored);
    const own = { ...pricing, build: 'bbbbbbbb', routes: ['/app/novo'] };
    rs.stubGlobal(
      'fetch',
      rs.fn(async () => Response.json(own)),
    );
    const overrides = createOverrides(localStorage, siteOf('stage'));
    expect(await overrides.apply([pricing])).toMatchObject([
      {
        entry: 'http://localhost:4001/remoteEntry.js?build=bbbbbbbb',
        integrity: null,
        routes: ['/app/novo'],
      },
    ]);
    overrides.reset();
    expect(await overrides.apply([pricing])).toEqual([pricing]);
  });

  it('whose build has no manifest is where the registry has the module', async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.setItem(OVERRIDES_KEY, stored);
    rs.stubGlobal(
      'fetch',
      rs.fn(async () => new Response('', { status: 404 })),
    );
    const overrides = createOverrides(localStorage, siteOf('stage'));
    expect(await overrides.apply([pricing])).toMatchObject([
      {
        entry: 'http://localhost:4001/remoteEntry.js',
        integrity: null,
        routes: pricing.routes,
      },
    ]);
  });

  it('does nothing in production, and is deleted', async () => {
    const reported = rs.spyOn(console, 'warn').mockImplementation(() => {});
    localStorage.setItem(OVERRIDES_KEY, stored);
    const overrides = createOverrides(localStorage, siteOf('production'));
    expect(await overrides.apply([pricing])).toEqual([pricing]);
    expect(reported).toHaveBeenCalledWith('Modules cannot be overridden in production.');
    expect(localStorage.getItem(OVERRIDES_KEY)).toBeNull();
  });
});
