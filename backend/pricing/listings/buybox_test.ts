import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { ExportBody } from '../../kernel/export.ts';
import { ListBody } from '../../kernel/filter.ts';
import type { Market } from '../../kernel/market.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { recordObserved } from '../../testing/record-markets.ts';
import { exportBuybox, queryBuybox } from '../actions.ts';
import { createRule } from '../rules/actions.ts';

const DAY = 24 * 3_600_000;
const PAGE = { page: 0, limit: 50, tab: 'all' as const };

describe('the list of buybox monitoring', () => {
  let scene: Scene;
  const ids: Record<string, number> = {};

  /** The market of a listing that loses to one competitor, with the price that would win. */
  const lose = (listingId: number, priceToWin: number | null, reason: string | null = null) => {
    const market: Market = {
      observedAt: scene.ctx.clock(),
      buybox: { status: 'LOSING', winnerSellerId: 'R1', priceToWin, reason },
      offers: [
        competitor('R1', 8_000, { fulfillment: true, reputation: '5_green' }),
        competitor('R2', 7_900, { position: 2 }),
      ],
    };
    return recordObserved(scene.ctx, scene.companyId, [{ listingId, market }]);
  };
  const cost = (listingId: number) =>
    scene.database.owner`
      insert into listing_cost (company_id, listing_id, cost, tax_percent, fee_percent, fee_fixed, fee_source, fee_at, updated_at)
      values (${scene.companyId}, ${listingId}, 5000, 5, 15, 500, 'person', now(), now())`;

  beforeAll(async () => {
    scene = await openScene();
    for (const name of ['amount', 'margin', 'return', 'cost', 'unknown', 'untold', 'wins', 'alone'])
      ids[name] = await scene.sell(name, 10_000);
    scene.ctx.advance(-20 * DAY);
    await scene.see(ids.wins!, 'WINNING', [competitor('R1', 12_000)]);
    scene.ctx.advance(20 * DAY);
    await scene.database.owner`
      update market_snapshot set own_price = 11000 where listing_id = ${ids.wins!}`;
    await scene.see(ids.wins!, 'WINNING', [competitor('R1', 12_500)]);
    // At 79.00 a unit leaves 79.00 - 50.00 - 5.00 - 20 % of 79.00 = 8.20: a margin of 10.4 %, and 16.4 % of its cost.
    for (const name of ['amount', 'margin', 'return', 'cost', 'untold'])
      await lose(ids[name]!, name === 'untold' ? null : 7_900);
    await lose(ids.unknown!, 7_900);
    await Promise.all(['margin', 'return', 'cost'].map((name) => cost(ids[name]!)));
    const rule = (name: string, more: object) =>
      createRule(scene.ctx, scene.actor, {
        ...scene.rule([ids[name]!], { requiresApproval: true, ...more }),
        name,
      });
    await rule('amount', { minPrice: 79.01 });
    await rule('margin', { minPrice: null, minimumBy: 'MARGIN', minimumPercent: 10 });
    await rule('return', { minPrice: null, minimumBy: 'RETURN', minimumPercent: 17 });
    await scene.see(ids.alone!, 'NO_COMPETITOR', []);
  });
  afterAll(() => scene.close());

  const rows = async (filters: unknown[] = [], orders: unknown[] = []) =>
    (await queryBuybox(scene.ctx, scene.actor, PAGE, ListBody.parse({ filters, orders }))).content;
  const names = async (field: string, condition: string, value: string) =>
    (await rows([{ field, condition, value, logicalOperator: 'AND' }]))
      .map(({ skuMarketplace }) => skuMarketplace)
      .sort();

  it('shows which listings could win within the limits of their rule, else of their cost', async () => {
    assert.deepEqual(await names('isWinnable', '=', 'true'), ['cost', 'margin']);
    assert.deepEqual(await names('isWinnable', '=', 'false'), ['amount', 'return']);
    const found = new Map((await rows()).map((row) => [row.skuMarketplace, row]));
    // Neither a rule nor a cost; and a price to win that is not reported.
    for (const name of ['unknown', 'untold', 'wins', 'alone'])
      assert.equal(found.get(name)!.isWinnable, null, name);
    assert.equal(found.get('cost')!.contributionToWin, 8.2);
    assert.equal(found.get('unknown')!.contributionToWin, null);
  });

  it('finds by the gap to the winner, in money and in percent, and orders by it', async () => {
    assert.deepEqual((await names('gap', '>=', '20')).length, 6);
    assert.deepEqual(await names('gap', '>=', '20.01'), []);
    assert.deepEqual((await names('gapPercent', 'BETWEEN', '24.9|25')).length, 6);
    const [first] = await rows([], [{ field: 'contributionToWin', direction: 'desc' }]);
    assert.equal(first!.contributionToWin, 8.2);
  });

  it('measures the gap from the price that the listing has, however it changed', async () => {
    const { owner } = scene.database;
    await owner`update listing set price = 8800 where id = ${ids.amount!}`;
    assert.deepEqual(await names('gap', '=', '8'), ['amount']);
    assert.deepEqual(await names('gapPercent', '=', '10'), ['amount']);
    await scene.see(ids.amount!, 'WINNING', [competitor('R1', 9_000)]);
    assert.deepEqual(await names('gap', '=', '8'), []);
    await owner`update listing set price = 10000 where id = ${ids.amount!}`;
    await lose(ids.amount!, 7_900);
    assert.equal((await names('gap', '=', '20')).length, 6);
  });

  it('ranks a listing by its price among its competitors', async () => {
    assert.deepEqual(await names('rankingStatus', '=', 'winning'), ['wins']);
    assert.deepEqual(await names('rankingStatus', '=', 'none'), ['alone']);
    assert.equal((await names('rankingStatus', '=', 'losing')).length, 6);
    await scene.database.owner`update listing set stock = 0 where id = ${ids.untold!}`;
    assert.deepEqual(await names('rankingStatus', '=', 'not_competing'), ['untold']);
  });

  it('counts watched competitors among the others, as far as their price is known', async () => {
    const watch = (state: string, price: number) =>
      scene.database.owner`
        insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state,
          comparison, offer, created_at, updated_at)
        values (${scene.companyId}, ${ids.alone!}, 1, 'BR', ${`B0${price}`}, 'https://www.amazon.com.br/dp/B0', ${state},
          'IDENTICAL', ${scene.database.owner.json({ price })}, now(), now())`;
    await watch('paused_or_out_of_stock', 7_000);
    assert.deepEqual(await names('rankingStatus', '=', 'none'), ['alone']);
    await watch('ready', 9_500);
    assert.ok((await names('rankingStatus', '=', 'losing')).includes('alone'));
    const [row] = await rows([
      { field: 'watchedAway', condition: '>=', value: '1', logicalOperator: 'AND' },
    ]);
    assert.deepEqual([row!.watched, row!.watchedAway, row!.watchedPrice], [2, 1, 95]);
    const found = async () => {
      const [one] = await rows([
        { field: 'watched', condition: '>=', value: '1', logicalOperator: 'AND' },
      ]);
      return one && [one.watched, one.watchedAway, one.watchedPrice];
    };
    const { owner } = scene.database;
    await owner`update watched_competitor set state = 'ready' where product_id = 'B07000'`;
    assert.deepEqual(await found(), [2, 0, 70]);
    await owner`update watched_competitor set offer = ${owner.json({ price: 9_900 })} where product_id = 'B07000'`;
    assert.deepEqual(await found(), [2, 0, 95]);
    await owner`update watched_competitor set is_paused = true where product_id = 'B09500'`;
    assert.deepEqual(await found(), [2, 1, 99]);
    // A transaction that waits for another one's count counts what the other wrote.
    let other = Promise.resolve<unknown>(null);
    await owner.begin(async (sql) => {
      await sql`delete from watched_competitor where product_id = 'B09500'`;
      other = Promise.resolve(watch('ready', 9_700));
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    await other;
    assert.deepEqual(await found(), [2, 0, 97]);
    await owner`delete from watched_competitor`;
    assert.equal(await found(), undefined);
  });

  it('orders by prices of others and by when markets were observed, those without one last', async () => {
    const by = async (field: string, direction: string) =>
      (await rows([], [{ field, direction }])).map((row) => row[field as 'winnerPrice']);
    for (const field of ['winnerPrice', 'priceToWin', 'bestRivalPrice', 'marketObservedAt'])
      for (const [direction, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const values = await by(field, direction);
        const known = values.filter((value) => value !== null);
        const sorted = known.toSorted((a, b) => (a < b ? -sign : a > b ? sign : 0));
        const missing = values.filter((value) => value === null);
        assert.deepEqual(values, [...sorted, ...missing], `${field} ${direction}`);
        assert.ok(known.length > 1);
      }
  });

  it('shows of the winner how it ships, what keeps the listing from the buybox, and its highest price', async () => {
    const found = new Map((await rows()).map((row) => [row.skuMarketplace, row]));
    const { winnerFulfillment, winnerReputationLevel, tips, gap } = found.get('amount')!;
    assert.deepEqual(
      { winnerFulfillment, winnerReputationLevel, tip: tips[0]?.code, gap },
      { winnerFulfillment: true, winnerReputationLevel: 5, tip: 'price', gap: 20 },
    );
    // The state at the start of the 14 days counts.
    assert.equal(found.get('wins')!.highestPrice, 110);
    assert.equal(found.get('amount')!.highestPrice, 100);
  });

  it('is exported with reasons for missing values, and the highest price', async () => {
    const words = { price: 'Baixar {{amount}}', fulfillment: 'Enviado pelo marketplace' };
    const columns = [
      { field: 'skuMarketplace', label: 'Código' },
      { field: 'highestPrice', label: 'Maior' },
      { field: 'position', label: 'Posição' },
      { field: 'tips', label: 'O que falta', words },
    ];
    const reader = { locale: 'pt' as const, signal: new AbortController().signal };
    const body = ExportBody.parse({ columns });
    const file = await exportBuybox(scene.ctx, scene.actor, { tab: 'all' }, body, reader);
    const lines = (await new Response(file.body).text()).trim().split('\r\n');
    const row = (sku: string) => lines.find((line) => line.startsWith(`${sku};`))?.split(';');
    assert.deepEqual(row('wins')?.slice(0, 2), ['wins', '110,00']);
    assert.match(row('amount')!.slice(3).join(';'), /^"?Baixar 21,00; Enviado pelo marketplace/);
    assert.deepEqual(row('alone')?.slice(1), ['100,00', '', '']);
  });

  it('computes the margin at the price to win from the listing’s costs, whatever their source', async () => {
    const { owner } = scene.database;
    const id = await scene.sell('early', 10_000);
    await cost(id);
    await lose(id, 8_000);
    const left = async () =>
      (await rows()).find(({ skuMarketplace }) => skuMarketplace === 'early')!.contributionToWin;
    // 80.00 - 50.00 - 5.00 - 20 % of 80.00.
    assert.equal(await left(), 9);
    await owner`update listing_cost set cost = 4000 where listing_id = ${id}`;
    assert.equal(await left(), 19);
    await owner`update listing_cost set fee_percent = null, fee_fixed = null, fee_source = null, fee_at = null
      where listing_id = ${id}`;
    assert.equal(await left(), null);
    await owner`update listing_cost set fee_percent = 10, fee_source = 'person', fee_at = now() where listing_id = ${id}`;
    assert.equal(await left(), 28);
    await scene.see(id, 'WINNING', [competitor('R1', 12_000)]);
    assert.equal(await left(), null);
  });

  it('orders those that lose by their shares, as they lose now', async () => {
    const { companyId, database } = scene;
    await database.owner`
      insert into buybox_share (company_id, listing_id, account_id, share_week, is_losing)
      select m.company_id, m.listing_id, ${scene.accountId}, m.listing_id, m.buybox_status = 'LOSING' from market m
      where m.company_id = ${companyId}`;
    const shares = async () =>
      (
        await rows(
          [{ field: 'buyboxStatus', condition: 'IN', value: 'LOSING', logicalOperator: 'AND' }],
          [{ field: 'shareWeek', direction: 'desc' }],
        )
      ).map(({ skuMarketplace }) => skuMarketplace);
    const held = async () =>
      (
        await database.owner<{ sku: string }[]>`
          select l.sku_marketplace as sku from buybox_share s
          join listing l on l.company_id = s.company_id and l.id = s.listing_id
          where s.company_id = ${companyId} and s.is_losing order by s.share_week desc`
      ).map(({ sku }) => sku);
    const before = await shares();
    assert.ok(before.length > 2);
    assert.deepEqual(await held(), before);
    await scene.see(ids.amount!, 'WINNING', [competitor('R1', 12_000)]);
    await lose(ids.wins!, 7_900);
    const after = await shares();
    assert.deepEqual([after.includes('amount'), after.includes('wins')], [false, true]);
    assert.deepEqual(await held(), after);
    await scene.see(ids.wins!, 'WINNING', [competitor('R1', 12_000)]);
    await lose(ids.amount!, 7_900);
    assert.deepEqual(await held(), before);
  });
});
