import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { connect, isError, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { OWN_SELLERS } from '../world.ts';
import { advertiserOf } from './advertising.ts';

describe('advertising', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  let token: string;
  beforeAll(async () => {
    wire = await openWire();
    token = (await connect(wire.sandbox.url)).access;
  });
  afterAll(() => wire.sandbox.stop());

  async function get(path: string, version: string) {
    const headers = { authorization: `Bearer ${token}`, 'api-version': version };
    const answer = await fetch(wire.sandbox.url + path, { headers });
    return { status: answer.status, body: (await answer.json()) as Json };
  }
  const own = `/advertising/MLB/advertisers/${advertiserOf(OWN_SELLERS.HOME)}/product_ads/ads/search`;
  const search = (query: string, path = own) =>
    get(`${path}?date_from=2026-10-01&date_to=2026-10-30${query}`, '2');

  it('names the seller’s advertiser, and none for another product', async () => {
    const { body } = await get('/advertising/advertisers?product_id=PADS', '1');
    const [one] = body.advertisers as Json[];
    assert.deepEqual([one?.advertiser_id, one?.site_id], [advertiserOf(OWN_SELLERS.HOME), 'MLB']);
    assert.equal((await get('/advertising/advertisers?product_id=DISPLAY', '1')).status, 404);
    isError((await get('/advertising/advertisers?product_id=PADS', '2')).body, 400, 'bad_request');
  });

  it('reports what the ads of some of the items cost and sold, page by page', async () => {
    const seen: Json[] = [];
    for (;;) {
      const { body } = await search(`&limit=50&offset=${seen.length}`);
      const results = body.results as Json[];
      if (results.length === 0) break;
      seen.push(...results);
    }
    const { body } = await search('');
    assert.equal(seen.length, (body.paging as Json).total);
    assert.ok(seen.length > 60 && seen.length < 150, String(seen.length));
    const metrics = seen.map((one) => one.metrics as Record<string, number>);
    assert.ok(metrics.every(({ cost }) => (cost ?? 0) > 0));
    const acos = metrics.filter(({ total_amount }) => (total_amount ?? 0) > 0);
    assert.ok(acos.length > 20);
    for (const { cost = 0, total_amount = 1 } of acos)
      assert.ok(cost / total_amount > 0.03 && cost / total_amount < 0.46);
  });

  it('refuses what is not the caller’s, and days that are none', async () => {
    const foreign = own.replace(/advertisers\/\d+/, 'advertisers/1');
    isError((await search('', foreign)).body, 404, 'not_found');
    isError(
      (await get(`${own}?date_from=2026-10-30&date_to=2026-10-01`, '2')).body,
      400,
      'bad_request',
    );
    isError(
      (await get(`${own}?date_from=2026-10-01&date_to=2026-10-30`, '1')).body,
      400,
      'bad_request',
    );
  });
});
