import { type Kysely, sql } from 'kysely';

// Recommendations for listings and campaigns, their outcomes, and the number of listings at each stage of the funnel. Only adds.

const TABLES = ['recommendation', 'recommendation_pass'];

const run = async (db: Kysely<unknown>, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select quote_ident(current_database() || '_app') as role`.execute(db);
  const { role: app } = rows[0]!;
  await run(db, [
    `create table recommendation (
      company_id bigint not null,
      id bigint generated always as identity,
      kind text not null,
      reason text not null,
      -- Its subject: 'listing:1', 'campaign:2', 'target:3'; for a target also its campaign.
      subject text not null,
      listing_id bigint,
      campaign_id bigint,
      target_id bigint,
      account_id bigint not null,
      currency_code text not null,
      state text not null check (state in
        ('open', 'snoozed', 'dismissed', 'accepted', 'applied', 'kept', 'missed', 'undone', 'resolved')),
      is_primary boolean not null,
      act text not null,
      -- What accepting it does; null: a person does it elsewhere.
      change jsonb,
      effect bigint,
      effect_low bigint,
      effect_high bigint,
      score bigint not null,
      assumed text[] not null,
      confidence text not null check (confidence in ('high', 'low')),
      facts jsonb not null,
      fingerprint text not null,
      opened_at timestamptz not null,
      changed_at timestamptz not null,
      snoozed_until timestamptz,
      -- The reason, with its content at that time.
      dismissed jsonb,
      decided_by bigint,
      -- What takes the act back; null: nothing does.
      undo jsonb,
      -- The measured effect, next to the estimate; null: not measured.
      measured jsonb,
      primary key (company_id, id),
      foreign key (company_id, account_id) references account (company_id, id),
      check ((effect is null) = (effect_low is null) and (effect is null) = (effect_high is null))
    )`,
    // At most one valid recommendation per subject and kind.
    `create unique index recommendation_current on recommendation (company_id, subject, kind)
      where state in ('open', 'snoozed', 'dismissed', 'accepted')`,
    'create index recommendation_state on recommendation (company_id, state, kind, score desc, id)',
    "create index recommendation_next on recommendation (company_id, currency_code, score desc, id) where state = 'open'",
    'create index recommendation_subject on recommendation (company_id, subject, changed_at)',
    'create index recommendation_listing on recommendation (company_id, listing_id) where listing_id is not null',
    `create table recommendation_pass (
      company_id bigint primary key,
      evaluated_at timestamptz not null,
      stages jsonb not null,
      -- What sales of 30 days left, by currency.
      contributions jsonb not null
    )`,
    ...TABLES.flatMap((table) => [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy ${table}_company on ${table} to ${app}
        using (company_id = (select current_company())) with check (company_id = (select current_company()))`,
      `grant select, insert, update, delete on ${table} to ${app}`,
    ]),
  ]);
}

export const down = (db: Kysely<unknown>): Promise<void> =>
  run(db, [`drop table ${TABLES.join(', ')}`]);
