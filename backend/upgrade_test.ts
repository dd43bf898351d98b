// A database of the last release with waiting work: it is migrated, and the work is done.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { migrateTables } from './platform/migrate.ts';
import { growListings } from './testing/growth.ts';
import { type Installation, startInstallation } from './testing/processes.ts';
import { TEST_APP_PASSWORD } from './testing/server.ts';
import { type SeededCompany, seedCompany } from './testing/test-context.ts';

/** The last migration of the last release, 0.1.0. */
const RELEASED = '028-floor-fee';

/** A stored rule, a line of a bulk action and the rule of a backtest, as 0.1.0 writes them. */
const SETTINGS = {
  baseOn: 'LOWEST_PRICE',
  control: 'REGAIN',
  endDate: null,
  strategy: 'WIN',
  warGuard: null,
  acosLimit: null,
  minimumBy: 'AMOUNT',
  roasLimit: null,
  startDate: null,
  adjustment: { type: 'VALUE', amount: 1 },
  comparison: 'IDENTICAL',
  safeMargin: 0,
  competition: 'BUYBOX',
  marketplaceId: null,
  minimumPercent: null,
  allMarketplaces: true,
  buyboxExceptions: [],
  requiresApproval: false,
  considerShippingPrice: false,
  applyMinPriceWhenLosing: true,
  outsideBuyboxExceptions: [],
};
const SHOWN = {
  control: 'REGAIN',
  maxPrice: 120,
  minPrice: 80,
  strategy: 'WIN',
  safeMargin: 0,
  competition: 'BUYBOX',
  requiresApproval: false,
};
const DRAFT = {
  ...SETTINGS,
  status: 'enabled',
  minPrice: 10,
  maxPrice: 10_000,
  adjustment: { type: 'VALUE', amount: 0.01 },
};

describe('a database of the last release', () => {
  let installation: Installation;
  let company: SeededCompany;
  let ruleId: number;
  let listingId: number;

  beforeAll(async () => {
    installation = await startInstallation([]);
    const { owner } = installation;
    const role = `${owner.options.database}_app`;
    await owner`create role ${owner(role)} login password ${owner.unsafe(`'${TEST_APP_PASSWORD}'`)}`;
    await migrateTables(owner, RELEASED);
    company = await seedCompany(owner);
    const grown = await growListings(owner, { ...company, count: 1 });
    ruleId = grown.ruleId;
    [listingId] = grown.listingIds as [number];
    await plantWork();
    await installation.start('worker');
    await plantJobs();
  });
  afterAll(() => installation?.close());

  /** A bulk action and a backtest that no worker has started. */
  async function plantWork() {
    const { owner } = installation;
    const { companyId, personId } = company;
    await owner`update rule set settings = ${owner.json(SETTINGS)}`;
    await owner`insert into rule_listing (company_id, rule_id, listing_id)
      values (${companyId}, ${ruleId}, ${listingId})`;
    const [batch] = await owner<{ id: number }[]>`
      insert into rule_batch (company_id, person_id, kind, state, content, locale, done, total, report, attempts,
        created_at)
      values (${companyId}, ${personId}, 'bulk', 'queued', ${owner.json({ action: 'disable' })}, '', 0, 1, '[]', 0,
        now())
      returning id`;
    await owner`
      insert into rule_batch_row (company_id, batch_id, seq, listing_id, rule_id, state, kind, patch, before, after,
        version)
      values (${companyId}, ${batch!.id}, 0, ${listingId}, ${ruleId}, 'open', 'changed',
        ${owner.json({ status: 'disabled' })},
        ${owner.json({ back: { status: 'enabled' }, glance: { status: 'enabled', ...SHOWN } })},
        ${owner.json({ status: 'disabled', ...SHOWN })}, 1)`;
    await owner`
      insert into backtest (company_id, person_id, rule, listing_ids, days, units_per_day, state, done, total,
        attempts, created_at)
      values (${companyId}, ${personId}, ${owner.json(DRAFT)}, ${owner.json([listingId])}, 30, 1, 'queued', 0, 0, 0,
        now())`;
  }

  async function plantJobs() {
    const { companyId, accountId } = company;
    const own = { companyId };
    const jobs: [queue: string, data: object, key?: string][] = [
      ['pricing.rule-batch', own, String(companyId)],
      ['pricing.backtest', own, String(companyId)],
      ['pricing.decide', { companyId, listingIds: [listingId] }],
      ['pricing.market-changed', { companyId, listingIds: [listingId] }],
      ['notifications.account-disconnected', { companyId, accountId, accountName: 'Loja' }],
    ];
    for (const [name, data, key] of jobs) {
      await installation.owner`
        insert into pgboss.job (name, data, policy, singleton_key)
        select name, ${installation.owner.json(data as never)}, policy, ${key ?? null}
        from pgboss.queue where name = ${name}`;
    }
  }

  /** The answer of a query once it has one. */
  async function eventually<T>(ask: () => PromiseLike<readonly T[]>): Promise<T> {
    for (const end = Date.now() + 60_000; ; ) {
      const [row] = await ask();
      if (row !== undefined) return row;
      assert.ok(Date.now() < end, 'nothing came of it in a minute');
      await new Promise((done) => setTimeout(done, 200));
    }
  }

  it('has its bulk action done by this version', async () => {
    const { owner } = installation;
    await eventually(() => owner`select id from rule_batch where state = 'done' and done = 1`);
    const [rule] = await owner`select status, settings from rule where id = ${ruleId}`;
    assert.deepEqual({ ...rule }, { status: 'disabled', settings: SETTINGS });
  });

  it('has its backtest done by this version', async () => {
    const { owner } = installation;
    await eventually(() => owner`select id from backtest where state = 'done'`);
  });

  it('loses no job and lets none fail', async () => {
    const { owner } = installation;
    await eventually(() => owner`select id from notification where code = 'account_disconnected'`);
    await eventually(
      () => owner`select 1 where not exists (select from pgboss.job
        where state < 'completed' and name in ('pricing.decide', 'pricing.market-changed'))`,
    );
    const dead = await owner`select data from pgboss.job where name = 'dead-letters'`;
    assert.deepEqual([...dead], []);
  });
});
