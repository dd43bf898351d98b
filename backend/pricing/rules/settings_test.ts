import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { type PricingSettings, PricingSettingsInput } from '../contract.ts';
import { repriceListings } from '../updates/reprice.ts';
import { createRule } from './actions.ts';
import { getPricingSettings, setPricingSettings } from './settings.ts';

const USUAL: PricingSettings = {
  requiresApprovalByDefault: false,
  maxStepPercent: 30,
  maxDayPercent: 60,
  parity: 'warn',
  staleMarketHours: 24,
  minutesPerManualChange: 3,
  breaker: { percent: 30, drops: 20, minutes: 60 },
  smallestRisePercent: 0.3,
  minutesBetweenUpdates: 5,
  updatesPerHour: 12,
  updatesPerDay: 60,
};

describe('what may be settled', () => {
  const faultsOf = (more: object) => {
    const read = PricingSettingsInput.safeParse({ ...USUAL, ...more });
    return read.success
      ? []
      : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  };

  it('is bounded, and holds together', () => {
    assert.deepEqual(faultsOf({}), []);
    assert.deepEqual(faultsOf({ maxStepPercent: 80, maxDayPercent: 80 }), []);
    assert.deepEqual(faultsOf({ maxStepPercent: 80 }), ['maxDayPercent day_below_step']);
    assert.deepEqual(faultsOf({ maxStepPercent: 0 }), ['maxStepPercent greater_than_zero']);
    assert.deepEqual(faultsOf({ maxStepPercent: 12.345 }), ['maxStepPercent two_decimals']);
    // Above zero, but zero with two decimal places.
    assert.deepEqual(faultsOf({ maxStepPercent: 1e-9 }), ['maxStepPercent greater_than_zero']);
    const none = { percent: 1e-9, drops: 20, minutes: 60 };
    assert.deepEqual(faultsOf({ breaker: none }), ['breaker.percent greater_than_zero']);
    assert.deepEqual(faultsOf({ maxDayPercent: 1_000.01 }), ['maxDayPercent too_large']);
    assert.deepEqual(faultsOf({ staleMarketHours: 721 }), ['staleMarketHours too_large']);
    const breaker = { percent: 100, drops: -1, minutes: 1_441 };
    assert.deepEqual(faultsOf({ breaker }).sort(), [
      'breaker.drops not_negative',
      'breaker.minutes too_large',
      'breaker.percent too_large',
    ]);
  });
});

describe('the settings of a company', () => {
  let database: TestDatabase;
  let scene: Scene;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    scene = await openScene(database, { isPaced: true });
  });

  const settle = (more: Partial<PricingSettings>) =>
    setPricingSettings(scene.ctx, scene.actor, { ...USUAL, ...more });

  it('begin as most companies want them', async () => {
    assert.deepEqual(await getPricingSettings(scene.ctx, scene.actor), USUAL);
  });

  it('are stored, with the previous values in the audit log', async () => {
    const wanted: PricingSettings = {
      requiresApprovalByDefault: true,
      maxStepPercent: 12.5,
      maxDayPercent: 40,
      parity: 'block',
      staleMarketHours: 48,
      minutesPerManualChange: 5,
      breaker: { percent: 15.5, drops: 3, minutes: 10 },
      smallestRisePercent: 0.25,
      minutesBetweenUpdates: 90,
      updatesPerHour: 1,
      updatesPerDay: 10,
    };
    assert.deepEqual(await settle(wanted), wanted);
    assert.deepEqual(await getPricingSettings(scene.ctx, scene.actor), wanted);
    // Saved without a change: no event.
    await settle(wanted);
    const log = await scene.database.owner<{ person_id: number; values: object }[]>`
      select person_id, values from audit_log
      where company_id = ${scene.companyId} and action = 'pricing.settings_changed'`;
    assert.deepEqual(
      [...log],
      [{ person_id: scene.actor.personId, values: { before: USUAL, after: wanted } }],
    );
  });

  it('are each company’s own', async () => {
    const [other] = await scene.database.owner<{ id: number }[]>`
      insert into company (name, created_at) values ('Outra', ${scene.ctx.clock()}) returning id`;
    await settle({ maxStepPercent: 5, maxDayPercent: 5 });
    const [row] = await scene.database.owner`
      select max_step_percent from company where id = ${other!.id}`;
    assert.equal(row!.max_step_percent, 30);
  });

  it('release what waits only because of a limit that is raised, and nothing else', async () => {
    const far = await scene.sell('MLB1', 10_000);
    const pending = await scene.sell('MLB2', 10_000);
    for (const id of [far, pending]) await scene.see(id, 'LOSING', [competitor('R1', 6_001)]);
    await createRule(scene.ctx, scene.actor, scene.rule([far], { minPrice: 50 }));
    await createRule(
      scene.ctx,
      scene.actor,
      scene.rule([pending], { minPrice: 50, requiresApproval: true }),
    );
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    await settle({ maxStepPercent: 40 });
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map(({ skuMarketplace, price }) => [skuMarketplace, price]),
      [['MLB1', 6_000]],
    );
    assert.deepEqual(
      (await scene.updates(far)).map(({ state }) => state),
      ['canceled', 'applied'],
    );
    assert.deepEqual(
      (await scene.updates(pending)).map(({ state }) => state),
      ['pending'],
    );
  });

  it('hold what is queued already against a limit that is lowered', async () => {
    const id = await scene.sell('MLB1', 10_000);
    await scene.see(id, 'LOSING', [competitor('R1', 8_001)]);
    await createRule(scene.ctx, scene.actor, scene.rule([id]));
    await settle({ maxStepPercent: 10 });
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    const updates = await scene.updates(id);
    assert.deepEqual(
      updates.map(({ state, new_price }) => [state, new_price]),
      [
        ['canceled', 8_000],
        ['pending', 8_000],
      ],
    );
  });

  it('apply a longer trust in markets immediately', async () => {
    const id = await scene.sell('MLB1', 10_000);
    await scene.see(id, 'LOSING', [competitor('R1', 9_001)]);
    scene.ctx.advance(30 * 3_600_000);
    await createRule(scene.ctx, scene.actor, scene.rule([id]));
    await repriceListings(scene.ctx, scene.companyId, [id]);
    assert.equal((await scene.updates(id)).length, 0);
    await settle({ staleMarketHours: 36 });
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map(({ price }) => price),
      [9_000],
    );
  });

  it('are the breaker’s limits too', async () => {
    const ids = [await scene.sell('MLB1', 10_000), await scene.sell('MLB2', 10_000)];
    for (const id of ids) await scene.see(id, 'LOSING', [competitor('R1', 8_501)]);
    await settle({ breaker: { percent: 10, drops: 1, minutes: 60 } });
    await createRule(scene.ctx, scene.actor, scene.rule(ids));
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    const [company] = await scene.database.owner`
      select stop_reason from company where id = ${scene.companyId}`;
    assert.equal(company!.stop_reason, 'breaker');
  });
});
