import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from '@std/testing/bdd';
import { latestMarkets } from '../monitoring/store.ts';
import { activeUpdates } from '../pricing/updates/store.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { growListings, growSnapshots, growUpdates } from '../testing/growth.ts';
import { lintRowSecurity } from '../testing/rls-lint.ts';
import { type SeededCompany, seedCompany, testContext } from '../testing/test-context.ts';
import { within } from './db.ts';
import { dropMonths, keepRetention, makeMonths } from './retention.ts';
import { deleteLosses, deleteWatchedPrices } from './retention-rows.ts';

const DAYS = {
  snapshots: 90,
  updates: 730,
  notifications: 180,
  audit: 730,
  orders: 40_000,
  recipients: 90,
  daySums: 40_000,
};
const DAY_MS = 24 * 3_600_000;

let database: TestDatabase;
let company: SeededCompany;
let ruleId: number;
let listingIds: number[];
beforeEach(async () => {
  database = await testDatabase();
  company = await seedCompany(database.owner);
  ({ ruleId, listingIds } = await growListings(database.owner, { ...company, count: 3 }));
});
afterEach(() => database.close());

/** The real time, from which the migration made its months. */
const today = new Date();
const later = (days: number) => new Date(today.getTime() + days * DAY_MS);
const monthOf = (time: Date) => time.toISOString().slice(0, 7).replace('-', '_');

const partitions = async (table: string) =>
  (
    await database.owner<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = ${table}::regclass order by 1`
  ).map(({ name }) => name.replace(`${table}_`, ''));

const countOf = async (table: string) => {
  const [row] = await database.owner<{ count: number }[]>`
    select count(*) as count from ${database.owner(table)}`;
  return row!.count;
};

const ids = async (table: string) =>
  (await database.owner<{ id: number }[]>`select id from ${database.owner(table)} order by id`).map(
    ({ id }) => id,
  );

const withoutStatistics = async (table: string) =>
  (
    await database.owner<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attstattarget = 0 and attnum > 0 order by 1`
  ).map(({ name }) => name);

const app = () => decodeURIComponent(new URL(database.url).username);

describe('months', () => {
  it('exist for the present month and three ahead, in every growing table', async () => {
    const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 15));
    const months = [0, 31, 61, 91].map((days) =>
      monthOf(new Date(start.getTime() + days * DAY_MS)),
    );
    for (const table of ['market_snapshot', 'price_update', 'audit_log']) {
      assert.deepEqual(await partitions(table), [...months, 'earlier', 'later'], table);
    }
  });

  it('are created over time, with policies, and no row is lost in between', async () => {
    const then = later(200);
    const sent = await growUpdates(database.owner, company.companyId, ruleId, listingIds, {
      state: 'sent',
      at: then,
    });
    await growSnapshots(database.owner, company.companyId, listingIds, then);
    assert.equal(await countOf('price_update_later'), 3);

    const strays = await makeMonths(database.owner, then);

    assert.deepEqual(
      strays.map(({ table, rows }) => [table, rows]),
      [
        ['market_snapshot', 3],
        ['price_update', 3],
      ],
    );
    assert.equal(await countOf('price_update_later'), 0);
    assert.equal(await countOf(`price_update_${monthOf(then)}`), 3);
    assert.deepEqual(await ids('price_update'), sent);
    assert.equal(await countOf('price_update_slot'), 3);
    assert.deepEqual(await makeMonths(database.owner, then), []);
    assert.deepEqual(await lintRowSecurity(database.owner, app()), []);
    assert.deepEqual(await withoutStatistics(`price_update_${monthOf(then)}`), [
      'explanation',
      'rival',
    ]);
    // Numbers continue, and the table shows everything as before.
    await database.owner`update price_update set state = 'applied' where id = ${sent[0]!}`;
    const [next] = await growUpdates(database.owner, company.companyId, ruleId, [listingIds[0]!], {
      state: 'pending',
      at: then,
    });
    assert.ok(next! > sent.at(-1)!);
  });

  it('can be made while others write', async () => {
    let written = 0;
    let isOver = false;
    const writing = [0, 1, 2].map(async (lane) => {
      while (!isOver) {
        await within(database.db, { company: company.companyId }, async (trx) => {
          await trx
            .updateTable('listing')
            .set({ stock: written })
            .where('company_id', '=', company.companyId)
            .where('id', '=', listingIds[lane]!)
            .execute();
          await trx
            .insertInto('market_snapshot')
            .values({
              company_id: company.companyId,
              listing_id: listingIds[lane]!,
              observed_at: later(lane * 150),
              own_price: 1,
              buybox_status: 'WINNING',
              winner_seller_id: null,
              price_to_win: null,
              reason: null,
              offers: [],
            })
            .execute();
          await trx.selectFrom('price_update').select('id').execute();
        });
        written += 1;
      }
    });
    for (const days of [100, 200, 300, 400]) await makeMonths(database.owner, later(days));
    isOver = true;
    await Promise.all(writing);
    assert.ok(written > 0);
    assert.equal(await countOf('market_snapshot'), written);
    assert.equal(await countOf('market_snapshot_later'), 0);
  });
});

describe('retention', () => {
  /** Drops what was found past its retention by a pass a week before. */
  const drop = async (now: Date) => {
    await dropMonths(database.owner, DAYS, new Date(now.getTime() - 7 * DAY_MS));
    return (await dropMonths(database.owner, DAYS, now)).dropped;
  };

  /** Present snapshots; the first listing's is still its market. */
  const poll = async () => {
    const snapshots = await growSnapshots(database.owner, company.companyId, listingIds, today);
    for (const [index, observedAt] of [later(150), later(1)].entries()) {
      await database.owner`
        insert into market (company_id, listing_id, snapshot_id, observed_at, buybox_status, fingerprint, rivals)
        values (${company.companyId}, ${listingIds[index]!}, ${snapshots[index]!}, ${observedAt}, 'LOSING', 'f', 0)`;
    }
    return snapshots;
  };

  it('drops whole months, but not the snapshots that present markets show', async () => {
    const snapshots = await poll();
    const now = later(150);
    await makeMonths(database.owner, now);
    const newer = await growSnapshots(database.owner, company.companyId, listingIds, later(100));
    assert.ok((await drop(now)).length > 0);

    assert.deepEqual(await ids('market_snapshot'), [...snapshots.slice(0, 2), ...newer]);
    const names = await partitions('market_snapshot');
    assert.ok(!names.includes(monthOf(today)), names.join());
    assert.deepEqual(await drop(now), []);
    const markets = await within(database.db, { company: company.companyId }, (trx) =>
      latestMarkets(trx, company.companyId, listingIds),
    );
    assert.deepEqual([...markets.keys()].sort(), listingIds.slice(0, 2));
    assert.deepEqual(await lintRowSecurity(database.owner, app()), []);
    assert.deepEqual(await withoutStatistics('market_snapshot_earlier'), ['offers', 'packed']);

    // The market has a newer snapshot, so the next pass deletes the old one.
    await database.owner`update market set snapshot_id = ${newer[0]!} where snapshot_id = ${snapshots[0]!}`;
    await drop(now);
    assert.deepEqual(await ids('market_snapshot'), [snapshots[1], ...newer]);
  });

  it('never drops an update that waits or is on its way', async () => {
    const grow = (listing: number, state: string) =>
      growUpdates(database.owner, company.companyId, ruleId, [listingIds[listing]!], {
        state,
        at: today,
      });
    for (const state of ['applied', 'error', 'canceled']) await grow(0, state);
    const [pending] = await grow(0, 'pending');
    const [sent] = await grow(1, 'sent');
    const [retry] = await grow(2, 'retry');
    const now = later(900);
    await makeMonths(database.owner, now);
    await drop(now);

    assert.deepEqual(await ids('price_update'), [pending, sent, retry]);
    const active = await within(database.db, { company: company.companyId }, (trx) =>
      activeUpdates(trx, company.companyId, listingIds),
    );
    assert.deepEqual(active.map(({ id }) => id).sort(), [pending, sent, retry]);
    // Once settled, it is deleted too.
    await database.owner`update price_update set state = 'canceled' where id = ${pending!}`;
    await drop(now);
    assert.deepEqual(await ids('price_update'), [sent, retry]);
    assert.equal(await countOf('price_update_slot'), 2);
  });

  it('drops nothing by a clock that is years ahead for some days', async () => {
    const wrong = later(3_650);
    await growSnapshots(database.owner, company.companyId, listingIds, today);
    const names = await partitions('market_snapshot');
    const { past } = await dropMonths(database.owner, DAYS, wrong);
    assert.ok(past.includes(`market_snapshot_${monthOf(today)}`), past.join());
    const later6 = new Date(wrong.getTime() + 6 * DAY_MS);
    assert.deepEqual(await dropMonths(database.owner, DAYS, later6), { dropped: [], past: [] });
    // With the corrected clock those days are years ahead: its earlier findings are discarded.
    await dropMonths(database.owner, DAYS, today);
    assert.deepEqual((await dropMonths(database.owner, DAYS, later(3_660))).dropped, []);
    assert.deepEqual(await partitions('market_snapshot'), names);
    assert.equal(await countOf('market_snapshot'), 3);
  });

  it('deletes old prices of watched competitors, but not the price valid at its start', async () => {
    const ctx = testContext(database.db);
    ctx.setTime(later(400));
    const [watched] = await database.owner<{ id: number }[]>`
      insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state,
        comparison, created_at, updated_at)
      values (${company.companyId}, ${listingIds[0]!}, 2, 'BR', 'P', 'https://pages.example/p', 'fetching', 'SIMILAR',
        ${later(1)}, ${later(1)})
      returning id`;
    for (const day of [1, 2, 300, 399])
      await database.owner`
        insert into watched_price (company_id, competitor_id, at, price)
        values (${company.companyId}, ${watched!.id}, ${later(day)}, ${day})`;
    await deleteWatchedPrices(ctx, later(310), new AbortController().signal);
    const left = await database.owner<
      { price: number }[]
    >`select price from watched_price order by at`;
    assert.deepEqual(
      left.map(({ price }) => price),
      [300, 399],
    );
  });

  it('deletes old losses of buyboxes, but not open ones', async () => {
    const ctx = testContext(database.db);
    const { companyId, accountId } = company;
    const lost: [since: number, until: number | null][] = [
      [1, 5],
      [6, 320],
      [330, null],
      [300, 309],
    ];
    for (const [n, [since, until]] of lost.entries())
      await database.owner`
        insert into buybox_loss (company_id, listing_id, account_id, since, until)
        values (${companyId}, ${n}, ${accountId}, ${later(since)}, ${until === null ? null : later(until)})`;
    const never = new AbortController().signal;
    assert.equal(await deleteLosses(ctx, later(310), never), 2);
    const left = await database.owner<
      { listing_id: number }[]
    >`select listing_id from buybox_loss order by listing_id`;
    assert.deepEqual(
      left.map(({ listing_id: n }) => n),
      [1, 2],
    );
  });

  it('processes the installation, reports rows in the default partition, and deletes old notifications', async () => {
    const ctx = testContext(database.db);
    const add = (subject: string, at: Date) => database.owner`
      insert into notification (company_id, level, code, values, subject, created_at)
      values (${company.companyId}, 'info', 'update_applied', '{}', ${subject}, ${at})`;
    ctx.setTime(later(400));
    await add('old', later(1));
    await add('new', later(390));
    await growSnapshots(database.owner, company.companyId, listingIds, later(390));
    await keepRetention(ctx, database.ownerUrl, new AbortController().signal);
    const left = await database.owner`select subject from notification`;
    assert.deepEqual(
      left.map(({ subject }) => subject),
      ['new'],
    );
    assert.equal(ctx.complaints.length, 1);
    assert.match(ctx.complaints[0]!, /Monthly partition missing.*market_snapshot/);
  });
});

describe('one waiting, one on its way', () => {
  const insert = (state: string) =>
    growUpdates(database.owner, company.companyId, ruleId, [listingIds[0]!], { state, at: today });
  const taken = { constraint_name: 'price_update_slot_pkey' };

  it('holds for concurrent writers, in different months', async () => {
    const times = Array.from({ length: 24 }, (_, n) => later(n * 5));
    for (const state of ['pending', 'retry', 'sent']) {
      const tries = await Promise.allSettled(
        times.map((at) =>
          growUpdates(database.owner, company.companyId, ruleId, [listingIds[1]!], { state, at }),
        ),
      );
      const written = tries.filter(({ status }) => status === 'fulfilled');
      assert.equal(written.length, state === 'retry' ? 0 : 1, state);
    }
    assert.equal(await countOf('price_update'), 2);
  });

  it('holds for changes of state, and frees a slot with the update that leaves it', async () => {
    const [first] = await insert('pending');
    await insert('sent');
    await assert.rejects(
      database.owner`update price_update set state = 'sent' where id = ${first!}`,
      taken,
    );
    await database.owner`update price_update set state = 'retry' where id = ${first!}`;
    await assert.rejects(insert('pending'), taken);
    await database.owner`delete from price_update where id = ${first!}`;
    await insert('pending');
    // Within one statement slots are released before they are taken.
    await database.owner`
      update price_update set state = case state when 'sent' then 'applied' else 'sent' end`;
    assert.deepEqual(
      [...(await database.owner`select slot from price_update_slot`)].map(({ slot }) => slot),
      ['sent'],
    );
  });

  it('does not let a company take the place of another', async () => {
    await assert.rejects(
      within(database.db, { company: company.companyId }, (trx) =>
        trx
          .insertInto('price_update_slot')
          .values({
            company_id: company.companyId + 1,
            listing_id: 1,
            slot: 'sent',
            update_id: 1,
            created_at: today,
          })
          .execute(),
      ),
      /row-level security/,
    );
  });
});
