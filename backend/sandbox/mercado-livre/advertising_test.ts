import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { connect, isError, type Json, openWire } from '../../testing/sandbox/wire.ts';
import { dayOf } from '../world/till.ts';
import { OWN_SELLERS, orderState, ordersOf } from '../world.ts';
import { advertiserOf } from './advertising.ts';

const NOON = Date.UTC(2026, 10, 23, 15);
const DAY = 86_400_000;
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

describe('advertising', () => {
  let wire: Awaited<ReturnType<typeof openWire>>;
  let token: string;
  beforeAll(async () => {
    wire = await openWire({ historyDays: 3, clock: () => new Date(NOON) });
    token = (await connect(wire.sandbox.url)).access;
  });
  afterAll(() => wire.sandbox.stop());

  async function get(path: string, version: string) {
    const headers = { authorization: `Bearer ${token}`, 'api-version': version };
    const answer = await fetch(wire.sandbox.url + path, { headers });
    return { status: answer.status, body: (await answer.json()) as Json };
  }
  const own = `/advertising/MLB/advertisers/${advertiserOf(OWN_SELLERS.HOME)}/product_ads/ads/search`;
  const today = () => dayOf(wire.sandbox.world().now);
  const search = (query: string, path = own, from = today() - 9, to = today()) =>
    get(`${path}?date_from=${dateOf(from)}&date_to=${dateOf(to)}${query}`, '2');

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
    const sumOf = (name: string) =>
      seen.reduce((sum, one) => sum + ((one.metrics as Record<string, number>)[name] ?? 0), 0);
    const { world } = wire.sandbox;
    const sold = ordersOf(world(), OWN_SELLERS.HOME, 'mercadolivre').filter(
      (order) => order.via.kind === 'ad' && orderState(order, world().now) !== 'cancelled',
    );
    assert.ok(sold.length > 5);
    assert.equal(
      sumOf('units_quantity'),
      sold.reduce((sum, { units }) => sum + units, 0),
    );
    assert.equal(
      Math.round(sumOf('total_amount') * 100),
      sold.reduce((sum, { units, price }) => sum + units * price, 0),
    );
    assert.ok(sumOf('clicks') > 50 && sumOf('clicks') < sumOf('prints'));
  });

  it('adds up over days', async () => {
    const costOf = async (from: number, to: number) => {
      let cost = 0;
      for (let offset = 0; offset < 150; offset += 50) {
        const { body } = await search(`&offset=${offset}`, own, from, to);
        for (const { metrics } of body.results as { metrics: { cost: number } }[])
          cost += Math.round(metrics.cost * 100);
      }
      return cost;
    };
    const days = await Promise.all([0, 1, 2, 3].map((ago) => costOf(today() - ago, today() - ago)));
    const sum = days.reduce((all, one) => all + one, 0);
    assert.ok(sum > 0 && days.every((one) => one < sum));
    assert.equal(await costOf(today() - 3, today()), sum);
  });

  it('refuses campaigns of others, and invalid days', async () => {
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
