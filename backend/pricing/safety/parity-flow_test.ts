import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { approve, createRule } from '../actions.ts';
import { externalWorkers } from '../external/jobs.ts';
import { previewSelection } from '../rules/selection.ts';

let the: Scene;
let amazonId: number;
let own: number;
let cheap: number;
let listings = 0;
beforeAll(async () => {
  the = await openScene();
  const [account] = await the.database.owner<{ id: number }[]>`
    insert into account (company_id, marketplace_id, seller_id, name, status, created_at)
    values (${the.companyId}, 1, 'A2SELLER', 'Amazon', 'active', ${the.ctx.clock()}) returning id`;
  amazonId = account!.id;
});
afterAll(() => the.close());
/** A listing at 100.00, the competitor at 95.00, and the same product for 90.00 on Amazon. */
beforeEach(async () => {
  listings += 1;
  const now = the.ctx.clock();
  own = await the.sell(`A${listings}`, 10_000);
  const [row] = await the.database.owner<{ id: number }[]>`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price,
      shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
      promotion_status, created_at, updated_at)
    values (${the.companyId}, ${amazonId}, 1, ${`Z${listings}`}, ${`SKU-A${listings}`}, 'Lá', 8500, 500, 'BRL', 'BR',
      3, 'ENABLED', 'new', false, 'none', ${now}, ${now})
    returning id`;
  cheap = row!.id;
  await the.see(own, 'LOSING', [competitor('r', 9_500)]);
  await settle('warn');
});

const settle = (parity: 'warn' | 'block') => the.database.owner`
  update company set parity = ${parity} where id = ${the.companyId}`;
/** It costs that much there from now on. */
const there = (price: number) => the.database.owner`
  update listing set price = ${price} where id = ${cheap}`;
/** Runs the periodic check of updates that wait for parity. */
async function round() {
  const workers = externalWorkers(the.ctx);
  const { queue } = workers.find(({ queue: { name } }) => name === 'pricing.parity')!;
  await the.ctx.db.transaction().execute((trx) => the.ctx.jobs.send(trx, queue, [{}]));
  await the.work();
}
const begin = async () => {
  await createRule(the.ctx, the.actor, the.rule([own]));
  await the.work();
};
const last = async () => (await the.updates(own)).at(-1)!;
const codes = (update: { explanation: object }) =>
  (update.explanation as { step: string; code: string }[])
    .filter(({ step }) => step === 'guard')
    .map(({ code }) => code);

describe('a price that is higher than the same product’s elsewhere', () => {
  it('is sent with a warning, by the company’s setting', async () => {
    await begin();
    const update = await last();
    assert.equal(update.state, 'applied');
    const line = (update.explanation as object[]).at(-1);
    assert.deepEqual(line, {
      step: 'guard',
      code: 'cheaper_elsewhere',
      values: { marketplace: 'Amazon', price: 90, listingId: cheap },
    });
  });

  it('waits for approval by the company’s setting, and is sent once approved', async () => {
    await settle('block');
    await begin();
    const update = await last();
    assert.deepEqual([update.state, update.new_price], ['pending', 9_499]);
    assert.deepEqual(codes(update), ['cheaper_elsewhere', 'waits_for_parity']);
    assert.equal(
      the.shop.pushes.some(({ skuMarketplace }) => skuMarketplace === `A${listings}`),
      false,
    );
    await approve(the.ctx, the.actor, update.rule_id, update.id);
    await the.work();
    assert.equal((await last()).state, 'applied');
  });

  it('is sent as soon as the product is cheaper nowhere', async () => {
    await settle('block');
    await begin();
    const { id } = await last();
    await round();
    assert.equal((await last()).id, id);
    await there(9_000);
    await round();
    const update = await last();
    assert.deepEqual([update.state, codes(update)], ['applied', []]);
  });

  it('is checked again before it is sent', async () => {
    await there(9_000);
    await createRule(the.ctx, the.actor, the.rule([own]));
    assert.equal((await last()).state, 'sent');
    await settle('block');
    await there(8_000);
    await the.work();
    const [first, second] = await the.updates(own);
    assert.deepEqual([first?.state, second?.state], ['canceled', 'pending']);
    assert.equal(the.shop.shown(`A${listings}`), 10_000);
  });

  it('is in the preview of a selection among what is stopped', async () => {
    const preview = async () => {
      const { listingIds: _, name: __, ...rule } = the.rule([own]);
      const { items, stopped } = await previewSelection(the.ctx, the.actor, {
        rule,
        listingIds: [own],
      });
      return [items[0]?.state, items[0]?.stoppedBy, stopped];
    };
    assert.deepEqual(await preview(), ['sent', null, []]);
    await settle('block');
    assert.deepEqual(await preview(), [
      'pending',
      'cheaper_elsewhere',
      [{ code: 'cheaper_elsewhere', count: 1 }],
    ]);
  });
});
