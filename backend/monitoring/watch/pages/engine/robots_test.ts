import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { mayRead } from './robots.ts';

const CASES: [name: string, robots: string, path: string, may: boolean][] = [
  ['everything without a file', '', '/p/1/', true],
  ['nothing where all is forbidden', 'User-agent: *\nDisallow: /', '/p/1/', false],
  ['everything where nothing is named', 'User-agent: *\nDisallow:', '/p/1/', true],
  ['what is forbidden to others', 'User-agent: Other\nDisallow: /', '/p/1/', true],
  [
    'only by the group with our name',
    'User-agent: *\nDisallow: /\n\nuser-agent: PRIMAZIA\nDisallow: /x',
    '/p/1/',
    true,
  ],
  [
    'by the rules that several agents share',
    'User-agent: Other\nUser-agent: Primazia\nDisallow: /p/\n',
    '/p/1/',
    false,
  ],
  [
    'by all groups that name us',
    'User-agent: Primazia\nDisallow: /a\nUser-agent: Other\nDisallow: /\nUser-agent: Primazia\nDisallow: /p/',
    '/p/1/',
    false,
  ],
  ['by the longest rule', 'User-agent: *\nDisallow: /p/\nAllow: /p/1/\nDisallow: /', '/p/1/', true],
  [
    'by the allowing one of two of equal length',
    'User-agent: *\nDisallow: /p\nAllow: /p',
    '/p/1/',
    true,
  ],
  ['with stars', 'User-agent: *\nDisallow: /*/1/', '/p/1/', false],
  ['with stars that match nothing here', 'User-agent: *\nDisallow: /*/2/', '/p/1/', true],
  ['with an end', 'User-agent: *\nDisallow: /p/$', '/p/1/', true],
  ['with an end that is here', 'User-agent: *\nDisallow: /*1/$', '/p/1/', false],
  ['with the query', 'User-agent: *\nDisallow: /*?seller_id=', '/p/1/?seller_id=a', false],
  ['without what stands behind #', 'User-agent: * # all\nDisallow: /p/ # pages', '/p/1/', false],
];

describe('robots.txt', () => {
  for (const [name, robots, path, may] of CASES)
    it(`is followed: ${name}`, () => assert.equal(mayRead(robots, path), may));

  it('is parsed quickly, whatever its content', () => {
    const robots = `User-agent: *\nDisallow: /${'*a'.repeat(5_000)}$\n`.repeat(20);
    assert.equal(mayRead(robots, `/${'a'.repeat(2_000)}b`), true);
  });
});
