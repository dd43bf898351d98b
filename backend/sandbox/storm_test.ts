import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@std/testing/bdd';
import { callAmazon, grantlessToken, openAmazon } from '../testing/sandbox/amazon.ts';
import { callWire } from '../testing/sandbox/wire.ts';
import { pageOf } from './world.ts';

const CONTROL = 'a-control-token';

describe('a storm', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function start() {
    let taken = 0;
    const server = Deno.serve(
      { hostname: '127.0.0.1', port: 0, onListen: () => undefined },
      async (request) => {
        await request.body?.cancel();
        taken++;
        return new Response(null);
      },
    );
    closing.push(() => server.shutdown());
    const wire = await openAmazon({
      controlToken: CONTROL,
      amazon: {
        webhookUrl: `http://127.0.0.1:${server.addr.port}/`,
        delivery: { lossPercent: 0, duplicatePercent: 0 },
      },
    });
    closing.push(() => wire.sandbox.stop());
    const { url } = wire.sandbox;
    const eventBridge = { accountId: '210987654321', region: 'us-east-1' };
    const { body } = await callAmazon(url, 'POST', '/notifications/v1/destinations', {
      token: await grantlessToken(url),
      json: { name: 'product', resourceSpecification: { eventBridge } },
    });
    const { destinationId } = (body as { payload: { destinationId: string } }).payload;
    const json = { payloadVersion: '1.0', destinationId };
    await wire.post('/notifications/v1/subscriptions/ANY_OFFER_CHANGED', json);
    return { ...wire, taken: () => taken };
  }

  it('moves the first competitor of each page, and is over when all notifications are taken', async () => {
    const { sandbox, listing, taken } = await start();
    const pages = [3, 4].map((offers) =>
      listing(({ product }) => product.offers.length === offers),
    );
    const competitorOf = ({ product: { id } }: (typeof pages)[number]) => {
      const world = sandbox.world();
      const product = world.products.find((one) => one.id === id);
      assert.ok(product);
      return pageOf(world.sellers, product).find((one) => one.behaviour !== null);
    };
    const before = pages.map((page) => competitorOf(page)?.price);
    const over = await sandbox.control.storm({
      pages: pages.map(({ product }) => product.id),
      moves: 300,
      parallel: 8,
    });
    assert.equal(over.moves, 300);
    assert.equal(taken(), 300);
    assert.equal(sandbox.control.notifications('amazon').delivered, 300);
    assert.notDeepEqual(
      pages.map((page) => competitorOf(page)?.price),
      before,
    );
  });

  it('is ordered over HTTP, and refused where no competitor is', async () => {
    const { sandbox, plain, listing } = await start();
    const order = (json: unknown) =>
      callWire(sandbox.url, 'POST', '/control/storms', { token: CONTROL, json });
    const done = await order({ pages: [plain().product.id], moves: 10 });
    assert.equal(done.status, 200);
    assert.equal((done.body as { moves: number }).moves, 10);
    const lone = listing(({ product }) => product.offers.length === 1);
    for (const pages of [['B000000000'], [lone.product.id], []])
      assert.equal((await order({ pages, moves: 10 })).status, 422);
  });
});
