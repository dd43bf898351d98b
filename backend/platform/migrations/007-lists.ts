import { type Kysely, sql } from 'kysely';

// What list calls of a company with a million listings need. Only indexes and a table that triggers maintain: the statements
// of the previous version work as before, and are counted too.

type Db = Kysely<unknown>;

const COUNTED = ['listing', 'market', 'rule_listing'];
const TOUCHED = [...COUNTED, 'price_update'];

async function runAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 100;
const LOCK_PAUSE_MS = 100;

/** Locks all tables at once, or none for now: running transactions go first, and deadlocks are avoided. */
async function holdAll(db: Db): Promise<void> {
  await runAll(db, [`set local lock_timeout = ${LOCK_TIMEOUT_MS}`]);
  for (let attempt = 1; ; attempt++) {
    await runAll(db, ['savepoint hold_all']);
    try {
      await runAll(db, [`lock table ${TOUCHED.join(', ')} in access exclusive mode`]);
      break;
    } catch (error) {
      await runAll(db, ['rollback to savepoint hold_all']);
      const isBusy = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
  }
  await runAll(db, ['set local lock_timeout = 0']);
}

/** Row-level security is forced on the owner too, who has to see every row here and need not be a superuser. */
const setForced = (db: Db, words: 'force' | 'no force') =>
  runAll(
    db,
    COUNTED.map((table) => `alter table ${table} ${words} row level security`),
  );

/**
 * The counts of a company's listings, sharded: each connection counts in its own row, so that two transactions never wait
 * for each other here. Their sum is always exact; the listings' tally of pricing reads it, and merges the rows of closed
 * connections.
 */
async function makeTally(db: Db, app: string): Promise<void> {
  await runAll(db, [
    `create table listing_tally (
      company_id bigint not null,
      backend integer not null,
      listings bigint not null,
      losing bigint not null,
      ruled bigint not null,
      primary key (company_id, backend)
    ) with (fillfactor = 50)`,
    `insert into listing_tally (company_id, backend, listings, losing, ruled)
      select company_id, 0, sum(listings), sum(losing), sum(ruled) from (
        select company_id, count(*) as listings, 0 as losing, 0 as ruled from listing group by 1
        union all select company_id, 0, count(*), 0 from market where buybox_status = 'LOSING' group by 1
        union all select company_id, 0, 0, count(*) from rule_listing group by 1
      ) counted group by company_id`,
    'alter table listing_tally enable row level security',
    'alter table listing_tally force row level security',
    `create policy listing_tally_company on listing_tally to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on listing_tally to ${app}`,
    `create function add_to_listing_tally(company bigint, listings bigint, losing bigint, ruled bigint)
      returns void language sql as $$
        insert into listing_tally as t (company_id, backend, listings, losing, ruled)
        values ($1, pg_backend_pid(), $2, $3, $4)
        on conflict (company_id, backend) do update set listings = t.listings + excluded.listings,
          losing = t.losing + excluded.losing, ruled = t.ruled + excluded.ruled
      $$`,
  ]);
  // The argument of each trigger is the weight of its rows.
  const counting = (name: string, rows: string) => `
    create function ${name}() returns trigger language plpgsql as $$
      declare one record;
      begin
        for one in
          select company_id, sum(n)::bigint as n from (${rows}) counted group by company_id having sum(n) <> 0
          order by company_id
        loop
          perform add_to_listing_tally(one.company_id,
            case when tg_argv[0] = 'listings' then one.n else 0 end,
            case when tg_argv[0] = 'losing' then one.n else 0 end,
            case when tg_argv[0] = 'ruled' then one.n else 0 end);
        end loop;
        return null;
      end $$`;
  const losing = (rows: string, n: number) =>
    `select company_id, ${n} as n from ${rows} where buybox_status = 'LOSING'`;
  await runAll(db, [
    counting('tally_added', 'select company_id, 1 as n from added'),
    counting('tally_gone', 'select company_id, -1 as n from gone'),
    counting('tally_market_added', losing('added', 1)),
    counting('tally_market_gone', losing('gone', -1)),
    counting('tally_market_changed', `${losing('added', 1)} union all ${losing('gone', -1)}`),
  ]);
  const onEach = (table: string, event: string, counter: string, counts: string) => {
    const rows = {
      insert: 'new table as added',
      delete: 'old table as gone',
      update: 'new table as added old table as gone',
    }[event];
    return `create trigger ${table}_tally_${event} after ${event} on ${table} referencing ${rows}
      for each statement execute function ${counter}('${counts}')`;
  };
  await runAll(db, [
    onEach('listing', 'insert', 'tally_added', 'listings'),
    onEach('listing', 'delete', 'tally_gone', 'listings'),
    onEach('rule_listing', 'insert', 'tally_added', 'ruled'),
    onEach('rule_listing', 'delete', 'tally_gone', 'ruled'),
    onEach('market', 'insert', 'tally_market_added', 'losing'),
    onEach('market', 'delete', 'tally_market_gone', 'losing'),
    onEach('market', 'update', 'tally_market_changed', 'losing'),
  ]);
}

export async function up(db: Db): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  await holdAll(db);
  await setForced(db, 'no force');
  await makeTally(db, rows[0]!.role);
  await setForced(db, 'force');
  await runAll(db, [
    // By price, and those whose price is one of the rules' minima.
    'create index listing_price on listing (company_id, price, id)',
    // A history is counted by state without its rows, and its rare states are found by time.
    'drop index price_update_company',
    'create index price_update_company on price_update (company_id, created_at desc) include (state)',
    'drop index price_update_state',
    'create index price_update_state on price_update (company_id, state, created_at desc)',
  ]);
}

export async function down(db: Db): Promise<void> {
  await holdAll(db);
  await runAll(db, [
    'drop index price_update_state',
    'create index price_update_state on price_update (company_id, state)',
    'drop index price_update_company',
    'create index price_update_company on price_update (company_id, created_at desc)',
    'drop index listing_price',
    ...['listing', 'rule_listing', 'market'].flatMap((table) => [
      `drop trigger ${table}_tally_insert on ${table}`,
      `drop trigger ${table}_tally_delete on ${table}`,
    ]),
    'drop trigger market_tally_update on market',
    'drop function tally_added()',
    'drop function tally_gone()',
    'drop function tally_market_added()',
    'drop function tally_market_gone()',
    'drop function tally_market_changed()',
    'drop function add_to_listing_tally(bigint, bigint, bigint, bigint)',
    'drop table listing_tally',
  ]);
}
