import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { fakeApi } from '../../testing/index.ts';
import { watchConnection } from './connection.ts';
import { ApiError } from './error.ts';

const health = (database = true) => ({ status: 'ok', version: '1', database, jobs: true });
const busy = new ApiError('problem', { status: 503, code: 'service_not_available' });
const nobody = new ApiError('offline');

let stop = () => {};
/** Each poll is answered with the next one; the last is repeated. */
const watch = (...probes: unknown[]) => {
  const api = fakeApi({
    '/health': () => {
      const probe = probes.length > 1 ? probes.shift() : probes[0];
      if (probe instanceof Error) throw probe;
      return probe;
    },
  });
  stop = watchConnection(api, () => 1);
  return api;
};
const pass = (ms: number) => rs.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  stop();
  rs.useRealTimers();
});

describe('the way to the server', () => {
  it('is not polled while calls succeed', async () => {
    const api = watch(health());
    await pass(60_000);
    expect(api.calls).toHaveLength(0);
  });

  it.each([
    ['a part was busy', health(), 'ok'],
    ['the installation is closed', busy, 'maintenance'],
    ['the database is unavailable', health(false), 'maintenance'],
    ['nobody is there', nobody, 'offline'],
    [
      'it answers something else',
      new ApiError('problem', { status: 429, code: 'rate_limited' }),
      'ok',
    ],
  ])('is looked at without delay where it is doubtful: %s', async (_, probe, reach) => {
    const api = watch(probe);
    api.connection.reach = 'doubtful';
    await pass(10);
    expect(api.connection.reach).toBe(reach);
  });

  it('is polled at growing intervals until it is available, and then no more', async () => {
    const api = watch(nobody, nobody, busy, health());
    api.connection.reach = 'offline';
    await pass(1_000);
    expect(api.calls).toHaveLength(1);
    await pass(1_000);
    expect(api.calls).toHaveLength(2);
    await pass(2_000);
    expect(api.connection.reach).toBe('maintenance');
    await pass(4_000);
    expect(api.connection.reach).toBe('ok');
    await pass(60_000);
    expect(api.calls).toHaveLength(4);
  });

  it('is lost and found with the network of the browser', async () => {
    const api = watch(health());
    window.dispatchEvent(new Event('offline'));
    expect(api.connection.reach).toBe('offline');
    window.dispatchEvent(new Event('online'));
    await pass(10);
    expect(api.connection.reach).toBe('ok');
  });

  it('is not polled when no one watches any more', async () => {
    const api = watch(nobody);
    api.connection.reach = 'offline';
    await pass(1_500);
    stop();
    const { length } = api.calls;
    await pass(60_000);
    expect(api.calls).toHaveLength(length);
  });
});
