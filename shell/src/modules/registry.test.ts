import { describe, expect, it } from '@rstest/core';
import { entryAt, moduleAt, parseRegistry } from './registry.ts';

const labels = { pt: 'Preços', en: 'Prices', es: 'Precios' };
const entry = (path: string) => ({ group: 'pricing', path, labels, icon: 'tag' });
const pricing = {
  name: 'mfe-pricing',
  version: '0.1.0',
  entry: '/modules/mfe-pricing/remoteEntry.js',
  routes: ['/app/precos', '/app/historico'],
  sidebar: [entry('/app/precos'), entry('/app/historico')],
};

describe('the registry of modules', () => {
  it('is read as it stands', () => {
    expect(parseRegistry([pricing])).toEqual({ modules: [pricing], refused: [] });
  });

  it.each([
    ['no name', { ...pricing, name: undefined }],
    ['no entry', { ...pricing, entry: '' }],
    ['an entry on any host', { ...pricing, entry: '//cdn.example/remoteEntry.js' }],
    ['an entry that is a script', { ...pricing, entry: 'javascript:alert(1)' }],
    ['no routes', { ...pricing, routes: [] }],
    ['a route outside the application', { ...pricing, routes: ['/login'] }],
    ['nothing', null],
    ['a text', 'mfe-pricing'],
  ])('a module with %s is left out and the others stay', (_what, broken) => {
    const other = { ...pricing, name: 'mfe-ads', routes: ['/app/ads'], sidebar: [] };
    const { modules, refused } = parseRegistry([broken, other]);
    expect(modules.map((module) => module.name)).toEqual(['mfe-ads']);
    expect(refused).toHaveLength(1);
  });

  it('a broken sidebar entry is left out and its module stays', () => {
    const broken = { ...entry('/app/precos'), labels: { pt: 'Só em português' } };
    const { modules, refused } = parseRegistry([
      { ...pricing, sidebar: [broken, entry('/app/historico')] },
    ]);
    expect(modules[0]?.sidebar.map((one) => one.path)).toEqual(['/app/historico']);
    expect(refused).toHaveLength(1);
  });

  it('the first of two modules with one name counts', () => {
    const { modules, refused } = parseRegistry([pricing, { ...pricing, version: '0.2.0' }]);
    expect(modules.map((module) => module.version)).toEqual(['0.1.0']);
    expect(refused).toEqual(['module 1: a second mfe-pricing']);
  });

  it('a module without a sidebar may exist', () => {
    const { sidebar: _, ...hidden } = pricing;
    expect(parseRegistry([hidden]).modules[0]?.sidebar).toEqual([]);
  });

  it.each([{}, null, '<!doctype html>'])('what is no list is refused: %s', (raw) => {
    expect(() => parseRegistry(raw)).toThrow();
  });
});

describe('what stands at a path', () => {
  it.each([
    ['/app/precos', 'mfe-pricing'],
    ['/app/precos/12', 'mfe-pricing'],
    ['/app/precos-antigos', undefined],
    ['/app', undefined],
  ])('%s belongs to %s', (path, name) => {
    expect(moduleAt([pricing], path)?.name).toBe(name);
  });

  it('the nearest sidebar entry is the active one', () => {
    const entries = [entry('/app/campanhas'), entry('/app/campanhas/nova')];
    expect(entryAt(entries, '/app/campanhas/nova')?.path).toBe('/app/campanhas/nova');
    expect(entryAt(entries, '/app/campanhas/17')?.path).toBe('/app/campanhas');
    expect(entryAt(entries, '/app/outra')).toBeUndefined();
  });
});
