import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import type { AdsAutomation, CampaignStrategy } from '../contract.ts';

/** A campaign with its automation, locked for this transaction; undefined: the company has no such campaign. */
export const lockCampaign = (trx: Trx, companyId: number, campaignId: number) =>
  trx
    .selectFrom('ads_campaign')
    .select(['account_id', 'strategy', 'goal_acos', 'automation'])
    .select(sql<string | null>`steered_on::text`.as('steeredOn'))
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst();

/** Saves a strategy. Towards another target, a campaign is steered from the beginning. */
export const saveStrategy = (
  trx: Trx,
  companyId: number,
  campaignId: number,
  to: { strategy: CampaignStrategy; goal_acos: number | null; automation: AdsAutomation },
) => {
  const isSame = sql<boolean>`strategy = ${to.strategy} and goal_acos is not distinct from ${to.goal_acos}`;
  return trx
    .updateTable('ads_campaign')
    .set({
      ...to,
      ros_multiplier: sql`case when ${isSame} then ros_multiplier end`,
      steered_on: sql`case when ${isSame} then steered_on end`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .execute();
};

/** Saves the multiplier of a campaign towards its target, with the day of the account for which it holds. */
export const saveSteering = (
  trx: Trx,
  companyId: number,
  campaignId: number,
  to: { ros_multiplier: number; steered_on: string },
) =>
  trx
    .updateTable('ads_campaign')
    .set(to)
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .execute();

export const setDecided = (trx: Trx, companyId: number, campaignId: number, at: Date) =>
  trx
    .updateTable('ads_campaign')
    .set({ decided_at: at })
    .where('company_id', '=', companyId)
    .where('id', '=', campaignId)
    .execute();

const automated = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('ads_campaign')
    .select('id')
    .where('company_id', '=', companyId)
    .where('automation', '!=', 'off')
    .where('is_listed', '=', true)
    .orderBy('id');

export async function automatedCampaigns(trx: Trx, companyId: number): Promise<number[]> {
  const rows = await automated(trx, companyId).execute();
  return rows.map(({ id }) => id);
}

/** The campaigns of an account whose bids wait for their first decision. */
export async function undecidedCampaigns(
  trx: Trx,
  { companyId, accountId }: { companyId: number; accountId: number },
): Promise<number[]> {
  const rows = await automated(trx, companyId)
    .where('account_id', '=', accountId)
    .where('decided_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Targets that a person or another tool decided about since an instant: a person changed or declined something, or it was changed
 * outside of the product.
 */
export async function targetsOfOthers(
  trx: Trx,
  companyId: number,
  targetIds: readonly number[],
  since: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select object_id as id from ads_change
    where company_id = ${companyId} and object = 'target' and object_id = any(${targetIds}::bigint[])
      and coalesce(settled_at, created_at) >= ${since}
      and (created_by is not null and state in ('applied', 'undone')
        or state = 'canceled' and (decided_by is not null or code = 'changed_elsewhere'))
    union
    select id from ads_target where company_id = ${companyId} and id = any(${targetIds}::bigint[])
      and changed_elsewhere_at >= ${since}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}
