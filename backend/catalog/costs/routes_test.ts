// The endpoints of costs over HTTP: requests are validated, and answers match their contract.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { createApp } from '../../app.ts';
import { openScene, type Scene } from '../../testing/pricing-scene.ts';
import { routes } from '../routes.ts';

describe('the routes of costs', () => {
  let the: Scene;
  let listingId: number;
  beforeAll(async () => {
    the = await openScene();
    listingId = await the.sell('R1', 10_000);
  });
  afterAll(() => the.close());

  const request = async (method: string, path: string, body?: object) => {
    const { ctx, actor } = the;
    const app = createApp(ctx, routes(ctx), {
      authenticate: () =>
        Promise.resolve({ ...actor, sessionId: 'test', expiresAt: ctx.clock(), opens: null }),
      version: 'test',
      checkAnswers: true,
    });
    const response = await app.request(`/api${path}`, {
      method,
      headers: {
        authorization: 'Bearer token',
        'content-type': 'application/json',
        'accept-language': 'es',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const set = (...items: object[]) => request('PUT', '/v1/listings/costs', { items });

  it('set, show and request', async () => {
    const put = await set({ listingId, cost: 40, taxPercent: 8 });
    assert.equal(put.status, 200);
    assert.deepEqual(await request('GET', `/v1/listings/${listingId}/costs`), {
      status: 200,
      body: put.body.items[0],
    });
    const response = await request('POST', `/v1/listings/${listingId}/costs/fees`);
    assert.deepEqual(
      [response.status, response.body.cost, response.body.feePercent, response.body.feeFixed],
      [200, 40, 12.5, 5],
    );
    const gone = await request('GET', '/v1/listings/987654/costs');
    assert.deepEqual([gone.status, gone.body.code], [404, 'listing_not_found']);
  });

  it('refuse what no cost can be, by the item and the field', async () => {
    const { status, body } = await set(
      { listingId, cost: -1 },
      { listingId, cost: 1.005 },
      { listingId, taxPercent: 100.5 },
      { listingId, feePercent: 12.345 },
      { listingId, feeFixed: 'a lot' },
      { cost: 1 },
    );
    assert.equal(status, 422);
    assert.deepEqual(
      body.faults.map(({ path, code }: { path: string; code: string }) => [path, code]),
      [
        ['items.0.cost', 'not_negative'],
        ['items.1.cost', 'two_decimals'],
        ['items.2.taxPercent', 'over_100'],
        ['items.3.feePercent', 'two_decimals'],
        ['items.4.feeFixed', 'invalid_type'],
        ['items.5.listingId', 'invalid_type'],
      ],
    );
    assert.equal((await set()).status, 422);
    assert.equal((await set(...Array(1_001).fill({ listingId, cost: 1 }))).status, 422);
  });

  it('take a file larger than other bodies, and answer in the language of the caller', async () => {
    const cell = `"${'x'.repeat(90)}"`;
    const csv = `sku;costo;nota\nSKU-R1;41;${cell}\n${`Nadie;1;${cell}\n`.repeat(20_000)}`;
    assert.ok(csv.length > 2_000_000);
    const { status, body } = await request('POST', '/v1/listings/costs/import', {
      csv,
      write: 'nothing',
    });
    assert.deepEqual([status, body.changes, body.badRows], [200, 1, 20_000]);
    assert.match(body.errorsCsv, /Ninguna publicación tiene este código/);
    const unknown = await request('POST', '/v1/listings/costs/import', { csv, write: 'all' });
    assert.equal(unknown.status, 422);
  });
});
