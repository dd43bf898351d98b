import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import type postgres from 'postgres';
import { offersOfSnapshots, snapshotBounds, snapshotsBetween } from '../monitoring/series-store.ts';
import { latestMarkets } from '../monitoring/store.ts';
import { limitsOfUpdates, marksOf } from '../pricing/listings/marks.ts';
import {
  activeUpdates,
  moveUpdates,
  newestApplied,
  strandedUpdates,
  updateOfRule,
  updatesByIds,
  waitingOfListings,
  waitingOfRules,
} from '../pricing/updates/store.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { growListings } from '../testing/growth.ts';
import { type SeededCompany, seedCompany } from '../testing/test-context.ts';
import { openPool, type Trx, toDb, within } from './db.ts';

const ROWS = 200_000;
const LISTINGS = 2_000;
/** A scan of a smaller table is cheap, and its plan means nothing. */
const LARGE = 5_000;
const DAY = 24 * 3_600_000;

/** A pool that explains the statements on these tables instead of executing them, and collects the plans. */
function explaining(pool: postgres.Sql, plans: string[]): postgres.Sql {
  const guard = (reserved: postgres.ReservedSql) =>
    new Proxy(reserved, {
      get(target, name) {
        if (name !== 'unsafe') return Reflect.get(target, name);
        return async (text: string, parameters: postgres.ParameterOrJSON<never>[]) => {
          if (!/price_update|market/.test(text)) return await target.unsafe(text, parameters);
          const rows = await target.unsafe(`explain ${text}`, parameters);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          return Object.assign([], { command: 'SELECT', count: 0 });
        };
      },
    });
  return new Proxy(pool, {
    get: (target, name) =>
      name === 'reserve' ? async () => guard(await target.reserve()) : Reflect.get(target, name),
  });
}

describe('statements on growing tables', () => {
  let database: TestDatabase;
  let company: SeededCompany;
  let ruleId: number;
  let listingIds: number[];
  let large: Set<string>;
  const now = new Date();

  beforeAll(async () => {
    database = await testDatabase();
    const { owner } = database;
    company = await seedCompany(owner);
    ({ ruleId, listingIds } = await growListings(owner, { ...company, count: LISTINGS }));
    const { companyId } = company;
    await owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      // A year back and three months ahead: in the first partition, and in those of months.
      await sql`
        insert into market_snapshot (company_id, listing_id, observed_at, own_price, buybox_status, offers)
        select ${companyId}, ${listingIds[0]!} + n % ${LISTINGS}::integer,
          ${now}::timestamptz + interval '1 minute' * (n % 650000 - 525600), 1, 'LOSING', '[]'
        from generate_series(1, ${ROWS * 3}::integer, 3) n`;
      await sql`
        insert into market (company_id, listing_id, snapshot_id, observed_at, buybox_status, fingerprint, rivals, price)
        select ${companyId}, listing_id, max(id), max(observed_at), 'LOSING', 'f', 0, 10000
        from market_snapshot group by listing_id`;
      await sql`
        insert into price_update (company_id, rule_id, rule_version, listing_id, state, operation_key, event_type,
          price_tag, strategy, old_price, new_price, safe_margin, ranking_type, ranking_status,
          regained_control, explanation, currency_code, country_code, created_at, moved_at)
        select company_id, case when id % 100 = 0 then ${ruleId} else 0 end, 1, listing_id,
          case when id % 1000 = 0 then 'sent' else 'applied' end, gen_random_uuid(), 'to_win', 'none', 'WIN', 2, 1,
          0, 'BUYBOX', 'LOSING', false, '[]', 'BRL', 'BR', observed_at, observed_at
        from market_snapshot`;
      await sql`
        insert into price_update_slot
        select distinct on (company_id, listing_id) company_id, listing_id, 'sent', id, created_at
        from price_update where state = 'sent'`;
    });
    await owner`analyze`;
    const rows = await owner<{ name: string }[]>`
      select relname as name from pg_class where reltuples > ${LARGE} and relkind = 'r'`;
    large = new Set(rows.map(({ name }) => name));
  });
  afterAll(() => database.close());

  const statements: Record<
    string,
    (trx: Trx, companyId: number, ids: number[]) => Promise<unknown>
  > = {
    'updates by id': updatesByIds,
    'the update of a rule': (trx, companyId, [id]) => updateOfRule(trx, companyId, ruleId, id!),
    'active updates of listings': activeUpdates,
    'waiting updates of listings': waitingOfListings,
    'waiting updates of rules': waitingOfRules,
    'the newest applied of a listing': (trx, companyId, [id]) => newestApplied(trx, companyId, id!),
    'stranded updates': (trx, companyId) => strandedUpdates(trx, companyId, now, now, now),
    'a move': (trx, companyId, ids) =>
      moveUpdates(
        trx,
        companyId,
        ids.map((id) => ({
          from: { id, created_at: now, version: 1, state: 'sent' },
          to: {
            state: 'applied',
            attempts: 1,
            nextAttemptAt: null,
            callingSince: null,
            trace: null,
            failure: null,
          },
        })),
        now,
      ),
    'markets with their snapshots': latestMarkets,
    'the first and the last look at an ad': (trx, companyId, [id]) =>
      snapshotBounds(trx, companyId, id!),
    'the looks at an ad': (trx, companyId, [id]) =>
      snapshotsBetween(trx, companyId, id!, { from: new Date(now.getTime() - 90 * DAY), to: now }),
    'the offers of looks at an ad': (trx, companyId, [id]) => {
      const snapshot = {
        ownPrice: 1,
        status: 'LOSING' as const,
        winnerSellerId: null,
        priceToWin: null,
        unseenSince: null,
      };
      const snapshots = [90, 1].map((days) => ({
        ...snapshot,
        id: 1,
        at: now.getTime() - days * DAY,
      }));
      return offersOfSnapshots(trx, companyId, id!, snapshots);
    },
    'the marks of an ad': (trx, companyId, [listingId]) =>
      marksOf(
        trx,
        { companyId, listingId: listingId! },
        { from: new Date(now.getTime() - 90 * DAY), to: now },
      ),
    'the limits of an ad': (trx, companyId, [listingId]) =>
      limitsOfUpdates(
        trx,
        { companyId, listingId: listingId! },
        { from: new Date(now.getTime() - 90 * DAY), to: now },
      ),
  };

  for (const [name, statement] of Object.entries(statements)) {
    it(`read no large partition whole: ${name}`, async () => {
      const plans: string[] = [];
      const pool = openPool(database.url, 1);
      await within(toDb(explaining(pool, plans)), { company: company.companyId }, (trx) =>
        statement(trx, company.companyId, listingIds.slice(0, 20)),
      );
      await pool.end({ timeout: 1 });
      assert.ok(plans.length > 0);
      const text = plans.join('\n');
      const scanned = [...text.matchAll(/Seq Scan on (\S+)/g)].map(([, table]) => table!);
      assert.deepEqual(
        scanned.filter((table) => large.has(table)),
        [],
        text,
      );
    });
  }

  it('fill more partitions than one', () => {
    const parts = [...large].filter((table) => table.startsWith('price_update_'));
    assert.ok(parts.length >= 3, parts.join());
  });
});
