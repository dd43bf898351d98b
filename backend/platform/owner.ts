// Row-level security is forced on the owner of the tables too. A superuser bypasses it anyway; the owner of a managed
// database is not one, and has to lift the force for its maintenance work.
import type postgres from 'postgres';

export type OwnerSql = postgres.Sql | postgres.TransactionSql;

/**
 * A shared lock for work with the force lifted, an exclusive one for restoring it. The lock belongs to its connection, of
 * which only `unsafe` survives a loss (see reserve.ts).
 */
const LOCK = 7_463_928_574;

/** Whether the role that is signed in bypasses row-level security. */
export async function passesPolicies(sql: OwnerSql): Promise<boolean> {
  const [row] = await sql<{ passes: boolean }[]>`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`;
  return row!.passes;
}

const policed = (sql: postgres.Sql, isForced: boolean) => sql<{ name: string }[]>`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
    and relforcerowsecurity = ${isForced} order by relname`;

/**
 * Forces row-level security on the owner of every table that has it, also after work that lifted it was killed. While another
 * process works with the force lifted it stays so: that process needs to see the rows, and restores the force at its end.
 */
export async function forcePolicies(owner: postgres.Sql): Promise<void> {
  const lock = await owner.reserve();
  try {
    const [last] = await lock.unsafe<{ is: boolean }[]>(
      `select pg_try_advisory_lock(${LOCK}) as is`,
    );
    if (!last!.is) return;
    try {
      for (const { name } of await policed(owner, false))
        await owner`alter table ${owner(name)} force row level security`;
    } finally {
      await lock.unsafe(`select pg_advisory_unlock(${LOCK})`);
    }
  } finally {
    lock.release();
  }
}

/**
 * Does work that needs the rows of every company. Nothing changes for the application's role. If the owner is not a
 * superuser, each table is locked for a moment before and after, and a connection of the pool is held.
 */
export async function seeingAll<T>(owner: postgres.Sql, work: () => Promise<T>): Promise<T> {
  if (await passesPolicies(owner)) return await work();
  const lock = await owner.reserve();
  try {
    await lock.unsafe(`select pg_advisory_lock_shared(${LOCK})`);
    try {
      for (const { name } of await policed(owner, true))
        await owner`alter table ${owner(name)} no force row level security`;
      return await work();
    } finally {
      await lock.unsafe(`select pg_advisory_unlock_shared(${LOCK})`);
    }
  } finally {
    lock.release();
    await forcePolicies(owner);
  }
}
