import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { sql } from 'kysely';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type SeededCompany, seedCompany, TEST_TIME } from '../testing/test-context.ts';
import { isUnreachable, openPool, type Trx, toDb, within, withinByKeys } from './db.ts';

describe('a transaction within a scope', () => {
  let database: TestDatabase;
  let aurora: SeededCompany;
  let norte: SeededCompany;

  beforeAll(async () => {
    database = await testDatabase({ connections: 2 });
    aurora = await seedCompany(database.owner, { name: 'Aurora', sellerId: '7001' });
    norte = await seedCompany(database.owner, { name: 'Norte', sellerId: '7002' });
  });
  afterAll(() => database.close());

  const names = async (scope: Parameters<typeof within>[1]) =>
    (await within(database.db, scope, (trx) => trx.selectFrom('account').select('name').execute()))
      .map(({ name }) => name)
      .sort();

  it("shows the company's rows and no others", async () => {
    assert.deepEqual(await names({ company: aurora.companyId }), ['Aurora']);
    assert.deepEqual(await names({ company: norte.companyId }), ['Norte']);
    assert.deepEqual(await names({ seller: '2:7002' }), ['Norte']);
    assert.deepEqual(await names({ person: aurora.personId }), []);
  });

  it('shows nothing without a scope', async () => {
    assert.deepEqual(await database.db.selectFrom('account').selectAll().execute(), []);
  });

  it('executes statements that are issued together in their order', async () => {
    const ask = (trx: Trx, n: number) =>
      sql<{ n: number; at: Date }>`select ${n}::integer as n, clock_timestamp() as at`.execute(trx);
    const rows = await within(database.db, { company: aurora.companyId }, async (trx) => {
      // The server describes the first execution before the driver can send others.
      await ask(trx, 0);
      let isAnswered = false;
      const first = sql`select pg_sleep(0.05)`.execute(trx).then(() => {
        isAnswered = true;
      });
      const sent = Array.from({ length: 20 }, (_, n) => ask(trx, n));
      assert.equal(isAnswered, false);
      await first;
      return (await Promise.all(sent)).flatMap((answer) => answer.rows);
    });
    assert.deepEqual(
      rows.map(({ n }) => n),
      Array.from({ length: 20 }, (_, n) => n),
    );
    assert.deepEqual(
      rows.map(({ at }) => at.getTime()),
      rows.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
    );
  });

  it('is rolled back whole where one of many statements fails, and reports which', async () => {
    const count = async () => (await names({ company: aurora.companyId })).length;
    await assert.rejects(
      within(database.db, { company: aurora.companyId }, async (trx) => {
        await Promise.all([
          trx.updateTable('account').set({ name: 'Gone' }).execute(),
          sql`select 1 / 0`.execute(trx),
          sql`select 2`.execute(trx),
        ]);
      }),
      /division by zero/,
    );
    assert.equal(await count(), 1);
    assert.deepEqual(await names({ company: aurora.companyId }), ['Aurora']);
  });

  it('refuses statements after its end, when another transaction has the connection', async () => {
    let late: Trx | null = null;
    await within(database.db, { company: aurora.companyId }, (trx) => {
      late = trx;
      return Promise.resolve();
    });
    await assert.rejects(sql`select 1`.execute(late!), /transaction is (over|already committed)/i);
  });

  it('leaves no setting on the connection, even with cached plans', async () => {
    const settings = sql<{ mode: string; scan: string; company: string | null }>`
      select current_setting('plan_cache_mode') as mode, current_setting('enable_seqscan') as scan,
        current_setting('app.company', true) as company`;
    const inside = await withinByKeys(database.db, { company: aurora.companyId }, async (trx) => {
      return (await settings.execute(trx)).rows[0];
    });
    const company = String(aurora.companyId);
    assert.deepEqual(inside, { mode: 'force_generic_plan', scan: 'off', company });
    for (let n = 0; n < 4; n++) {
      const [outside] = (await settings.execute(database.db)).rows;
      assert.deepEqual({ ...outside, company: '' }, { mode: 'auto', scan: 'on', company: '' });
      assert.ok(!outside?.company);
    }
  });

  it("refuses to write, move, change or delete another company's rows", async () => {
    const notification = (company_id: number, subject: string) => ({
      company_id,
      level: 'info',
      code: 'rule_paused',
      values: {},
      subject,
      created_at: TEST_TIME,
    });
    await within(database.db, { company: norte.companyId }, (trx) =>
      trx.insertInto('notification').values(notification(norte.companyId, 'own')).execute(),
    );
    await assert.rejects(
      within(database.db, { company: aurora.companyId }, (trx) =>
        trx.insertInto('notification').values(notification(norte.companyId, 'foreign')).execute(),
      ),
      /row-level security/,
    );
    await within(database.db, { company: aurora.companyId }, async (trx) => {
      const changed = await trx
        .updateTable('notification')
        .set({ level: 'error' })
        .executeTakeFirst();
      assert.equal(changed.numUpdatedRows, 0n);
      const deleted = await trx.deleteFrom('notification').executeTakeFirst();
      assert.equal(deleted.numDeletedRows, 0n);
    });
    await assert.rejects(
      within(database.db, { company: norte.companyId }, (trx) =>
        trx.updateTable('notification').set({ company_id: aurora.companyId }).execute(),
      ),
      /row-level security/,
    );
    const [row] = await database.owner`select level, company_id from notification`;
    assert.deepEqual({ ...row }, { level: 'info', company_id: norte.companyId });
  });

  it("refuses a reference to another company's row", async () => {
    const [listing] = await database.owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
        currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
      values (${norte.companyId}, ${norte.accountId}, 2, 'MLB1', 'x', 100, 0, 'BRL', 'BR', 1, 'ENABLED', 'new',
        false, 'none', ${TEST_TIME}, ${TEST_TIME}) returning id`;
    await assert.rejects(
      within(database.db, { company: aurora.companyId }, (trx) =>
        trx
          .insertInto('market_snapshot')
          .values({
            company_id: aurora.companyId,
            listing_id: listing!.id,
            observed_at: TEST_TIME,
            own_price: 100,
            buybox_status: 'LOSING',
            winner_seller_id: null,
            price_to_win: null,
            reason: null,
            offers: [],
          })
          .execute(),
      ),
      /foreign key/,
    );
  });

  it('lets nothing bleed from one transaction of the pool into the next, aborted ones included', async () => {
    const companies = [aurora, norte];
    const foreign: string[] = [];
    await Promise.all(
      Array.from({ length: 400 }, async (_, turn) => {
        const company = companies[turn % 2]!;
        const abort = turn % 5 === 0;
        const work = within(database.db, { company: company.companyId }, async (trx) => {
          const rows = await trx.selectFrom('account').select('company_id').execute();
          foreign.push(...rows.filter((row) => row.company_id !== company.companyId).map(String));
          if (abort) await sql`select 1 / 0`.execute(trx);
          return rows.length;
        });
        if (abort) await assert.rejects(work, /division by zero/);
        else assert.equal(await work, 1);
        const bare = await database.db.selectFrom('account').select('id').execute();
        foreign.push(...bare.map(String));
      }),
    );
    assert.deepEqual(foreign, []);
  });

  it('reads what was written: ids, amounts, times, bytes and JSON of every shape', async () => {
    await database.owner`create table shapes (big bigint, small numeric, at timestamptz, raw bytea, doc jsonb)`;
    await database.owner`grant all on shapes to public`;
    const docs: object[] = [
      { text: 'a "quoted" \\ text', list: [1, 'two', null, { three: 3 }], none: null },
      [],
      [{ a: 1 }, { b: 2 }],
      ['only', 'texts'],
      [1, 2, 3],
    ];
    const db = database.db.withTables<{
      shapes: { big: number; small: number; at: Date; raw: Uint8Array; doc: object };
    }>();
    for (const doc of docs) {
      const row = {
        big: 9_007_199_254_740_991,
        small: 0.125,
        at: TEST_TIME,
        raw: new Uint8Array([0, 255]),
        doc,
      };
      await db.deleteFrom('shapes').execute();
      await db.insertInto('shapes').values(row).execute();
      const back = await db.selectFrom('shapes').selectAll().executeTakeFirstOrThrow();
      assert.deepEqual({ ...back, raw: new Uint8Array(back.raw) }, row);
    }
  });
});

describe('an unavailable database', () => {
  it('is distinguished from a fault in the request', async () => {
    const pool = openPool('postgres://nobody:nothing@127.0.0.1:9/none', 1);
    const error = await within(toDb(pool), { company: 1 }, async () => {}).catch(
      (caught) => caught,
    );
    assert.equal(isUnreachable(error), true);
    await pool.end({ timeout: 1 });
    assert.equal(isUnreachable(new Error('outer', { cause: error })), true);
    assert.equal(isUnreachable(new Error('division by zero')), false);
    assert.equal(isUnreachable('text'), false);
  });
});
