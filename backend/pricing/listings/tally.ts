// How many listings a company has, as the database counts them while they come and go (migration 007-lists).
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';

export interface Tally {
  listings: number;
  /** Those whose buybox somebody else has. */
  losing: number;
  /** Those that a rule prices. */
  ruled: number;
}

/** With more parts than these, most belong to closed connections. */
const MANY_PARTS = 200;

/** The numbers of a company's listings. */
export async function tallyOf(trx: Trx, companyId: number): Promise<Tally> {
  const { parts, ...tally } = await trx
    .selectFrom('listing_tally')
    .where('company_id', '=', companyId)
    .select((eb) => [
      sum('listings'),
      sum('losing'),
      sum('ruled'),
      eb.fn.countAll<number>().as('parts'),
    ])
    .executeTakeFirstOrThrow();
  if (parts > MANY_PARTS) await mergeParts(trx, companyId);
  return tally;
}

const sum = (name: keyof Tally) => sql<number>`coalesce(sum(${sql.ref(name)}), 0)`.as(name);

/**
 * Puts the parts of a tally into one. One reader at a time does it, and skips the parts that are locked because somebody
 * counts in them, so that nobody waits.
 */
async function mergeParts(trx: Trx, companyId: number): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('listing_tally', ${companyId}::bigint)) as "isOurs"`.execute(
    trx,
  );
  if (!rows[0]!.isOurs) return;
  await sql`
    with part as (
      select backend from listing_tally
      where company_id = ${companyId} and backend <> pg_backend_pid()
      for update skip locked
    ), gone as (
      delete from listing_tally t using part
      where t.company_id = ${companyId} and t.backend = part.backend
      returning t.listings, t.losing, t.ruled
    )
    select add_to_listing_tally(${companyId}, sum(listings)::bigint, sum(losing)::bigint, sum(ruled)::bigint)
    from gone having count(*) > 0`.execute(trx);
}
