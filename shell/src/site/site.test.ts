// @rstest-environment happy-dom
import type { Site } from '@primazia/backend/platform/contract';
import { type Api, ApiError } from '@primazia/kit';
import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { proxy } from 'valtio';
import { createSite } from './site.ts';

const SITE: Site = {
  environment: 'stage',
  api: 3,
  helpUrl: 'https://learn.example/',
  signIn: [],
  moduleOrigins: [],
};

const closed = new ApiError('problem', { status: 503, code: 'maintenance' });

function server(...answers: (Site | ApiError)[]) {
  const connection = proxy<Api['connection']>({ reach: 'ok' });
  const call = rs.fn(async () => {
    const answer = answers.shift() ?? SITE;
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  return {
    connection,
    call: call as unknown as Api['call'],
    requests: () => call.mock.calls.length,
  };
}

beforeEach(() => {
  rs.useFakeTimers();
  rs.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
});

describe('the description of the installation', () => {
  it('is requested once for concurrent uses', async () => {
    const api = server();
    const site = createSite(api);
    expect(site.state.value).toBeNull();
    expect(await Promise.all([site.load(), site.load()])).toEqual([SITE, SITE]);
    expect(site.state.value).toEqual(SITE);
    expect(api.requests()).toBe(1);
  });

  it('is requested until there is an answer', async () => {
    const api = server(closed, closed);
    const site = createSite(api);
    const loading = site.load();
    await rs.advanceTimersByTimeAsync(1_000);
    expect(api.requests()).toBe(2);
    await rs.advanceTimersByTimeAsync(2_000);
    expect(await loading).toEqual(SITE);
  });

  it('is requested immediately when maintenance ends', async () => {
    const api = server(closed, closed, closed, closed, closed);
    const site = createSite(api);
    const loading = site.load();
    await rs.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + 8_000);
    expect(api.requests()).toBe(5);
    api.connection.reach = 'maintenance';
    await rs.advanceTimersByTimeAsync(0);
    api.connection.reach = 'ok';
    await rs.advanceTimersByTimeAsync(0);
    expect(await loading).toEqual(SITE);
  });
});
