import { type Kysely, sql } from 'kysely';

// The multiplier by which an automated campaign is steered to its target, and the day of the account for which it holds. Only adds.

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ads_campaign
    add column ros_multiplier double precision check (ros_multiplier between 0.3 and 4),
    add column steered_on date,
    add check ((ros_multiplier is null) = (steered_on is null))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ads_campaign drop column ros_multiplier, drop column steered_on`.execute(
    db,
  );
}
