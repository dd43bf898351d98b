// Which listings each tab of automatic pricing shows.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListingTab } from '../contract.ts';
import { FAILED_STATES } from '../updates/engine/state-machine.ts';

/** The listings whose newest update did not get through. */
export const failed = (companyId: number) => sql`
  select u.listing_id from price_update u
  where u.company_id = ${companyId} and u.state in (${sql.join(FAILED_STATES)})
    and not exists (select from price_update n where n.company_id = u.company_id
      and n.listing_id = u.listing_id and n.created_at >= u.created_at
      and (n.created_at, n.id) > (u.created_at, u.id))`;

export const losing = (companyId: number) => sql`
  select m2.listing_id from market m2
  where m2.company_id = ${companyId} and m2.buybox_status = 'LOSING'`;

export const ruled = (companyId: number) => sql`
  select rl2.listing_id from rule_listing rl2 where rl2.company_id = ${companyId}`;

/** Few listings have a price that is some rule's minimum, and an index leads to them; then it is asked whether it is theirs. */
export const atMinimum = (companyId: number) => sql`
  select l2.id from listing l2
  join rule_listing rl2 on rl2.company_id = l2.company_id and rl2.listing_id = l2.id
  join rule r2 on r2.company_id = rl2.company_id and r2.id = rl2.rule_id
  where l2.company_id = ${companyId} and l2.price = r2.min_price
    and l2.price = any(array(select distinct r3.min_price from rule r3
      where r3.company_id = ${companyId} and r3.min_price is not null))`;

/**
 * The listings `l` that a page of a tab shows, written so that the database does not join a whole company for one page.
 * `scans`: the listings are checked one after the other, in order, until a page is full; an `offset 0` keeps the database
 * from turning that into a join.
 */
export function tabCondition(
  companyId: number,
  tab: ListingTab,
  scans: boolean,
): RawBuilder<SqlBool> {
  const isOne = (set: RawBuilder<unknown>, id: string) =>
    scans
      ? sql<SqlBool>`exists (${set} and ${sql.ref(id)} = l.id offset 0)`
      : sql<SqlBool>`l.id = any(array(${set}))`;
  switch (tab) {
    case 'all':
      return sql`true`;
    case 'losing':
      return isOne(losing(companyId), 'm2.listing_id');
    case 'at_minimum':
      return isOne(atMinimum(companyId), 'l2.id');
    case 'no_rule':
      return scans
        ? sql`not exists (${ruled(companyId)} and rl2.listing_id = l.id offset 0)`
        : sql`l.id = any(array(select l2.id from listing l2 where l2.company_id = ${companyId}
            and not exists (${ruled(companyId)} and rl2.listing_id = l2.id)))`;
    case 'failed':
      // Whether an update is the newest is quicker asked of all that failed than of each listing.
      return sql`l.id = any(array(${failed(companyId)}))`;
  }
}

/** The same where all that match are wanted, and not a page of them. */
export function wholeTab(companyId: number, tab: ListingTab): RawBuilder<SqlBool> {
  switch (tab) {
    case 'all':
      return sql`true`;
    case 'losing':
      return sql`l.id in (${losing(companyId)})`;
    case 'at_minimum':
      return sql`l.id in (${atMinimum(companyId)})`;
    case 'no_rule':
      return sql`not exists (${ruled(companyId)} and rl2.listing_id = l.id)`;
    case 'failed':
      return sql`l.id in (${failed(companyId)})`;
  }
}
