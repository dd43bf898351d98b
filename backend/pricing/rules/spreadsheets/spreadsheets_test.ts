import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import writeExcel from 'write-excel-file/node';
import { toCsv } from '../../../kernel/csv.ts';
import type { Download } from '../../../kernel/endpoint.ts';
import { Problem } from '../../../kernel/problem.ts';
import { openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { drain, seedCompany } from '../../../testing/test-context.ts';
import {
  applySheet,
  cancelSheet,
  createRule,
  exportSheet,
  failedSheet,
  getRule,
  getSheet,
  querySheetRows,
  querySheets,
  sheetTemplate,
  undoSheet,
  updateRule,
  uploadSheet,
} from '../../actions.ts';
import { type Rule, type Sheet, type SheetRow, SheetRowKind } from '../../contract.ts';
import { STRATEGY_KEYS } from '../../strategies/registry.ts';
import { ROWS_AT_ONCE } from '../bulk/work.ts';
import { importRunner } from './read.ts';

let scene: Scene;
let made = 0;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

interface Listing {
  id: number;
  sku: string;
}
const sell = async (): Promise<Listing> => {
  made += 1;
  const sku = `MLB77${made}`;
  return { id: await scene.sell(sku, 10_000), sku };
};
const ruled = async (more: Record<string, unknown> = {}, listings = 1): Promise<Rule> => {
  const ids: number[] = [];
  for (let n = 0; n < listings; n++) ids.push((await sell()).id);
  return await createRule(scene.ctx, scene.actor, scene.rule(ids, more));
};
const again = ({ id }: Pick<Rule, 'id'>): Promise<Rule> => getRule(scene.ctx, scene.actor, id);
const said = ({ version: _version, updatedAt: _updatedAt, ...rule }: Rule) => rule;
const work = () => drain(scene.ctx, importRunner.workers(scene.ctx));

type Cells = readonly (string | number)[];
const csv = ([headings = [], ...rows]: readonly Cells[]): Uint8Array =>
  new TextEncoder().encode(
    toCsv(
      headings.map(String),
      rows.map((row) => row.map(String)),
    ),
  );
const xlsx = async (rows: (string | number | null)[][]): Promise<Uint8Array> =>
  new Uint8Array(await writeExcel(rows).toBuffer());

type Looked = Sheet & { rows: Record<SheetRowKind, SheetRow[]> };
const readSheet = async (id: number): Promise<Looked> => {
  const first = { page: 0, limit: 200 };
  const { content } = await querySheetRows(scene.ctx, scene.actor, id, first, null);
  const of = (wanted: SheetRowKind) => content.filter(({ kind }) => kind === wanted);
  const rows = Object.fromEntries(SheetRowKind.options.map((kind) => [kind, of(kind)]));
  return {
    ...(await getSheet(scene.ctx, scene.actor, id)),
    rows: rows as Looked['rows'],
  };
};
const read = async (bytes: Uint8Array, name = 'regras.csv'): Promise<Looked> => {
  const { id } = await uploadSheet(scene.ctx, scene.actor, name, bytes, 'pt');
  await work();
  return await readSheet(id);
};
const apply = async (id: number, rows: 'all' | 'good' = 'all') => {
  await applySheet(scene.ctx, scene.actor, id, rows);
  await work();
  return await readSheet(id);
};
const bytesOf = async ({ body }: Download): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer());
const textOf = async (file: Download): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(file));

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Problem) return error.code;
  throw new Error(`Expected a Problem, got ${error}`);
};
const HEADER = ['ID', 'SKU', 'ASIN/MLB', 'Preço mínimo', 'Preço máximo', 'Estratégia'];

describe('an uploaded file', () => {
  it('reports what it would make and change, and what is wrong, before anything is written', async () => {
    const known = await ruled({ minPrice: 80, maxPrice: 120 });
    const same = await ruled({ minPrice: 80, maxPrice: 120 });
    const group = await ruled({}, 2);
    const bare = await sell();
    const sheet = await read(
      csv([
        HEADER,
        [known.listingIds[0]!, '', '', '79,90', '', ''],
        [same.listingIds[0]!, '', '', '80', '120,00', 'vencer'],
        ['', '', bare.sku, '90', 'R$ 1.299,90', 'Igualar'],
        [group.listingIds[0]!, '', '', '1', '', ''],
        ['', 'NADA', '', '1', '', ''],
        [known.listingIds[0]!, '', '', '1', '', ''],
        [bare.id, '', '', '1.299', '-4', 'talvez'],
      ]),
    );
    assert.deepEqual([sheet.state, sheet.format], ['previewed', 'csv']);
    assert.deepEqual(sheet.counts, {
      rows: 7,
      made: 1,
      changed: 1,
      unchanged: 1,
      wrong: 4,
      written: 0,
      restored: 0,
      notRestored: 0,
    });
    assert.deepEqual(
      sheet.rows.changed.map(({ line, before, after }) => [
        line,
        before?.minPrice,
        after?.minPrice,
      ]),
      [[2, 80, 79.9]],
    );
    const [made] = sheet.rows.made;
    assert.deepEqual([made?.line, made?.listingId, sheet.rows.made.length], [4, bare.id, 1]);
    assert.partialDeepStrictEqual(made?.after, {
      status: 'enabled',
      strategy: 'MATCH',
      minPrice: 90,
      maxPrice: 1_299.9,
      requiresApproval: false,
      control: 'REGAIN',
      safeMargin: 0,
      competition: 'BUYBOX',
    });
    assert.deepEqual(
      sheet.rows.wrong.map(({ line, faults }) => [
        line,
        faults.map(({ code, column, readings }) => [code, column, readings]),
      ]),
      [
        [5, [['group_rule', null, null]]],
        [6, [['listing_not_found', 'SKU', null]]],
        [7, [['listing_twice', null, null]]],
        [
          8,
          [
            ['number_ambiguous', 'Preço mínimo', [1299, 1.299]],
            ['not_negative', 'Preço máximo', null],
            ['strategy_unknown', 'Estratégia', null],
            ['listing_twice', null, null],
          ],
        ],
      ],
    );
    assert.deepEqual(said(await again(known)), said(known));
    assert.equal(await refusal(applySheet(scene.ctx, scene.actor, sheet.id, 'all')), 'rows_wrong');
    assert.deepEqual(said(await again(known)), said(known));
  });

  it('takes no amount to a listing of another currency', async () => {
    const known = await ruled({ minPrice: 90, maxPrice: 120 });
    const mexican = await sell();
    const { owner } = scene.database;
    await owner`update listing set currency_code = 'MXN', country_code = 'MX' where id = ${mexican.id}`;
    const sheet = await read(
      csv([
        HEADER,
        [known.listingIds[0]!, '', '', 'US$ 90', '150 CAD', ''],
        [known.listingIds[0]!, '', '', '80 BRL', 'R$ 130', ''],
        [mexican.id, '', '', '$ 90', 'MX$ 150', 'Vencer'],
      ]),
    );
    assert.deepEqual(
      sheet.rows.wrong.map(({ line, faults }) => [
        line,
        faults.map(({ code, column, value }) => [code, column, value]),
      ]),
      [
        [
          2,
          [
            ['keys_differ', 'Preço mínimo', 'US$ 90'],
            ['keys_differ', 'Preço máximo', '150 CAD'],
          ],
        ],
      ],
    );
    assert.deepEqual(
      [...sheet.rows.changed, ...sheet.rows.made].map(({ line, after }) => [
        line,
        after?.minPrice,
        after?.maxPrice,
      ]),
      [
        [3, 80, 130],
        [4, 90, 150],
      ],
    );
    const file = await failedSheet(scene.ctx, scene.actor, sheet.id, 'csv', 'pt');
    assert.match(await textOf(file), /Preço mínimo: .*outra moeda: .* na moeda dele/);
  });

  it('writes the good rows by the steps of the form; an empty cell keeps what is there', async () => {
    const known = await ruled({ minPrice: 80, maxPrice: 120, safeMargin: 3 });
    const bare = await sell();
    const sheet = await read(
      await xlsx([
        ['ID', 'ASIN/MLB', 'Preço mínimo', 'Estratégia', 'Pedir aprovação', 'Situação da regra'],
        [known.listingIds[0]!, null, 79.9, null, 'Sim', 2],
        [null, bare.sku, 70, 'Ficar acima', null, null],
        [null, 'X', 70, null, null, null],
      ]),
      'regras.xlsx',
    );
    assert.equal(sheet.format, 'xlsx');
    const done = await apply(sheet.id, 'good');
    assert.deepEqual([done.state, done.counts.written, done.applied], ['done', 2, 'good']);
    assert.deepEqual(said(await again(known)), {
      ...said(known),
      minPrice: 79.9,
      requiresApproval: true,
      status: 'disabled',
    });
    const own = await again({ id: done.rows.made[0]!.ruleId! });
    assert.deepEqual(
      [own.strategy, own.minPrice, own.origin, own.listingIds],
      ['LOSE', 70, 'own', [bare.id]],
    );
    const audited = await scene.database.owner<{ action: string }[]>`
      select action from audit_log where subject in (${String(own.id)}, ${String(sheet.id)})
      order by action`;
    assert.deepEqual(
      [...new Set(audited.map(({ action }) => action))],
      ['pricing.rule_created', 'pricing.sheet_applied', 'pricing.sheet_uploaded'],
    );
    assert.equal(
      await refusal(applySheet(scene.ctx, scene.actor, sheet.id, 'good')),
      'not_previewed',
    );
  });

  it('returns the wrong rows unchanged, each with its reason', async () => {
    const bare = await sell();
    const sheet = await read(
      csv([
        [...HEADER, 'Nota'],
        [bare.id, '', '', '1.299', '', 'Vencer', '=1+1'],
        [bare.id, '', '', '10', '9', 'Vencer', ''],
      ]),
    );
    const text = await textOf(await failedSheet(scene.ctx, scene.actor, sheet.id, 'csv', 'pt'));
    assert.equal(
      text,
      toCsv(
        [...HEADER, 'Nota', 'Motivo'],
        [
          [
            ...[String(bare.id), '', '', '1.299', '', 'Vencer', '=1+1'],
            'Preço mínimo: Pode ser milhar ou decimal: 1299 ou 1,299',
          ],
          [
            ...[String(bare.id), '', '', '10', '9', 'Vencer', ''],
            'Preço mínimo: O máximo deve ser maior que o mínimo | Preço máximo: O máximo deve ser maior que o mínimo',
          ],
        ],
      ),
    );
    const again = await read(
      await bytesOf(await failedSheet(scene.ctx, scene.actor, sheet.id, 'xlsx', 'pt')),
    );
    assert.deepEqual([again.format, again.counts.wrong], ['xlsx', 2]);
  });

  it('stops between its steps when it is cancelled, and continues after a crashed worker', async () => {
    const listings: Listing[] = [];
    for (let n = 0; n < 220; n++) listings.push(await sell());
    const rows = listings.map(({ id }) => [id, '', '', '50', '', 'Vencer']);
    const first = await read(csv([HEADER, ...rows]));
    await applySheet(scene.ctx, scene.actor, first.id, 'all');
    const dead = await importRunner.acquire(scene.ctx, scene.companyId);
    if (dead.kind !== 'acquired') throw new Error('not acquired');
    let reads = 0;
    const dies = {
      throwIfAborted() {
        reads += 1;
        if (reads > 1) throw new Error('died');
      },
    } as AbortSignal;
    await assert.rejects(importRunner.run(scene.ctx, dead, dies), /died/);
    const half = await getSheet(scene.ctx, scene.actor, first.id);
    const inOne = ROWS_AT_ONCE;
    assert.deepEqual([half.counts.written, half.progress], [inOne, { done: inOne, total: 220 }]);
    await work();
    const done = await readSheet(first.id);
    assert.deepEqual([done.state, done.counts.written], ['done', 220]);
    const [count] = await scene.database.owner<{ count: number }[]>`
      select count(*)::integer as count from rule_listing
      where listing_id = any(${listings.map(({ id }) => id)}::bigint[])`;
    assert.equal(count!.count, 220);

    const second = await read(csv([HEADER, [listings[0]!.id, '', '', '60', '', '']]));
    await applySheet(scene.ctx, scene.actor, second.id, 'all');
    const stopped = await cancelSheet(scene.ctx, scene.actor, second.id);
    await work();
    assert.equal(stopped.state, 'canceled');
    assert.equal((await again({ id: done.rows.made[0]!.ruleId! })).minPrice, 50);
    assert.equal(await refusal(undoSheet(scene.ctx, scene.actor, second.id)), 'not_undoable');
  });

  it('is taken back for the rules that no one changed since, and is in the history', async () => {
    const known = await ruled({ minPrice: 80, maxPrice: 120 });
    const later = await ruled({ minPrice: 80, maxPrice: 120 });
    const bare = await sell();
    const sheet = await read(
      csv([
        HEADER,
        [known.listingIds[0]!, '', '', '70', '110', 'Igualar'],
        [later.listingIds[0]!, '', '', '70', '', ''],
        [bare.id, '', '', '70', '', 'Vencer'],
      ]),
    );
    const done = await apply(sheet.id);
    const { version, listingIds } = await again(later);
    await updateRule(scene.ctx, scene.actor, later.id, {
      rule: scene.rule(listingIds, { maxPrice: 130 }),
      version,
    });
    await undoSheet(scene.ctx, scene.actor, sheet.id);
    await work();
    const undone = await getSheet(scene.ctx, scene.actor, sheet.id);
    assert.deepEqual(
      [undone.state, undone.counts.restored, undone.counts.notRestored],
      ['undone', 2, 1],
    );
    assert.deepEqual(said(await again(known)), said(known));
    assert.equal((await again(later)).maxPrice, 130);
    assert.equal((await again({ id: done.rows.made[0]!.ruleId! })).status, 'archived');
    const history = await querySheets(scene.ctx, scene.actor, { page: 0, limit: 15 });
    assert.deepEqual(
      [history.content[0]!.id, history.content[0]!.fileName, history.content[0]!.state],
      [sheet.id, 'regras.csv', 'undone'],
    );
  });

  it('belongs to its company', async () => {
    const known = await ruled();
    const sheet = await read(csv([HEADER, [known.listingIds[0]!, '', '', '70', '', '']]));
    const others = await seedCompany(scene.database.owner);
    const { ctx } = scene;
    for (const refused of [
      () => getSheet(ctx, others.actor, sheet.id),
      () => applySheet(ctx, others.actor, sheet.id, 'all'),
      () => undoSheet(ctx, others.actor, sheet.id),
      () => cancelSheet(ctx, others.actor, sheet.id),
      () => failedSheet(ctx, others.actor, sheet.id, 'csv', 'pt'),
      () => querySheetRows(ctx, others.actor, sheet.id, { page: 0, limit: 15 }, null),
    ])
      assert.equal(await refusal(refused()), 'batch_not_found');
    const { id } = await uploadSheet(
      ctx,
      others.actor,
      'x.csv',
      csv([HEADER, [known.listingIds[0]!, '', '', '70', '', '']]),
      'pt',
    );
    await work();
    const first = { page: 0, limit: 15 };
    const { content } = await querySheetRows(ctx, others.actor, id, first, 'wrong');
    assert.deepEqual(
      content.map(({ faults }) => faults.map(({ code }) => code)),
      [['listing_not_found']],
    );
  });
});

describe('our own files', () => {
  it('are read again without a fault and change nothing', async () => {
    const words = fc.record({
      strategy: fc.constantFrom(...STRATEGY_KEYS),
      minPrice: fc.option(fc.integer({ min: 1, max: 999_999 }).map((minor) => minor / 100)),
      maxPrice: fc.option(
        fc.integer({ min: 1_000_000, max: 99_999_999 }).map((minor) => minor / 100),
      ),
      requiresApproval: fc.boolean(),
      control: fc.constantFrom('REGAIN', 'LOSE'),
      safeMargin: fc.oneof(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 99_999 }).map((n) => n / 1_000),
      ),
      competition: fc.constantFrom('BUYBOX', 'EXTERNAL'),
      status: fc.constantFrom('enabled', 'disabled'),
    });
    await ruled({ competition: 'ACOS', acosLimit: 12 });
    await ruled({ minimumBy: 'RETURN', minimumPercent: 10, minPrice: null });
    await ruled({}, 3);
    const sample = fc.sample(words, { numRuns: 60, seed: 7 });
    for (const rule of sample) await ruled(rule);
    for (const format of ['csv', 'xlsx'] as const) {
      for (const locale of ['pt', 'en', 'es'] as const) {
        const sheet = await read(
          await bytesOf(exportSheet(scene.ctx, scene.actor, format, locale)),
        );
        const { rows, unchanged } = sheet.counts;
        assert.deepEqual(sheet.rows.wrong, []);
        assert.deepEqual(sheet.rows.changed, []);
        assert.ok(rows > 60 && unchanged === rows, JSON.stringify(sheet.counts));
        assert.equal(
          await refusal(applySheet(scene.ctx, scene.actor, sheet.id, 'all')),
          'nothing_to_write',
        );
      }
    }
  });

  it('have a template whose example and remarks are passed over', async () => {
    for (const locale of ['pt', 'en', 'es'] as const) {
      for (const format of ['csv', 'xlsx'] as const) {
        const bytes = await bytesOf(sheetTemplate(scene.ctx, format, locale));
        const sheet = await read(bytes);
        assert.deepEqual([sheet.state, sheet.fault?.code], ['failed', 'no_rows']);
        assert.deepEqual(
          sheet.columns.filter(({ field }) => field === null),
          [],
        );
      }
    }
  });
});
