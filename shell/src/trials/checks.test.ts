import { ApiError } from '@primazia/kit';
import { fakeApi, fakeLive } from '@primazia/kit/testing';
import { describe, expect, it } from '@rstest/core';
import { CHECKS, type Check, type Result, runTrial, type TrialParts } from './checks.ts';

const START = Date.UTC(2026, 4, 4, 12);

interface World {
  healthy?: boolean;
  /** How far the server's clock is from ours, in ms. */
  off?: number;
  /** After how many looks the bell has the entry; null: never. */
  rings?: number | null;
  isHeard?: boolean;
  magalu?: number;
  ring?: ApiError;
}

/** Runs the trial in a world in which each call takes 10 ms. */
async function tried(world: World) {
  let time = START;
  let looks = 0;
  const live = fakeLive();
  const { healthy = true, off = 0, rings = 1, isHeard = true, magalu = 0, ring } = world;
  const tick = () => {
    time += 10;
  };
  const api = fakeApi({
    '/health': () => {
      tick();
      return { status: 'ok', version: '1', database: true, jobs: healthy };
    },
    '/v1/notifications/test': () => {
      if (ring !== undefined) throw ring;
      tick();
      return { now: new Date(time - 5 + off).toISOString() };
    },
    '/v1/notifications': () => {
      tick();
      looks += 1;
      const isThere = rings !== null && looks >= rings;
      if (isThere && isHeard) live.tell({ type: 'notifications', ids: [1] });
      return { content: isThere ? [{ values: { mark: 'mine' } }] : [] };
    },
    '/v1/accounts': () =>
      Array.from({ length: magalu + 1 }, (_, id) => ({ marketplaceId: id === 0 ? 2 : 3 })),
  });
  const parts: TrialParts = {
    api,
    live,
    sections: { registry: 'ready', list: [] },
    now: () => time,
    wait: async () => tick(),
    mark: 'mine',
  };
  const results: Partial<Record<Check, Result>> = {};
  await runTrial(parts, 'warn', (check, result) => {
    results[check] = result;
  });
  const outcomes = Object.fromEntries(CHECKS.map((check) => [check, results[check]?.outcome]));
  return { results, outcomes, api };
}

describe('a trial of the whole way', () => {
  it('tells how long each part took', async () => {
    const { results, outcomes, api } = await tried({ rings: 3, magalu: 2 });
    expect(Object.values(outcomes)).toEqual(CHECKS.map(() => 'ok'));
    expect(results.api?.values.ms).toBe(10);
    expect(results.bell?.values.ms).toBe(60);
    expect(results.magalu?.values.count).toBe(2);
    expect(api.calls.find(({ path }) => path.endsWith('/test'))?.input).toEqual({
      body: { level: 'warn', mark: 'mine' },
    });
  });

  it('knows a clock that is off, and a marketplace that is not connected', async () => {
    const { results, outcomes } = await tried({ off: -90_000 });
    expect(outcomes).toMatchObject({ clock: 'notice', magalu: 'notice', bell: 'ok' });
    expect(results.clock?.values.seconds).toBe(-90);
  });

  it('does not ring where nobody works the queues', async () => {
    const { outcomes, api } = await tried({ healthy: false });
    expect(outcomes).toMatchObject({
      database: 'ok',
      queues: 'failed',
      bell: 'skipped',
      live: 'skipped',
      clock: 'skipped',
    });
    expect(api.calls.some(({ path }) => path.endsWith('/test'))).toBe(false);
  });

  it('tells a bell that stays silent from a page that was not told', async () => {
    expect((await tried({ rings: null })).outcomes).toMatchObject({
      bell: 'failed',
      live: 'skipped',
    });
    expect((await tried({ isHeard: false })).outcomes).toMatchObject({
      bell: 'ok',
      live: 'failed',
    });
  });

  it('says why it could not ring', async () => {
    const refused = new ApiError('problem', { status: 403, code: 'no_permission' });
    const { results, outcomes } = await tried({ ring: refused });
    expect(outcomes).toMatchObject({ bell: 'failed', clock: 'skipped', live: 'skipped' });
    expect(results.bell?.error).toBe(refused);
  });
});
