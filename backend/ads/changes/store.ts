import { sql } from 'kysely';
import * as z from 'zod';
import { placementsOf } from '../../kernel/ads.ts';
import { toAmount } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import { AdsChange, type AdsChangeField, type AdsChangeObject } from '../contract.ts';

interface Kind {
  table: string;
  /** The expression of its name, for the row `o`. */
  name: string;
  columns: Partial<Record<AdsChangeField, string>>;
}

/** The table of each kind of object, and the columns of its values. */
const KINDS: Readonly<Record<AdsChangeObject, Kind>> = {
  campaign: {
    table: 'ads_campaign',
    name: 'name',
    columns: {
      status: 'status',
      dailyBudget: 'daily_budget',
      roasTarget: 'roas_target',
      endDate: 'end_date',
      name: 'name',
      startDate: 'start_date',
      biddingStrategy: 'bidding_strategy',
      placements: 'placements',
    },
  },
  group: {
    table: 'ads_group',
    name: 'name',
    columns: { status: 'status', bid: 'default_bid', name: 'name' },
  },
  ad: { table: 'ads_ad', name: 'sku_marketplace', columns: { status: 'status' } },
  target: { table: 'ads_target', name: 'text', columns: { status: 'status', bid: 'bid' } },
};

/** Stands for no last day of a campaign, in the values of changes. */
export const NO_END = '';

export const hasField = (object: AdsChangeObject, field: AdsChangeField): boolean =>
  KINDS[object].columns[field] !== undefined;

export interface ObjectRow {
  account_id: number;
  remote_id: string;
  kind: string | null;
  is_negative: boolean | null;
  /** The value now, as text; null: a target that bids the default of its group. */
  value: string | null;
  /** The default of its group, for a target without a bid of its own. */
  fallback: string | null;
  /** The first day of its campaign, YYYY-MM-DD. */
  start_date: string | null;
}

/** The value of a column of the row `o` as text. */
function shownColumn(field: AdsChangeField, name: string) {
  const column = sql`o.${sql.ref(name)}::text`;
  if (field === 'endDate') return sql`coalesce(${column}, ${NO_END})`;
  if (field !== 'placements') return column;
  // As `placementsText` writes them.
  return sql`(select coalesce(string_agg(concat(p.placement, '=', p.percent), ';' order by p.placement collate "C"), '')
    from jsonb_to_recordset(o.placements) as p (placement text, percent integer) where p.percent > 0)`;
}

/** An object of a campaign with one of its values, locked for this transaction. */
export async function lockObject(
  trx: Trx,
  companyId: number,
  campaignId: number,
  { object, objectId, field }: { object: AdsChangeObject; objectId: number; field: AdsChangeField },
): Promise<ObjectRow | undefined> {
  const { table, columns } = KINDS[object];
  const value = shownColumn(field, columns[field]!);
  const own = object === 'campaign' ? sql`o.id` : sql`o.campaign_id`;
  const isTarget = object === 'target';
  const { rows } = await sql<ObjectRow>`
    select c.account_id, o.remote_id, ${isTarget ? sql`o.kind` : sql`null`} as kind,
      ${isTarget ? sql`o.is_negative` : sql`null`} as is_negative, ${value} as value, c.start_date::text,
      ${isTarget && field === 'bid' ? sql`(select g.default_bid::text from ads_group g where g.company_id = o.company_id and g.id = o.group_id)` : sql`null`} as fallback
    from ${sql.table(table)} o
    join ads_campaign c on c.company_id = o.company_id and c.id = ${own}
    where o.company_id = ${companyId} and o.id = ${objectId} and c.id = ${campaignId} and o.is_listed
    for no key update of o`.execute(trx);
  return rows[0];
}

function typedValue(field: AdsChangeField, value: string) {
  switch (field) {
    case 'status':
    case 'name':
    case 'biddingStrategy':
      return sql`${value}`;
    case 'startDate':
    case 'endDate':
      return sql`nullif(${value}, ${NO_END})::date`;
    case 'placements':
      return sql`${JSON.stringify(placementsOf(value))}::text::jsonb`;
    case 'dailyBudget':
    case 'bid':
    case 'roasTarget':
      return sql`${value}::bigint`;
  }
}

/** Writes the value that the marketplace shows. */
export async function storeValue(
  trx: Trx,
  companyId: number,
  { object, object_id, field }: ChangeRow,
  value: string,
): Promise<void> {
  const { table, columns } = KINDS[object];
  const column = sql.ref(columns[field]!);
  const typed = typedValue(field, value);
  await sql`update ${sql.table(table)} set ${column} = ${typed}
    where company_id = ${companyId} and id = ${object_id}`.execute(trx);
}

export interface ChangeRow {
  id: number;
  account_id: number;
  campaign_id: number;
  object: AdsChangeObject;
  object_id: number;
  field: AdsChangeField;
  before_value: string | null;
  after_value: string;
  state: string;
  version: number;
  /** When it was sent, where its result is not known; for a suggestion, when a person marked it as made. */
  calling_since: Date | null;
  attempts: number;
  undoes: number | null;
}

export async function lockChange(
  trx: Trx,
  companyId: number,
  id: number,
): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select * from ads_change where company_id = ${companyId} and id = ${id} for update`.execute(
    trx,
  );
  return rows[0];
}

/** The open change of a field: waiting, suggested or being sent. */
export async function openChange(
  trx: Trx,
  companyId: number,
  { object, objectId, field }: { object: string; objectId: number; field: string },
): Promise<ChangeRow | undefined> {
  const { rows } = await sql<ChangeRow>`
    select * from ads_change where company_id = ${companyId} and object = ${object} and object_id = ${objectId}
      and field = ${field} and state in ('pending', 'approved', 'sending', 'suggested', 'marked') for update`.execute(
    trx,
  );
  return rows[0];
}

/** The open suggestions of an account, locked for this transaction. */
export async function openSuggestions(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select * from ads_change where company_id = ${companyId} and account_id = ${accountId}
      and state in ('suggested', 'marked') order by id for update`.execute(trx);
  return rows;
}

export interface NewChange {
  companyId: number;
  accountId: number;
  campaignId: number;
  object: AdsChangeObject;
  objectId: number;
  field: AdsChangeField;
  before: string | null;
  after: string;
  state: 'pending' | 'approved' | 'suggested';
  undoes: number | null;
  /** Null: the engine makes it, and explains it. */
  personId: number | null;
  reason: Reason | null;
  now: Date;
}

/** Records changes of fields without a waiting one. @returns their ids, in order */
export async function addChanges(trx: Trx, changes: readonly NewChange[]): Promise<number[]> {
  if (changes.length === 0) return [];
  const rows = await trx
    .insertInto('ads_change')
    .values(
      changes.map((change) => ({
        company_id: change.companyId,
        account_id: change.accountId,
        campaign_id: change.campaignId,
        object: change.object,
        object_id: change.objectId,
        field: change.field,
        before_value: change.before,
        after_value: change.after,
        state: change.state,
        calling_since: null,
        code: null,
        message: null,
        reason: change.reason && JSON.stringify(change.reason),
        undoes: change.undoes,
        created_by: change.personId,
        created_at: change.now,
        decided_by: null,
        settled_at: null,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Why the engine made a change; undefined: the company has no such change. */
export async function reasonOf(trx: Trx, companyId: number, id: number) {
  const { rows } = await sql<{ reason: unknown; currency_code: string }>`
    select c.reason, v.currency_code from ads_change c
    join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
    where c.company_id = ${companyId} and c.id = ${id}`.execute(trx);
  return rows[0];
}

/** The open changes of some targets, locked for this transaction. */
export async function openTargetChanges(
  trx: Trx,
  companyId: number,
  targetIds: readonly number[],
): Promise<(ChangeRow & { created_by: number | null })[]> {
  const { rows } = await sql<ChangeRow & { created_by: number | null }>`
    select * from ads_change where company_id = ${companyId} and object = 'target'
      and object_id = any(${targetIds}::bigint[]) and state in ('pending', 'approved', 'sending')
    order by id for update`.execute(trx);
  return rows;
}

/** Ends the engine's proposals that wait in a campaign, as it would no longer make them. */
export async function endProposals(
  trx: Trx,
  companyId: number,
  campaignId: number,
  now: Date,
): Promise<void> {
  await sql`update ads_change set state = 'canceled', code = 'outdated', settled_at = ${now}, version = version + 1
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'pending' and created_by is null`.execute(
    trx,
  );
}

/** Approves all changes of a campaign that wait. @returns their ids */
export async function approvePending(
  trx: Trx,
  companyId: number,
  campaignId: number,
  personId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ads_change set state = 'approved', decided_by = ${personId}, version = version + 1
    where company_id = ${companyId} and campaign_id = ${campaignId} and state = 'pending'
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface Move {
  state?: string;
  calling_since?: Date | null;
  attempts?: number;
  code?: string | null;
  message?: string | null;
  decided_by?: number;
  settled_at?: Date;
}

/** Updates a change. @returns whether it still had the version that was read */
export async function moveChange(
  trx: Trx,
  companyId: number,
  { id, version }: Pick<ChangeRow, 'id' | 'version'>,
  to: Move,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('ads_change')
    .set({ ...to, version: version + 1 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks the change as undone that an applied one undoes. */
export async function endUndone(
  trx: Trx,
  companyId: number,
  { undoes }: Pick<ChangeRow, 'undoes'>,
): Promise<void> {
  const undone = undoes === null ? undefined : await lockChange(trx, companyId, undoes);
  if (undone !== undefined) await moveChange(trx, companyId, undone, { state: 'undone' });
}

/** Changes that should be under way and were not updated for some time: their jobs may be lost. */
export async function stuckChanges(trx: Trx, companyId: number, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ads_change where company_id = ${companyId}
      and (state = 'approved' and created_at < ${before} or state = 'sending' and calling_since < ${before})
    order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A decision of the engine as it is stored with its change. */
export const Reason = z.object({
  explanation: z.array(
    z.object({
      step: z.string(),
      code: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  alternatives: z.array(z.object({ code: z.string(), bid: z.number() })),
});
export type Reason = z.infer<typeof Reason>;

export interface ShownRow extends Omit<ChangeRow, 'version'> {
  currency_code: string;
  object_name: string;
  code: string | null;
  message: string | null;
  created_by_name: string | null;
  is_explained: boolean;
  created_at: Date;
  settled_at: Date | null;
}

const NOTHING = { amount: null, status: null, day: null, text: null };

/** A value of a change as it travels. Amounts are in minor units, and ROAS is in hundredths. */
export function shownValue(field: string, value: string | null): AdsChange['before'] {
  if (value === null || value === NO_END) return NOTHING;
  switch (field) {
    case 'status':
      return { ...NOTHING, status: value };
    case 'startDate':
    case 'endDate':
      return { ...NOTHING, day: value };
    case 'name':
    case 'biddingStrategy':
    case 'placements':
      return { ...NOTHING, text: value };
    default:
      return { ...NOTHING, amount: toAmount(Number(value)) };
  }
}

export const toChange = (row: ShownRow): AdsChange =>
  AdsChange.parse({
    id: row.id,
    campaignId: row.campaign_id,
    currencyCode: row.currency_code,
    object: row.object,
    objectId: row.object_id,
    objectName: row.object_name,
    field: row.field,
    before: shownValue(row.field, row.before_value),
    after: shownValue(row.field, row.after_value),
    state: row.state,
    code: row.code,
    message: row.message,
    undoes: row.undoes,
    createdBy: row.created_by_name,
    isExplained: row.is_explained,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  });

const nameOf = (object: AdsChangeObject) => {
  const { table, name } = KINDS[object];
  return sql`when ${object} then (select o.${sql.ref(name)} from ${sql.table(table)} o
    where o.company_id = c.company_id and o.id = c.object_id)`;
};

/** The expression of the name of a change's object, for the row `c`. */
export const OBJECT_NAME = sql`coalesce(case c.object ${sql.join((Object.keys(KINDS) as AdsChangeObject[]).map(nameOf), sql` `)} end, '')`;

/** The columns of a change and its advertiser, for the rows `c` and `v`. */
export const SHOWN = sql`c.*, c.reason is not null as is_explained, v.currency_code,
  (select name from person where id = c.created_by) as created_by_name, ${OBJECT_NAME} as object_name`;

/** Changes as they travel: those of a campaign, the latest first, or one. */
export async function shownChanges(
  trx: Trx,
  companyId: number,
  { campaignId = null, id = null }: { campaignId?: number | null; id?: number | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<AdsChange[]> {
  const { rows } = await sql<ShownRow>`
    select ${SHOWN} from ads_change c
    join ads_advertiser v on v.company_id = c.company_id and v.account_id = c.account_id
    where c.company_id = ${companyId} and (${campaignId}::bigint is null or c.campaign_id = ${campaignId})
      and (${id}::bigint is null or c.id = ${id})
    order by c.created_at desc, c.id desc limit ${limit} offset ${offset}`.execute(trx);
  return rows.map(toChange);
}

export async function countChanges(
  trx: Trx,
  companyId: number,
  campaignId: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('ads_change')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return count;
}

export const requiresApproval = async (trx: Trx, companyId: number): Promise<boolean> =>
  (
    await trx
      .selectFrom('ads_setting')
      .select('requires_approval')
      .where('company_id', '=', companyId)
      .executeTakeFirst()
  )?.requires_approval ?? false;

export const setRequiresApproval = (trx: Trx, companyId: number, requires_approval: boolean) =>
  trx
    .insertInto('ads_setting')
    .values({ company_id: companyId, requires_approval })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ requires_approval }))
    .execute();

/** Changes that wait for a person, with their campaign where there is only one; null: none waits. */
export async function countPendingChanges(
  trx: Trx,
  companyId: number,
): Promise<{ count: number; campaignId: number | null } | null> {
  const { rows } = await sql<{ count: number; first: number; last: number }>`
    select count(*) as count, min(campaign_id) as first, max(campaign_id) as last from ads_change
    where company_id = ${companyId} and state = 'pending'`.execute(trx);
  const [{ count, first, last } = { count: 0, first: 0, last: 0 }] = rows;
  return count === 0 ? null : { count, campaignId: first === last ? first : null };
}
