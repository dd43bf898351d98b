// Row-level security is forced on the owner of the tables too. A superuser passes by it all the same; the owner of a
// managed database is none, and has to lift the force for what only he does.
import type postgres from 'postgres';

export type OwnerSql = postgres.Sql | postgres.TransactionSql;

/** Whether whoever is signed in passes by row-level security. */
export async function passesPolicies(sql: OwnerSql): Promise<boolean> {
  const [row] = await sql<{ passes: boolean }[]>`
    select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user`;
  return row!.passes;
}

const policed = (sql: postgres.Sql, isForced: boolean) => sql<{ name: string }[]>`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
    and relforcerowsecurity = ${isForced} order by relname`;

/** Forces row-level security on the owner of every table that has it, also where a work that lifted it was killed. */
async function forcePolicies(owner: postgres.Sql): Promise<void> {
  for (const { name } of await policed(owner, false))
    await owner`alter table ${owner(name)} force row level security`;
}

/**
 * Does work that needs the rows of every company. For the application's role nothing changes meanwhile. Each table is
 * locked for a moment before and after where the owner is no superuser.
 */
export async function seeingAll<T>(owner: postgres.Sql, work: () => Promise<T>): Promise<T> {
  if (await passesPolicies(owner)) return await work();
  try {
    for (const { name } of await policed(owner, true))
      await owner`alter table ${owner(name)} no force row level security`;
    return await work();
  } finally {
    await forcePolicies(owner);
  }
}
