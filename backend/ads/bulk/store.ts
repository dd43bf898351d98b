// Campaigns that were selected together: which matched, and the result for each.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables, Trx } from '../../platform/db.ts';
import type { CampaignBulk, CampaignBulkPlan, CampaignBulkReason } from '../contract.ts';

export type BulkRow = Selectable<Tables['ads_bulk']>;

/** Stores the campaigns that match. @param from `from … where …` of the campaigns `c` */
export async function choose(
  trx: Trx,
  { companyId, personId }: { companyId: number; personId: number },
  from: RawBuilder<unknown>,
  { most, now }: { most: number; now: Date },
): Promise<{ id: number; count: number }> {
  const { id } = await trx
    .insertInto('ads_bulk')
    .values({ company_id: companyId, person_id: personId, state: 'chosen', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ count: number }>`
    with found as (
      select c.id as campaign_id, row_number() over (order by c.id) - 1 as seq ${from} order by c.id limit ${most}
    ), chosen as (
      insert into ads_bulk_item (company_id, bulk_id, seq, campaign_id)
      select ${companyId}::bigint, ${id}::bigint, seq, campaign_id from found returning seq
    )
    update ads_bulk set total = (select count(*) from chosen)
    where company_id = ${companyId} and id = ${id} returning total as count`.execute(trx);
  return { id, count: rows[0]!.count };
}

/** Deletes selections from before a moment that were never used. */
export async function forget(trx: Trx, companyId: number, before: Date): Promise<void> {
  await trx
    .deleteFrom('ads_bulk')
    .where('company_id', '=', companyId)
    .where('state', '=', 'chosen')
    .where('created_at', '<', before)
    .execute();
}

/** The campaigns of a bulk change, and why a status would leave each as it is; null: it would change it. */
const itemsWith = (companyId: number, bulkId: number, status: string, now: Date) => sql`
  select i.*, coalesce((v.capabilities ->> 'writes')::boolean, false) as writes,
    case when c.id is null then 'target_not_found'
      when v.status is distinct from 'active' then 'no_advertiser'
      when c.status = ${status} then 'nothing_changes'
      when c.status not in ('ENABLED', 'PAUSED') then 'not_changeable'
      when c.end_date < (${now.toISOString()}::timestamptz at time zone v.time_zone)::date then 'finished' end as reason
  from ads_bulk_item i
  left join ads_campaign c on c.company_id = i.company_id and c.id = i.campaign_id and c.is_listed
  left join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
  where i.company_id = ${companyId} and i.bulk_id = ${bulkId}`;

/** What a status would do to the selected campaigns. */
export async function planOf(
  trx: Trx,
  companyId: number,
  bulkId: number,
  status: string,
  now: Date,
): Promise<Omit<CampaignBulkPlan, 'requiresApproval'>> {
  const { rows } = await sql<{
    reason: CampaignBulkReason | null;
    writes: boolean;
    count: number;
  }>`
    select reason, writes, count(*) as count from (${itemsWith(companyId, bulkId, status, now)}) i
    group by reason, writes`.execute(trx);
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0);
  const changed = rows.filter(({ reason }) => reason === null);
  const left = Map.groupBy(rows, ({ reason }) => reason);
  return {
    changes: sum(changed.filter(({ writes }) => writes)),
    suggestions: sum(changed.filter(({ writes }) => !writes)),
    left: [...left].flatMap(([code, some]) => (code === null ? [] : { code, count: sum(some) })),
  };
}

interface Place {
  after: number;
  limit: number;
}

/** The next campaigns whose status is to be changed. */
export async function nextItems(
  trx: Trx,
  { company_id: companyId, id, status }: BulkRow,
  { after, limit }: Place,
  now: Date,
) {
  const { rows } = await sql<{
    seq: number;
    campaign_id: number;
    reason: CampaignBulkReason | null;
  }>`
    select seq, campaign_id, reason from (${itemsWith(companyId, id, status!, now)}) i
    where seq > ${after} and change_id is null and code is null order by seq limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** The next changes to undo. */
export async function nextMade(
  trx: Trx,
  { company_id: companyId, id }: BulkRow,
  { after, limit }: Place,
) {
  const { rows } = await sql<{ seq: number; change_id: number }>`
    select seq, change_id from ads_bulk_item
    where company_id = ${companyId} and bulk_id = ${id} and seq > ${after} and change_id is not null
      and undone is null order by seq limit ${limit}`.execute(trx);
  return rows;
}

interface Outcome {
  seq: number;
  change_id?: number;
  code?: string;
  undone?: boolean;
}

/** Writes the results of some campaigns; what an outcome leaves out stays. */
export async function saveOutcomes(
  trx: Trx,
  { company_id: companyId, id }: BulkRow,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sql`
    update ads_bulk_item i set change_id = coalesce(r.change_id, i.change_id), code = coalesce(r.code, i.code),
      undone = coalesce(r.undone, i.undone)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as r (seq integer, change_id bigint, code text, undone boolean)
    where i.company_id = ${companyId} and i.bulk_id = ${id} and i.seq = r.seq`.execute(trx);
}

/** The results of a bulk change, counted. */
export async function countsOf(
  trx: Trx,
  companyId: number,
  bulkId: number,
): Promise<Pick<CampaignBulk, 'counts' | 'left'>> {
  const { rows } = await sql<{ code: string | null } & CampaignBulk['counts'] & { count: number }>`
    select i.code, count(*) as count, count(i.change_id) as made,
      count(*) filter (where h.state in ('applied', 'undone')) as applied,
      count(*) filter (where h.state in ('canceled', 'rejected') and i.undone is not true) as failed,
      count(*) filter (where i.undone) as undone, count(*) filter (where not i.undone) as "notUndone"
    from ads_bulk_item i
    left join ads_change h on h.company_id = i.company_id and h.id = i.change_id
    where i.company_id = ${companyId} and i.bulk_id = ${bulkId} group by i.code order by i.code`.execute(
    trx,
  );
  const counts = { made: 0, applied: 0, failed: 0, undone: 0, notUndone: 0 };
  for (const row of rows)
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += row[name];
  return {
    counts,
    left: rows.flatMap(({ code, count, made }) =>
      code === null || made > 0 ? [] : { code, count },
    ),
  };
}

/** The latest bulk changes that were begun after a moment. */
export const latestBulks = (trx: Trx, companyId: number, after: Date, limit: number) =>
  trx
    .selectFrom('ads_bulk')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('state', '<>', 'chosen')
    .where('created_at', '>', after)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
