// Advice as it is stored.
import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { AdviceState, Stage } from '../contract.ts';
import type { Advice, Subject } from './rules/advice.ts';
import type { NotEarnedSum } from './rules/not-earned.ts';
import type { Stored } from './rules/state.ts';

/** How a subject is written. */
export const subjectOf = ({ listingId, campaignId, targetId }: Subject): string =>
  targetId !== null
    ? `target:${targetId}`
    : campaignId !== null
      ? `campaign:${campaignId}`
      : `listing:${listingId}`;

export const keyOf = (subject: string, kind: string): string => `${subject} ${kind}`;

/** Advice about some subjects that still counts, or was applied or undone; the latest first. */
export async function storedOf(
  trx: Trx,
  companyId: number,
  subjects: readonly string[],
): Promise<Map<string, Stored[]>> {
  const rows = await trx
    .selectFrom('recommendation')
    .select(['id', 'kind', 'subject', 'state', 'changed_at', 'snoozed_until', 'dismissed'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`subject = any(${subjects}::text[])`)
    .where('state', '<>', 'resolved')
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return Map.groupBy(
    rows.map((row) => ({
      id: row.id,
      key: keyOf(row.subject, row.kind),
      state: row.state as AdviceState,
      changedAt: row.changed_at,
      snoozedUntil: row.snoozed_until,
      dismissed: row.dismissed as Stored['dismissed'],
    })),
    ({ key }) => key,
  );
}

/** Advice to be stored. */
export interface Given {
  advice: Advice;
  accountId: number;
  currencyCode: string;
  isPrimary: boolean;
}
export interface Retained extends Given {
  id: number;
  isReopened: boolean;
}

const contentOf = ({ advice, isPrimary }: Given) => ({
  reason: advice.reason,
  is_primary: isPrimary,
  act: advice.act,
  change: advice.change,
  effect: advice.effect?.mean ?? null,
  effect_low: advice.effect?.low ?? null,
  effect_high: advice.effect?.high ?? null,
  score: advice.score,
  assumed: advice.assumed,
  confidence: advice.confidence,
  facts: advice.facts,
  fingerprint: advice.fingerprint,
});

const CONTENT = sql`reason text, is_primary boolean, act text, change jsonb, effect bigint, effect_low bigint, effect_high bigint,
  score bigint, assumed text[], confidence text, facts jsonb, fingerprint text`;
const NAMES = sql`reason, is_primary, act, change, effect, effect_low, effect_high, score, assumed, confidence, facts, fingerprint`;

/** @returns the ids of what was stored */
export async function insertAdvice(
  trx: Trx,
  companyId: number,
  given: readonly Given[],
  now: Date,
): Promise<number[]> {
  if (given.length === 0) return [];
  const rows = given.map((one) => ({
    kind: one.advice.kind,
    subject: subjectOf(one.advice.subject),
    listing_id: one.advice.subject.listingId,
    campaign_id: one.advice.subject.campaignId,
    target_id: one.advice.subject.targetId,
    account_id: one.accountId,
    currency_code: one.currencyCode,
    ...contentOf(one),
  }));
  const { rows: added } = await sql<{ id: number }>`
    insert into recommendation (company_id, kind, subject, listing_id, campaign_id, target_id, account_id, currency_code,
      ${NAMES}, state, opened_at, changed_at)
    select ${companyId}::bigint, kind, subject, listing_id, campaign_id, target_id, account_id, currency_code, ${NAMES},
      'open', ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(kind text, subject text, listing_id bigint,
      campaign_id bigint, target_id bigint, account_id bigint, currency_code text, ${CONTENT})
    -- Accepting may give it at the same time.
    on conflict do nothing
    returning id`.execute(trx);
  return added.map(({ id }) => id);
}

/** Updates stored advice to the facts; reopens what returns. */
export async function updateAdvice(
  trx: Trx,
  companyId: number,
  retained: readonly Retained[],
  now: Date,
): Promise<void> {
  if (retained.length === 0) return;
  const rows = retained.map((one) => ({
    id: one.id,
    is_reopened: one.isReopened,
    ...contentOf(one),
  }));
  await sql`
    update recommendation r set reason = g.reason, act = g.act, change = g.change, effect = g.effect,
      effect_low = g.effect_low, effect_high = g.effect_high, score = g.score, assumed = g.assumed,
      confidence = g.confidence, facts = g.facts, fingerprint = g.fingerprint, is_primary = g.is_primary,
      state = case when g.is_reopened then 'open' else r.state end,
      changed_at = case when g.is_reopened then ${now}::timestamptz else r.changed_at end,
      snoozed_until = case when g.is_reopened then null else r.snoozed_until end,
      dismissed = case when g.is_reopened then null else r.dismissed end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, is_reopened boolean, ${CONTENT})
    where r.company_id = ${companyId} and r.id = g.id and r.state in ('open', 'snoozed', 'dismissed')`.execute(
    trx,
  );
}

/** Which advice was evaluated: about listings of a range of ids or some listings, or about campaigns and their targets. */
export type Checked =
  | { after: number; upTo: number | null }
  | { ids: readonly number[] }
  | { campaigns: readonly number[] | null };

/** Resolves evaluated advice that no longer holds. @param held the ids of what still does */
export async function resolveOthers(
  trx: Trx,
  companyId: number,
  checked: Checked,
  held: readonly number[],
  now: Date,
): Promise<void> {
  const where =
    'after' in checked
      ? sql`listing_id > ${checked.after} and (${checked.upTo}::bigint is null or listing_id <= ${checked.upTo})`
      : 'ids' in checked
        ? sql`listing_id = any(${checked.ids}::bigint[])`
        : sql`campaign_id is not null and (${checked.campaigns}::bigint[] is null or campaign_id = any(${checked.campaigns}::bigint[]))`;
  await sql`
    update recommendation set state = 'resolved', changed_at = ${now}::timestamptz
    where company_id = ${companyId} and state in ('open', 'snoozed') and ${where}
      and id <> all(${held}::bigint[])`.execute(trx);
}

/** Reopens advice whose act a process that died left half done. */
export async function reopenAbandoned(
  trx: Trx,
  companyId: number,
  before: Date,
  now: Date,
): Promise<void> {
  await sql`
    update recommendation set state = 'open', changed_at = ${now}::timestamptz, decided_by = null
    where company_id = ${companyId} and state = 'accepted' and changed_at < ${before}::timestamptz`.execute(
    trx,
  );
}

/** Deletes advice that ended before an instant. */
export async function deleteOld(trx: Trx, companyId: number, before: Date): Promise<void> {
  await sql`
    delete from recommendation where company_id = ${companyId}
      and state in ('resolved', 'applied', 'undone') and changed_at < ${before}::timestamptz`.execute(
    trx,
  );
}

export interface Pass {
  evaluatedAt: Date;
  stages: Partial<Record<Stage, number>>;
  contributions: Record<string, number>;
  /** What listings that lose the buybox did not earn, by currency. */
  notEarned: Record<string, NotEarnedSum>;
}

export async function savePass(
  trx: Trx,
  companyId: number,
  { evaluatedAt, stages, contributions, notEarned }: Pass,
): Promise<void> {
  await sql`
    insert into recommendation_pass (company_id, evaluated_at, stages, contributions, not_earned)
    values (${companyId}, ${evaluatedAt}, ${JSON.stringify(stages)}::jsonb, ${JSON.stringify(contributions)}::jsonb,
      ${JSON.stringify(notEarned)}::jsonb)
    on conflict (company_id) do update set evaluated_at = excluded.evaluated_at, stages = excluded.stages,
      contributions = excluded.contributions, not_earned = excluded.not_earned`.execute(trx);
}

/** Campaigns with open advice whose ACOS is more than this many times their goal. */
export async function burningCampaigns(
  trx: Trx,
  companyId: number,
  times: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct campaign_id)::integer as count from recommendation
    where company_id = ${companyId} and state = 'open' and campaign_id is not null and target_id is null
      and (facts ->> 'acos')::float8 > ${times}::float8 * (facts ->> 'goal')::float8`.execute(trx);
  return rows[0]!.count;
}

/** The latest pass; null: there was none. */
export async function passOf(trx: Trx, companyId: number): Promise<Pass | null> {
  const row = await trx
    .selectFrom('recommendation_pass')
    .select(['evaluated_at', 'stages', 'contributions', 'not_earned'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        evaluatedAt: row.evaluated_at,
        stages: row.stages as Pass['stages'],
        contributions: row.contributions as Pass['contributions'],
        notEarned: row.not_earned as Pass['notEarned'],
      };
}

/** The first and the latest price that a rule has set on each of its listings since a moment. */
export async function appliedUpdates(
  trx: Trx,
  companyId: number,
  ruleId: number,
  since: Date,
): Promise<{ newest: number; oldest: number }[]> {
  const { rows } = await sql<{ newest: number; oldest: number }>`
    select max(id) as newest, min(id) as oldest from price_update
    where company_id = ${companyId} and rule_id = ${ruleId} and created_at >= ${since}::timestamptz and state = 'applied'
      and reverts is null
    group by listing_id order by 1`.execute(trx);
  return rows;
}

export interface Locked {
  id: number;
  state: AdviceState;
  fingerprint: string;
  changedAt: Date;
  undo: unknown;
}

/** Locks some advice in the order of ids; what is not there is left out. */
export async function lockAdvice(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Locked[]> {
  const rows = await trx
    .selectFrom('recommendation')
    .select(['id', 'state', 'fingerprint', 'changed_at', 'undo'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id, state, fingerprint, changed_at, undo }) => ({
    id,
    state: state as AdviceState,
    fingerprint,
    changedAt: changed_at,
    undo,
  }));
}

/** Moves advice to another state. */
export async function moveAdvice(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  {
    state,
    personId,
    now,
    snoozedUntil = null,
    undo = null,
  }: {
    state: AdviceState;
    personId: number | null;
    now: Date;
    snoozedUntil?: Date | null;
    undo?: object | null;
  },
): Promise<void> {
  await trx
    .updateTable('recommendation')
    .set({
      state,
      changed_at: now,
      decided_by: personId,
      snoozed_until: snoozedUntil,
      undo,
      dismissed: null,
    })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}

/** Dismisses advice, with what it says now. */
export async function dismissAdvice(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  { reason, personId, now }: { reason: string; personId: number; now: Date },
): Promise<void> {
  await sql`
    update recommendation set state = 'dismissed', changed_at = ${now}::timestamptz, decided_by = ${personId},
      snoozed_until = null, is_primary = false,
      dismissed = jsonb_build_object('reason', ${reason}::text, 'fingerprint', fingerprint, 'score', score)
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(trx);
}

/** Changes of campaigns with their states, the latest first. */
export const adsChanges = (
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<{ id: number; state: string }[]> =>
  trx
    .selectFrom('ads_change')
    .select(['id', 'state'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id', 'desc')
    .execute();
