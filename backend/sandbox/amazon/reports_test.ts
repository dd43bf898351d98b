import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import {
  callAmazon,
  connectAmazon,
  ELECTRONICS,
  isAmazonError,
  listingsOf,
  openAmazon,
} from '../../testing/sandbox/amazon.ts';
import type { Json } from '../../testing/sandbox/wire.ts';
import { isFba } from './market.ts';

const REPORTS = '/reports/2021-06-30/reports';
const TYPE = 'GET_MERCHANT_LISTINGS_ALL_DATA';
const STORE = 'A2Q3Y263D00KWC';

describe('the report of all listings', () => {
  let wire: Awaited<ReturnType<typeof openAmazon>>;
  let now = Date.UTC(2026, 10, 21, 12);
  beforeAll(async () => {
    wire = await openAmazon({ clock: () => new Date(now) });
  });
  afterAll(() => wire.sandbox.stop());
  const order = async () => {
    const answer = await wire.post(REPORTS, { reportType: TYPE, marketplaceIds: [STORE] });
    assert.equal(answer.status, 202);
    return (answer.body as { reportId: string }).reportId;
  };
  const reportOf = async (id: string) => (await wire.get(`${REPORTS}/${id}`)).body as Json;

  it('is waited for, and then fetched as a compressed table', async () => {
    const id = await order();
    assert.equal((await reportOf(id)).processingStatus, 'IN_QUEUE');
    now += 500;
    assert.equal((await reportOf(id)).processingStatus, 'IN_PROGRESS');
    now += 1_000;
    const { processingStatus, reportDocumentId } = await reportOf(id);
    assert.equal(processingStatus, 'DONE');

    const path = `/reports/2021-06-30/documents/${String(reportDocumentId)}`;
    const document = (await wire.get(path)).body as Record<string, string>;
    assert.equal(document.compressionAlgorithm, 'GZIP');
    assert.ok(document.url?.startsWith(`${wire.sandbox.url}/amazon/`));
    const file = await fetch(document.url ?? '');
    assert.equal(file.headers.get('content-encoding'), null);
    const plain = file.body?.pipeThrough(new DecompressionStream('gzip'));
    const text = await new Response(plain).text();
    const [header = '', ...rows] = text.trimEnd().split('\n');
    const names = header.split('\t');
    const table = rows.map((row) => {
      const cells = row.split('\t');
      assert.equal(cells.length, names.length);
      return new Map(names.map((name, i) => [name, cells[i]]));
    });
    const mine = listingsOf(wire.sandbox);
    assert.equal(table.length, mine.length);
    for (const { product, offer } of mine) {
      const row = table.find((one) => one.get('seller-sku') === offer.sku);
      assert.equal(row?.get('asin1'), product.id);
      assert.equal(row?.get('price'), (offer.price / 100).toFixed(2));
      assert.equal(row?.get('quantity'), isFba(offer) ? '' : String(offer.stock));
      assert.equal(row?.get('fulfillment-channel'), isFba(offer) ? 'AMAZON_NA' : 'DEFAULT');
      assert.equal(row?.get('status'), offer.status === 'active' ? 'Active' : 'Inactive');
    }
  });

  it('is listed among the latest', async () => {
    const id = await order();
    const query = { reportTypes: TYPE, createdSince: new Date(now).toISOString() };
    const { reports } = (await wire.get(REPORTS, query)).body as { reports: Json[] };
    assert.deepEqual(
      reports.map((report) => report.reportId),
      [id],
    );
    const done = { processingStatuses: 'DONE' };
    const older = (await wire.get(REPORTS, done)).body as { reports: Json[] };
    assert.ok(older.reports.every((report) => report.reportId !== id));
    isAmazonError(await wire.get(REPORTS, { pageSize: '101' }), 400, 'InvalidInput');
  });

  it('is no one else’s, and of no other kind', async () => {
    const id = await order();
    const { access } = await connectAmazon(wire.sandbox.url, ELECTRONICS);
    const { url } = wire.sandbox;
    const foreign = await callAmazon(url, 'GET', `${REPORTS}/${id}`, { token: access });
    isAmazonError(foreign, 404, 'NOT_FOUND');
    isAmazonError(await wire.get(`${REPORTS}/123`), 404, 'NOT_FOUND');
    const path = `/reports/2021-06-30/documents/amzn1.spdoc.1.4.na.${id}`;
    isAmazonError(await wire.get(path), 404, 'NOT_FOUND');
    for (const body of [
      { reportType: 'GET_ORDERS', marketplaceIds: [STORE] },
      { reportType: TYPE, marketplaceIds: ['A1PA6795UKMFR9'] },
      { reportType: TYPE },
    ])
      isAmazonError(await wire.post(REPORTS, body), 400, 'InvalidInput');
    const gone = await fetch(`${url}/amazon/documents/amzn1.spdoc.1.4.na.123`);
    await gone.body?.cancel();
    assert.equal(gone.status, 404);
  });
});
