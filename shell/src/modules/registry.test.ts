import { describe, expect, it } from '@rstest/core';
import { entriesFor, entryAt, moduleAt, sectionAt } from './registry.ts';

const labels = { pt: 'Preços', en: 'Prices', es: 'Precios' };
const entry = (path: string) => ({ group: 'pricing', path, labels, icon: 'tag' });
const pricing = {
  name: 'mfe-pricing',
  routes: ['/app/precos', '/app/historico', '/app/contas'],
  sidebar: [entry('/app/precos'), entry('/app/historico')],
};

describe('the page at a path', () => {
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

  it.each([
    ['/app/precos', '/app/precos/12/editar'],
    ['/app/contas', '/app/contas/3'],
  ])('%s and %s are one section', (one, other) => {
    expect(sectionAt([pricing], other)).toBe(sectionAt([pricing], one));
  });

  it.each([
    ['/app/precos', '/app/historico'],
    ['/app/historico', '/app/contas'],
    ['/app/precos', '/companies'],
    ['/login', '/companies'],
  ])('%s and %s are not', (one, other) => {
    expect(sectionAt([pricing], other)).not.toBe(sectionAt([pricing], one));
  });
});

it('an entry is offered to users with access to its page', () => {
  const hosts = { ...entry('/app/hosts'), needs: 'own' as const };
  const modules = [pricing, { sidebar: [hosts] }];
  const offered = (allowed: string[]) =>
    entriesFor(modules, (need) => allowed.includes(need)).map(({ path }) => path);
  expect(offered(['read', 'write'])).toEqual(['/app/precos', '/app/historico']);
  expect(offered(['read', 'write', 'own'])).toEqual([
    '/app/precos',
    '/app/historico',
    '/app/hosts',
  ]);
});
