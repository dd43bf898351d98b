import { type Kysely, sql } from 'kysely';

// Growing tables are partitioned by time, and every key begins with the company. It is one transaction: statements of the
// previous version wait while it runs, and work after it. Nothing is copied on the way up: each table becomes the first
// partition of its successor. platform/retention.ts creates and drops months.
//
// References into partitioned tables have no foreign key: their target may be past its retention. The two unique keys
// named `released` exist for the previous version, whose statements name them; a migration of a later release drops them.

type Db = Kysely<unknown>;

interface Growing {
  table: string;
  time: string;
  key: string;
}

const GROWING: readonly Growing[] = [
  { table: 'price_update', time: 'created_at', key: 'company_id, id, created_at' },
  { table: 'market_snapshot', time: 'observed_at', key: 'company_id, id, observed_at' },
  { table: 'audit_log', time: 'at', key: 'company_id, at, id' },
];

/** Tables whose primary key was the id alone; it becomes company and id. */
const NUMBERED = ['account', 'listing', 'rule', 'notification'];

/** Tables with one row at most for each row of another table. */
const BESIDE = [
  { table: 'account_credentials', of: 'account_id', released: 'account_credentials_released' },
  { table: 'market', of: 'listing_id', released: 'market_released' },
  { table: 'listing_pricing', of: 'listing_id', released: null },
];

const TOUCHED = [...GROWING, ...BESIDE].map(({ table }) => table).concat(NUMBERED);

const run = async (db: Db, text: string): Promise<void> => {
  await sql.raw(text).execute(db);
};

async function runAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await run(db, statement);
}

async function texts(db: Db, query: string): Promise<string[]> {
  return (await sql.raw<{ text: string }>(query).execute(db)).rows.map(({ text }) => text);
}

const appRole = async (db: Db): Promise<string> =>
  (await texts(db, `select quote_ident(current_database() || '_app') as text`))[0]!;

/** Shorter than PostgreSQL's deadlock timeout: in a deadlock the migration gives way. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 100;
const LOCK_PAUSE_MS = 100;

/** Locks all changed tables at once, or none for now: running transactions go first. */
async function holdAll(db: Db): Promise<void> {
  await run(db, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let attempt = 1; ; attempt++) {
    await run(db, 'savepoint hold_all');
    try {
      await run(db, `lock table ${TOUCHED.join(', ')} in access exclusive mode`);
      break;
    } catch (error) {
      await run(db, 'rollback to savepoint hold_all');
      const isBusy = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!isBusy || attempt === LOCK_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS));
    }
  }
  await run(db, 'set local lock_timeout = 0');
}

/** Row-level security is forced on the owner too, who has to see every row here and need not be a superuser. */
const setForced = (db: Db, words: 'force' | 'no force') =>
  runAll(
    db,
    TOUCHED.map((table) => `alter table ${table} ${words} row level security`),
  );

/** A row of `table` under its company: the policy that every table of companies has. */
const policyFor = (table: string, app: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy ${table}_company on ${table} to ${app}
    using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
];

/** Policies and rights of a table, as statements that apply them to the later table of that name. */
const protectionOf = async (db: Db, table: string): Promise<string[]> => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  ...(await texts(
    db,
    `select format('create policy %I on ${table} for %s to %s%s%s', policyname, cmd,
        (select string_agg(quote_ident(role), ', ') from unnest(roles) role),
        ' using (' || qual || ')', ' with check (' || with_check || ')') as text
      from pg_policies where schemaname = 'public' and tablename = '${table}'
      union all
      select format('grant %s on ${table} to %s', privilege_type, grantee::regrole)
      from pg_class, aclexplode(relacl)
      where oid = '${table}'::regclass and grantee <> relowner and grantee <> 0`,
  )),
];

/** The plain indexes of a table, as statements. */
const indexesOf = (db: Db, table: string): Promise<string[]> =>
  texts(
    db,
    `select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as text
      from pg_index where indrelid = '${table}'::regclass and not indisunique`,
  );

/** The references of a table to what is no partition, as statements. */
const referencesOf = (db: Db, table: string): Promise<string[]> =>
  texts(
    db,
    `select format('alter table ${table} add constraint %I %s', conname, pg_get_constraintdef(oid)) as text
      from pg_constraint where conrelid = '${table}'::regclass and contype = 'f' and conparentid = 0`,
  );

/** Takes off the references that rest on the keys of a table; gives the statements that put them back. */
async function loosenFrom(db: Db, table: string): Promise<string[]> {
  const found = await texts(
    db,
    `select json_build_array(
        format('alter table %s drop constraint %I', conrelid::regclass, conname),
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      )::text as text
      from pg_constraint where confrelid = '${table}'::regclass and contype = 'f' and conparentid = 0`,
  );
  const pairs: [string, string][] = found.map((text) => JSON.parse(text));
  await runAll(
    db,
    pairs.map(([loosen]) => loosen),
  );
  return pairs.map(([, tie]) => tie);
}

/** Numbers go on after the greatest one in the table. */
const continueNumbers = (db: Db, table: string) =>
  run(
    db,
    `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1), max(id) is not null) from ${table}`,
  );

async function partition(db: Db, { table, time, key }: Growing, app: string): Promise<void> {
  const earlier = `${table}_earlier`;
  const later = `${table}_later`;
  const protection = await protectionOf(db, table);
  const indexes = await indexesOf(db, table);
  const references = await referencesOf(db, table);
  // All present rows are before the first of some month; this partition also takes new rows until then.
  const [border] = await texts(
    db,
    `select (case when count(*) = 0 then date_trunc('month', now(), 'UTC')
        else date_trunc('month', greatest(now(), max(${time})), 'UTC') + interval '1 month' end)::text as text
      from ${table}`,
  );

  await run(db, `alter table ${table} rename to ${earlier}`);
  await run(db, `alter table ${earlier} alter column id drop identity`);
  await run(db, `revoke all on ${earlier} from ${app}`);
  await runAll(
    db,
    await texts(
      db,
      `select format('alter table ${earlier} drop constraint %I', conname) as text from pg_constraint
        where conrelid = '${earlier}'::regclass and contype in ('p', 'u')
        union all
        select format('drop policy %I on ${earlier}', policyname)
        from pg_policies where schemaname = 'public' and tablename = '${earlier}'`,
    ),
  );
  await runAll(
    db,
    await texts(
      db,
      `select case when indisunique then format('drop index %s', indexrelid::regclass)
          else format('alter index %s rename to %I', indexrelid::regclass, 'earlier_' || relname) end as text
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = '${earlier}'::regclass`,
    ),
  );
  await run(db, `alter table ${earlier} add primary key (${key})`);
  await runAll(db, policyFor(earlier, app));

  await run(
    db,
    `create table ${table} (like ${earlier} including defaults including constraints)
      partition by range (${time})`,
  );
  await run(db, `alter table ${table} add primary key (${key})`);
  await runAll(db, [...indexes, ...references, ...protection]);
  await run(
    db,
    `alter table ${table} attach partition ${earlier} for values from (minvalue) to ('${border}')`,
  );
  await run(
    db,
    `create table ${later} partition of ${table} for values from ('${border}') to (maxvalue)`,
  );
  await runAll(db, policyFor(later, app));
  await run(db, `alter table ${table} alter column id add generated always as identity`);
}

/** The partitions in one table again, which is what it was before. */
async function gather(db: Db, { table }: Growing): Promise<void> {
  const protection = await protectionOf(db, table);
  const indexes = await indexesOf(db, table);
  const references = await referencesOf(db, table);
  const whole = `${table}_whole`;
  await run(db, `create table ${whole} (like ${table} including defaults including constraints)`);
  await run(db, `insert into ${whole} select * from ${table}`);
  await run(db, `drop table ${table}`);
  await run(db, `alter table ${whole} rename to ${table}`);
  await run(db, `alter table ${table} alter column id add generated always as identity`);
  await continueNumbers(db, table);
  await runAll(db, [...indexes, ...references, ...protection]);
}

/**
 * At most one update of a listing is being sent, and at most one waits. A unique key of a partitioned table would have to
 * contain the time, so the slots of updates are in a separate table, maintained by triggers.
 */
async function makeSlots(db: Db, app: string): Promise<void> {
  await run(
    db,
    `create table price_update_slot (
      company_id bigint not null,
      listing_id bigint not null,
      slot text not null check (slot in ('sent', 'waiting')),
      update_id bigint not null,
      -- The time of the update, so that a join from here reads one partition.
      created_at timestamptz not null,
      primary key (company_id, listing_id, slot)
    )`,
  );
  await runAll(db, policyFor('price_update_slot', app));
  await run(db, `grant select, insert, update, delete on price_update_slot to ${app}`);
  await run(
    db,
    `create function price_update_slot_of(state text) returns text language sql immutable parallel safe
      return case when state = 'sent' then 'sent' when state in ('pending', 'retry') then 'waiting' end`,
  );
  // Places are left before others are taken, each statement as a whole.
  await run(
    db,
    `create function keep_price_update_slots() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          delete from price_update_slot s using moved m
          where s.company_id = m.company_id and s.listing_id = m.listing_id and s.update_id = m.id
            and s.slot is distinct from price_update_slot_of(m.state);
        end if;
        insert into price_update_slot (company_id, listing_id, slot, update_id, created_at)
        select m.company_id, m.listing_id, price_update_slot_of(m.state), m.id, m.created_at
        from moved m
        where price_update_slot_of(m.state) is not null and not exists (
          select from price_update_slot s where s.company_id = m.company_id and s.listing_id = m.listing_id
            and s.slot = price_update_slot_of(m.state) and s.update_id = m.id)
        order by m.company_id, m.listing_id;
        return null;
      end $$`,
  );
  await run(
    db,
    `create function leave_price_update_slots() returns trigger language plpgsql as $$
      begin
        delete from price_update_slot s using gone g
        where s.company_id = g.company_id and s.listing_id = g.listing_id and s.update_id = g.id;
        return null;
      end $$`,
  );
  await run(
    db,
    `insert into price_update_slot
      select company_id, listing_id, price_update_slot_of(state), id, created_at
      from price_update where price_update_slot_of(state) is not null`,
  );
  await runAll(db, [
    `create trigger price_update_added after insert on price_update referencing new table as moved
      for each statement execute function keep_price_update_slots()`,
    `create trigger price_update_moved after update on price_update referencing new table as moved
      for each statement execute function keep_price_update_slots()`,
    `create trigger price_update_gone after delete on price_update referencing old table as gone
      for each statement execute function leave_price_update_slots()`,
  ]);
}

export async function up(db: Db): Promise<void> {
  const app = await appRole(db);
  await holdAll(db);
  await setForced(db, 'no force');

  for (const { table } of GROWING) await loosenFrom(db, table);
  for (const growing of GROWING) await partition(db, growing, app);
  await setForced(db, 'no force');
  for (const { table } of GROWING) await continueNumbers(db, table);
  await makeSlots(db, app);

  for (const table of NUMBERED) {
    const ties = await loosenFrom(db, table);
    await runAll(db, [
      `alter table ${table} drop constraint ${table}_pkey`,
      `alter table ${table} drop constraint ${table}_company_id_id_key`,
      `alter table ${table} add primary key (company_id, id)`,
      ...ties,
    ]);
  }
  for (const { table, of, released } of BESIDE) {
    await run(db, `alter table ${table} drop constraint ${table}_pkey`);
    await run(db, `alter table ${table} add primary key (company_id, ${of})`);
    if (released) await run(db, `alter table ${table} add constraint ${released} unique (${of})`);
  }
  // Old entries of the bell are taken away by their time.
  await run(db, 'create index notification_age on notification (company_id, created_at)');
  await setForced(db, 'force');
}

export async function down(db: Db): Promise<void> {
  await holdAll(db);
  await setForced(db, 'no force');
  await run(db, 'drop index notification_age');
  for (const { table, of, released } of BESIDE) {
    if (released) await run(db, `alter table ${table} drop constraint ${released}`);
    await run(db, `alter table ${table} drop constraint ${table}_pkey`);
    await run(db, `alter table ${table} add primary key (${of})`);
  }
  for (const table of NUMBERED) {
    const ties = await loosenFrom(db, table);
    await runAll(db, [
      `alter table ${table} drop constraint ${table}_pkey`,
      `alter table ${table} add primary key (id)`,
      `alter table ${table} add unique (company_id, id)`,
      ...ties,
    ]);
  }
  for (const growing of GROWING) await gather(db, growing);
  await setForced(db, 'no force');
  await runAll(db, [
    'drop function keep_price_update_slots()',
    'drop function leave_price_update_slots()',
    'drop table price_update_slot',
    'drop function price_update_slot_of(text)',

    'alter table audit_log add primary key (company_id, at, id)',
    'alter table market_snapshot add primary key (id)',
    'alter table market_snapshot add unique (company_id, id)',
    'alter table price_update add primary key (id)',
    'alter table price_update add unique (company_id, id)',
    `create unique index price_update_in_flight on price_update (company_id, listing_id)
      where state = 'sent'`,
    `create unique index price_update_waiting on price_update (company_id, listing_id)
      where state in ('pending', 'retry')`,

    // Rows past their retention can no longer be referenced; a market without its snapshot is polled again.
    `delete from market m where not exists (select from market_snapshot s
      where s.company_id = m.company_id and s.id = m.snapshot_id)`,
    `update price_update u set snapshot_id = null where snapshot_id is not null and not exists (
      select from market_snapshot s where s.company_id = u.company_id and s.id = u.snapshot_id)`,
    `update price_update u set reverts = null where reverts is not null and not exists (
      select from price_update o where o.company_id = u.company_id and o.id = u.reverts)`,
    `alter table market add foreign key (company_id, snapshot_id) references market_snapshot (company_id, id)`,
    `alter table price_update add foreign key (company_id, snapshot_id)
      references market_snapshot (company_id, id)`,
    `alter table price_update add foreign key (company_id, reverts) references price_update (company_id, id)`,
  ]);
  await setForced(db, 'force');
}
