import { sql } from 'kysely';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import type { Trx } from '../../platform/db.ts';
import { ofCompany } from '../../platform/statement.ts';
import { keyOf, type Suspicion } from './engine/judge.ts';

type Known = ReadonlyMap<string, Suspicion>;
const NONE: Known = new Map();

const suspicionsOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('suspect_price')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('listing_id', '=', sql<number>`any(${ids}::bigint[])`),
);

/** The stored suspicions, by listing; one that is not in it has none. */
export async function knownSuspicions(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<(listingId: number) => Known> {
  const rows = await suspicionsOf(trx, companyId, listingIds);
  if (rows.length === 0) return () => NONE;
  const found = new Map<number, Map<string, Suspicion>>();
  for (const row of rows) {
    const suspicion: Suspicion = {
      marketplaceId: MarketplaceId.parse(row.marketplace_id),
      sellerId: row.seller_id,
      offerId: row.offer_id,
      price: row.price,
      seenAt: row.seen_at,
      state: row.state,
    };
    const of = found.get(row.listing_id) ?? new Map<string, Suspicion>();
    found.set(row.listing_id, of.set(keyOf(suspicion), suspicion));
  }
  return (listingId) => found.get(listingId) ?? NONE;
}

/** The suspicions of one listing's market, before and after an observation. */
export interface SuspicionChange {
  listingId: number;
  before: Known;
  after: Known;
}

/** Writes the suspicions of listings, and deletes those that ended. */
export async function saveSuspicions(
  trx: Trx,
  companyId: number,
  suspicionChanges: readonly SuspicionChange[],
): Promise<void> {
  const forgotten = suspicionChanges.flatMap(({ listingId, before, after }) =>
    [...before].flatMap(([key, { marketplaceId, sellerId, offerId }]) =>
      after.has(key) ? [] : [{ listingId, marketplaceId, sellerId, offerId }],
    ),
  );
  const written = suspicionChanges.flatMap(({ listingId, before, after }) =>
    [...after].flatMap(([key, one]) => (before.get(key) === one ? [] : [{ listingId, ...one }])),
  );
  if (forgotten.length > 0) {
    await sql`
      delete from suspect_price as s
      using json_to_recordset(${JSON.stringify(forgotten)}::text::json) as gone("listingId" bigint,
        "marketplaceId" integer, "sellerId" text, "offerId" text)
      where s.company_id = ${companyId} and s.listing_id = gone."listingId"
        and s.marketplace_id = gone."marketplaceId" and s.seller_id = gone."sellerId"
        and s.offer_id = gone."offerId"`.execute(trx);
  }
  if (written.length > 0) {
    await sql`
      insert into suspect_price (company_id, listing_id, marketplace_id, seller_id, offer_id, price,
        seen_at, state)
      select ${companyId}, "listingId", "marketplaceId", "sellerId", "offerId", price, "seenAt", state
      from json_to_recordset(${JSON.stringify(written)}::text::json) as seen("listingId" bigint,
        "marketplaceId" integer, "sellerId" text, "offerId" text, price bigint, "seenAt" timestamptz,
        state text)
      on conflict (company_id, listing_id, marketplace_id, seller_id, offer_id) do update set
        price = excluded.price, seen_at = excluded.seen_at, state = excluded.state`.execute(trx);
  }
}

/** Listings with a price that waits for a second observation since a time in a range. */
export const awaitingSecond = (
  trx: Trx,
  companyId: number,
  { after, until }: { after: Date; until: Date },
) =>
  trx
    .selectFrom('suspect_price')
    .innerJoin('listing', (join) =>
      join
        .onRef('listing.company_id', '=', 'suspect_price.company_id')
        .onRef('listing.id', '=', 'suspect_price.listing_id'),
    )
    .select([
      'listing.id',
      'listing.account_id as accountId',
      'listing.marketplace_id as marketplaceId',
    ])
    .distinct()
    .where('suspect_price.company_id', '=', companyId)
    .where('suspect_price.state', '=', 'suspect')
    .where('suspect_price.seen_at', '>', after)
    .where('suspect_price.seen_at', '<=', until)
    .where('listing.status', '!=', 'ARCHIVED')
    .execute();
