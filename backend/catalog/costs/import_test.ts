import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { Problem } from '../../kernel/problem.ts';
import { openScene, type Scene } from '../../testing/pricing-scene.ts';
import { emitted, seedCompany } from '../../testing/test-context.ts';
import {
  COSTS_CHANGED,
  CostImport,
  type CostWrite,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
} from '../contract.ts';
import { costsOf, setCosts } from './actions.ts';
import { importCosts } from './import.ts';

let the: Scene;
/** Two listings share the SKU `Duo`; the third has a different one. */
let ids: [number, number, number];
beforeAll(async () => {
  the = await openScene();
  ids = [
    await the.sell('MLB1', 10_000),
    await the.sell('MLB2', 12_000),
    await the.sell('MLB3', 9_000),
  ];
  const { owner } = the.database;
  await owner`update listing set sku = 'Duo' where id in (${ids[0]}, ${ids[1]})`;
  await owner`update listing set sku = 'Solo' where id = ${ids[2]}`;
  const archived = await the.sell('MLB9', 1_000);
  await owner`update listing set sku = 'Gone', status = 'ARCHIVED' where id = ${archived}`;
  const theirs = await seedCompany(owner);
  await owner`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price, shipping_price,
      currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
    values (${theirs.companyId}, ${theirs.accountId}, 2, 'MLB1', 'Theirs', 'Theirs', 1, 0, 'BRL', 'BR', 1, 'ENABLED',
      'new', false, 'none', now(), now())`;
});
afterAll(() => the.close());
beforeEach(async () => {
  await the.database.owner`delete from pgboss.job`;
  await the.database.owner`delete from audit_log`;
  await the.database.owner`delete from listing_cost`;
});

const run = async (
  csv: string,
  write: CostWrite = 'good_rows',
  locale: 'pt' | 'en' | 'es' = 'en',
) => CostImport.parse(await importCosts(the.ctx, the.actor, { csv, write }, locale));
const costs = (listingId: number) => costsOf(the.ctx, the.companyId, listingId);
const reported = async () =>
  (await emitted(the.ctx, COSTS_CHANGED)).flatMap(({ listingIds }) => listingIds);
const faultsOf = ({ faults }: CostImport) =>
  faults.map(({ line, column, code }) => [line, column, code]);

const GOOD =
  '\ufeffSKU;Custo;Imposto (%);Comissão;Tarifa fixa;Obs\r\nDuo;40,50;8;12,5;6;x\r\nSolo;1.020,00;;;;\r\n';
const MIXED = 'sku,cost,tax\nSolo,20,5\nNobody,1,1\nDuo,-1,200\n';

describe('an imported file', () => {
  it('shows the changes without making them, in a dry run', async () => {
    const report = await run(GOOD, 'nothing');
    assert.deepEqual(
      [report.written, report.rows, report.badRows, report.changes, report.unchanged],
      [false, 2, 0, 3, 0],
    );
    assert.deepEqual(
      report.items.map(({ line, listingId, before, after }) => [
        line,
        listingId,
        before.cost,
        after.cost,
        after.feePercent,
        after.feeSource,
      ]),
      [
        [2, ids[0], null, 40.5, 12.5, 'person'],
        [2, ids[1], null, 40.5, 12.5, 'person'],
        [3, ids[2], null, 1020, null, null],
      ],
    );
    assert.deepEqual(report.shared, [{ line: 2, listings: 2 }]);
    assert.deepEqual(report.columns.at(-1), { name: 'Obs', field: null });
    assert.equal(report.errorsCsv, null);
    const rows = await the.database.owner`select from listing_cost`;
    assert.equal(rows.length, 0);
    assert.deepEqual(await reported(), []);
  });

  it('is written, published and audited once', async () => {
    const report = await run(GOOD, 'all_or_nothing');
    assert.deepEqual([report.written, report.changes], [true, 3]);
    assert.deepEqual(report.items.map(({ after }) => after.cost).sort(), [1020, 40.5, 40.5]);
    const { cost, taxPercent, feePercent, feeFixed } = await costs(ids[1]);
    assert.deepEqual([cost, taxPercent, feePercent, feeFixed], [40.5, 8, 12.5, 6]);
    assert.deepEqual((await reported()).sort(), [...ids].sort());
    const log = await the.database.owner`select action, values from audit_log`;
    assert.deepEqual(
      [...log],
      [{ action: 'catalog.costs_imported', values: { rows: 2, listings: 3 } }],
    );

    await the.database.owner`delete from pgboss.job`;
    const again = await run(GOOD);
    assert.deepEqual([again.written, again.changes, again.unchanged], [false, 0, 3]);
    assert.deepEqual(await reported(), []);
  });

  it('takes no cost to a listing of another currency that has the same SKU', async () => {
    const { owner } = the.database;
    await owner`update listing set currency_code = 'MXN', country_code = 'MX' where id = ${ids[1]}`;
    const refused = await run('SKU;Custo\nDuo;40,50\n');
    const reported = await run('SKU;Custo\nDuo;R$ 40,50\nDuo;MX$ 150,00\n');
    await owner`update listing set currency_code = 'BRL', country_code = 'BR' where id = ${ids[1]}`;
    assert.equal(refused.written, false);
    assert.deepEqual(faultsOf(refused), [[2, null, 'keys_differ']]);
    assert.deepEqual(
      reported.items.map(({ listingId, currencyCode, after }) => [
        listingId,
        currencyCode,
        after.cost,
      ]),
      [
        [ids[0], 'BRL', 40.5],
        [ids[1], 'MXN', 150],
      ],
    );
  });

  it('keeps values without a column', async () => {
    const [listingId] = ids;
    await setCosts(the.ctx, the.actor, [{ listingId, cost: 5, taxPercent: 3, feePercent: 10 }]);
    await run(`id;custo;imposto\n${listingId};7;\n`);
    const { cost, taxPercent, feePercent } = await costs(listingId);
    assert.deepEqual([cost, taxPercent, feePercent], [7, 3, 10]);
  });

  it('writes its good rows, or none, where some are at fault', async () => {
    const none = await run(MIXED, 'all_or_nothing');
    assert.deepEqual([none.written, none.rows, none.badRows, none.changes], [false, 3, 2, 1]);
    assert.equal((await costs(ids[2])).cost, null);
    assert.deepEqual(faultsOf(none), [
      [3, 'sku', 'listing_not_found'],
      [4, 'cost', 'not_negative'],
      [4, 'tax', 'over_100'],
    ]);
    assert.equal(none.faultCount, 3);

    const good = await run(MIXED, 'good_rows');
    assert.deepEqual([good.written, good.badRows, good.changes], [true, 2, 1]);
    assert.equal((await costs(ids[2])).cost, 20);
    assert.equal((await costs(ids[0])).cost, null);
  });

  it("finds no archived listing, and none of another company's", async () => {
    const report = await run('sku;custo\nGone;1\nTheirs;1\nMLB1;1\n');
    assert.deepEqual(faultsOf(report), [
      [2, 'sku', 'listing_not_found'],
      [3, 'sku', 'listing_not_found'],
    ]);
    assert.deepEqual(await reported(), [ids[0]]);
  });

  it('gives its bad rows back with the reasons, without formulas, to be imported again', async () => {
    const report = await run('sku;custo\nSolo;abc\n=HYPERLINK("x");1\nDuo;3\n', 'nothing', 'pt');
    assert.equal(
      report.errorsCsv,
      '\ufeffsku;custo;Motivo\r\nSolo;abc;custo: Não é um número\r\n' +
        '"\'=HYPERLINK(""x"")";1;sku: Nenhum anúncio tem este código\r\n',
    );
    const corrected = report.errorsCsv?.replace('abc', '9,90') ?? '';
    const again = await run(corrected);
    assert.equal(again.changes, 1);
    assert.deepEqual(faultsOf(again), [[3, 'sku', 'listing_not_found']]);
    assert.equal(again.faults[0]?.value, '=HYPERLINK("x")');
  });

  it('that is invalid, or lacks columns, is refused with its line', async () => {
    assert.deepEqual(faultsOf(await run('sku;custo\n"never closed;1\n')), [[2, null, 'not_csv']]);
    assert.deepEqual(faultsOf(await run('\n\nsku;nome\nA;B\n')), [[3, null, 'no_value_column']]);
    assert.deepEqual(faultsOf(await run('custo;cost\n1;2\n')), [[1, 'cost', 'column_twice']]);
    assert.deepEqual(faultsOf(await run(' \n')), [[1, null, 'no_key_column']]);
    assert.deepEqual(faultsOf(await run('sku;custo\n')), []);
  });

  it('reports the first faults one by one, and counts all', async () => {
    const report = await run(`sku;custo\n${'Nobody;1\n'.repeat(300)}`);
    assert.deepEqual([report.faults.length, report.faultCount, report.badRows], [200, 300, 300]);
    assert.equal(report.errorsCsv?.split('\r\n').length, 302);
  });

  it('is refused where it is larger than it may be', async () => {
    const refusal = async (csv: string) => {
      const error: unknown = await run(csv).then(
        () => null,
        (reason) => reason,
      );
      assert.ok(error instanceof Problem);
      return [error.status, error.code];
    };
    const rows = `sku;custo\n${'a;1\n'.repeat(MAX_IMPORT_ROWS + 1)}`;
    assert.deepEqual(await refusal(rows), [422, 'too_many_rows']);
    const wide = `sku;custo\n${'é'.repeat(MAX_IMPORT_BYTES / 2)}`;
    assert.deepEqual(await refusal(wide), [413, 'body_too_large']);
  });

  it('may be long: each row of another listing', async () => {
    const { owner } = the.database;
    await owner`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${the.companyId}, ${the.accountId}, 2, 'M' || n, 'S' || n, 'Many', 100, 0, 'BRL', 'BR', 1, 'ENABLED', 'new',
        false, 'none', now(), now() from generate_series(1, 5000) n`;
    const lines = Array.from({ length: 5_000 }, (_, n) => `S${n + 1};${n % 90},${n % 10}0`);
    const report = await run(`sku;custo\n${lines.join('\n')}`, 'all_or_nothing');
    assert.deepEqual([report.changes, report.items.length, report.badRows], [5_000, 200, 0]);
    const events = await emitted(the.ctx, COSTS_CHANGED);
    assert.deepEqual(
      events.map(({ listingIds }) => listingIds.length),
      Array(5).fill(1_000),
    );
    const [sum] = await owner<{ sum: number }[]>`select sum(cost) from listing_cost`;
    const expected = lines.reduce((all, _, n) => all + (n % 90) * 100 + (n % 10) * 10, 0);
    assert.equal(Number(sum?.sum), expected);
  });
});
