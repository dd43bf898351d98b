// Which share of the time each listing held its buybox, for lists that are filtered and ordered by it.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';

const HOURS = { share_day: 24, share_week: 7 * 24, share_month: 30 * 24 } as const;
const LONGEST_HOURS = HOURS.share_month;
/** A refresh may be late by this much: shares that have not changed since before that stay as they are. */
const LATE_HOURS = 48;

/**
 * Writes the present shares of listings: of the observed time, that in which the listing held the buybox, and half of that in which
 * it shared it. They are shares of time, whatever the number of observations. A trigger keeps the column that says whether the
 * listing loses now. Listings whose state is older than the longest window, and was so at the last refresh, are skipped.
 */
export async function refreshShares(trx: Trx, companyId: number, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const border = hoursAgo(LONGEST_HOURS + LATE_HOURS);
  const shares = Object.entries(HOURS).map(([name, hours]) => {
    const within = sql`greatest(0, extract(epoch from span.until - greatest(span.since, ${hoursAgo(hours)}::timestamptz)))`;
    return sql`round(100 * sum(${within} * case span.state when 'won' then 1 when 'shared' then 0.5 else 0 end)
      / nullif(sum(${within}), 0), 1) as ${sql.ref(name)}`;
  });
  await sql`
    with touched as (
      select b.listing_id, b.account_id, b.state, b.since, coalesce(m.buybox_status = 'LOSING', false) as is_losing
      from listing_buybox b
      left join buybox_share s on s.company_id = b.company_id and s.listing_id = b.listing_id
      left join market m on m.company_id = b.company_id and m.listing_id = b.listing_id
      where b.company_id = ${companyId} and (b.since > ${border} or s.listing_id is null)
    ), span as (
      select listing_id, state, since, ${now}::timestamptz as until from touched
      where state not in ('off', 'unseen')
      union all
      select i.listing_id, i.state, i.since, i.until from buybox_interval i
      join touched t on t.listing_id = i.listing_id
      where i.company_id = ${companyId} and i.until > ${hoursAgo(LONGEST_HOURS)} and i.state <> 'unseen'
    ), share as (
      select span.listing_id, ${sql.join(shares)} from span group by span.listing_id
    )
    insert into buybox_share as s (company_id, listing_id, account_id, share_day, share_week, share_month, is_losing)
    select ${companyId}, t.listing_id, t.account_id, share.share_day, share.share_week, share.share_month, t.is_losing
    from touched t left join share on share.listing_id = t.listing_id
    on conflict (company_id, listing_id) do update set share_day = excluded.share_day,
      share_week = excluded.share_week, share_month = excluded.share_month, is_losing = excluded.is_losing
    where (s.share_day, s.share_week, s.share_month, s.is_losing)
      is distinct from (excluded.share_day, excluded.share_week, excluded.share_month, excluded.is_losing)`.execute(
    trx,
  );
}
