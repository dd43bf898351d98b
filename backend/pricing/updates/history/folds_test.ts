import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../../../kernel/export.ts';
import { type Filter, ListBody, type Order } from '../../../kernel/filter.ts';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { openScene, type Scene } from '../../../testing/pricing-scene.ts';
import { exportUpdates } from '../../actions.ts';
import type { PriceUpdate, UpdateState } from '../../contract.ts';
import { createRule } from '../../rules/actions.ts';
import { type ListQuery, queryUpdates } from './list.ts';

const DAYS = { dateStart: '2026-04-30', dateEnd: '2026-05-05' };

let database: TestDatabase;
let scene: Scene;
let rules: [number, number];
let listings: [number, number];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  scene = await openScene(database);
  listings = [await scene.sell('MLB1', 10_000), await scene.sell('MLB2', 10_000)];
  const [first, second] = await Promise.all(
    listings.map((id) => createRule(scene.ctx, scene.actor, scene.rule([id]))),
  );
  rules = [first!.id, second!.id];
});

interface Written {
  at: string;
  from: number;
  to: number;
  state?: UpdateState;
  listing?: 0 | 1;
  rule?: 0 | 1;
  reverts?: number;
}

/** Writes an update of the history of 4 May. */
async function write({ at, from, to, state = 'applied', listing = 0, rule = 0, reverts }: Written) {
  const when = new Date(`2026-05-04T${at}Z`);
  const [row] = await database.owner<{ id: number }[]>`
    insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key, event_type,
      price_tag, strategy, old_price, new_price, safe_margin, ranking_type, ranking_status, regained_control,
      explanation, currency_code, country_code, reverts, created_at, moved_at)
    values (${scene.companyId}, ${rules[rule]}, 1, ${listings[listing]}, ${state}, gen_random_uuid(), 'to_win',
      'none', 'WIN', ${from}, ${to}, 0, 'BUYBOX', 'LOSING', false, '[]', 'BRL', 'BR', ${reverts ?? null},
      ${when}, ${when})
    returning id`;
  return row!.id;
}

/** Two applied in the hour of nine and then a failure, one more at ten, and one of the other listing. */
async function writeMorning(): Promise<void> {
  await write({ at: '09:05:00', from: 10_000, to: 9_900 });
  await write({ at: '09:50:00', from: 9_900, to: 9_800 });
  await write({ at: '09:59:59', from: 9_800, to: 9_700, state: 'error' });
  await write({ at: '10:00:00', from: 9_800, to: 9_750 });
  await write({ at: '09:30:00', from: 5_000, to: 4_900, listing: 1, rule: 1 });
}

const ask = (
  query: Partial<ListQuery> = {},
  filters: Partial<Filter>[] = [],
  orders: Order[] = [],
) =>
  queryUpdates(
    scene.ctx,
    scene.actor,
    { page: 0, limit: 50, tab: 'all', fold: 'successive', ...DAYS, ...query },
    ListBody.parse({ filters, orders }),
    'en',
  );

/** The lines of an export. */
async function exported(fields: readonly string[], tab: 'all' | 'applied'): Promise<string[]> {
  const columns = fields.map((field) => ({ field, label: field }));
  const file = await exportUpdates(
    scene.ctx,
    scene.actor,
    { tab, ...DAYS },
    ExportBody.parse({ columns }),
    { locale: 'en', signal: new AbortController().signal },
  );
  const text = await new Response(file.body).text();
  return text.replace('\ufeff', '').trim().split('\r\n');
}

/** A row as displayed: first and last price, and its number of updates. */
const textOf = ({ fold, oldPrice, newPrice, state }: PriceUpdate) =>
  `${state} ${fold?.oldPrice ?? oldPrice}>${newPrice} x${fold?.updateIds.length ?? 1}`;
const rowsOf = ({ content }: { content: PriceUpdate[] }) => content.map(textOf);

describe('the folded history', () => {
  it('shows successive updates of one hour as one row, and failed ones separately', async () => {
    await writeMorning();
    const page = await ask();
    assert.deepEqual(rowsOf(page), [
      'applied 98>97.5 x1',
      'error 98>97 x1',
      'applied 100>98 x2',
      'applied 50>49 x1',
    ]);
    const { totalElements, counts, updates } = page;
    assert.deepEqual([totalElements, counts.applied, counts.failed, updates], [4, 3, 1, 5]);
    assert.equal((await ask({ tab: 'applied' })).updates, 4);
    const [, , fold] = page.content;
    assert.equal(fold?.fold?.since, '2026-05-04T09:05:00.000Z');
    assert.equal(fold?.id, fold?.fold?.updateIds.at(-1));
    const each = await ask({ fold: 'none' });
    assert.deepEqual(
      [each.totalElements, each.content.every((one) => one.fold === null)],
      [5, true],
    );
  });

  it('hides no failure between what was applied', async () => {
    await write({ at: '09:00:00', from: 10_000, to: 9_900 });
    await write({ at: '09:10:00', from: 9_900, to: 9_700, state: 'error' });
    await write({ at: '09:20:00', from: 9_900, to: 9_800 });
    assert.deepEqual(rowsOf(await ask()), [
      'applied 99>98 x1',
      'error 99>97 x1',
      'applied 100>99 x1',
    ]);
  });

  it('ends a row if another rule, a user or someone outside changed the price', async () => {
    const first = await write({ at: '09:00:00', from: 10_000, to: 9_900 });
    await write({ at: '09:01:00', from: 9_900, to: 9_800, rule: 1 });
    await write({ at: '09:02:00', from: 9_800, to: 9_700 });
    await write({ at: '09:03:00', from: 9_700, to: 9_600 });
    await write({ at: '09:04:00', from: 9_600, to: 9_900, reverts: first });
    await write({ at: '09:05:00', from: 9_900, to: 9_850, reverts: first });
    // The price is set to 95.00 at the marketplace.
    await write({ at: '09:06:00', from: 9_500, to: 9_400 });
    assert.deepEqual(rowsOf(await ask()), [
      'applied 95>94 x1',
      'applied 99>98.5 x1',
      'applied 96>99 x1',
      'applied 98>96 x2',
      'applied 99>98 x1',
      'applied 100>99 x1',
    ]);
  });

  it('folds equal failures, whatever prices were tried', async () => {
    await write({ at: '09:00:00', from: 10_000, to: 9_900, state: 'rejected' });
    await write({ at: '09:10:00', from: 10_000, to: 9_800, state: 'rejected' });
    await write({ at: '09:20:00', from: 10_000, to: 9_700, state: 'error' });
    await write({ at: '09:30:00', from: 10_000, to: 9_600, state: 'pending' });
    const page = await ask();
    assert.deepEqual(rowsOf(page), ['pending 100>96 x1', 'error 100>97 x1', 'rejected 100>98 x2']);
    assert.deepEqual([page.counts.failed, page.counts.pending], [2, 1]);
    assert.deepEqual(rowsOf(await ask({ tab: 'failed' })), [
      'error 100>97 x1',
      'rejected 100>98 x2',
    ]);
  });

  it('has the requested number of rows per page, in the requested order', async () => {
    for (let hour = 0; hour < 6; hour++)
      for (let minute = 0; minute < 3; minute++) {
        const from = 10_000 - hour * 300 - minute * 100;
        await write({ at: `0${hour}:0${minute}:00`, from, to: from - 100 });
      }
    const pages = await Promise.all([0, 1, 2].map((page) => ask({ page, limit: 2 })));
    assert.deepEqual(pages.map(rowsOf), [
      ['applied 85>82 x3', 'applied 88>85 x3'],
      ['applied 91>88 x3', 'applied 94>91 x3'],
      ['applied 97>94 x3', 'applied 100>97 x3'],
    ]);
    assert.deepEqual(
      pages.map(({ totalElements, totalPages }) => [totalElements, totalPages])[0],
      [6, 3],
    );
    const cheapest = await ask({ limit: 1 }, [], [{ field: 'newPrice', direction: 'asc' }]);
    assert.deepEqual(rowsOf(cheapest), ['applied 85>82 x3']);

    // New updates change only the rows of their own hour.
    await write({ at: '05:30:00', from: 8_200, to: 8_100 });
    assert.deepEqual(rowsOf(await ask({ page: 1, limit: 2 })), rowsOf(pages[1]!));
    assert.deepEqual(rowsOf(await ask({ limit: 2 })), ['applied 85>81 x4', 'applied 88>85 x3']);
  });

  it('folds the filtered updates', async () => {
    await writeMorning();
    const filter = (field: string, condition: string, value: string) =>
      ({ field, condition, value }) as Partial<Filter>;
    const ofRule = filter('ruleId', '=', String(rules[0]));
    const inHour = filter(
      'createdAt',
      'BETWEEN',
      '2026-05-04T09:00:00.000Z|2026-05-04T09:59:59.999Z',
    );
    assert.deepEqual(rowsOf(await ask({}, [ofRule, inHour])), [
      'error 98>97 x1',
      'applied 100>98 x2',
    ]);
    assert.deepEqual(rowsOf(await ask({}, [filter('newPrice', '<=', '98')])), [
      'applied 98>97.5 x1',
      'error 98>97 x1',
      'applied 99>98 x1',
      'applied 50>49 x1',
    ]);
    assert.deepEqual(rowsOf(await ask({ search: 'MLB2' })), ['applied 50>49 x1']);
  });

  it('names no competitor by a code, in rows and in the export', async () => {
    const id = await write({ at: '09:00:00', from: 10_000, to: 9_900 });
    const rival = { sellerId: 'A1CODE', sellerName: 'A1CODE', marketplaceId: 1 };
    await database.owner`
      update price_update set rival = ${database.owner.json({ ...rival, price: 9_901, shippingPrice: 0 })}
      where id = ${id}`;
    const [update] = (await ask()).content;
    assert.deepEqual(
      [update?.rivalName, update?.rivalSellerId, update?.rivalPrice],
      [null, 'A1CODE', 99.01],
    );
    const byName = { field: 'rivalName', condition: 'LIKE', value: 'A1CODE' } as const;
    assert.equal((await ask({}, [byName])).totalElements, 0);
    assert.deepEqual(await exported(['rivalName'], 'all'), ['rivalName', 'Unnamed seller']);
  });

  it('exports one line for each update', async () => {
    await writeMorning();
    assert.equal((await exported(['oldPrice', 'newPrice'], 'applied')).length, 1 + 4);
  });
});
