// At which gate each listing of a company stands.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { ADVICE_KINDS, type Stage } from '../contract.ts';

/**
 * How many listings stand at which gate. Each stands at one: the first by which there is advice about it; one that is not on
 * sale, and one of which nothing is advised, stand apart.
 */
export async function countStages(
  trx: Trx,
  companyId: number,
): Promise<Partial<Record<Stage, number>>> {
  const { rows } = await sql<{ stage: Stage; listings: number }>`
    with gate as (
      select listing_id, min(array_position(${[...ADVICE_KINDS]}::text[], kind)) as place from recommendation
      where company_id = ${companyId} and listing_id is not null
        and state in ('open', 'snoozed', 'dismissed', 'accepted')
      group by 1
    )
    select case when l.status <> 'ENABLED' or l.stock <= 0 then 'not_on_sale'
        else coalesce((${[...ADVICE_KINDS]}::text[])[g.place], 'observing') end as stage,
      count(*)::integer as listings
    from listing l
    left join gate g on g.listing_id = l.id
    where l.company_id = ${companyId}
    group by 1`.execute(trx);
  return Object.fromEntries(rows.map(({ stage, listings }) => [stage, listings]));
}
