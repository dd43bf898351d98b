// The endpoints of bulk actions and spreadsheets over HTTP: requests are limited, and answers match their contract.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { createApp } from '../../../app.ts';
import { openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { drain } from '../../../testing/test-context.ts';
import { createRule } from '../../actions.ts';
import { MAX_SHEET_BYTES } from '../../contract.ts';
import { routes } from '../../routes.ts';
import { importRunner } from './read.ts';

let the: Scene;
let listingId: number;
beforeAll(async () => {
  the = await openScene();
  listingId = await the.sell('MLBR1', 10_000);
  await createRule(the.ctx, the.actor, the.rule([listingId]));
});
afterAll(() => the.close());

const send = (method: string, path: string, body?: BodyInit, type = 'application/json') => {
  const { ctx, actor } = the;
  const app = createApp(ctx, routes(ctx), {
    authenticate: () =>
      Promise.resolve({ ...actor, sessionId: 'test', expiresAt: ctx.clock(), opens: null }),
    version: 'test',
    checkAnswers: true,
  });
  return Promise.resolve(
    app.request(`/api${path}`, {
      method,
      headers: {
        authorization: 'Bearer token',
        'content-type': type,
        'accept-language': 'es',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body !== undefined && { body }),
    }),
  );
};
const ask = async (method: string, path: string, body?: object) => {
  const response = await send(method, path, body && JSON.stringify(body));
  return { status: response.status, body: await response.json() };
};
const upload = async (body: BodyInit, type = 'text/csv') => {
  const response = await send('POST', '/v2/rules/sheet?fileName=reglas.csv', body, type);
  return { status: response.status, body: await response.json() };
};
const work = () => drain(the.ctx, importRunner.workers(the.ctx));

describe('an upload', () => {
  it('is uploaded, previewed, applied and undone', async () => {
    const { status, body } = await upload(`ID;Precio mínimo;Estrategia\n${listingId};75,50;\nx;1;`);
    assert.deepEqual([status, body.state, body.fileName], [200, 'queued', 'reglas.csv']);
    await work();
    const path = `/v2/rules/sheet/${body.id}`;
    const preview = await ask('GET', path);
    assert.deepEqual(
      [preview.body.state, preview.body.counts.changed, preview.body.counts.wrong],
      ['previewed', 1, 1],
    );
    const rows = await ask('POST', `${path}/rows/query`, { kind: 'wrong' });
    assert.deepEqual(
      rows.body.content.map(({ faults }: { faults: { code: string }[] }) => faults[0]!.code),
      ['id_invalid'],
    );
    const refused = await ask('PUT', `${path}/apply`, { rows: 'all' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'rows_wrong']);
    assert.equal((await ask('PUT', `${path}/apply`, { rows: 'good' })).status, 200);
    await work();
    assert.equal((await ask('GET', path)).body.counts.written, 1);
    assert.equal((await ask('POST', `${path}/undo`)).body.state, 'undoing');
    await work();
    assert.equal((await ask('POST', '/v2/rules/sheet/query')).body.content[0].state, 'undone');
  });

  it('is refused if it is too large, not a spreadsheet, or has a wrong content type', async () => {
    const large = await upload(new Uint8Array(2 * MAX_SHEET_BYTES).fill(65));
    assert.deepEqual([large.status, large.body.code], [413, 'body_too_large']);
    const picture = await upload(
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]),
    );
    assert.deepEqual([picture.status, picture.body.code], [415, 'not_a_sheet']);
    const json = await upload('{}', 'application/json');
    assert.deepEqual([json.status, json.body.code], [415, 'unsupported_media_type']);
    const empty = await upload('');
    assert.deepEqual([empty.status, empty.body.code], [415, 'not_a_sheet']);
    const other = await ask('POST', '/v2/rules/bulk', { padding: 'x'.repeat(2 * 1024 * 1024) });
    assert.equal(other.status, 413);
  });

  it('of an invalid file fails with the reason', async () => {
    for (const [text, code] of [
      [`ID;${'x'.repeat(30_000)}`, 'not_a_sheet'],
      ['ID;nota\n1;2', 'no_value_column'],
      ['ID;Mínimo', 'no_rows'],
    ] as const) {
      const { body } = await upload(text);
      await work();
      const failed = await ask('GET', `/v2/rules/sheet/${body.id}`);
      assert.deepEqual([failed.body.state, failed.body.fault?.code], ['failed', code]);
    }
  });
});

describe('a download', () => {
  it('is a workbook, or a text that a spreadsheet takes for UTF-8', async () => {
    const workbook = await send('GET', '/v2/rules/sheet/template?format=xlsx');
    assert.match(workbook.headers.get('content-type')!, /spreadsheetml\.sheet$/);
    const bytes = new Uint8Array(await workbook.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 2)], [0x50, 0x4b]);
    const text = await send('GET', '/v2/rules/sheet/export?format=csv');
    assert.equal(text.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(text.headers.get('content-disposition')!, /primazia-reglas-[\d-]+\.csv/);
    const start = new Uint8Array(await text.arrayBuffer()).subarray(0, 3);
    assert.deepEqual([...start], [0xef, 0xbb, 0xbf]);
  });
});

describe('a bulk act over HTTP', () => {
  it('keeps to its contract, dry and done', async () => {
    const act = { action: 'disable', listingIds: [listingId, 987_654] };
    const dry = await ask('POST', '/v2/rules/bulk', { ...act, dryRun: true });
    assert.deepEqual([dry.status, dry.body.id, dry.body.counts.changed], [200, null, 1]);
    const done = await ask('POST', '/v2/rules/bulk', act);
    assert.equal(done.body.state, 'done');
    const path = `/v2/rules/bulk/${done.body.id}`;
    assert.equal((await ask('POST', `${path}/items/query`)).body.totalElements, 2);
    assert.equal((await ask('POST', `${path}/undo`)).body.counts.restored, 1);
    const faulty = await ask('POST', '/v2/rules/bulk', {
      action: 'limits',
      of: 'price',
      listingIds: [1],
    });
    assert.deepEqual([faulty.status, faulty.body.faults[0].path], [422, 'minBelowPercent']);
    const nothing = await ask('POST', '/v2/rules/bulk', {
      action: 'edit',
      fields: {},
      listingIds: [1],
    });
    assert.deepEqual([nothing.status, nothing.body.faults[0].code], [422, 'required']);
  });
});
