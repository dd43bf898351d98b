import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { lintRowSecurity } from '../testing/rls-lint.ts';

/** Faulty migrations, and the findings of the lint for each. */
const BREAKAGES: [name: string, statement: string, finding: string][] = [
  [
    'not forced',
    'alter table listing no force row level security',
    'listing: row-level security is not forced',
  ],
  [
    'off',
    'alter table listing disable row level security',
    'listing: row-level security is not forced',
  ],
  ['a table without any', 'create table note (company_id bigint not null)', 'note: no policy'],
  [
    'rows without a company',
    'create table rate (value integer); alter table rate enable row level security',
    'rate: rows have no company',
  ],
  [
    'no check of writes',
    `drop policy rule_company on rule;
      create policy rule_company on rule to :app using (company_id = (select current_company()))`,
    'rule.rule_company: writes are not checked',
  ],
  [
    'a policy for all rows',
    'create policy wide on rule for select to :app using (true)',
    'rule.wide: lets everything through',
  ],
  [
    'a second policy that widens the first',
    'create policy wide on rule for select to :app using ((select is_system()))',
    'rule.wide: shows rows to others than the company',
  ],
  [
    'a setting read for each row',
    `drop policy rule_company on rule;
      create policy rule_company on rule to :app
        using (company_id = current_company()) with check (company_id = current_company())`,
    'rule.rule_company: a setting is read for each row',
  ],
  [
    'a policy for everybody',
    `create policy open on notification for select
      using (company_id = (select current_company()))`,
    'notification.open: is not for the application alone',
  ],
  [
    'a value that is unique over all companies',
    'create unique index listing_sku on listing (sku_marketplace)',
    'listing.listing_sku: the key does not begin with the company',
  ],
  [
    'a key that ends with the company',
    'create unique index listing_sku on listing (sku_marketplace, company_id)',
    'listing.listing_sku: the key does not begin with the company',
  ],
  [
    'a table without a key',
    'alter table rule_listing drop constraint rule_listing_pkey',
    'rule_listing: has no primary key',
  ],
  [
    'a partition that is open',
    'alter table price_update_later disable row level security',
    'price_update_later: row-level security is not forced',
  ],
  [
    'a new partition as PostgreSQL makes it',
    `alter table market_snapshot detach partition market_snapshot_later;
      create table market_snapshot_new partition of market_snapshot for values from ('2999-01-01') to (maxvalue)`,
    'market_snapshot_new: no policy',
  ],
  [
    'rights on a partition',
    'grant select (offers) on market_snapshot_later to :app',
    'market_snapshot_later: the application reaches a partition past its table',
  ],
  [
    'numbers that can be set back',
    'grant update on sequence listing_id_seq to :app',
    'listing_id_seq: the application may set numbers back',
  ],
  [
    'rights on whatever comes',
    'alter default privileges in schema public grant select on tables to :app',
    'what postgres makes in future is open from the start',
  ],
  [
    'a reference without the company',
    'alter table listing add constraint loose foreign key (id) references market (listing_id)',
    'listing.loose: may point at a row of another company',
  ],
  [
    'a role that bypasses',
    'alter role :app bypassrls',
    ':app: the role may do more than an application should',
  ],
  [
    'a role of the owner',
    'grant pg_read_all_data to :app',
    ':app: the application is a member of pg_read_all_data',
  ],
  [
    'an owner',
    'alter table notification owner to :app',
    'table notification: belongs to the application',
  ],
  ['truncate', 'grant truncate on listing to :app', 'listing: the application may truncate'],
  [
    'rights for everybody',
    'grant select on listing to public',
    'listing: everybody has rights on it',
  ],
  [
    'a schema to make things in',
    'grant create on schema public to :app',
    'schema public: the application may make things in it',
  ],
  [
    "a function with its owner's rights",
    `create function all_listings() returns setof listing language sql security definer
      return null::listing`,
    'all_listings(): runs with the rights of its owner',
  ],
  [
    "a view with its owner's rights",
    'create view every_listing as select * from listing',
    'every_listing: a view with the rights of its owner',
  ],
  [
    'a materialized view',
    'create materialized view listing_count as select count(*) from listing',
    'listing_count: a materialized view asks no policy',
  ],
];

class RolledBack extends Error {}

describe('row-level security', () => {
  let database: TestDatabase;
  let app: string;

  beforeAll(async () => {
    database = await testDatabase();
    app = decodeURIComponent(new URL(database.url).username);
  });
  afterAll(() => database.close());

  it('has no hole in the database as the migrations make it', async () => {
    assert.deepEqual(await lintRowSecurity(database.owner, app), []);
  });

  it('takes a view that has the rights of the caller', async () => {
    await database.owner.begin(async (sql) => {
      await sql`create view own_listings with (security_invoker = true) as select * from listing`;
      assert.deepEqual(await lintRowSecurity(sql, app), []);
      await sql`drop view own_listings`;
    });
  });

  for (const [name, statement, finding] of BREAKAGES) {
    it(`is linted: ${name}`, async () => {
      let findings: string[] = [];
      await assert.rejects(
        database.owner.begin(async (sql) => {
          await sql.unsafe(statement.replaceAll(':app', app));
          findings = await lintRowSecurity(sql, app);
          throw new RolledBack();
        }),
        RolledBack,
      );
      assert.ok(findings.includes(finding.replace(':app', app)), findings.join('\n'));
    });
  }
});
