import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { RemoteListing } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import {
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import { emitted, seedCompany, type TestContext, testContext } from '../testing/test-context.ts';
import {
  connectAccount,
  listingsByIds,
  type MarketplaceContext,
  refreshAccountListings,
} from './actions.ts';
import { LISTINGS_SYNCED } from './contract.ts';
import { syncAccount } from './sync.ts';

const MINUTE = 60_000;
const GTIN = '07891000315507';
const never = new AbortController().signal;

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let market: MemoryMarketplace;
let account: { companyId: number; accountId: number };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testContext(database.db);
  market = memoryMarketplace(base.clock);
  ctx = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  const { companyId } = await seedCompany(database.owner);
  market.codes.add('code');
  const accountId = await connectAccount(ctx, companyId, 'memory', {
    code: 'code',
    params: {},
  });
  account = { companyId, accountId };
});

/** Puts a listing on sale, or changes what the marketplace reports of it. */
const report = (sku: string, more: Partial<RemoteListing> = {}) => {
  market.listings.set(sku, { ...(market.listings.get(sku) ?? remoteListing(sku)), ...more });
};
async function synced() {
  assert.deepEqual(await syncAccount(ctx, account, never), { ok: true, value: null });
}
const stored = async () => [
  ...(await database.owner`
  select sku_marketplace as sku, automated_since, automation_name, sold, gtin, told_at
  from listing_particulars p join listing l on l.company_id = p.company_id and l.id = p.listing_id
  where p.company_id = ${account.companyId} order by l.sku_marketplace`),
];

const idOf = async (sku: string) => {
  const [row] = await database.owner<{ id: number }[]>`
    select id from listing where company_id = ${account.companyId} and sku_marketplace = ${sku}`;
  return row!.id;
};
/** What lists show of them, in the order of the listings. */
const shown = async () => {
  const rows = await database.owner<{ id: number }[]>`
    select id from listing where company_id = ${account.companyId} order by sku_marketplace`;
  const ids = rows.map(({ id }) => id);
  return (await listingsByIds(ctx, account.companyId, ids)).map(
    ({ healthScore, groupType, variation, channels, tags }) => ({
      healthScore,
      groupType,
      variation,
      channels,
      tags,
    }),
  );
};

describe('the particulars of listings', () => {
  it('are stored with the first sync, and again only where they differ', async () => {
    report('M1', { automation: { name: 'INT' }, sold: 7, gtin: GTIN });
    report('M2');
    await synced();
    const then = ctx.clock();
    const first = { automated_since: then, automation_name: 'INT', sold: 7, gtin: GTIN };
    const plain = { automated_since: null, automation_name: null, sold: null, gtin: null };
    assert.deepEqual(await stored(), [
      { sku: 'M1', ...first, told_at: then },
      { sku: 'M2', ...plain, told_at: then },
    ]);
    ctx.advance(15 * MINUTE);
    report('M1', { sold: 8 });
    await synced();
    assert.deepEqual(await stored(), [
      { sku: 'M1', ...first, sold: 8, told_at: ctx.clock() },
      { sku: 'M2', ...plain, told_at: then },
    ]);
  });

  it('are no news: a unit sold is no reason to decide again', async () => {
    report('M1');
    await synced();
    await database.owner`delete from pgboss.job`;
    ctx.advance(15 * MINUTE);
    report('M1', { sold: 1 });
    await synced();
    assert.deepEqual(await emitted(ctx, LISTINGS_SYNCED), []);
    const [row] = await stored();
    assert.equal(row?.sold, 1);
  });

  it('show a listing’s search texts and relations, whose changes notify pages only', async () => {
    const said = {
      healthScore: 83,
      groupType: 'relation' as const,
      variation: 'Azul, 220V',
      channels: ['marketplace', 'mshops'] as RemoteListing['channels'],
      tags: ['full', 'catalog'] as RemoteListing['tags'],
    };
    report('M1', said);
    report('M2');
    await synced();
    const [first, second] = await shown();
    assert.deepEqual(first, said);
    const nothing = { groupType: 'none', variation: null, channels: [], tags: [] };
    assert.deepEqual(second, { healthScore: null, ...nothing });

    await database.owner`delete from pgboss.job`;
    const received: unknown[] = [];
    const { unlisten } = await database.owner.listen('live', (text) =>
      received.push(JSON.parse(text).event ?? 'end'),
    );
    ctx.advance(15 * MINUTE);
    report('M1', { healthScore: 50 });
    report('M2', { sold: 4 });
    await synced();
    await database.owner.notify('live', '{}');
    while (received.at(-1) !== 'end') await new Promise((wake) => setTimeout(wake, 5));
    await unlisten();
    assert.equal((await shown())[0]?.healthScore, 50);
    assert.deepEqual(await emitted(ctx, LISTINGS_SYNCED), []);
    const ofListings = received.filter(
      (said) => !JSON.stringify(said).includes('"type":"accounts"'),
    );
    assert.deepEqual(ofListings, [{ type: 'listings', ids: [await idOf('M1')] }, 'end']);
  });

  it('are unknown if the marketplace was not read since they are stored', async () => {
    report('M1', { healthScore: 83, tags: ['full'] });
    await synced();
    await database.owner`delete from listing_particulars where company_id = ${account.companyId}`;
    const nothing = { groupType: 'none', variation: null, channels: [], tags: [] };
    assert.deepEqual(await shown(), [{ healthScore: null, ...nothing }]);
  });

  it('are news where the marketplace takes the price of a listing over, or gives it back', async () => {
    report('M1', { automation: { name: null } });
    report('M2');
    await synced();
    const news = async () => {
      await database.owner`delete from pgboss.job`;
      await synced();
      const ids = (await emitted(ctx, LISTINGS_SYNCED)).flatMap(({ listingIds }) => listingIds);
      const rows = await database.owner<{ sku: string }[]>`
        select sku_marketplace as sku from listing where id = any(${ids}::bigint[])`;
      return rows.map(({ sku }) => sku);
    };
    assert.deepEqual(await news(), []);
    report('M1', { automation: null });
    assert.deepEqual(await news(), ['M1']);
    report('M2', { automation: { name: null } });
    assert.deepEqual(await news(), ['M2']);
    report('M2', { automation: { name: 'INT' } });
    assert.deepEqual(await news(), []);
  });

  it('are stored with the time if these listings are requested', async () => {
    report('M1');
    report('M2');
    await synced();
    const then = ctx.clock();
    ctx.advance(MINUTE);
    const refreshed = await refreshAccountListings(ctx, account, ['M2'], never);
    assert.ok(refreshed.ok);
    assert.deepEqual(
      (await stored()).map(({ told_at }) => told_at),
      [then, ctx.clock()],
    );
  });

  it('are not overwritten by a late older answer', async () => {
    report('M1');
    await synced();
    market.beforeAnswer.getListings = async () => {
      delete market.beforeAnswer.getListings;
      ctx.advance(1_000);
      report('M1', { automation: { name: 'INT' } });
      assert.ok((await refreshAccountListings(ctx, account, ['M1'], never)).ok);
    };
    await synced();
    assert.equal((await stored())[0]?.automation_name, 'INT');
  });

  it('are taken again once a clock that was ahead is put back', async () => {
    const rightly = ctx.clock();
    ctx.advance(60 * MINUTE);
    report('M1');
    await synced();
    ctx.setTime(rightly);
    report('M1', { automation: { name: 'INT' } });
    await synced();
    assert.equal((await stored())[0]?.automation_name, 'INT');
  });

  it('that no database holds are cut to what it holds', async () => {
    report('M1', {
      sold: 9_999_999_999,
      stock: 9_999_999_999,
      variation: `${'x'.repeat(199)}😀😀`,
    });
    report('M2');
    await synced();
    const [row] = await stored();
    assert.equal(row?.sold, 2_000_000_000);
    assert.deepEqual(
      (await shown()).map(({ variation }) => variation),
      [`${'x'.repeat(199)}😀`, null],
    );
  });
});
