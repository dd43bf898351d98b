import { describe, expect, it } from '@rstest/core';
import { personNamedBy } from './tickets.ts';

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const tokenOf = (claims: unknown) => `${encoded({ alg: 'ES256' })}.${encoded(claims)}.signature`;

describe('whom a host’s token names', () => {
  it.each([
    [{ email: 'Ana@Loja.example' }, 'ana@loja.example'],
    [{ sub: 'ana@loja.example', jti: '???>>>' }, 'ana@loja.example'],
    [{ email: 'ana@loja.example', sub: '17' }, 'ana@loja.example'],
    [{ jti: '1' }, null],
    [{ email: 17 }, null],
    [null, null],
  ])('of %j is %j', (claims, person) => {
    expect(personNamedBy(tokenOf(claims))).toBe(person);
  });

  it.each(['', 'x', 'a.b.c', `a.${btoa('not json')}.c`])('of %j is no one', (token) => {
    expect(personNamedBy(token)).toBeNull();
  });
});
