import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { readOverview } from '../pricing/actions.ts';
import { refreshOverview } from '../pricing/listings/overview.ts';
import { openScene, type Scene } from '../testing/pricing-scene.ts';
import { monitoringLimits, readLimit, setMonitoringLimit } from './monitoring-limit.ts';

describe('the monitoring package of a company', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterAll(() => scene.close());

  it('has the limit that was set, which monitoring shows from its next calculation on', async () => {
    const { owner } = scene.database;
    const { companyId } = scene.actor;
    const shown = async () => {
      await refreshOverview(scene.ctx, companyId);
      return (await readOverview(scene.ctx, scene.actor)).monitored.limit;
    };
    assert.equal(await shown(), null);
    const [set] = await setMonitoringLimit(owner, companyId, 500);
    assert.deepEqual([set?.id, set?.limit], [companyId, 500]);
    assert.equal(await shown(), 500);
    assert.equal((await monitoringLimits(owner, companyId))[0]?.limit, 500);
    await setMonitoringLimit(owner, companyId, null);
    assert.equal(await shown(), null);
    assert.equal((await setMonitoringLimit(owner, 999_999, 1)).length, 0);
  });

  it('is typed as a whole number, or none', () => {
    assert.deepEqual(['500', '0', 'none', '-1', '1.5', '9999999999', ''].map(readLimit), [
      500,
      0,
      null,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
