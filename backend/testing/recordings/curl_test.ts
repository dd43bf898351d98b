import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { readCurl } from './curl.ts';

const HOST = 'market.example';
const read = (text: string) => readCurl(text, HOST);

describe('readCurl', () => {
  const cases: [string, string, ReturnType<typeof readCurl>][] = [
    [
      'a plain address',
      'curl https://api.market.example/items/1',
      { method: 'GET', path: '/items/1', query: {} },
    ],
    [
      'a method, a header and a query',
      `curl -X GET -H 'Authorization: Bearer $T' 'https://api.market.example/items?ids=1,2&a=b'`,
      { method: 'GET', path: '/items', query: { ids: '1,2', a: 'b' } },
    ],
    [
      'a long method',
      `curl --location --request PUT 'https://api.market.example/items/1' --data-raw '{"price": 5}'`,
      { method: 'PUT', path: '/items/1', query: {}, body: { price: 5 } },
    ],
    [
      'a body without a method',
      `curl https://api.market.example/items -d '{"a":[1,{"b":2}]}'`,
      { method: 'POST', path: '/items', query: {}, body: { a: [1, { b: 2 }] } },
    ],
    [
      'form fields',
      `curl -X POST https://api.market.example/oauth/token -d 'grant_type=refresh_token' -d 'client_id=$A'`,
      {
        method: 'POST',
        path: '/oauth/token',
        query: {},
        body: { grant_type: 'refresh_token', client_id: '$A' },
      },
    ],
    [
      'a body that was shortened by hand',
      `curl -X PUT -d '{"price": ...}' https://api.market.example/items/1`,
      { method: 'PUT', path: '/items/1', query: {} },
    ],
    [
      'slashes too many',
      'curl -X GET https://api.market.example//items///1/',
      { method: 'GET', path: '/items/1', query: {} },
    ],
    [
      'another address before it',
      `curl -d '{"link":"https://elsewhere.example/x"}' https://api.market.example/items`,
      {
        method: 'POST',
        path: '/items',
        query: {},
        body: { link: 'https://elsewhere.example/x' },
      },
    ],
    [
      'form fields in a row',
      `curl -X POST 'https://api.market.example/oauth/token' -d 'grant_type=refresh_token&client_id=1'`,
      {
        method: 'POST',
        path: '/oauth/token',
        query: {},
        body: { grant_type: 'refresh_token', client_id: '1' },
      },
    ],
    [
      'a token in braces next to the body',
      `curl -X PUT -H 'Authorization: Bearer {token}' -d '{"price": 5}' https://api.market.example/items/1`,
      { method: 'PUT', path: '/items/1', query: {}, body: { price: 5 } },
    ],
    [
      'a body in double quotes',
      `curl -X PUT --data-raw "{\\"price\\": 5}" https://api.market.example/items/1`,
      { method: 'PUT', path: '/items/1', query: {}, body: { price: 5 } },
    ],
    [
      'a body without a method that was shortened by hand',
      `curl https://api.market.example/items --data '{"a": ...}'`,
      { method: 'POST', path: '/items', query: {} },
    ],
    [
      'a query without its question mark',
      'curl -X GET https://api.market.example/items/1&version=v2',
      { method: 'GET', path: '/items/1', query: { version: 'v2' } },
    ],
    [
      'a path without a host',
      `curl -X GET -H 'Authorization: Bearer $T' /items/1?a=b`,
      { method: 'GET', path: '/items/1', query: { a: 'b' } },
    ],
    ['no command, but a request', 'PUT /items/1', { method: 'PUT', path: '/items/1', query: {} }],
    ['no address of the host', 'curl https://elsewhere.example/items', null],
    ['no command at all', 'See above.', null],
  ];
  for (const [name, text, expected] of cases)
    it(name, () => assert.deepEqual(read(text), expected));
});
