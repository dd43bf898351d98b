import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { RemoteListing } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { emitted, seedCompany, type TestHouse, testHouse } from '../testing/house.ts';
import {
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from '../testing/memory-marketplace.ts';
import { connectAccount, refreshAccountListings, type TradingHouse } from './actions.ts';
import { LISTINGS_SYNCED, ListingsSynced } from './contract.ts';
import { syncAccount } from './sync.ts';

const MINUTE = 60_000;
const GTIN = '07891000315507';
const SYNCED = { name: LISTINGS_SYNCED, schema: ListingsSynced };
const never = new AbortController().signal;

let database: TestDatabase;
let house: TestHouse & TradingHouse;
let market: MemoryMarketplace;
let account: { companyId: number; accountId: number };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const base = testHouse(database.db);
  market = memoryMarketplace(base.clock);
  house = Object.assign(base, { marketplaces: marketplacesOf([market]) });
  await database.owner`delete from pgboss.job`;
  const { companyId } = await seedCompany(database.owner);
  market.codes.add('code');
  const accountId = await connectAccount(house, companyId, 'memory', {
    code: 'code',
    sellerId: null,
  });
  account = { companyId, accountId };
});

/** Puts an ad on sale, or changes what the marketplace tells of it. */
const tell = (sku: string, more: Partial<RemoteListing> = {}) => {
  market.listings.set(sku, { ...(market.listings.get(sku) ?? remoteListing(sku)), ...more });
};
async function synced() {
  assert.deepEqual(await syncAccount(house, account, never), { ok: true, value: null });
}
const stored = async () => [
  ...(await database.owner`
  select sku_marketplace as sku, automated_since, automation_name, sold, gtin, told_at
  from listing_particulars p join listing l on l.company_id = p.company_id and l.id = p.listing_id
  where p.company_id = ${account.companyId} order by l.sku_marketplace`),
];

describe('the particulars of ads', () => {
  it('are stored with the first sync, and anew only where they differ', async () => {
    tell('M1', { automation: { name: 'INT' }, sold: 7, gtin: GTIN });
    tell('M2');
    await synced();
    const then = house.clock();
    const first = { automated_since: then, automation_name: 'INT', sold: 7, gtin: GTIN };
    const plain = { automated_since: null, automation_name: null, sold: null, gtin: null };
    assert.deepEqual(await stored(), [
      { sku: 'M1', ...first, told_at: then },
      { sku: 'M2', ...plain, told_at: then },
    ]);
    house.advance(15 * MINUTE);
    tell('M1', { sold: 8 });
    await synced();
    assert.deepEqual(await stored(), [
      { sku: 'M1', ...first, sold: 8, told_at: house.clock() },
      { sku: 'M2', ...plain, told_at: then },
    ]);
  });

  it('are news to nobody: a unit sold is no reason to decide anew', async () => {
    tell('M1');
    await synced();
    await database.owner`delete from pgboss.job`;
    house.advance(15 * MINUTE);
    tell('M1', { sold: 1 });
    await synced();
    assert.deepEqual(await emitted(house, SYNCED), []);
    const [row] = await stored();
    assert.equal(row?.sold, 1);
  });

  it('are news where the marketplace takes the price of an ad over, or gives it back', async () => {
    tell('M1', { automation: { name: null } });
    tell('M2');
    await synced();
    const news = async () => {
      await database.owner`delete from pgboss.job`;
      await synced();
      const ids = (await emitted(house, SYNCED)).flatMap(({ listingIds }) => listingIds);
      const rows = await database.owner<{ sku: string }[]>`
        select sku_marketplace as sku from listing where id = any(${ids}::bigint[])`;
      return rows.map(({ sku }) => sku);
    };
    assert.deepEqual(await news(), []);
    tell('M1', { automation: null });
    assert.deepEqual(await news(), ['M1']);
    tell('M2', { automation: { name: null } });
    assert.deepEqual(await news(), ['M2']);
    tell('M2', { automation: { name: 'INT' } });
    assert.deepEqual(await news(), []);
  });

  it('are kept with the time where somebody asks for these very ads', async () => {
    tell('M1');
    tell('M2');
    await synced();
    const then = house.clock();
    house.advance(MINUTE);
    const asked = await refreshAccountListings(house, account, ['M2'], never);
    assert.ok(asked.ok);
    assert.deepEqual(
      (await stored()).map(({ told_at }) => told_at),
      [then, house.clock()],
    );
  });

  it('that no database holds are cut to what it holds', async () => {
    tell('M1', { sold: 9_999_999_999 });
    await synced();
    const [row] = await stored();
    assert.equal(row?.sold, 2_000_000_000);
  });
});
