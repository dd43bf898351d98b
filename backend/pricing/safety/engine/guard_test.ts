import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { Hono } from 'hono';
import { Problem } from '../../../kernel/problem.ts';
import { within } from '../../../platform/db.ts';
import { type AppEnv, LIMITS, mount } from '../../../platform/http.ts';
import { allowAnyMove, ruleMany, seeMany, sellMany } from '../../../testing/many-listings.ts';
import { ODD_AMOUNTS, pennyGuard } from '../../../testing/penny-guard.ts';
import { competitor, openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { routes } from '../../routes.ts';
import { checkAgain, send } from '../../updates/push.ts';
import { watchSwitch } from '../stop-switch-watch.ts';
import { type Bounds, mayLeave } from './guard.ts';

const bounds = (more: Partial<Bounds> = {}): Bounds => ({
  minPrice: 8_000,
  maxPrice: 12_000,
  recent: { present: 10_000, lowest: 10_000, highest: 10_000 },
  limits: { maxStepPercent: 30, maxDayPercent: 60 },
  isUndo: false,
  isWanted: false,
  ...more,
});

describe('the guard', () => {
  it('lets a number out that lies inside the limits, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.double(), fc.integer({ min: 7_990, max: 12_010 })),
        (price) => {
          const inside = Number.isInteger(price) && price >= 8_000 && price <= 12_000;
          assert.equal(mayLeave(price, bounds()) === null, inside);
        },
      ),
    );
    for (const price of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, 80.5, 2 ** 53, 1e11]) {
      assert.equal(mayLeave(price, bounds({ minPrice: null, isWanted: true })), 'not_a_price');
    }
    assert.equal(mayLeave(7_999, bounds()), 'below_minimum');
    assert.equal(mayLeave(12_001, bounds()), 'above_maximum');
  });

  it('lets nothing out without a minimum but what a person approved', () => {
    assert.equal(mayLeave(9_000, bounds({ minPrice: null })), 'no_minimum');
    assert.equal(mayLeave(9_000, bounds({ minPrice: null, isWanted: true })), null);
    assert.equal(mayLeave(9_000, bounds({ maxPrice: null })), null);
  });

  it('blocks prices whose minimum depends on an unknown cost', () => {
    assert.equal(mayLeave(9_000, bounds({ minPrice: 'unknown' })), 'no_minimum');
    assert.equal(mayLeave(9_000, bounds({ minPrice: 'unknown', isWanted: true })), 'no_minimum');
    const undo = { minPrice: 'unknown', isWanted: true, isUndo: true } as const;
    assert.equal(mayLeave(9_000, bounds(undo)), null);
  });

  it('allows an undo outside of the limits only on a user’s request', () => {
    assert.equal(mayLeave(13_000, bounds({ isUndo: true, isWanted: true })), null);
    assert.equal(mayLeave(13_000, bounds({ isUndo: true })), 'above_maximum');
  });

  it('refuses limits that are not numbers', () => {
    const broken = Number.NaN as number;
    assert.equal(mayLeave(9_000, bounds({ minPrice: broken })), 'below_minimum');
    assert.equal(mayLeave(9_000, bounds({ maxPrice: broken })), 'above_maximum');
  });
});

describe('the penny guard', () => {
  it('allows no price outside of the limits, whatever is sent as a limit', () => {
    const report = pennyGuard(20_000, 20_260_504);
    assert.ok(report.accepted > 3_000, `${report.accepted} rules were accepted`);
    assert.ok(report.automatic > 1_000, `${report.automatic} were priced`);
    assert.ok(report.waiting > 800, `${report.waiting} had no minimum`);
  });

  it('holds through the API, the database and the push', async () => {
    const scene = await openScene();
    try {
      await holdsThroughTheProduct(scene);
    } finally {
      await scene.close();
    }
  });

  it('holds a wrong price of the engine right before it is sent', async () => {
    const scene = await openScene();
    try {
      const listings = await sellMany(scene, 1, 10_000);
      await seeMany(scene, listings, [competitor('R1', 9_500)]);
      await ruleMany(scene, listings, {});
      const [update] = await scene.updates(listings[0]!.id);
      const { companyId, ctx } = scene;
      const { calls, switchReadAt } = await within(ctx.db, { company: companyId }, (trx) =>
        checkAgain(ctx, trx, companyId, [update!.id]),
      );
      const [call] = calls;
      assert.deepEqual(call!.bounds, bounds());
      const watch = watchSwitch(ctx, companyId, switchReadAt);
      const never = new AbortController().signal;
      for (const newPrice of [1, 7_999, 12_001, 94.99, Number.NaN]) {
        const [ending] = await send(ctx, [{ ...call!, newPrice }], watch, never);
        assert.equal(ending?.event.type, 'refused');
      }
      watch.end();
      assert.equal(scene.shop.pushes.length, 0);
      assert.equal(ctx.complaints.filter((line) => /Guard rejected/.test(line)).length, 5);
    } finally {
      await scene.close();
    }
  });
});

/** Sends every unusual amount as a minimum to the API, each for a separate listing; then runs all jobs. */
async function holdsThroughTheProduct(scene: Scene): Promise<void> {
  const app = new Hono<AppEnv>();
  mount(scene.ctx, app, routes(scene.ctx), {
    authenticate: () =>
      Promise.resolve({
        ...scene.actor,
        sessionId: 'session',
        expiresAt: new Date('2030-01-01'),
        opens: null,
      }),
    checkAnswers: true,
    limits: LIMITS,
  });
  app.onError((error, c) => {
    if (!(error instanceof Problem)) throw error;
    return c.json({ code: error.code }, error.status);
  });
  await allowAnyMove(scene);
  await scene.database.owner`update company set breaker_drops = 1000`;
  const listings = await sellMany(scene, ODD_AMOUNTS.length, 10_000);
  await seeMany(scene, listings, [competitor('R1', 51)]);
  const minimum = new Map<string, number | null>();
  for (const [n, minPrice] of ODD_AMOUNTS.entries()) {
    const listing = listings[n]!;
    const rule = { name: 'Regra', listingIds: [listing.id], strategy: 'WIN', minPrice };
    const answer = await app.request('/v2/rules', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body: JSON.stringify(rule),
    });
    assert.ok([200, 422].includes(answer.status), `${answer.status} for ${String(minPrice)}`);
    if (answer.status === 200) minimum.set(listing.sku, (await answer.json()).minPrice);
  }
  await scene.work();
  assert.ok(scene.shop.pushes.length >= 8, `${scene.shop.pushes.length} prices left`);
  for (const { skuMarketplace, price } of scene.shop.pushes) {
    const floor = minimum.get(skuMarketplace);
    assert.ok(typeof floor === 'number', `${skuMarketplace} left without a minimum`);
    assert.equal(price, Math.max(50, Math.round(floor * 100)));
  }
  const blank = [...minimum].filter(([, floor]) => floor === null).map(([sku]) => sku);
  assert.ok(blank.length >= 4, `${blank.length} rules without a minimum`);
  for (const sku of blank) assert.equal(scene.shop.shown(sku), 10_000);
}
