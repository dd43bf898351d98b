import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The offers of a snapshot as rows of values (monitoring/offers.ts) instead of jsonb. Older snapshots are kept and read as
// before. A process of the previous version reads `offers` only. So a writer fills that column too while such a process is
// connected, which it detects by the application name: those of this and later versions begin with "primazia-". If such a
// process reads a snapshot that was written while none was connected, it finds no offers at all and fails, which returns
// its job to the queue, instead of deciding on an empty market. The way back fills `offers` for all.

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function unpack_offers(packed text) returns jsonb language sql immutable parallel safe as $$
      select coalesce(jsonb_agg(jsonb_build_object(
        'offerId', o->0, 'sellerId', o->1, 'sellerName', o->2, 'marketplaceId', o->3, 'price', o->4,
        'shippingPrice', o->5, 'shippingTimeHours', o->6, 'fulfillment', o->7, 'reputation', o->8,
        'listingTypeId', o->9, 'condition', o->10, 'available', o->11, 'position', o->12, 'isOwn', o->13,
        'comparison', o->14) order by n), '[]')
      from jsonb_array_elements(packed::jsonb) with ordinality as offer(o, n) $$`.execute(db);
  await sql`
    create function older_version_serves() returns boolean language sql stable as $$
      select exists (select from pg_stat_activity
        where datname = current_database() and usename = current_user
          and coalesce(application_name, '') not like 'primazia-%') $$`.execute(db);
  await holdTables(db, ['market_snapshot']);
  await sql`alter table market_snapshot add column packed text, alter column offers drop not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['market_snapshot']);
  // The owner sees every row, also where it is no superuser.
  await sql`alter table market_snapshot no force row level security`.execute(db);
  await sql`update market_snapshot set offers = unpack_offers(packed) where offers is null`.execute(
    db,
  );
  await sql`alter table market_snapshot force row level security`.execute(db);
  await sql`alter table market_snapshot drop column packed, alter column offers set not null`.execute(
    db,
  );
  await sql`drop function unpack_offers(text), older_version_serves()`.execute(db);
}
