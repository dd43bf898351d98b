// The rows of rules, and which listings each prices.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { RuleOrigin } from '../contract.ts';
import type { toStoredRule } from '../engine/rule.ts';
import { anyOf } from '../updates/listing-store.ts';
import type { RuleRow } from '../updates/rule-store.ts';

type RuleContent = ReturnType<typeof toStoredRule> & { name: string; origin: RuleOrigin };

/** A rule, locked for this transaction; listings are locked before it. */
export const lockRule = (
  trx: Trx,
  companyId: number,
  ruleId: number,
): Promise<RuleRow | undefined> =>
  trx
    .selectFrom('rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', ruleId)
    .forUpdate()
    .executeTakeFirst();

export const insertRule = (
  trx: Trx,
  companyId: number,
  content: RuleContent,
  createdBy: number,
  now: Date,
): Promise<RuleRow> =>
  trx
    .insertInto('rule')
    .values({
      ...content,
      company_id: companyId,
      version: 1,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Saves a rule under its next version; the caller has locked it and checked the version. */
export const saveRule = (
  trx: Trx,
  companyId: number,
  ruleId: number,
  content: Partial<RuleContent>,
  now: Date,
): Promise<RuleRow> =>
  trx
    .updateTable('rule')
    .set({ ...content, version: sql<number>`version + 1`, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', ruleId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The listings that each rule prices, in the order of their ids. */
export async function listingsOfRules(
  trx: Trx,
  companyId: number,
  ruleIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await trx
    .selectFrom('rule_listing')
    .select(['rule_id', 'listing_id'])
    .where('company_id', '=', companyId)
    .where(anyOf('rule_id', ruleIds))
    .orderBy('listing_id')
    .execute();
  const listings = new Map<number, number[]>(ruleIds.map((id) => [id, []]));
  for (const row of rows) listings.get(row.rule_id)?.push(row.listing_id);
  return listings;
}

export const listingsOfRule = async (
  trx: Trx,
  companyId: number,
  ruleId: number,
): Promise<number[]> => (await listingsOfRules(trx, companyId, [ruleId])).get(ruleId) ?? [];

/** Of some listings those whose rule says its minimum as a margin or a return. */
export async function listingsPricedByCost(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ listing_id: number }>`
    select o.listing_id from rule_listing o
    join rule r on r.company_id = o.company_id and r.id = o.rule_id
    where o.company_id = ${companyId} and o.listing_id = any(${listingIds}::bigint[])
      and r.settings->>'minimumBy' in ('MARGIN', 'RETURN')`.execute(trx);
  return rows.map((row) => row.listing_id);
}

/** Of some listings what decides whether a rule may price them; unknown ones are left out. */
export const candidates = (
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<
  { id: number; marketplace_id: number; country_code: string; rule_id: number | null }[]
> =>
  trx
    .selectFrom('listing')
    .leftJoin('rule_listing', (join) =>
      join
        .onRef('rule_listing.company_id', '=', 'listing.company_id')
        .onRef('rule_listing.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.marketplace_id',
      'listing.country_code',
      'rule_listing.rule_id',
    ])
    .where('listing.company_id', '=', companyId)
    .where(anyOf('listing.id', listingIds))
    .execute();

export async function addListings(
  trx: Trx,
  companyId: number,
  ruleId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  await trx
    .insertInto('rule_listing')
    .values(
      listingIds.map((listing_id) => ({ company_id: companyId, rule_id: ruleId, listing_id })),
    )
    .execute();
}

export async function removeListings(
  trx: Trx,
  companyId: number,
  ruleId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  await trx
    .deleteFrom('rule_listing')
    .where('company_id', '=', companyId)
    .where('rule_id', '=', ruleId)
    .where(anyOf('listing_id', listingIds))
    .execute();
}
