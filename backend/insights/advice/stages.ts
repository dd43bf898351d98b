// At which gate each listing of a company stands.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { ADVICE_KINDS, type Stage } from '../contract.ts';

/**
 * How many listings stand at which gate. Each stands at one: the first with advice about the listing, or about a running campaign
 * that shows it. Listings that are not on sale, and those without advice, have stages of their own.
 */
export async function countStages(
  trx: Trx,
  companyId: number,
): Promise<Partial<Record<Stage, number>>> {
  const { rows } = await sql<{ stage: Stage; listings: number }>`
    with known as materialized (
      select listing_id, campaign_id, array_position(${[...ADVICE_KINDS]}::text[], kind) as place from recommendation
      where company_id = ${companyId} and state in ('open', 'snoozed', 'dismissed', 'accepted')
    ), shown as (
      select c.account_id, p.sku_marketplace, min(k.place) as place
      from known k
      join ads_campaign c on c.company_id = ${companyId} and c.id = k.campaign_id and c.is_listed and c.status = 'ENABLED'
      join ads_ad p on p.company_id = c.company_id and p.campaign_id = c.id and p.is_listed and p.status = 'ENABLED'
      group by 1, 2
    ), gate as (
      select listing_id, min(place) as place from (
        select listing_id, place from known where listing_id is not null
        union all
        select l.id, s.place from shown s
        join listing l on l.company_id = ${companyId} and l.account_id = s.account_id
          and l.sku_marketplace = s.sku_marketplace
      ) places group by 1
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
