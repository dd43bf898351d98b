import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { fail, ok } from '../../../kernel/result.ts';
import { SELLER, STORE } from '../../../testing/conformance/amazon.ts';
import { type Scripted, stub } from '../../../testing/conformance/stub.ts';
import { scanListings, skusOf } from './report.ts';
import { storeOf } from './stores.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const store = storeOf(STORE);
const session = { sellerId: SELLER, accessToken: 'Atza|x' };
const LIST = 'GET /reports/2021-06-30/reports';
const CREATE = 'POST /reports/2021-06-30/reports';
const POLL = 'GET /reports/2021-06-30/reports/R-1';
const DOCUMENT = 'GET /reports/2021-06-30/documents/D-1';
const SEARCH = `GET /listings/2021-08-01/items/${SELLER}`;
const URL_OF_FILE = 'https://reports.example.test/D-1?signature=x';

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const report = (processingStatus: string, more: object = {}) => ({
  reportId: 'R-1',
  reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
  createdTime: minutesAgo(1),
  processingStatus,
  ...(processingStatus === 'DONE' && { reportDocumentId: 'D-1' }),
  ...more,
});
const none = { body: { reports: [] } };
const created = { status: 202, body: { reportId: 'R-1' } };
const ready = {
  [LIST]: none,
  [CREATE]: created,
  [POLL]: { body: report('DONE') },
  [DOCUMENT]: { body: { reportDocumentId: 'D-1', url: URL_OF_FILE } },
};
const FILE = 'item-name\tseller-sku\nLamp\tS-1\n';

async function scan(
  script: Record<string, Scripted | Scripted[]>,
  file: string | { code: string } = FILE,
) {
  const stubbed = stub(script);
  const pauses: number[] = [];
  const urls: string[] = [];
  const means = {
    api: stubbed.fetcher,
    clock: () => NOW,
    sleep: (ms: number) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    download: (url: string) => {
      urls.push(url);
      return Promise.resolve(
        typeof file === 'string'
          ? ok(new Blob([file]).stream())
          : fail({ code: file.code, message: 'HTTP 403' }),
      );
    },
  };
  const pages = await Array.fromAsync(scanListings(means, store, session));
  return { pages, pauses, urls, ...stubbed };
}
const failureOf = ({ pages }: Awaited<ReturnType<typeof scan>>) => {
  const last = pages.at(-1);
  return last && !last.ok ? last.error : null;
};

describe('the scan of an account', () => {
  it('has a report made, waits for it and reads it', async () => {
    const polls = ['IN_QUEUE', 'IN_PROGRESS', 'IN_PROGRESS', 'DONE'];
    const { pages, pauses, urls, calls } = await scan({
      ...ready,
      [POLL]: polls.map((status) => ({ body: report(status) })),
    });
    assert.deepEqual(pages, [{ ok: true, value: ['S-1'] }]);
    assert.deepEqual(pauses, [1_000, 1_500, 2_250, 3_375]);
    assert.deepEqual(urls, [URL_OF_FILE]);
    const [list, create] = calls;
    assert.deepEqual(list?.query, {
      reportTypes: 'GET_MERCHANT_LISTINGS_ALL_DATA',
      marketplaceIds: STORE,
      createdSince: minutesAgo(30),
      pageSize: '10',
    });
    assert.deepEqual(create?.json, {
      reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
      marketplaceIds: [STORE],
    });
  });

  const reuse: [string, object[], boolean][] = [
    ['one of a moment ago', [report('DONE', { createdTime: minutesAgo(4) })], true],
    ['one of before', [report('DONE', { createdTime: minutesAgo(6) })], false],
    ['one that is being made', [report('IN_PROGRESS', { createdTime: minutesAgo(20) })], true],
    ['one that failed', [report('FATAL')], false],
    ['one that was cancelled', [report('CANCELLED')], false],
  ];
  for (const [name, reports, isReused] of reuse)
    it(`${isReused ? 'uses' : 'does not use'} ${name} again`, async () => {
      const { pages, paths } = await scan({ ...ready, [LIST]: { body: { reports } } });
      assert.ok(pages[0]?.ok);
      assert.equal(paths().includes(CREATE), !isReused);
    });

  it('gives up after minutes with a retry later, while the report is being created', async () => {
    const ended = await scan({ ...ready, [POLL]: { body: report('IN_QUEUE') } });
    const failure = failureOf(ended);
    assert.deepEqual(
      [failure?.kind, failure?.code, failure?.retryAfterMs],
      ['rate_limited', 'report_not_ready', 60_000],
    );
    const waited = ended.pauses.reduce((sum, ms) => sum + ms, 0);
    assert.ok(waited >= 7 * 60_000 && waited <= 9 * 60_000, String(waited));
    assert.equal(Math.max(...ended.pauses), 30_000);
  });

  it('keeps waiting if the quota of requests is temporarily used up', async () => {
    const { pages } = await scan({
      ...ready,
      [POLL]: [{ status: 429, body: {} }, { body: report('DONE') }],
    });
    assert.ok(pages[0]?.ok);
  });

  it('ends with a failure where any part fails', async () => {
    const away = { status: 503, body: {} };
    for (const part of [LIST, CREATE, POLL, DOCUMENT]) {
      const ended = await scan({ ...ready, [part]: away });
      assert.equal(failureOf(ended)?.kind, 'unavailable', part);
    }
    const fatal = await scan({ ...ready, [POLL]: { body: report('FATAL') } });
    assert.equal(failureOf(fatal)?.code, 'report_failed');
    assert.equal(failureOf(await scan(ready, { code: 'http_403' }))?.code, 'http_403');
    const html = await scan(ready, '<html>no report</html>');
    assert.equal(failureOf(html)?.code, 'report_unreadable');
    assert.equal(failureOf(await scan(ready, ''))?.code, 'report_unreadable');
  });

  it('takes a cancelled report for an empty account only where that is empty', async () => {
    const cancelled = { ...ready, [POLL]: { body: report('CANCELLED') } };
    const empty = { body: { numberOfResults: 0, items: [] } };
    assert.deepEqual((await scan({ ...cancelled, [SEARCH]: empty })).pages, []);
    const full = { body: { numberOfResults: 3, items: [{}] } };
    const ended = await scan({ ...cancelled, [SEARCH]: full });
    assert.equal(failureOf(ended)?.code, 'report_cancelled');
  });
});

describe('the report', () => {
  const bytesOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new Blob(parts).stream();
  const skus = async (file: ReadableStream<Uint8Array>, isPacked = false) =>
    (await Array.fromAsync(skusOf(file, isPacked))).flat();

  it('is read by the names of its columns, whatever their order', async () => {
    assert.deepEqual(await skus(bytesOf('seller-sku\tprice\nA\t1\n\nB\t2\n')), ['A', 'B']);
    assert.deepEqual(await skus(bytesOf('﻿"x"\tSeller SKU\r\n"\tA\r\n5" tube\tB')), ['A', 'B']);
    assert.deepEqual(await skus(bytesOf('listing-id\tsku\tmsku-2\n1\tA\tx\n')), ['A']);
    assert.deepEqual(await skus(bytesOf('seller-sku\n')), []);
  });

  it('is read in UTF-8 and in Windows’ own, line by line', async () => {
    const old = Uint8Array.from([0x43, 0x41, 0x46, 0xc9, 0x0a]);
    assert.deepEqual(await skus(bytesOf('seller-sku\nCAFÉ\n', old)), ['CAFÉ', 'CAFÉ']);
  });

  it('is unpacked as it flows, page by page', async () => {
    const lines = Array.from({ length: 2_500 }, (_, n) => `title ${n}\tSKU-${n}`);
    const packed = bytesOf(`item-name\tseller-sku\n${lines.join('\n')}`).pipeThrough(
      new CompressionStream('gzip'),
    );
    const pages = await Array.fromAsync(skusOf(packed, true));
    assert.deepEqual(
      pages.map((page) => page.length),
      [1_000, 1_000, 500],
    );
    assert.equal(pages[2]?.at(-1), 'SKU-2499');
  });

  it('that is truncated or invalid is an error', async () => {
    const whole = new Uint8Array(
      await new Response(
        bytesOf(`seller-sku\n${'x\n'.repeat(5_000)}`).pipeThrough(new CompressionStream('gzip')),
      ).arrayBuffer(),
    );
    await assert.rejects(skus(bytesOf(whole.slice(0, whole.length / 2)), true));
    await assert.rejects(skus(bytesOf('not packed'), true));
    await assert.rejects(skus(bytesOf('seller-sku\n', 'x'.repeat(2_000_000))));
  });
});
