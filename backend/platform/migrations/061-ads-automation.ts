import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// Who sends the bids that the engine decides, when it decided last, and which bids were changed outside of the product. Only adds.

const HELD = ['ads_campaign', 'ads_target', 'ads_change'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await sql`alter table ads_campaign
    add column automation text not null default 'off' check (automation in ('off', 'proposed', 'automatic')),
    add column decided_at timestamptz`.execute(db);
  await sql`alter table ads_target add column changed_elsewhere_at timestamptz`.execute(db);
  await sql`create index ads_campaign_automated on ads_campaign (company_id, id) where automation <> 'off'`.execute(
    db,
  );
  await sql`create index ads_change_object on ads_change (company_id, object, object_id, created_at desc)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, HELD);
  await sql`drop index ads_change_object, ads_campaign_automated`.execute(db);
  await sql`alter table ads_target drop column changed_elsewhere_at`.execute(db);
  await sql`alter table ads_campaign drop column automation, drop column decided_at`.execute(db);
}
