import { describe, expect, it } from '@rstest/core';
import { returnPath } from './return-path.ts';

const ORIGIN = 'https://loja.example';

describe('the place to return to after signing in', () => {
  it.each([
    '/app',
    '/app/historico-de-precos',
    '/app/historico-de-precos?state=pending&page=2#topo',
  ])('follows a path of our own: %s', (path) => {
    expect(returnPath(path, ORIGIN)).toBe(path);
  });

  it.each([
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example/app',
    '/\t/evil.example/app',
    'javascript:alert(1)',
    'app/historico-de-precos',
    '/login',
    '/application',
    '/app/../login',
    '/app/%2e%2e/login',
    'https://loja.example/app',
    '//',
    '',
    undefined,
    null,
    7,
    ['/app'],
  ])('goes home instead of to %s', (path) => {
    expect(returnPath(path, ORIGIN)).toBe('/app');
  });
});
