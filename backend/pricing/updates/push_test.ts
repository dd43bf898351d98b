import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { connectAccount } from '../../catalog/actions.ts';
import { POLL } from '../../monitoring/observe.ts';
import { workers as notificationWorkers } from '../../notifications/jobs.ts';
import { databaseClock } from '../../platform/database-clock.ts';
import { within } from '../../platform/db.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { callFailure } from '../../testing/memory-marketplace.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { drain, waiting } from '../../testing/test-context.ts';
import { reconcile, workers } from '../jobs.ts';
import { createRule, getRule, setRuleStatus, updateRule } from '../rules/actions.ts';
import { undo } from '../undo/undo-update.ts';
import { MAX_ATTEMPTS } from './engine/state-machine.ts';
import { pushUpdates } from './push.ts';
import { enqueueUpdates, PUSH } from './queues.ts';
import { readBack } from './read-back.ts';
import type { UpdateRow } from './store.ts';

let database: TestDatabase;
let scene: Scene;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
let listingId: number;
beforeEach(async () => {
  scene = await openScene(database);
  listingId = await scene.sell('MLB1', 10_000);
  await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
});

const sendPrice = (more: Record<string, unknown> = {}) =>
  createRule(scene.ctx, scene.actor, scene.rule([listingId], more));

const latest = async (): Promise<UpdateRow> => (await scene.updates(listingId)).at(-1)!;
const never = new AbortController().signal;

const listingPrice = async () => {
  const [row] = await scene.database.owner<{ price: number; last_set_price: number | null }[]>`
    select l.price, p.last_set_price from listing l left join listing_pricing p on p.listing_id = l.id
    where l.id = ${listingId}`;
  return row!;
};

const SECOND = 1_000;
const MINUTE = 60_000;

describe('a price that the marketplace takes', () => {
  it('is applied and recorded, and its market is observed', async () => {
    await sendPrice();
    await scene.work();
    const update = await latest();
    assert.deepEqual([update.state, update.attempts, update.calling_since], ['applied', 1, null]);
    assert.deepEqual(scene.shop.pushes, [
      { skuMarketplace: 'MLB1', price: 9_499, operationKey: update.operation_key },
    ]);
    assert.deepEqual(await listingPrice(), { price: 9_499, last_set_price: 9_499 });
    const polls = await waiting(scene.ctx, POLL);
    assert.ok(polls.some((poll) => poll.listingId === listingId));
  });

  it('is called once, however many jobs and processes there are for it', async () => {
    await sendPrice();
    const { id } = await latest();
    const job = { companyId: scene.companyId, updateId: id };
    const processes = [scene.ctx, scene.another(), scene.another(), scene.another()];
    await Promise.all(processes.map((ctx) => pushUpdates(ctx, [job, job], never)));
    await scene.work();
    assert.equal(scene.shop.pushes.length, 1);
    assert.equal((await latest()).state, 'applied');
  });

  it('is recorded before it is sent', async () => {
    await sendPrice();
    let during: UpdateRow | null = null;
    scene.shop.during = async () => {
      during = await latest();
    };
    await scene.work();
    assert.ok(during !== null);
    const seen: UpdateRow = during;
    assert.deepEqual(
      [seen.state, seen.attempts, seen.calling_since],
      ['sent', 1, scene.ctx.clock()],
    );
  });

  it('does not count as a change by someone else while the offers do not show it yet', async () => {
    const own = competitor('US', 10_000, { offerId: 'MLB1', isOwn: true });
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_500), own]);
    const rule = await sendPrice({ control: 'LOSE' });
    await scene.work();
    for (const price of [9_400, 9_300]) {
      scene.ctx.advance(MINUTE);
      await scene.see(listingId, 'LOSING', [competitor('R1', price), own]);
      await scene.work();
    }
    assert.equal((await getRule(scene.ctx, scene.actor, rule.id)).status, 'enabled');
    assert.equal(scene.shop.shown('MLB1'), 9_299);
  });
});

describe('a price that the marketplace refuses', () => {
  for (const [end, code] of [
    ['ignore', 'not_modified'],
    ['reject', 'item.price.not_modifiable'],
  ] as const) {
    it(`is rejected with its message and not retried: ${end}`, async () => {
      scene.shop.ends = [end];
      await sendPrice();
      await scene.work();
      const update = await latest();
      assert.deepEqual([update.state, update.failure?.code], ['rejected', code]);
      assert.equal(scene.shop.pushes.length, 1);
      assert.deepEqual(await listingPrice(), { price: 10_000, last_set_price: null });

      // In another market the price may be proposed again.
      scene.ctx.advance(SECOND);
      await scene.see(listingId, 'LOSING', [competitor('R1', 9_500), competitor('R2', 9_900)]);
      await scene.work();
      assert.equal(scene.shop.pushes.length, 2);
      assert.equal((await latest()).state, 'applied');
    });
  }
});

describe('a price that does not get through for now', () => {
  it('waits as long as the marketplace requires, and is sent again with the same key', async () => {
    scene.shop.ends = ['rate_limit'];
    await sendPrice();
    await scene.work();
    const retry = await latest();
    assert.deepEqual([retry.state, retry.failure?.code], ['retry', '429']);
    assert.ok(retry.next_attempt_at! >= new Date(scene.ctx.clock().getTime() + 45 * SECOND));

    scene.ctx.advance(44 * SECOND);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 1);
    scene.ctx.advance(2 * SECOND);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(new Set(scene.shop.pushes.map((push) => push.operationKey)).size, 1);
    assert.equal(scene.shop.pushes.length, 2);
  });

  it('becomes an error when the attempts are used up', async () => {
    scene.shop.ends = Array(MAX_ATTEMPTS).fill('unavailable');
    await sendPrice();
    await scene.work();
    for (let n = 1; n < MAX_ATTEMPTS; n++) {
      assert.equal((await latest()).state, 'retry', `attempt ${n}`);
      scene.ctx.advance(61 * MINUTE);
      await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
      await scene.work();
    }
    const update = await latest();
    assert.deepEqual([update.state, update.attempts], ['error', MAX_ATTEMPTS]);
    assert.equal(update.failure?.code, '503');
    assert.equal((await scene.updates(listingId)).length, 1);
  });

  it('is proposed again once the account that was out is connected again', async () => {
    await sendPrice();
    await scene.database.owner`
      update account set status = 'inactive' where id = ${scene.accountId}`;
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      await scene.work();
      scene.ctx.advance(61 * MINUTE);
    }
    const lost = await latest();
    assert.deepEqual([lost.state, lost.failure?.code], ['error', 'account_inactive']);
    assert.equal(scene.shop.pushes.length, 0);

    scene.shop.marketplace.codes.add('again');
    const grant = { code: 'again', params: {} };
    await connectAccount(scene.ctx, scene.companyId, 'memory', grant);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.shown('MLB1'), 9_499);
  });

  it('is found there if it was applied late, and does not count as a change by someone else', async () => {
    scene.shop.ends = ['unavailable'];
    await sendPrice({ control: 'LOSE' });
    await scene.work();
    scene.ctx.advance(SECOND);
    scene.shop.change('MLB1', 9_499);
    const own = competitor('US', 9_499, { offerId: 'MLB1', isOwn: true });
    await scene.see(listingId, 'WINNING', [competitor('R1', 9_500), own]);
    await scene.work();
    assert.deepEqual([(await latest()).state, (await listingPrice()).price], ['retry', 9_499]);
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
    assert.equal((await listingPrice()).last_set_price, 9_499);
    const [rule] = await scene.database.owner`select status from rule`;
    assert.equal(rule?.status, 'enabled');
  });

  it('that seemed applied, but is not, is not sent again once the rule wants another', async () => {
    scene.shop.ends = ['unavailable'];
    await sendPrice();
    await scene.work();
    scene.ctx.advance(SECOND);
    // A poll shows it, and nothing of it a moment later.
    const own = competitor('US', 9_499, { offerId: 'MLB1', isOwn: true });
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_200), own]);
    await scene.work();
    assert.equal((await listingPrice()).price, 9_499);
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map(({ price }) => price),
      [9_499, 9_199],
    );
  });

  it('gives way to a newer decision', async () => {
    scene.shop.ends = ['rate_limit'];
    await sendPrice();
    await scene.work();
    scene.ctx.advance(SECOND);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_200)]);
    await scene.work();
    const states = (await scene.updates(listingId)).map((row) => [row.state, row.new_price]);
    assert.deepEqual(states, [
      ['canceled', 9_499],
      ['applied', 9_199],
    ]);
    scene.ctx.advance(10 * MINUTE);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 9_199);
  });
});

describe('a price that was held back', () => {
  it('waits for its next attempt, and nothing has to be read', async () => {
    scene.shop.ends = ['hold back'];
    scene.shop.blind = callFailure('unavailable', '503');
    await sendPrice();
    await scene.work();
    const update = await latest();
    assert.equal(update.state, 'retry');
    assert.equal(update.calling_since, null);
    assert.equal(update.next_attempt_at?.getTime(), scene.ctx.clock().getTime() + 45 * SECOND);
  });
});

describe('an answer that is lost', () => {
  it('is made good by reading the price', async () => {
    scene.shop.ends = ['lose'];
    await sendPrice();
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('keeps the update on its way until the price can be read', async () => {
    scene.shop.ends = ['lose'];
    scene.shop.blind = callFailure('unavailable', '503');
    await sendPrice();
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    scene.shop.blind = null;
    scene.ctx.advance(10 * MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('is given up after hours in which the price cannot be read', async () => {
    scene.shop.ends = ['lose'];
    scene.shop.blind = callFailure('unavailable', '503');
    await sendPrice();
    await scene.work();
    scene.ctx.advance(7 * 60 * MINUTE);
    await scene.work();
    const update = await latest();
    assert.deepEqual([update.state, update.failure?.code], ['error', '503']);
  });

  it('of a stopped worker is read back later', async () => {
    scene.shop.ends = ['hang'];
    await sendPrice();
    const stop = new AbortController();
    scene.shop.during = () => Promise.resolve(stop.abort());
    const { id } = await latest();
    await pushUpdates(scene.ctx, [{ companyId: scene.companyId, updateId: id }], stop.signal);
    const update = await latest();
    assert.deepEqual([update.state, update.failure?.code], ['sent', 'timeout']);
    scene.shop.during = null;
    scene.ctx.advance(3 * MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'retry');
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
  });
});

describe('a price that is taken and not shown yet', () => {
  it('is applied once it shows', async () => {
    scene.shop.ends = ['accept'];
    await sendPrice();
    await scene.work();
    assert.deepEqual([(await latest()).state, (await latest()).failure], ['sent', null]);
    scene.ctx.advance(5 * SECOND);
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    scene.shop.change('MLB1', 9_499);
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('does not count as a change by someone else if it appears after another was sent', async () => {
    const rule = await sendPrice({ control: 'LOSE' });
    await scene.work();
    scene.shop.ends = ['accept', 'accept'];
    for (const price of [9_300, 9_200]) {
      scene.ctx.advance(3 * MINUTE);
      await scene.see(listingId, 'LOSING', [competitor('R1', price)]);
      await scene.work();
      scene.ctx.advance(3 * MINUTE);
      await scene.work();
    }
    scene.shop.change('MLB1', 9_299);
    for (let n = 0; n < 5; n++) {
      scene.ctx.advance(MINUTE);
      await scene.work();
    }
    assert.equal((await getRule(scene.ctx, scene.actor, rule.id)).status, 'enabled');
    assert.equal(scene.shop.shown('MLB1'), 9_199);
  });

  it('is refused within minutes where the marketplace takes the listing off sale for it', async () => {
    scene.shop.ends = ['accept'];
    await sendPrice();
    scene.shop.blind = callFailure('invalid', 'price_below_seller_minimum');
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    scene.ctx.advance(3 * MINUTE);
    await scene.work();
    const refused = await latest();
    assert.deepEqual(
      [refused.state, refused.failure?.code],
      ['rejected', 'price_below_seller_minimum'],
    );
    // In this state it is not proposed again.
    await scene.work();
    assert.equal((await latest()).id, refused.id);
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('is sent again when it never shows', async () => {
    scene.shop.ends = ['accept'];
    await sendPrice();
    await scene.work();
    scene.ctx.advance(3 * MINUTE);
    await scene.work();
    assert.deepEqual(
      [(await latest()).state, (await latest()).failure?.code],
      ['retry', 'not_shown'],
    );
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
  });
});

describe('a price that is read back, and is another', () => {
  const bell = async () => {
    await drain(scene.ctx, notificationWorkers(scene.ctx));
    const rows = await scene.database.owner<{ level: string; code: string }[]>`
      select level, code from notification where company_id = ${scene.companyId} order by id`;
    return rows.map(({ level, code }) => [level, code]);
  };

  it('raises an alert if someone else’s price is shown', async () => {
    scene.shop.ends = ['accept'];
    await sendPrice();
    await pushUpdates(
      scene.ctx,
      [{ companyId: scene.companyId, updateId: (await latest()).id }],
      never,
    );
    scene.shop.change('MLB1', 9_900);
    scene.ctx.advance(3 * MINUTE);
    await readBack(
      scene.ctx,
      [{ companyId: scene.companyId, updateId: (await latest()).id }],
      never,
    );
    assert.equal((await latest()).failure?.code, 'outside_change');
    assert.deepEqual(await bell(), [['error', 'price_moved_by_other_tool']]);
  });

  it('raises an alarm where it was taken again and again, and never shows', async () => {
    scene.shop.ends = Array(MAX_ATTEMPTS).fill('accept');
    await sendPrice();
    for (let turn = 0; turn < 3 * MAX_ATTEMPTS && (await latest()).state !== 'error'; turn++) {
      await scene.work();
      scene.ctx.advance((await latest()).state === 'retry' ? 61 * MINUTE : 3 * MINUTE);
    }
    assert.equal((await latest()).state, 'error');
    assert.deepEqual(await bell(), [['error', 'price_not_shown']]);
  });
});

describe('a process that crashes', () => {
  const crash = async (end: 'die after' | 'die before') => {
    scene.shop.ends = [end];
    await sendPrice();
    await assert.rejects(scene.work());
    const update = await latest();
    assert.equal(update.state, 'sent');
    assert.ok(update.calling_since !== null);
    // The job is delivered again immediately, while the call may still be running.
    await scene.work();
    assert.equal(scene.shop.pushes.length, 1);
    return update;
  };

  it('after the price was set: it is found there, and not sent again', async () => {
    await crash('die after');
    scene.ctx.advance(13 * SECOND);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
    assert.deepEqual(await listingPrice(), { price: 9_499, last_set_price: 9_499 });
  });

  it('before the price was set: it is sent again, under the same key', async () => {
    const { operation_key } = await crash('die before');
    scene.ctx.advance(13 * SECOND);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.deepEqual(
      scene.shop.pushes.map((push) => push.operationKey),
      [operation_key, operation_key],
    );
  });

  it('while someone else sets another price does not overwrite that', async () => {
    await crash('die before');
    scene.shop.change('MLB1', 9_900);
    scene.ctx.advance(13 * SECOND);
    const { id } = await latest();
    await readBack(scene.ctx, [{ companyId: scene.companyId, updateId: id }], never);
    const update = await latest();
    assert.deepEqual([update.state, update.failure?.code], ['rejected', 'outside_change']);
    assert.equal((await listingPrice()).price, 9_900);
    // The rule decides again, on the present price.
    await scene.work();
    const next = await latest();
    assert.deepEqual([next.state, next.old_price, next.new_price], ['applied', 9_900, 9_499]);
  });

  it('with all its jobs: reconciling finds what no one works on', async () => {
    await crash('die after');
    await scene.database.owner`delete from pgboss.job`;
    await reconcile(scene.ctx, never);
    await scene.work();
    assert.equal((await latest()).state, 'sent');
    scene.ctx.advance(13 * SECOND);
    await reconcile(scene.ctx, never);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('before its job is worked: reconciling brings the update back', async () => {
    await sendPrice();
    await scene.database.owner`delete from pgboss.job`;
    await reconcile(scene.ctx, never);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    scene.ctx.advance(MINUTE + SECOND);
    await reconcile(scene.ctx, never);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
  });

  it('and resumes too late: the process that took over has settled the update', async () => {
    await sendPrice();
    const other = scene.another();
    const { id } = await latest();
    const job = { companyId: scene.companyId, updateId: id };
    // The first call hangs at the marketplace; it times out and another process takes over.
    scene.shop.ends = ['reject'];
    scene.shop.during = async () => {
      scene.shop.during = null;
      scene.shop.ends = ['confirm', 'reject'];
      scene.ctx.advance(13 * SECOND);
      await readBack(other, [job], never);
      await pushUpdates(other, [job], never);
      assert.equal((await latest()).state, 'applied');
    };
    await pushUpdates(scene.ctx, [job], never);
    const update = await latest();
    assert.deepEqual([update.state, update.failure], ['applied', null]);
    assert.equal(scene.shop.shown('MLB1'), 9_499);
  });
});

describe('a process that is late to call', () => {
  /** What another process does while the first is held up: it takes the update over, by the market of then. */
  const takeOver = async () => {
    const { id } = await latest();
    scene.ctx.advance(13 * SECOND);
    await readBack(scene.another(), [{ companyId: scene.companyId, updateId: id }], never);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_400)]);
    await scene.work();
    assert.equal(scene.shop.shown('MLB1'), 9_399);
  };
  const pushLatest = async (ctx = scene.ctx) => {
    const { id } = await latest();
    await pushUpdates(ctx, [{ companyId: scene.companyId, updateId: id }], never);
  };
  const sentPrices = () => scene.shop.pushes.map(({ price }) => price);

  it('because the price was slow to read: its price is outdated, and not sent', async () => {
    scene.shop.ends = ['rate_limit'];
    await sendPrice();
    await scene.work();
    scene.ctx.advance(MINUTE);
    const { marketplace } = scene.shop;
    const { getPrice } = marketplace;
    marketplace.getPrice = async (session, sku) => {
      marketplace.getPrice = getPrice;
      const seen = await getPrice(session, sku);
      await takeOver();
      return seen;
    };
    await pushLatest();
    assert.deepEqual(sentPrices(), [9_499, 9_399]);
    assert.equal(scene.shop.shown('MLB1'), 9_399);
  });

  it('because it hung after it had written the call down', async () => {
    await sendPrice();
    const { marketplaces } = scene.ctx;
    const { byId } = marketplaces;
    let isHeldUp = true;
    const ctx = {
      ...scene.ctx,
      marketplaces: {
        ...marketplaces,
        byId: (id: number) => {
          const found = byId(id);
          if (!isHeldUp) return found;
          isHeldUp = false;
          scene.ctx.advance(13 * SECOND);
          return found;
        },
      },
    };
    await pushLatest(ctx);
    assert.deepEqual(sentPrices(), []);
    scene.ctx.advance(MINUTE);
    await scene.work();
    assert.equal((await latest()).state, 'applied');
  });
});

describe('two processes whose machines’ clocks differ', () => {
  /** A process on a machine whose clock is wrong by so much; that of the database is right. */
  const processOn = async (wrongBy: number) => {
    const time = () => scene.ctx.clock().getTime();
    const { clock } = await databaseClock(
      () => time() + wrongBy,
      () => Promise.resolve(time()),
    );
    return { ...scene.another(), clock };
  };

  for (const [caller, other] of [
    [0, 10 * SECOND],
    [0, 5 * MINUTE],
    [-10 * SECOND, 0],
    [-5 * MINUTE, 5 * MINUTE],
    [5 * MINUTE, -5 * MINUTE],
  ] as const) {
    it(`take none of each other’s calls for dead: by ${caller / SECOND} and ${other / SECOND} s`, async () => {
      await sendPrice();
      const { id } = await latest();
      const job = { companyId: scene.companyId, updateId: id };
      const ctx = await processOn(caller);
      const beside = await processOn(other);
      scene.shop.during = async () => {
        scene.shop.during = null;
        scene.ctx.advance(5 * SECOND);
        await readBack(beside, [job], never);
        await reconcile(beside, never);
        await scene.see(listingId, 'LOSING', [competitor('R1', 9_400)]);
        await drain(beside, workers(beside));
      };
      await pushUpdates(ctx, [job], never);
      assert.deepEqual([scene.shop.shown('MLB1'), (await listingPrice()).price], [9_499, 9_499]);
      await drain(beside, workers(beside));
      assert.deepEqual([scene.shop.shown('MLB1'), (await listingPrice()).price], [9_399, 9_399]);
      assert.deepEqual(
        scene.shop.pushes.map(({ price }) => price),
        [9_499, 9_399],
      );
    });
  }
});

describe('checked again before it is sent', () => {
  const sql = () => scene.database.owner;

  for (const [what, change] of [
    ['the floor is raised', () => sql()`update rule set min_price = 9600, version = version + 1`],
    [
      'the company stops all price changes',
      () => sql()`update company set stops_price_changes = true`,
    ],
    ['the ad is paused', () => sql()`update listing set status = 'PAUSED'`],
    ['the ad is sold out', () => sql()`update listing set stock = 0`],
    ['a promotion starts', () => sql()`update listing set promotion_status = 'started'`],
    ['the ad leaves the rule', () => sql()`delete from rule_listing`],
  ] as const) {
    it(`is not sent if ${what}`, async () => {
      await sendPrice({ applyMinPriceWhenLosing: false });
      await change();
      await scene.work();
      assert.equal(scene.shop.pushes.length, 0);
      assert.deepEqual(
        (await scene.updates(listingId)).map((row) => row.state),
        ['canceled'],
      );
    });
  }

  it('is not sent if the market is older than the company trusts', async () => {
    await sendPrice();
    scene.ctx.advance(25 * 60 * MINUTE);
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    assert.equal((await latest()).state, 'canceled');
  });

  it('is not sent, nor is an undo, if the listing has another currency by now', async () => {
    await sendPrice();
    await scene.work();
    const { id, rule_id } = await latest();
    await undo(scene.ctx, scene.actor, rule_id, id, { choice: 'keep_rule' });
    await scene.database.owner`update listing set currency_code = 'USD' where id = ${listingId}`;
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map(({ price }) => price),
      [9_499],
    );
    assert.deepEqual(
      (await scene.updates(listingId)).map(({ state }) => state),
      ['applied', 'canceled'],
    );
  });

  it('is not sent if the rule is disabled', async () => {
    const rule = await sendPrice();
    await setRuleStatus(scene.ctx, scene.actor, rule.id, { status: 'disabled', version: 1 });
    await scene.work();
    assert.equal(scene.shop.pushes.length, 0);
    assert.equal((await latest()).state, 'canceled');
  });

  it('is sent by the present rule if that was edited', async () => {
    const rule = await sendPrice();
    const edit = { rule: scene.rule([listingId], { minPrice: 96 }), version: 1 };
    await updateRule(scene.ctx, scene.actor, rule.id, edit);
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map((push) => push.price),
      [9_600],
    );
  });

  it('is written again under the rule as it is by now, even at the same price', async () => {
    const rule = await sendPrice();
    const edit = { rule: scene.rule([listingId], { maxPrice: 110 }), version: 1 };
    await updateRule(scene.ctx, scene.actor, rule.id, edit);
    await scene.work();
    assert.deepEqual(
      (await scene.updates(listingId)).map((row) => [row.state, row.rule_version, row.max_price]),
      [
        ['canceled', 1, 12_000],
        ['applied', 2, 11_000],
      ],
    );
    assert.equal(scene.shop.pushes.length, 1);
  });

  it('is sent by the present market', async () => {
    await sendPrice();
    scene.ctx.advance(SECOND);
    await scene.see(listingId, 'LOSING', [competitor('R1', 9_400)]);
    await scene.work();
    assert.deepEqual(
      scene.shop.pushes.map((push) => push.price),
      [9_399],
    );
  });

  it('names the price that it really replaces', async () => {
    await sendPrice();
    await sql()`update listing set price = 10500 where id = ${listingId}`;
    scene.shop.change('MLB1', 10_500);
    await scene.work();
    const update = await latest();
    assert.deepEqual([update.state, update.old_price], ['applied', 10_500]);
  });
});

describe('the queue of a push', () => {
  it('keeps one waiting job for an update', async () => {
    await sendPrice();
    const { id } = await latest();
    await within(scene.ctx.db, { company: scene.companyId }, async (trx) => {
      await enqueueUpdates(scene.ctx, trx, PUSH, scene.companyId, [id]);
      await enqueueUpdates(scene.ctx, trx, PUSH, scene.companyId, [id]);
    });
    const [{ count }] = await scene.database.owner<[{ count: number }]>`
      select count(*) from pgboss.job where name = 'pricing.push' and state < 'active'`;
    assert.equal(count, 1);
  });
});
