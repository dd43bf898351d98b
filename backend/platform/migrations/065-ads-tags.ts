import { type Kysely, sql } from 'kysely';
import { holdTables } from '../hold-tables.ts';

// The tags of campaigns: those of holidays and seasons by their codes, and the company's own by their names. Only adds.

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await holdTables(db, ['ads_campaign']);
  for (const statement of [
    `create table ads_campaign_tag (
      company_id bigint not null,
      campaign_id bigint not null,
      tag text not null,
      primary key (company_id, campaign_id, tag),
      foreign key (company_id, campaign_id) references ads_campaign (company_id, id)
    )`,
    'create index ads_campaign_tag_tag on ads_campaign_tag (company_id, tag)',
    'alter table ads_campaign_tag enable row level security',
    'alter table ads_campaign_tag force row level security',
    `create policy ads_campaign_tag_company on ads_campaign_tag to ${app}
      using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
    `grant select, insert, update, delete on ads_campaign_tag to ${app}`,
  ])
    await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await holdTables(db, ['ads_campaign']);
  await sql`drop table ads_campaign_tag`.execute(db);
}
