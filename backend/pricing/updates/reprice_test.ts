import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { workers as catalogWorkers } from '../../catalog/jobs.ts';
import type { RemoteListing } from '../../integrations/marketplace.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { remoteListing } from '../../testing/memory-marketplace.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, emitted } from '../../testing/test-context.ts';
import { PRICE_UPDATES_MOVED, RULES_PAUSED } from '../contract.ts';
import { workers } from '../jobs.ts';
import { createRule, getRule } from '../rules/actions.ts';
import { repriceListings } from './reprice.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
});

/** A listing at 100.00 that loses the buybox to a competitor at 95.00, with a rule. */
async function losingListing(more: Record<string, unknown> = {}, sku = 'MLB1') {
  const listingId = await scene.sell(sku, 10_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
  const rule = await createRule(scene.ctx, scene.actor, scene.rule([listingId], more));
  return { listingId, rule };
}

const pricesOf = async (listingId: number) =>
  (await scene.updates(listingId)).map((row) => [row.state, row.old_price, row.new_price]);

describe('a market that changed', () => {
  it('creates a price update to send, with its explanation', async () => {
    const { listingId, rule } = await losingListing();
    await scene.work();
    const [update, ...more] = await scene.updates(listingId);
    assert.ok(update);
    assert.equal(more.length, 0);
    assert.equal(update.state, 'applied');
    assert.deepEqual(
      [update.old_price, update.new_price, update.min_price, update.max_price],
      [10_000, 9_499, 8_000, 12_000],
    );
    assert.deepEqual(
      [update.event_type, update.price_tag, update.strategy, update.ranking_status],
      ['to_win', 'with_margin', 'WIN', 'LOSING'],
    );
    assert.deepEqual([update.rule_id, update.rule_version], [rule.id, 1]);
    assert.deepEqual(update.rival, {
      sellerId: 'R1',
      sellerName: 'Loja R1',
      marketplaceId: 2,
      price: 9_500,
      shippingPrice: 0,
      shippingReported: true,
    });
    assert.ok(update.snapshot_id !== null);
    assert.ok(Array.isArray(update.explanation) && update.explanation.length > 2);
    assert.equal(scene.shop.shown('MLB1'), 9_499);
  });

  it('waits for approval if the rule requires it', async () => {
    const { listingId } = await losingListing({ requiresApproval: true });
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), [['pending', 10_000, 9_499]]);
    assert.equal(scene.shop.pushes.length, 0);
  });

  it('replaces a waiting proposal, and keeps an equal one', async () => {
    const { listingId } = await losingListing({ requiresApproval: true });
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500), competitor('R2', 9_900)]);
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), [['pending', 10_000, 9_499]]);

    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500), competitor('R2', 9_000)]);
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), [
      ['canceled', 10_000, 9_499],
      ['pending', 10_000, 8_999],
    ]);
  });

  it('cancels a proposal whose reason has gone', async () => {
    const { listingId } = await losingListing({ requiresApproval: true });
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'WINNING', [competitor('R1', 10_001)]);
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), [['canceled', 10_000, 9_499]]);
  });

  it('decides nothing for a listing without an enabled rule', async () => {
    const bare = await scene.sell('MLB2', 10_000);
    await scene.see(bare, 'LOSING', [competitor('R1', 9_500)]);
    const { listingId } = await losingListing({ status: 'disabled' });
    await scene.work();
    assert.deepEqual([await pricesOf(bare), await pricesOf(listingId)], [[], []]);
  });

  it('skips a listing whose price is being sent, and reprices when that is settled', async () => {
    const { listingId } = await losingListing();
    scene.shop.during = async () => {
      scene.shop.during = null;
      scene.ctx.advance(1_000);
      await scene.see(listingId, 'LOSING', [competitor('R1', 9_300)]);
      await repriceListings(scene.ctx, scene.companyId, [listingId]);
      assert.deepEqual(await pricesOf(listingId), [['sent', 10_000, 9_499]]);
    };
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), [
      ['applied', 10_000, 9_499],
      ['applied', 9_499, 9_299],
    ]);
  });

  it('emits an event, in the same transaction, of an update that waits', async () => {
    const { listingId, rule } = await losingListing({ requiresApproval: true });
    const [event] = await emitted(scene.ctx, PRICE_UPDATES_MOVED);
    const [update] = await scene.updates(listingId);
    assert.deepEqual(event, {
      companyId: scene.companyId,
      updates: [
        {
          id: update!.id,
          ruleId: rule.id,
          listingId,
          state: 'pending',
          title: 'Garrafa térmica MLB1',
          oldPrice: 100,
          newPrice: 94.99,
          currencyCode: 'BRL',
          failure: null,
          mover: null,
          reverts: null,
          createdAt: update!.created_at.toISOString(),
          heldBy: null,
        },
      ],
    });
  });

  it('notifies only open pages of a proposal that gives way', async () => {
    const { listingId } = await losingListing({ requiresApproval: true });
    scene.ctx.advance(1_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_300)]);
    await repriceListings(scene.ctx, scene.companyId, [listingId]);
    assert.deepEqual(await pricesOf(listingId), [
      ['canceled', 10_000, 9_499],
      ['pending', 10_000, 9_299],
    ]);
    const reported = (await emitted(scene.ctx, PRICE_UPDATES_MOVED)).flatMap(
      ({ updates }) => updates,
    );
    assert.deepEqual(
      reported.map(({ state, newPrice }) => [state, newPrice]),
      [
        ['pending', 94.99],
        ['pending', 92.99],
      ],
    );
  });
});

describe('an expired market', () => {
  it('is decided on once it was seen again, although it is what it was', async () => {
    const listingId = await scene.sell('MLB1', 10_000);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
    await scene.work();
    scene.ctx.advance(25 * 3_600_000);
    await createRule(scene.ctx, scene.actor, scene.rule([listingId]));
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), []);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
    await scene.work();
    assert.deepEqual(await pricesOf(listingId), [['applied', 10_000, 9_499]]);
  });
});

describe('many at once', () => {
  it('decides many listings of many rules in one go, each by its own', async () => {
    const listings = [];
    for (let n = 0; n < 12; n++) {
      const listingId = await scene.sell(`MLB${n}`, 10_000);
      await scene.see(listingId, 'LOSING', [competitor('R1', 9_000 + n * 10)]);
      listings.push(listingId);
    }
    await createRule(scene.ctx, scene.actor, scene.rule(listings.slice(0, 6)));
    await createRule(
      scene.ctx,
      scene.actor,
      scene.rule(listings.slice(6), { strategy: 'MATCH', requiresApproval: true }),
    );
    await scene.work();
    for (const [n, listingId] of listings.entries()) {
      const expected =
        n < 6 ? ['applied', 10_000, 8_999 + n * 10] : ['pending', 10_000, 9_000 + n * 10];
      assert.deepEqual(await pricesOf(listingId), [expected], `ad ${n}`);
    }
  });

  it('does not double when two processes decide the same listings at the same time', async () => {
    const listings: number[] = [];
    for (let n = 0; n < 10; n++) {
      const { listingId } = await losingListing({ requiresApproval: n % 2 === 0 }, `MLB${n}`);
      listings.push(listingId);
    }
    await scene.work();
    scene.ctx.advance(1_000);
    for (const listing of listings) await scene.see(listing, 'LOSING', [competitor('R1', 9_400)]);
    const processes = [scene.ctx, scene.another(), scene.another(), scene.another()];
    await Promise.all(
      processes.map((ctx, n) =>
        repriceListings(ctx, scene.companyId, n % 2 === 0 ? listings : listings.toReversed()),
      ),
    );
    for (const [n, listing] of listings.entries()) {
      const states = (await pricesOf(listing)).map(([state, , price]) => `${state} ${price}`);
      const expected =
        n % 2 === 0 ? ['canceled 9499', 'pending 9399'] : ['applied 9499', 'sent 9399'];
      assert.deepEqual(states, expected, `ad ${n}`);
    }
    await scene.work();
    assert.equal(scene.shop.pushes.filter((push) => push.price === 9_399).length, 5);
  });
});

describe('a price that was changed outside the product', () => {
  const changeElsewhere = async (listingId: number) => {
    await scene.work();
    scene.ctx.advance(60_000);
    scene.shop.change('MLB1', 11_000);
    await scene.see(listingId, 'LOSING', [
      competitor('R1', 9_500),
      competitor('US', 11_000, { offerId: 'MLB1', isOwn: true }),
    ]);
  };

  it('is taken back under REGAIN', async () => {
    const { listingId } = await losingListing();
    await changeElsewhere(listingId);
    await scene.work();
    const [, second] = await scene.updates(listingId);
    assert.deepEqual(
      [second?.event_type, second?.old_price, second?.new_price, second?.regained_control],
      ['regained_control', 11_000, 9_499, true],
    );
  });

  it('pauses the rule under LOSE, and cancels all that waits of it', async () => {
    const first = await scene.sell('MLB1', 10_000);
    const second = await scene.sell('MLB2', 10_000);
    await scene.see(first, 'LOSING', [competitor('R1', 9_500)]);
    const rule = await createRule(
      scene.ctx,
      scene.actor,
      scene.rule([first, second], { control: 'LOSE' }),
    );
    await scene.work();
    await scene.database.owner`
      update rule set settings = settings || '{"requiresApproval": true}' where id = ${rule.id}`;
    await scene.see(second, 'LOSING', [competitor('R1', 9_000)]);
    await scene.work();
    assert.deepEqual(await pricesOf(second), [['pending', 10_000, 8_999]]);

    await changeElsewhere(first);
    await scene.work();
    // Further reads of the listing get no answer, and are soon given up.
    assert.equal((await getRule(scene.ctx, scene.actor, rule.id)).status, 'enabled');
    for (let n = 0; n < 6; n++) {
      scene.ctx.advance(5_000);
      await scene.work();
    }
    assert.equal((await getRule(scene.ctx, scene.actor, rule.id)).status, 'paused');
    assert.deepEqual(await pricesOf(second), [['canceled', 10_000, 8_999]]);
    assert.equal((await pricesOf(first)).length, 1);
    const [reported] = await emitted(scene.ctx, RULES_PAUSED);
    assert.deepEqual(reported?.rules, [
      { id: rule.id, name: rule.name, listingId: first, title: 'Garrafa térmica MLB1' },
    ]);
  });
});

describe('a price that the market shows before the listing shows why', () => {
  const startElsewhere = async (more: Partial<RemoteListing>) => {
    const { listingId, rule } = await losingListing({ control: 'LOSE' });
    await scene.work();
    scene.ctx.advance(60_000);
    scene.shop.marketplace.listings.set('MLB1', remoteListing('MLB1', { price: 9_000, ...more }));
    await scene.see(listingId, 'WINNING', [
      competitor('R1', 9_500),
      competitor('US', 9_000, { offerId: 'MLB1', isOwn: true }),
    ]);
    await scene.work();
    scene.ctx.advance(5_000);
    await drain(scene.ctx, [...catalogWorkers(scene.ctx), ...workers(scene.ctx)]);
    return await getRule(scene.ctx, scene.actor, rule.id);
  };

  it('pauses no rule where a promotion began', async () => {
    assert.equal((await startElsewhere({ promotionStatus: 'started' })).status, 'enabled');
  });

  it('pauses the rule where there is no other explanation', async () => {
    assert.equal((await startElsewhere({})).status, 'paused');
  });
});

describe('what the company wants', () => {
  it('stops every decision while price changes are stopped', async () => {
    const { listingId } = await losingListing({ requiresApproval: true });
    await scene.database.owner`
      update company set stops_price_changes = true where id = ${scene.companyId}`;
    await repriceListings(scene.ctx, scene.companyId, [listingId]);
    assert.deepEqual(await pricesOf(listingId), [['canceled', 10_000, 9_499]]);
  });

  it('uses a market only as long as the company trusts it', async () => {
    const { listingId } = await losingListing({ requiresApproval: true });
    scene.ctx.advance(25 * 3_600_000);
    await repriceListings(scene.ctx, scene.companyId, [listingId]);
    assert.deepEqual(await pricesOf(listingId), [['canceled', 10_000, 9_499]]);
  });
});
