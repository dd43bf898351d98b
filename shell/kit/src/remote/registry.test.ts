import { describe, expect, it } from '@rstest/core';
import { parseOwnBuild, parseRegistry } from './registry.ts';

const RULES = {
  registryUrl: 'https://primazia.example/modules/registry.json',
  allowedOrigins: ['https://modules.example'],
};
const labels = { pt: 'Preços', en: 'Prices', es: 'Precios' };
const sidebarEntry = (path: string) => ({ group: 'pricing', path, labels, icon: 'tag' });
const pricing = {
  name: 'mfe-pricing',
  version: '0.1.0',
  build: '5f0c2a915f0c2a91',
  entry: '/modules/mfe-pricing/5f0c2a915f0c2a91/remoteEntry.js',
  integrity: `sha384-${'A'.repeat(64)}`,
  kit: '^0.2.0',
  shared: { react: '19.3.1' },
  api: 1,
  routes: ['/app/precos', '/app/historico'],
  sidebar: [sidebarEntry('/app/precos'), sidebarEntry('/app/historico')],
  labels: { pt: 'Preços', en: 'Pricing', es: 'Precios' },
  embed: 'primazia-pricing',
};
const read = (...modules: unknown[]) => parseRegistry(modules, RULES);

describe('the registry of modules', () => {
  it('is read as it is, with whole addresses', () => {
    const { shared: _, api: __, ...rest } = { ...pricing, bareRoutes: [] };
    const entry = `https://primazia.example${pricing.entry}`;
    expect(read(pricing)).toEqual({ modules: [{ ...rest, entry }], refused: [] });
  });

  it('may name another origin, if that is allowed', () => {
    const entry = 'https://modules.example/pricing/remoteEntry.js';
    expect(read({ ...pricing, entry }).modules[0]?.entry).toBe(entry);
  });

  it.each([
    ['no name', { ...pricing, name: undefined }],
    ['a name that is a path', { ...pricing, name: '../mfe-pricing' }],
    ['no version', { ...pricing, version: 3 }],
    ['no build', { ...pricing, build: '' }],
    ['no integrity', { ...pricing, integrity: undefined }],
    ['an integrity of null', { ...pricing, integrity: null }],
    ['an integrity that holds nothing', { ...pricing, integrity: 'none' }],
    ['no range of kits', { ...pricing, kit: undefined }],
    ['no entry', { ...pricing, entry: '' }],
    ['an entry on any host', { ...pricing, entry: '//cdn.example/remoteEntry.js' }],
    ['an entry of an origin like ours', { ...pricing, entry: 'https://primazia.example.org/a.js' }],
    ['an entry over plain http', { ...pricing, entry: 'http://modules.example/remoteEntry.js' }],
    ['an entry that is a script', { ...pricing, entry: 'javascript:alert(1)' }],
    ['no routes', { ...pricing, routes: [] }],
    ['a route outside the application', { ...pricing, routes: ['/login'] }],
    ['nothing', null],
    ['a text', 'mfe-pricing'],
  ])('a module with %s is left out and the others stay', (_what, broken) => {
    const other = { ...pricing, name: 'mfe-ads', routes: ['/app/ads'], sidebar: [] };
    const { modules, refused } = read(broken, other);
    expect(modules.map((module) => module.name)).toEqual(['mfe-ads']);
    expect(refused).toHaveLength(1);
  });

  it('an invalid sidebar entry is left out and its module is kept', () => {
    const broken = { ...sidebarEntry('/app/precos'), labels: { pt: 'Só em português' } };
    const { modules, refused } = read({
      ...pricing,
      sidebar: [broken, sidebarEntry('/app/historico')],
    });
    expect(modules[0]?.sidebar.map((one) => one.path)).toEqual(['/app/historico']);
    expect(refused).toEqual(['mfe-pricing: 1 entries of the sidebar']);
  });

  it('an entry may have requirements, and unknown fields are ignored', () => {
    const entry = sidebarEntry('/app/precos');
    const { modules } = read({
      ...pricing,
      sidebar: [{ ...entry, needs: 'own' }, { ...entry, needs: 'all' }, entry],
    });
    expect(modules[0]?.sidebar).toEqual([{ ...entry, needs: 'own' }, entry, entry]);
  });

  it('the first of two modules with one name counts', () => {
    const { modules, refused } = read(pricing, { ...pricing, version: '0.2.0' });
    expect(modules.map((module) => module.version)).toEqual(['0.1.0']);
    expect(refused).toEqual(['mfe-pricing: a second one']);
  });

  it('a module without sidebar and element may exist', () => {
    const { sidebar: _, embed: __, ...hidden } = pricing;
    expect(read(hidden).modules[0]).toMatchObject({ sidebar: [], embed: null });
  });

  it.each([{}, null, '<!doctype html>'])('what is no list is refused: %s', (raw) => {
    expect(() => parseRegistry(raw, RULES)).toThrow();
  });
});

describe("a developer's own build", () => {
  it('is loaded from the overriding address, without integrity', () => {
    const { integrity: _, ...own } = pricing;
    const entry = 'http://localhost:4001/remoteEntry.js';
    expect(parseOwnBuild(own, entry)).toMatchObject({
      name: 'mfe-pricing',
      entry,
      integrity: null,
    });
  });

  it('is held to the rest', () => {
    expect(() => parseOwnBuild({ ...pricing, routes: ['/login'] }, 'x')).toThrow('routes');
  });
});
