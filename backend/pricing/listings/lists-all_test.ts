import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Actor } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { growListings } from '../../testing/growth.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { seedCompany } from '../../testing/test-context.ts';
import {
  exportListings,
  exportRules,
  exportUpdates,
  queryListings,
  requireSelection,
  selectionListings,
  selectListings,
} from '../actions.ts';
import type { ListingTab } from '../contract.ts';
import { createRule } from '../rules/actions.ts';
import { allCounted } from './counts.ts';
import { selectionWorkers } from './selection.ts';

const DAYS = { dateStart: '2026-04-01', dateEnd: '2026-05-31' };
const reader = (locale: 'pt' | 'en' | 'es' = 'pt') => ({
  locale,
  signal: new AbortController().signal,
});
const where = (field: string, condition: string, value: string, logicalOperator = 'AND') => ({
  field,
  condition,
  value,
  logicalOperator,
});

describe('all that match', () => {
  let scene: Scene;
  let ids: Record<'A' | 'B' | 'C', number>;

  beforeAll(async () => {
    scene = await openScene();
    ids = {
      A: await scene.sell('A-100', 9_000),
      B: await scene.sell('B-200', 12_000),
      C: await scene.sell('C-300', 12_000),
    };
    await scene.see(ids.A, 'LOSING', [competitor('R1', 8_500)]);
    await scene.see(ids.B, 'WINNING', []);
    const rule = { ...scene.rule([ids.A]), name: 'Beat them', requiresApproval: true };
    await createRule(scene.ctx, scene.actor, rule);
    const { owner } = scene.database;
    await owner`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
      values (${scene.companyId}, ${ids.A}, 4500, 5, 15, 900, 'person', now(), now())`;
  });
  afterAll(() => scene.close());

  describe('a choice of all that match', () => {
    const choose = (actor: Actor, filters: unknown[] = [], tab: ListingTab = 'all') =>
      selectListings(scene.ctx, actor, { tab }, ListBody.parse({ filters }));
    const read = (companyId: number, selectionId: number) =>
      within(scene.database.db, { company: companyId }, async (trx) => {
        const all: number[][] = [];
        for await (const some of selectionListings(trx, companyId, selectionId)) all.push(some);
        return all;
      });
    const require = (actor: Actor, selectionId: number) =>
      within(scene.database.db, { company: actor.companyId, person: actor.personId }, (trx: Trx) =>
        requireSelection(scene.ctx, trx, actor, selectionId),
      );

    it('does not change with the listings', async () => {
      const chosen = await choose(scene.actor, [where('price', '=', '120')]);
      assert.equal(chosen.count, 2);
      const { owner } = scene.database;
      await owner`update listing set price = 12001 where id = ${ids.B}`;
      assert.deepEqual(await read(scene.companyId, chosen.id), [[ids.B, ids.C]]);
      await owner`update listing set price = 12000 where id = ${ids.B}`;
      assert.deepEqual(await require(scene.actor, chosen.id), { count: 2 });
      assert.equal((await choose(scene.actor, [], 'no_rule')).count, 2);
      assert.equal((await choose(scene.actor, [where('price', '=', '1')])).count, 0);
    });

    it('is no one else’s, and is over after an hour', async () => {
      const chosen = await choose(scene.actor);
      const theirs = await seedCompany(scene.database.owner);
      const isGone = (error: Problem) => error.code === 'selection_not_found';
      await assert.rejects(require(theirs.actor, chosen.id), isGone);
      await assert.rejects(
        require({ ...scene.actor, personId: theirs.personId }, chosen.id),
        isGone,
      );
      assert.deepEqual(await read(theirs.companyId, chosen.id), []);
      const later = new Date(scene.ctx.clock().getTime() + 3_600_001);
      const ctx = { ...scene.ctx, clock: () => later };
      await assert.rejects(
        within(
          scene.database.db,
          { company: scene.companyId, person: scene.actor.personId },
          (trx) => requireSelection(ctx, trx, scene.actor, chosen.id),
        ),
        isGone,
      );
      for (const { handle } of selectionWorkers(ctx)) {
        await handle([], new AbortController().signal);
      }
      assert.deepEqual(await read(scene.companyId, chosen.id), []);
    });

    it('keeps the last five of a person', async () => {
      const first = await choose(scene.actor);
      for (let n = 0; n < 5; n++) await choose(scene.actor);
      await assert.rejects(require(scene.actor, first.id), Problem);
    });
  });

  describe('a spreadsheet', () => {
    const column = (field: string, words: Record<string, string> = {}) => ({
      field,
      label: `${field}!`,
      words,
    });
    const textOf = async (body: ReadableStream<Uint8Array>) => {
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    };
    const linesOf = (text: string) => {
      assert.ok(text.startsWith('\ufeff'));
      assert.ok(text.endsWith('\r\n'));
      return text.slice(1, -2).split('\r\n');
    };

    it('has the requested columns, in the reader’s language and number format', async () => {
      const body = ExportBody.parse({
        columns: [
          column('skuMarketplace'),
          column('price'),
          column('margin'),
          column('buyboxStatus', { LOSING: 'Perdendo; quase' }),
          column('marketObservedAt'),
          column('fulfillment', { false: 'Não' }),
          column('link'),
        ],
        orders: [{ field: 'skuMarketplace', direction: 'asc' }],
        timeZone: 'America/Sao_Paulo',
      });
      const file = await exportListings(scene.ctx, scene.actor, { tab: 'all' }, body, reader());
      assert.equal(file.rows, 3);
      assert.equal(file.fileName, 'anuncios-2026-05-04-09-00-00.csv');
      const lines = linesOf(await textOf(file.body));
      assert.equal(
        lines[0],
        'skuMarketplace!;price!;margin!;buyboxStatus!;marketObservedAt!;fulfillment!;link!',
      );
      assert.match(lines[1]!, /^A-100;90,00;20;"Perdendo; quase";04\/05\/2026 09:00;Não;/);
      assert.match(lines[3]!, /^C-300;120,00;;;;Não;/);
    });

    it('has the reasons of price updates, and the rules with how many listings they price', async () => {
      const updates = ExportBody.parse({
        columns: ['title', 'newPrice', 'reason', 'ruleName', 'link', 'decidedBy'].map((field) =>
          column(field),
        ),
      });
      const file = await exportUpdates(
        scene.ctx,
        scene.actor,
        { ...DAYS, tab: 'all' },
        updates,
        reader('en'),
      );
      const [, update = ''] = linesOf(await textOf(file.body));
      assert.match(update, /;\d+\.\d\d;.{20,};Beat them;/);
      const rules = ExportBody.parse({
        columns: [column('name'), column('ads'), column('minimumBy')],
      });
      const ruleFile = await exportRules(scene.ctx, scene.actor, {}, rules, reader('es'));
      assert.deepEqual(linesOf(await textOf(ruleFile.body)).slice(1), ['Beat them;1;AMOUNT']);
    });

    it('names a column that the list does not have, and one export at a time runs for a person', async () => {
      const body = ExportBody.parse({ columns: [column('title'), column('passwordHash')] });
      await assert.rejects(
        exportListings(scene.ctx, scene.actor, { tab: 'all' }, body, reader()),
        (error: Problem) => error.more.faults?.[0]?.path === 'columns.1.field',
      );
      const filters = [where('nope', '=', '1')];
      await assert.rejects(
        exportListings(
          scene.ctx,
          scene.actor,
          { tab: 'all' },
          ExportBody.parse({ columns: [column('title')], filters }),
          reader(),
        ),
        (error: Problem) => error.code === 'unknown_field',
      );
    });
  });
});

describe('very many listings', () => {
  let scene: Scene;
  const ROWS = 10_000;
  beforeAll(async () => {
    scene = await openScene();
    const { accountId, companyId } = scene;
    await growListings(scene.database.owner, { companyId, accountId, count: ROWS });
    await scene.database.owner`
      update listing set title = '=HYPERLINK("http://evil.test";' || id || ')' where company_id = ${companyId}`;
  });
  afterAll(() => scene.close());

  const exportAll = (signal = new AbortController().signal) =>
    exportListings(
      scene.ctx,
      scene.actor,
      { tab: 'all' },
      ExportBody.parse({
        columns: ['id', 'title', 'price'].map((field) => ({ field, label: field })),
        orders: [{ field: 'id', direction: 'asc' }],
      }),
      { locale: 'pt', signal },
    );
  const isRunning = async () => {
    const [row] = await scene.database.owner<{ count: number }[]>`
      select count(*)::integer as count from pg_locks l
      join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`;
    return row!.count > 0;
  };

  it('are complete and in order, without formulas in cells', async () => {
    const { body } = await exportAll();
    const text = await new Response(body).text();
    const lines = text.trimEnd().split('\r\n');
    assert.equal(lines.length, ROWS + 1);
    const ids = lines.slice(1).map((line) => Number(line.split(';')[0]));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    for (const line of lines.slice(1)) assert.match(line, /^\d+;"'=HYPERLINK\(""http/);
  });

  it('stop when the reader disconnects, and refuse a second one at the same time', async () => {
    const first = await exportAll();
    const reading = first.body.getReader();
    await reading.read();
    await assert.rejects(exportAll(), (error: Problem) => error.code === 'export_running');
    assert.ok(await isRunning());
    await reading.cancel();
    while (await isRunning()) await new Promise((resolve) => setTimeout(resolve, 5));
    const stop = new AbortController();
    const second = await exportAll(stop.signal);
    stop.abort();
    while (await isRunning()) await new Promise((resolve) => setTimeout(resolve, 5));
    await assert.rejects(new Response(second.body).text());
    const third = await exportAll();
    await third.body.cancel();
  });

  it('are selected all at once, and read in parts', async () => {
    const { id, count } = await selectListings(
      scene.ctx,
      scene.actor,
      { tab: 'all', search: 'hyperlink' },
      ListBody.parse({}),
    );
    assert.equal(count, ROWS);
    await within(scene.database.db, { company: scene.companyId }, async (trx) => {
      let seen = 0;
      for await (const some of selectionListings(trx, scene.companyId, id)) {
        assert.equal(some.length, 1_000);
        seen += new Set(some).size;
      }
      assert.equal(seen, ROWS);
    });
  });

  it('are estimated at first in a very large company, and counted in the background', async () => {
    const { companyId, accountId } = scene;
    await growListings(scene.database.owner, { companyId, accountId, count: 0 });
    await scene.database.owner`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select ${companyId}, ${accountId}, 2, 'MORE' || n, 'More', 10000, 0, 'BRL', 'BR', n % 7, 'ENABLED', 'new',
        false, 'none', now(), now() from generate_series(1, 15000) n`;
    // The stored count is too high.
    await scene.database.owner`
      insert into listing_tally (company_id, backend, listings, losing, ruled)
      values (${companyId}, -1, 1000000, 0, 0)`;
    const ask = () =>
      queryListings(
        scene.ctx,
        scene.actor,
        { page: 0, limit: 2, tab: 'all' },
        ListBody.parse({ filters: [where('status', '=', 'ENABLED')] }),
      );
    const first = await ask();
    assert.equal(first.isEstimate, true);
    assert.equal(first.content.length, 2);
    await allCounted(scene.ctx);
    const second = await ask();
    assert.deepEqual([second.isEstimate, second.counts.all], [false, ROWS + 15_000]);
  });
});
