import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import postgres from 'postgres';
import { accountsOf, type MarketplaceContext, SYNC } from './catalog/actions.ts';
import { companiesOf, login } from './identity/actions.ts';
import type { Marketplace } from './integrations/marketplace.ts';
import { MANIFESTS, marketplacesOf } from './integrations/registry.ts';
import type { MarketplaceId } from './kernel/marketplace-ids.ts';
import { ok } from './kernel/result.ts';
import { openPool, toDb } from './platform/db.ts';
import { migrate } from './platform/migrate.ts';
import { DEMO_EMAIL, seed, seedCosts } from './seed.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { memoryMarketplace } from './testing/memory-marketplace.ts';
import { testDatabaseName, withDatabase } from './testing/server.ts';
import { testConfig, testContext, waiting } from './testing/test-context.ts';

/** An installation whose marketplaces accept the sandbox's codes; `codes` collects them. */
function contextOver(db: TestDatabase['db'], codes: string[], demoPassword = 'first-password') {
  const base = testContext(db, { uuid: () => crypto.randomUUID() });
  const demo = (id: MarketplaceId, slug: string): Marketplace => ({
    ...memoryMarketplace(base.clock),
    id,
    slug,
    authorize({ code, params }) {
      codes.push(code);
      const credentials = {
        accessToken: `access-${code}`,
        refreshToken: `refresh-${code}`,
        expiresAt: new Date(base.clock().getTime() + 3_600_000),
      };
      const nickname = code;
      const sellerId = params.selling_partner_id ?? code.slice(8);
      return Promise.resolve(ok([{ sellerId, nickname, credentials }]));
    },
  });
  const marketplaces = marketplacesOf(MANIFESTS.map(({ id, slug }) => demo(id, slug)));
  const config = { ...testConfig, secrets: { ...testConfig.secrets, demoPassword } };
  return Object.assign(base, { config, marketplaces });
}

const CODES = [
  'demo-amazon-A1CASAAURORA01',
  'TG-demo-810000001',
  'demo-magalu-810000001',
  'demo-shopee-310000001',
  'demo-amazon-A1NORTEELETRO2',
  'TG-demo-810000002',
];
const NAMES = ['Casa Aurora', 'Norte Eletrônicos'];

const signIn = (ctx: MarketplaceContext, password: string) =>
  login(ctx, { email: DEMO_EMAIL, password }, '127.0.0.1');

describe('the demo', () => {
  let database: TestDatabase;
  const codes: string[] = [];
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('is a user in two companies, one of which sells on all marketplaces, with syncs enqueued', async () => {
    const ctx = contextOver(database.db, codes);
    const companies = await seed(ctx, database.ownerUrl);
    const signedIn = await signIn(ctx, 'first-password');
    assert.deepEqual(signedIn.companies.map(({ name }) => name).sort(), NAMES);
    assert.deepEqual(codes, CODES);
    const [first, second] = await Promise.all(companies.map((id) => accountsOf(ctx, id)));
    assert.deepEqual(
      first!.map(({ marketplaceId }) => marketplaceId).sort(),
      MANIFESTS.map(({ id }) => id).sort(),
    );
    assert.equal(second!.length, 2);
    assert.ok([...first!, ...second!].every(({ status }) => status === 'active'));
    assert.equal((await waiting(ctx, SYNC)).length, 6);
  });

  it('is made once, however often and by however many at once', async () => {
    const contexts = [1, 2, 3].map(() => contextOver(database.db, codes));
    const made = await Promise.all(contexts.map((ctx) => seed(ctx, database.ownerUrl)));
    assert.equal(new Set(made.map((ids) => ids.join())).size, 1);
    const [row] = await database.owner`
      select (select count(*) from company)::int as companies, (select count(*) from person)::int as people,
        (select count(*) from account)::int as accounts`;
    assert.deepEqual({ ...row }, { companies: 2, people: 1, accounts: 6 });
    assert.deepEqual(codes, CODES);
  });

  it('has costs for part of its listings, once', async () => {
    const ctx = contextOver(database.db, codes);
    const [companyId, other] = await seed(ctx, database.ownerUrl);
    const { owner } = database;
    await owner`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      select company_id, id, marketplace_id, 'D' || n, 'Demo', 1000 + 37 * n, 0, 'BRL', 'BR', 1, 'ENABLED', 'new', false,
        'none', now(), now() from account, generate_series(1, 50) n where company_id = ${companyId!}`;
    await seedCosts(ctx, companyId!);
    await seedCosts(ctx, other!);
    const rows = await owner<{ share: number }[]>`
      select cost * 100.0 / price as share
      from listing_cost cost join listing on listing.id = cost.listing_id`;
    assert.equal(rows.length, 120);
    assert.ok(rows.every(({ share }) => share > 51 && share < 72));

    await owner`update listing_cost set cost = 1`;
    await seedCosts(ctx, companyId!);
    const [row] = await owner`select count(*)::int as n from listing_cost where cost = 1`;
    assert.equal(row?.n, 120);
  });

  it('takes the password that is set now', async () => {
    const ctx = contextOver(database.db, codes, 'second-password');
    await seed(ctx, database.ownerUrl);
    await signIn(ctx, 'second-password');
    await assert.rejects(signIn(ctx, 'first-password'), { code: 'invalid_credentials' });
  });

  it('connects an account again that the marketplace has released', async () => {
    await database.owner`update account set status = 'inactive' where seller_id = '810000002'`;
    await seed(contextOver(database.db, codes), database.ownerUrl);
    assert.deepEqual(codes, [...CODES, CODES[5]]);
    const [row] =
      await database.owner`select count(*)::int as active from account where status = 'active'`;
    assert.equal(row?.active, 6);
  });

  it('continues after a start that was killed between companies and accounts', async () => {
    await database.owner`truncate account_credentials, account cascade`;
    codes.length = 0;
    await seed(contextOver(database.db, codes), database.ownerUrl);
    assert.deepEqual(codes, CODES);
  });
});

describe('the demo in a database whose owner is no superuser', () => {
  // Named like those of test runs, which are deleted once their process has ended.
  const role = testDatabaseName();
  let database: TestDatabase;
  let superuser: postgres.Sql;
  let ownerUrl: string;

  beforeAll(async () => {
    database = await testDatabase();
    superuser = postgres(withDatabase(database.ownerUrl, 'postgres'), {
      max: 1,
      onnotice: () => {},
    });
    await superuser.unsafe(`create role ${role} login createrole password 'owner-password'`);
    await superuser.unsafe(`create database ${role} owner ${role}`);
    const address = new URL(withDatabase(database.ownerUrl, role));
    address.username = role;
    address.password = 'owner-password';
    ownerUrl = address.href;
  });
  afterAll(async () => {
    await superuser.unsafe(`drop database if exists ${role} with (force)`);
    await superuser.unsafe(`drop role if exists ${role}_app`);
    await superuser.unsafe(`drop role ${role}`);
    await superuser.end();
    await database.close();
  });

  it('is created, and row-level security is forced on the owner again afterwards', async () => {
    const appUrl = await migrate(ownerUrl, 'application-password');
    const pool = openPool(appUrl, 4);
    const owner = openPool(ownerUrl, 1);
    try {
      const ctx = contextOver(toDb(pool), []);
      await seed(ctx, ownerUrl);
      await seed(ctx, ownerUrl);
      const { companies } = await signIn(ctx, 'first-password');
      assert.deepEqual(companies.map(({ name }) => name).sort(), NAMES);
      assert.deepEqual(await companiesOf(ctx, 999), []);
      const rows = await owner`select relname from pg_class
        where relname in ('person', 'company', 'membership') and relforcerowsecurity`;
      assert.equal(rows.length, 3);
      assert.deepEqual([...(await owner`select * from company`)], []);
    } finally {
      await Promise.all([pool.end(), owner.end()]);
    }
  });
});
