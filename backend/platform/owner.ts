// Row-level security is forced on the owner of the tables too. A superuser passes by it all the same; the owner of a
// managed database is none, and has to lift the force for what only he does.
import type postgres from 'postgres';

export type OwnerSql = postgres.Sql | postgres.TransactionSql;

/**
 * Work with the force lifted shares it; putting the force back takes it alone. It goes with the connection
 * that took it, of which only `unsafe` stands a loss (see reserve.ts).
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
 * Forces row-level security on the owner of every table that has it, also where a work that lifted it was killed. While
 * somebody else works with the force lifted it stays so: he would see no row any more, and puts it back at his end.
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
 * Does work that needs the rows of every company. For the application's role nothing changes meanwhile. Where the owner
 * is no superuser, each table is locked for a moment before and after, and a connection of the pool is held.
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
