import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { type RawBuilder, sql } from 'kysely';
import { ListBody } from '../../kernel/filter.ts';
import { within } from '../../platform/db.ts';
import { columnOf } from '../../platform/filter-sql.ts';
import { growListings } from '../../testing/growth.ts';
import { competitor, openScene, type Scene } from '../../testing/pricing-scene.ts';
import { createRule, setRuleStatus } from '../rules/actions.ts';
import { ttlFor } from './counts.ts';
import { ORDER_FIELDS } from './fields.ts';
import { foundBy } from './find.ts';
import { queryListings } from './query.ts';
import { tallyOf } from './tally.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

const ask = (body: unknown = {}, more: object = {}) =>
  queryListings(
    scene.ctx,
    scene.actor,
    { page: 0, limit: 2, tab: 'all', ...more },
    ListBody.parse(body),
  );
const by = (field: string, direction: string) => ({ orders: [{ field, direction }] });
const stock = (condition: string, value: number | string) => ({
  field: 'stock',
  condition,
  value: String(value),
  logicalOperator: 'AND',
});
const skus = ({ content }: Awaited<ReturnType<typeof ask>>) =>
  content.map(({ skuMarketplace }) => skuMarketplace);
const tally = () =>
  within(scene.database.db, { company: scene.companyId }, (trx) => tallyOf(trx, scene.companyId));

describe('the numbers of a company’s listings', () => {
  it('follow inserts, changes and deletions', async () => {
    assert.deepEqual(await tally(), { listings: 0, losing: 0, ruled: 0 });
    const ids = [await scene.sell('A', 9_000), await scene.sell('B', 9_000)];
    for (const id of ids) await scene.see(id, 'LOSING', [competitor('R1', 8_500)]);
    const rule = await createRule(scene.ctx, scene.actor, scene.rule(ids));
    assert.deepEqual(await tally(), { listings: 2, losing: 2, ruled: 2 });
    await scene.see(ids[0]!, 'WINNING', []);
    assert.deepEqual(await tally(), { listings: 2, losing: 1, ruled: 2 });
    await setRuleStatus(scene.ctx, scene.actor, rule.id, {
      status: 'archived',
      version: rule.version,
    });
    assert.deepEqual(await tally(), { listings: 2, losing: 1, ruled: 0 });
    const sql = scene.database.owner;
    await sql`delete from market where listing_id = ${ids[1]!}`;
    assert.deepEqual(await tally(), { listings: 2, losing: 0, ruled: 0 });
  });

  it('do not change when counts of closed connections are merged, while others count', async () => {
    const { companyId } = scene;
    await scene.database.owner`
      insert into listing_tally (company_id, backend, listings, losing, ruled)
      select ${companyId}, -n, 1, 0, 0 from generate_series(1, 300) n`;
    const seen = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await tally()).listings),
      ...Array.from({ length: 4 }, async (_, n) => {
        await scene.sell(`S${n}`, 9_000);
        return 300;
      }),
    ]);
    assert.ok(
      seen.every((count) => count >= 300 && count <= 304),
      seen.join(),
    );
    assert.equal((await tally()).listings, 304);
    const [row] = await scene.database.owner`select count(*) as parts from listing_tally`;
    assert.ok(row!.parts < 50, `${row!.parts} parts`);
  });
});

describe('a page of listings', () => {
  it('shows last, in both directions, of what nothing is known', async () => {
    for (const sku of ['A', 'B', 'C', 'D']) await scene.sell(sku, 9_000);
    const known = await scene.sell('E', 9_000);
    await scene.see(known, 'LOSING', [competitor('R1', 8_500)]);
    for (const direction of ['asc', 'desc']) {
      const first = await ask(by('winnerPrice', direction));
      assert.equal(skus(first)[0], 'E', direction);
      const all = [
        ...skus(first),
        ...skus(await ask(by('winnerPrice', direction), { page: 1 })),
        ...skus(await ask(by('winnerPrice', direction), { page: 2 })),
      ];
      assert.deepEqual(all.toSorted(), ['A', 'B', 'C', 'D', 'E'], direction);
    }
  });

  it('is found by a price with and without its cents, and by a text ignoring case', async () => {
    await scene.sell('ALFA', 9_990);
    await scene.sell('BETA', 10_000);
    const filter = (field: string, condition: string, value: string) => ({
      filters: [{ field, condition, value }],
    });
    assert.deepEqual(skus(await ask(filter('price', 'BETWEEN', '99.9|99.90'))), ['ALFA']);
    assert.deepEqual(skus(await ask(filter('skuMarketplace', 'LIKE', 'eT'))), ['BETA']);
  });

  it('has exact numbers where very many listings are found, which are then cached for some seconds', async () => {
    const { accountId, companyId } = scene;
    await growListings(scene.database.owner, { companyId, accountId, count: 20_001 });
    const first = await ask({}, { search: 'title', tab: 'no_rule' });
    assert.deepEqual(
      [first.totalElements, first.counts.all, first.counts.at_minimum, first.content.length],
      [20_001, 20_001, 0, 2],
    );
    await scene.database.owner`update listing set title = 'Other' where sku_marketplace = 'MLB7'`;
    assert.equal((await ask({}, { search: 'title' })).counts.all, 20_001);
    assert.equal((await ask({}, { search: 'MLB7777' })).counts.all, 1);
  });

  it('turns the pages of few listings by the numbers of the first, and of no other listings than match now', async () => {
    const { accountId, companyId } = scene;
    await growListings(scene.database.owner, { companyId, accountId, count: 5 });
    const body = { ...by('skuMarketplace', 'asc'), filters: [stock('=', 5)] };
    assert.deepEqual(skus(await ask(body)), ['MLB1', 'MLB2']);
    await scene.database.owner`update listing set stock = 6 where sku_marketplace = 'MLB4'`;
    const second = await ask(body, { page: 1 });
    assert.deepEqual([skus(second), second.counts.all], [['MLB3', 'MLB5'], 5]);
    assert.equal((await ask(body)).counts.all, 4);
    scene.ctx.advance(15_000);
    assert.equal((await ask(body, { page: 1 })).counts.all, 4);
  });
});

describe('a page of very many listings', () => {
  /** Of these listings so many have competitors: those with the largest stocks have none, and are more than a scan passes. */
  const [ADS, RIVALLED] = [24_000, 20_100];
  const body = (direction: string) => ({
    orders: [
      { field: 'stock', direction },
      { field: 'title', direction: 'asc' },
    ],
    filters: [
      { field: 'rivals', condition: '>=', value: '1', logicalOperator: 'AND' },
      stock('>=', 0),
    ],
  });

  const grow = async () => {
    const { accountId, companyId } = scene;
    await scene.database.owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
          currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
        select ${companyId}, ${accountId}, 2, 'MLB' || n, 'Title', 10000, 0, 'BRL', 'BR', n, 'ENABLED', 'new', false,
          'none', now(), now() from generate_series(1, ${ADS}::integer) n`;
      await sql`
        insert into market (company_id, listing_id, snapshot_id, observed_at, buybox_status, fingerprint, rivals, price, winner_price)
        select company_id, id, id, now() - interval '1 second' * id, 'LOSING', 'f',
          case when stock > ${RIVALLED} then 0 else 3 end, price, case when stock % 2 = 0 then price - stock / 4 end
        from listing where company_id = ${companyId}`;
      // Of the last hundred it is unknown since when they are as they are: that state was another one.
      await sql`
        insert into listing_buybox (company_id, listing_id, account_id, state, since, known_from)
        select company_id, id, account_id, case when stock > ${RIVALLED - 100}::integer then 'won' else 'losing' end,
          now() - interval '1 second' * stock, now()
        from listing where company_id = ${companyId}`;
      await sql`
        insert into buybox_share (company_id, account_id, listing_id, share_day, share_week, share_month)
        select company_id, account_id, id, 0, case when stock % 3 = 0 then 0 else 10 end, 0
        from listing where company_id = ${companyId}`;
      await sql`
        insert into listing_tally (company_id, backend, listings, losing, ruled)
        values (${companyId}, -1, ${ADS}, ${ADS}, 0)`;
    });
    await scene.database.owner`analyze listing, market, listing_buybox, buybox_share`;
  };

  it('is the same whether the first listings are wanted or only the last', async () => {
    await grow();
    const first = await ask(body('asc'));
    assert.deepEqual([skus(first), first.counts.all], [['MLB1', 'MLB2'], 20_100]);
    assert.deepEqual(skus(await ask(body('asc'), { page: 1 })), ['MLB3', 'MLB4']);
    for (const page of [0, 1, 0]) {
      const last = RIVALLED - 2 * page;
      assert.deepEqual(skus(await ask(body('desc'), { page })), [`MLB${last}`, `MLB${last - 1}`]);
    }
    assert.deepEqual(skus(await ask(body('desc'), { page: 10_049 })), ['MLB2', 'MLB1']);
    assert.deepEqual(skus(await ask(body('desc'), { page: 10_050 })), []);

    for (const tab of ['losing', 'no_rule']) {
      assert.deepEqual(skus(await ask(body('asc'), { tab })), ['MLB1', 'MLB2'], tab);
      assert.deepEqual(skus(await ask(body('desc'), { tab })), ['MLB20100', 'MLB20099'], tab);
    }
    const filters = [stock('BETWEEN', '1|20050'), ...body('desc').filters];
    assert.deepEqual(skus(await ask({ ...body('desc'), filters })), ['MLB20050', 'MLB20049']);
    const bySeen = [{ field: 'marketObservedAt', direction: 'desc' }, ...body('asc').orders];
    assert.deepEqual(skus(await ask({ ...body('asc'), orders: bySeen })), ['MLB1', 'MLB2']);
  });

  it('is ordered by a value that very many have, then by the next column', async () => {
    await grow();
    const by = (direction: string, field = 'shareWeek') => ({
      ...body('asc'),
      orders: [
        { field, direction },
        { field: 'stock', direction: 'desc' },
      ],
    });
    for (const [direction, page, expected] of [
      ['asc', 0, ['MLB20100', 'MLB20097']],
      ['asc', 1, ['MLB20094', 'MLB20091']],
      // A third has none of the week; behind the last of those are the others.
      ['asc', 3_349, ['MLB6', 'MLB3']],
      ['asc', 3_350, ['MLB20099', 'MLB20098']],
      ['desc', 0, ['MLB20099', 'MLB20098']],
      ['desc', 6_700, ['MLB20100', 'MLB20097']],
    ] as const)
      assert.deepEqual(skus(await ask(by(direction), { page })), expected, `${direction} ${page}`);

    await scene.database.owner`
      update market m set rivals = null from listing l
      where l.company_id = ${scene.companyId} and m.company_id = l.company_id and m.listing_id = l.id and l.stock <= 2`;
    const byCompetitors = (direction: string) => ({
      ...by(direction, 'rivals'),
      filters: [stock('>=', 0)],
    });
    // Of the last two nothing is reported.
    for (const [direction, page, expected] of [
      ['asc', 0, ['MLB24000', 'MLB23999']],
      ['asc', 1_950, ['MLB20100', 'MLB20099']],
      ['asc', 11_999, ['MLB2', 'MLB1']],
      ['desc', 0, ['MLB20100', 'MLB20099']],
      ['desc', 11_999, ['MLB2', 'MLB1']],
    ] as const)
      assert.deepEqual(
        skus(await ask(byCompetitors(direction), { page })),
        expected,
        `${direction} ${page}`,
      );
  });

  it('is ordered by the share of the losing listings, which are few among very many', async () => {
    await grow();
    const { companyId } = scene;
    const { owner } = scene.database;
    await owner`update buybox_share set is_losing = true where company_id = ${companyId}`;
    await owner`
      update market m set buybox_status = 'WINNING' from listing l
      where l.company_id = ${companyId} and m.company_id = l.company_id and m.listing_id = l.id and l.stock % 2 = 0`;
    const query = {
      ...body('asc'),
      filters: [
        { field: 'buyboxStatus', condition: 'IN', value: 'LOSING', logicalOperator: 'AND' },
      ],
      orders: [
        { field: 'shareWeek', direction: 'desc' },
        { field: 'stock', direction: 'desc' },
      ],
    };
    assert.deepEqual(skus(await ask(query)), ['MLB23999', 'MLB23995']);
    assert.deepEqual(skus(await ask(query, { page: 1 })), ['MLB23993', 'MLB23989']);
    const byOne = { ...query, orders: query.orders.slice(0, 1) };
    assert.deepEqual(skus(await ask(byOne)), ['MLB23999', 'MLB23995']);
  });

  it('is ordered by the gap, and by the time since the loss of the buybox, unknown ones last', async () => {
    await grow();
    const by = (field: string, direction: string) => ({
      ...body('asc'),
      orders: [
        { field, direction },
        { field: 'stock', direction: 'desc' },
      ],
    });
    const pages = async (query: object, some: readonly number[]) =>
      (await Promise.all(some.map((page) => ask(query, { page })))).flatMap(skus);
    // Every second has a gap, and two have the same one: that with the larger stock is first.
    assert.deepEqual(await pages(by('gap', 'desc'), [0, 1]), [
      'MLB20100',
      'MLB20098',
      'MLB20096',
      'MLB20094',
    ]);
    assert.deepEqual(await pages(by('gap', 'asc'), [0, 1]), ['MLB2', 'MLB6', 'MLB4', 'MLB10']);
    // Those without a gap are behind the last.
    assert.deepEqual(await pages(by('gap', 'asc'), [5_024, 5_025]), [
      'MLB20096',
      'MLB20100',
      'MLB20099',
      'MLB20097',
    ]);
    assert.deepEqual(await pages(by('buyboxSince', 'desc'), [0, 1]), [
      'MLB1',
      'MLB2',
      'MLB3',
      'MLB4',
    ]);
    assert.deepEqual(await pages(by('buyboxSince', 'asc'), [0, 9_999, 10_000]), [
      'MLB20000',
      'MLB19999',
      'MLB2',
      'MLB1',
      'MLB20100',
      'MLB20099',
    ]);
  });

  it('goes on where the page before ended, also where a listing of that is wanted no more', async () => {
    await grow();
    const orders: [string, string][][] = [
      [],
      [['title', 'desc']],
      [
        ['price', 'desc'],
        ['stock', 'asc'],
      ],
      [
        ['gap', 'asc'],
        ['winnerPrice', 'desc'],
      ],
      [
        ['gapPercent', 'desc'],
        ['shareWeek', 'asc'],
        ['title', 'asc'],
      ],
      [['marketObservedAt', 'desc']],
      [
        ['stock', 'asc'],
        ['winnerPrice', 'asc'],
      ],
      [
        ['buyboxSince', 'asc'],
        ['title', 'desc'],
      ],
    ];
    for (const some of orders) {
      const query = {
        ...body('asc'),
        orders: some.map(([field, direction]) => ({ field, direction })),
      };
      const turned: string[] = [];
      for (const page of [0, 1, 2, 3]) turned.push(...skus(await ask(query, { page })));
      assert.deepEqual(turned, skus(await ask(query, { limit: 8 })), JSON.stringify(some));
    }

    const { companyId } = scene;
    assert.deepEqual(skus(await ask(body('asc'))), ['MLB1', 'MLB2']);
    await scene.database.owner`
      update market set rivals = 0 where company_id = ${companyId} and listing_id = (
        select id from listing where company_id = ${companyId} and sku_marketplace = 'MLB1')`;
    assert.deepEqual(skus(await ask(body('asc'), { page: 1 })), ['MLB3', 'MLB4']);
    scene.ctx.advance(60_000);
    assert.deepEqual(skus(await ask(body('asc'), { page: 1 })), ['MLB4', 'MLB5']);
  });

  it('is looked up by its title in an index, and among those that lose where only they can match', async () => {
    await grow();
    const { db } = scene.database;
    const { companyId } = scene;
    const planOf = async (statement: RawBuilder<unknown>) => {
      const { rows } = await within(db, { company: companyId }, (trx) =>
        sql`explain ${statement}`.execute(trx),
      );
      return JSON.stringify(rows);
    };
    const title = columnOf(ORDER_FIELDS.title!);
    const behind = sql`select l.id from listing l where l.company_id = ${companyId} and ${title} > 'm'
      order by ${title}, l.id limit 2`;
    assert.match(await planOf(behind), /Index Cond: [^"]*title_order > /);
    const filters = [
      {
        field: 'isWinnable',
        condition: '=' as const,
        value: 'true',
        logicalOperator: 'AND' as const,
      },
    ];
    const found = foundBy(companyId, { tab: 'all', filters, timeZone: 'UTC' });
    assert.match(await planOf(found), /market_losing|\(buybox_status = 'LOSING'/);
  });
});

describe('numbers of very many listings', () => {
  it('are cached the longer, the longer it takes to count them', () => {
    assert.deepEqual([0, 600, 1_000, 60_000].map(ttlFor), [15_000, 15_000, 25_000, 300_000]);
  });
});
