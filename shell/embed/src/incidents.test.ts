import { afterEach, expect, it, rs } from '@rstest/core';
import type { PrimaziaElement } from '../index.d.ts';
import { createIncidents } from './incidents.ts';

const INCIDENT = {
  module: 'mfe-pricing',
  version: '1.2.3',
  build: 'abcdef0123456789',
  failure: 'down',
  message: 'x'.repeat(600),
} as const;

const sent = rs.fn(async (_url: string, _request: RequestInit) => new Response());

const put = (attributes: Record<string, string>) => {
  const element = document.createElement('primazia-pricing');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element as PrimaziaElement;
};
const report = () => {
  rs.stubGlobal('fetch', sent);
  return createIncidents('https://app.example', () => [...document.body.children])(INCIDENT);
};
const authorization = () => new Headers(sent.mock.calls[0]?.[1].headers).get('authorization');

afterEach(() => {
  document.body.replaceChildren();
  sent.mockClear();
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

it('a module that did not load is reported with the token of its element', async () => {
  put({ token: 't1' });
  await report();
  const [url, { body }] = sent.mock.calls[0]!;
  expect(url).toBe('https://app.example/api/v1/incidents');
  expect(authorization()).toBe('Bearer t1');
  const reported = JSON.parse(String(body));
  expect(reported).toMatchObject({ module: 'mfe-pricing', version: '1.2.3', failure: 'down' });
  expect(reported.message).toHaveLength(500);
});

it('is reported with a token of the host’s callback if no attribute has one', async () => {
  put({});
  const refreshToken = rs.fn(async () => 't2');
  put({ company: '12' }).refreshToken = refreshToken;
  await report();
  expect(refreshToken).toHaveBeenCalledWith({
    reason: 'missing',
    module: 'mfe-pricing',
    company: 12,
  });
  expect(authorization()).toBe('Bearer t2');
});

it('does no harm where there is no token, the host fails, or the server', async () => {
  const warned = rs.spyOn(console, 'warn').mockImplementation(() => {});
  await report();
  expect(sent).not.toHaveBeenCalled();
  put({}).refreshToken = () => Promise.reject(new Error('the host is down'));
  await report();
  expect(sent).not.toHaveBeenCalled();
  document.body.replaceChildren();
  put({ token: 't1' });
  sent.mockRejectedValueOnce(new TypeError('no network'));
  await report();
  expect(warned).toHaveBeenCalledTimes(2);
});
