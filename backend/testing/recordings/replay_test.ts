import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { readLine } from './formats.ts';
import { type FileReport, replayFolder } from './replay.ts';

const meli = (request: string | null, body: unknown) => ({
  source: 'docs',
  heading: 'sample',
  request,
  valid: true,
  body,
});
const get = (path: string) => `curl -X GET https://api.mercadolibre.com${path}`;
const put = (path: string, body: unknown) =>
  `curl -X PUT https://api.mercadolibre.com${path} -d '${JSON.stringify(body)}'`;
const pair = (operationId: string, status: number, path: string, response: unknown) => ({
  model: 'model.json',
  operationId,
  method: 'GET',
  path,
  status,
  parameters: {},
  response,
});
const ITEM = { id: 'MLB77', price: 19.9, currency_id: 'BRL', available_quantity: 3 };

const OFFERS = { results: [{ item_id: 'MLB5', seller_id: 9, price: 12 }], paging: { total: 1 } };
const FEE = {
  currency_id: 'CLP',
  listing_type_id: 'gold_pro',
  sale_fee_amount: 1_300,
  sale_fee_details: { percentage_fee: 13, fixed_fee: 0 },
};
const ADVERTISERS = { advertisers: [{ advertiser_id: 7, site_id: 'MLB' }] };
const TOKEN = { access_token: 'a', refresh_token: 'r', expires_in: 21_600 };
const refreshed = (form: string) =>
  `curl -X POST https://api.mercadolibre.com/oauth/token -d '${form}'`;

const shop = (path: string, answer: unknown, method = 'POST') => ({
  api: `v2.${path}`,
  method,
  path: `/api/v2/${path}`,
  response: [answer],
  error: [],
});
const SHOP_TOKEN = { access_token: 'a', refresh_token: 'r', expire_in: 14_400, shop_id_list: [1] };
const MODEL = { model_id: 5, price_info: [{ currency: 'BRL', original_price: 9.9 }] };

/** A record, and what is to become of it. */
type Case = [unknown, keyof Omit<FileReport, 'file'>, string?];
const FILES: Record<string, Case[]> = {
  'mercadolivre.jsonl': [
    [meli(get('/items/MLB77'), ITEM), 'understood'],
    [meli(get('/items/$ITEM_ID'), ITEM), 'understood'],
    [meli(get('/items/MLB77?attributes=id,price,currency_id'), ITEM), 'understood'],
    [meli(get('/items/MLB77?attributes=variations'), { variations: [] }), 'unused'],
    [meli(get('/items/MLB77/sale_price'), { amount: 10 }), 'understood'],
    [meli(get('/items/MLB77/sale_price'), { amount: 'cheap' }), 'failed', 'took a good answer'],
    [meli(get('/items/MLB77'), { id: 'MLB77', title: 'An excerpt' }), 'typedErrors'],
    [meli(get('/users/9/items/search'), { results: ['MLB1'] }), 'understood'],
    [
      meli(get('/items/MLB77/price_to_win'), { status: 404, message: 'gone', error: 'not_found' }),
      'understood',
    ],
    [
      meli(put('/items/MLB77', { price: 12 }), {
        message: 'Price is locked',
        error: 'item.price.not_modifiable',
        status: 400,
      }),
      'typedErrors',
    ],
    [meli(put('/items/MLB77', { price: 12 }), { id: 'MLB77', price: 12 }), 'understood'],
    [meli(put('/items/MLB77', { title: 'New' }), { id: 'MLB77' }), 'unused', 'PUT /items/{id}'],
    [meli(get('/orders/12345'), { id: 12345 }), 'unused', 'GET /orders/{id}'],
    [meli(get('/orders/12345'), { message: 'no', status: 404 }), 'unused', 'GET /orders/{id}'],
    [meli(get('/items/visits?ids=MLB1'), { item_id: 'MLB1' }), 'unused', 'GET /items/visits'],
    [meli(get('/highlights/MLB/category/MLB12'), {}), 'unused', 'GET /highlights/{site}/category/'],
    [meli(get('/items?ids=MLB77,MLB78'), [{ code: 200, body: ITEM }, null]), 'understood'],
    [
      meli(get('/items?ids=MLB77&attributes=id'), [{ code: 200, body: { id: 'MLB77' } }]),
      'typedErrors',
    ],
    [meli(get('/users/me'), { id: 9, nickname: 'LOJA' }), 'understood'],
    [meli(get('/users/me'), { message: 'invalid access token', status: 401 }), 'typedErrors'],
    [meli(get('/users/9'), { id: 9, nickname: 'LOJA' }), 'understood'],
    [meli(get('/users/9?attributes=status'), { status: {} }), 'unused', 'GET /users/{id}'],
    [meli(get('/users?ids=9,8'), [{ code: 200, body: { id: 9, nickname: 'LOJA' } }]), 'understood'],
    [meli(get('/products/MLB900/items'), OFFERS), 'understood'],
    [meli(get('/products/MLB900/items'), { error: 'not_found', status: 404 }), 'understood'],
    [meli(get('/products/MLB900/items'), { error: 'forbidden', status: 403 }), 'understood'],
    [meli(get('/sites/MLC/listing_prices?price=9990'), [FEE]), 'understood'],
    [meli(get('/sites/MLC/listing_prices?listing_type_id=gold_pro'), FEE), 'understood'],
    [meli(get('/sites/MLC/listing_prices?listing_type_id=free'), FEE), 'typedErrors'],
    [meli(get('/advertising/advertisers?product_id=PADS'), ADVERTISERS), 'understood'],
    [
      meli(
        refreshed('grant_type=refresh_token&refresh_token=TG-1&client_id=1&client_secret=2'),
        TOKEN,
      ),
      'understood',
    ],
    [meli(refreshed('grant_type=client_credentials&client_id=1&client_secret=2'), TOKEN), 'unused'],
    [meli(null, { error: 'forbidden', message: 'no', status: 403 }), 'typedErrors'],
    [meli(null, { message: 'Price is locked' }), 'typedErrors'],
    [meli(null, { some: 'sample' }), 'unused', 'no request recorded'],
    [
      {
        request: { method: 'get', path: '/items/MLB77/sale_price?a=b' },
        status: 200,
        body: { amount: '10.5' },
      },
      'understood',
    ],
    [{ request: { method: 'GET', path: '/items/MLB77' }, status: 500, body: ITEM }, 'typedErrors'],
    [meli(get('/items/MLB77'), { ...ITEM, description: 'x'.repeat(6_000_000) }), 'typedErrors'],
    [meli(null, { topic: 'items', resource: '/items/MLB77', user_id: 9 }), 'understood'],
    [meli(null, { topic: 'questions', resource: '/questions/1', user_id: 9 }), 'unused'],
    [
      { source: 'docs', heading: 'cut', request: get('/items/MLB77'), valid: false, raw: '{"id":' },
      'typedErrors',
    ],
  ],
  'amazon.jsonl': [
    [
      pair('getListingsItem', 403, '/listings/2021-08-01/items/SELLER/SKU-1', {
        errors: [{ code: 'Unauthorized', message: 'no' }],
      }),
      'typedErrors',
    ],
    [pair('getOrders', 200, '/orders/v0/orders', { payload: {} }), 'unused', 'getOrders'],
    [pair('getReport', 200, '/elsewhere/1', { reportId: '1' }), 'failed', 'would not call'],
    [
      pair('getReport', 200, '/reports/2021-06-30/reports/77', {
        reportId: '77',
        reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
        processingStatus: 'IN_PROGRESS',
        createdTime: '2026-03-02T15:00:00Z',
      }),
      'understood',
    ],
  ],
  'ads.jsonl': [
    [
      {
        folder: 'f',
        name: 'List SP campaigns',
        responseName: 'ok',
        method: 'POST',
        url: '{{api_url}}/sp/campaigns/list',
        headers: {},
        requestBody: null,
        status: 200,
        responseBody: {
          campaigns: [{ campaignId: '1', name: 'Lamps', state: 'ENABLED', budget: { budget: 15 } }],
        },
      },
      'understood',
    ],
    [
      {
        folder: 'f',
        name: 'Create budget rules',
        responseName: 'ok',
        method: 'POST',
        url: '{{api_url}}/sp/budgetRules',
        headers: {},
        requestBody: null,
        status: 207,
        responseBody: {},
      },
      'unused',
      'Create budget rules',
    ],
  ],
  'shopee.jsonl': [
    [
      { api: 'v2.product.get_item', method: 'GET', path: '/api/v2/x', response: [], error: [] },
      'unused',
      'v2.product.get_item',
    ],
    [
      { api: 'v2.product.add', method: 'POST', path: '/api/v2/y', response: [{}, {}], error: [{}] },
      'unused',
      'v2.product.add (1)',
    ],
    [shop('auth/token/get', { error: '', ...SHOP_TOKEN }), 'understood'],
    [shop('auth/token/get', { error: 'error_auth', message: 'Invalid code' }), 'typedErrors'],
    [shop('auth/token/get', '{ "error": "" "access_token": "a" }'), 'typedErrors'],
    [
      shop('product/get_model_list', { error: '-', response: { model: [MODEL] } }, 'GET'),
      'understood',
    ],
    [
      shop(
        'product/get_model_list',
        { error: '', response: { model: [{ ...MODEL, price_info: 'cheap' }] } },
        'GET',
      ),
      'failed',
      'took a good answer',
    ],
    [shop('product/get_model_list', { error: '', response: { model: [] } }), 'failed', 'not ask'],
    [
      shop('product/update_price', {
        error: '',
        response: { success_list: [{ model_id: 5, original_price: 9.9 }], failure_list: [] },
      }),
      'understood',
    ],
    [
      shop('product/update_price', {
        error: '',
        response: { failure_list: [{ model_id: 5, failed_reason: 'In a promotion' }] },
      }),
      'typedErrors',
    ],
    [
      shop('product/update_price', { error: 'product.error_item_not_found', message: 'No' }),
      'typedErrors',
    ],
  ],
  'other.jsonl': [
    [
      { method: 'patch', path: '/seller/v1/prices/AB-12?x=1', status: 202, response: {} },
      'unused',
      'PATCH /seller/v1/prices/{id}',
    ],
    [{ method: 'GET', url: 'https://api.shop.example/v1/me' }, 'unused', 'GET /v1/me'],
  ],
  'odd.jsonl': [[{ nothing: 'known' }, 'failed', 'no known shape']],
};

const counts = (report: FileReport) => ({
  understood: report.understood,
  typedErrors: report.typedErrors,
  unused: [...report.unused.values()].reduce((all, one) => all + one, 0),
  failed: report.failed.length,
});

describe('recorded answers', () => {
  let folder: string;
  let reports: Map<string, FileReport>;
  beforeAll(async () => {
    folder = await Deno.makeTempDir();
    for (const [file, cases] of Object.entries(FILES)) {
      const lines = cases.map(([record]) => JSON.stringify(record));
      await Deno.writeTextFile(join(folder, file), `${lines.join('\n')}\n`);
    }
    await Deno.writeTextFile(join(folder, 'notes.txt'), 'no records');
    reports = new Map((await replayFolder(folder)).map((report) => [report.file, report]));
  });
  afterAll(() => Deno.remove(folder, { recursive: true }));

  it('reports each file of records, by name', () => {
    assert.deepEqual([...reports.keys()], Object.keys(FILES).sort());
  });

  for (const [file, cases] of Object.entries(FILES)) {
    it(`reports for ${file} what became of each`, () => {
      const report = reports.get(file);
      assert.ok(report);
      const expected = { understood: 0, typedErrors: 0, unused: 0, failed: 0 };
      for (const [, fate] of cases) expected[fate]++;
      assert.deepEqual(counts(report), expected, JSON.stringify(report.failed));
      const reported = [
        ...[...report.unused].map(([operation, times]) => `${operation} (${times})`),
        ...report.failed.map(({ why }) => why),
      ];
      for (const [, fate, words] of cases)
        if (words !== undefined)
          assert.ok(
            reported.some((one) => one.includes(words)),
            `${fate}: ${words}`,
          );
    });
  }

  it('continues after a line that is too long', async () => {
    const other = await Deno.makeTempDir();
    const lines = ['{"api":"v2.b","path":"/b"}', '{"api":"v2.a","path":"/a"}'];
    await Deno.writeTextFile(join(other, 'a.jsonl'), `${'x'.repeat(90)}${lines.join('\n')}`);
    const [report] = await replayFolder(other, { maxLine: 80 });
    await Deno.remove(other, { recursive: true });
    assert.ok(report);
    assert.deepEqual(
      report.failed.map(({ name }) => name),
      ['line 1'],
    );
    assert.deepEqual([...report.unused], [['v2.a', 1]]);
  });

  it('finds records in folders inside the folder, and behind links', async () => {
    const other = await Deno.makeTempDir();
    await Deno.mkdir(join(other, 'amazon', 'more.jsonl'), { recursive: true });
    const records = join(other, 'amazon', 'more.jsonl', 'a.jsonl');
    // With a byte order mark and the line ends of Windows, as some editors write.
    await Deno.writeTextFile(records, '\uFEFF{"api":"v2.a","path":"/a"}\r\n\r\n');
    await Deno.symlink(records, join(other, 'b.jsonl'));
    await Deno.symlink(other, join(other, 'round.jsonl'));
    const found = await replayFolder(other);
    await Deno.remove(other, { recursive: true });
    assert.deepEqual(
      found.map(({ file, unused, failed }) => [file, [...unused], failed.length]),
      [join('amazon', 'more.jsonl', 'a.jsonl'), 'b.jsonl'].map((file) => [file, [['v2.a', 1]], 0]),
    );
  });

  it('reads a record in every format', async () => {
    const report = {
      reportId: '77',
      reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA',
      processingStatus: 'IN_PROGRESS',
      createdTime: '2026-03-02T15:00:00Z',
    };
    const { model: _, ...reported } = pair(
      'getReport',
      200,
      '/reports/2021-06-30/reports/77',
      report,
    );
    const { status: __, ...bare } = reported;
    const item = meli(get('/items/MLB77'), ITEM);
    const records = [
      { ...reported, status: '200' },
      { ...reported, status: '200 OK' },
      { ...reported, status: null, method: 'get' },
      { ...reported, response: JSON.stringify(report) },
      { ...reported, headers: [{ key: 'x', value: 'y' }], parameters: [] },
      bare,
      { ...item, status: 'OK', valid: 'true' },
      { ...item, valid: null, body: JSON.stringify(ITEM) },
      { ...item, request: [item.request] },
      { ...item, request: { method: 'get', url: 'https://api.mercadolibre.com/items/MLB77' } },
    ];
    const other = await Deno.makeTempDir();
    const lines = records.map((record) => JSON.stringify(record)).join('\r\n');
    const laidOut = records.map((record) => JSON.stringify(record, null, 2));
    await Deno.writeTextFile(join(other, 'lines.JSONL'), lines);
    await Deno.writeTextFile(join(other, 'laid out.jsonl'), laidOut.join('\n'));
    await Deno.writeTextFile(join(other, 'with commas.jsonl'), laidOut.join(',\r\n'));
    const cut = ['{', '  "api":', lines, '{', '  "api": "v2.a"'];
    await Deno.writeTextFile(join(other, 'cut.jsonl'), cut.join('\n'));
    const found = await replayFolder(other);
    const long = await replayFolder(other, { maxLine: 200 });
    await Deno.remove(other, { recursive: true });
    assert.deepEqual(
      found.map(({ file, understood, failed }) => [
        file,
        understood,
        failed.map(({ name }) => name),
      ]),
      [
        ['cut.jsonl', 10, ['line 1', 'line 13']],
        ['laid out.jsonl', 10, []],
        ['lines.JSONL', 10, []],
        ['with commas.jsonl', 10, []],
      ],
    );
    const laidOutLong = long.find(({ file }) => file === 'laid out.jsonl');
    assert.equal(laidOutLong?.failed[0]?.why, 'is too long to be a record');
  });

  it('unpacks records, also those packed piece by piece, within bounds', async () => {
    const other = await Deno.makeTempDir();
    const [one, two] = ['a', 'b'].map((api) => gzipSync(`{"api":"v2.${api}","path":"/${api}"}\n`));
    const whole = Buffer.concat([one!, two!]);
    const bomb = gzipSync(`{"api":"v2.a","path":"/a"}\n${' '.repeat(1_000_000)}`);
    const files = { whole, bomb, cut: whole.subarray(0, -12), none: Buffer.from('{"api":"v2.a"}') };
    for (const [name, bytes] of Object.entries(files))
      await Deno.writeFile(join(other, `${name}.jsonl.gz`), bytes);
    const found = await replayFolder(other, { maxUnpacked: 100_000 });
    await Deno.remove(other, { recursive: true });
    assert.deepEqual(
      found.map(({ file, failed }) => [file, failed[0]?.why]),
      [
        ['bomb.jsonl.gz', 'unpacks to more than 100000 bytes'],
        ['cut.jsonl.gz', 'cannot be unpacked'],
        ['none.jsonl.gz', 'cannot be unpacked'],
        ['whole.jsonl.gz', undefined],
      ],
    );
    assert.deepEqual([...found[3]!.unused.keys()], ['v2.a', 'v2.b']);
  });

  it('exits with 1 if any failed, with 0 if none did, and with 2 if there are no records', async () => {
    const run = async (path: string) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          'run',
          '--no-prompt',
          '--allow-read',
          new URL('./main.ts', import.meta.url).pathname,
          path,
        ],
      }).output();
      const [text, fault] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      return { code, text, fault };
    };
    const bad = await run(folder);
    assert.equal(bad.code, 1);
    assert.match(
      bad.text!,
      /^mercadolivre\.jsonl: 20 understood, 10 typed errors, 10 not used, 1 failed$/m,
    );
    assert.match(bad.text!, /not used: getOrders \(1\)/);
    await Deno.remove(join(folder, 'odd.jsonl'));
    await Deno.remove(join(folder, 'mercadolivre.jsonl'));
    await Deno.remove(join(folder, 'amazon.jsonl'));
    await Deno.remove(join(folder, 'shopee.jsonl'));
    assert.equal((await run(folder)).code, 0);
    await Deno.remove(join(folder, 'ads.jsonl'));
    await Deno.remove(join(folder, 'other.jsonl'));
    const empty = await run(folder);
    assert.deepEqual(
      [empty.code, empty.fault],
      [2, `${folder} holds no records: files that end with .jsonl or .jsonl.gz\n`],
    );
    const gone = await run(join(folder, 'gone'));
    assert.deepEqual([gone.code, gone.fault], [2, `There is no folder ${join(folder, 'gone')}\n`]);
    const file = await run(join(folder, 'notes.txt'));
    assert.deepEqual([file.code, file.fault], [2, `${join(folder, 'notes.txt')} is no folder\n`]);
  });
});

describe('readLine', () => {
  it('takes any line for a record or for none, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const read = readLine(text, 'line 1');
        return read === null || read.exchange.name.startsWith('line 1');
      }),
    );
  });
});
