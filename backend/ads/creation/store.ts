import { sql } from 'kysely';
import type { Trx } from '../../platform/db.ts';
import { CampaignDraft, type Creation } from '../contract.ts';
import { canRun, PARTS, type PlannedStep, StepBody } from './plan.ts';

export interface CreationRow {
  id: number;
  account_id: number;
  name: string;
  draft: CampaignDraft;
  state: string;
  version: number;
  calling_since: Date | null;
  attempts: number;
  code: string | null;
  campaign_id: number | null;
}

export interface StepRow {
  position: number;
  part: string;
  parent: number | null;
  name: string;
  body: StepBody;
  state: string;
  was_sent: boolean;
  remote_id: string | null;
}

export async function lockCreation(
  trx: Trx,
  companyId: number,
  id: number,
): Promise<CreationRow | undefined> {
  const { rows } = await sql<Omit<CreationRow, 'draft'> & { draft: unknown }>`
    select id, account_id, name, draft, state, version, calling_since, attempts, code, campaign_id
    from ads_creation where company_id = ${companyId} and id = ${id} for update`.execute(trx);
  const [row] = rows;
  return row && { ...row, draft: CampaignDraft.parse(row.draft) };
}

/** Who requested a creation; null: that person is gone. */
export const creatorOf = async (trx: Trx, companyId: number, id: number): Promise<number | null> =>
  (
    await trx
      .selectFrom('ads_creation')
      .select('created_by')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.created_by ?? null;

export async function addCreation(
  trx: Trx,
  companyId: number,
  creation: {
    accountId: number;
    draft: CampaignDraft;
    state: 'pending' | 'creating';
    personId: number;
    now: Date;
    /** The campaign that it is added to; absent: it is created. */
    campaignId?: number;
  },
  steps: readonly PlannedStep[],
): Promise<number> {
  const { accountId, draft, state, personId, now, campaignId = null } = creation;
  const { id } = await trx
    .insertInto('ads_creation')
    .values({
      company_id: companyId,
      account_id: accountId,
      name: draft.name,
      draft: JSON.stringify(draft),
      state,
      campaign_id: campaignId,
      created_by: personId,
      created_at: now,
      moved_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into ads_creation_step (company_id, creation_id, position, part, parent, name, body, remote_id, state)
    select ${companyId}::bigint, ${id}::bigint, n.position, n.part, n.parent, n.name, n.body, n."remoteId",
      case when n."remoteId" is null then 'waiting' else 'existing' end
    from jsonb_to_recordset(${JSON.stringify(steps)}::text::jsonb)
      as n (position integer, part text, parent integer, name text, body jsonb, "remoteId" text)`.execute(
    trx,
  );
  return id;
}

export interface CreationMove {
  state?: string;
  calling_since?: Date | null;
  attempts?: number;
  code?: string | null;
  campaign_id?: number;
  settled_at?: Date;
}

/** Updates a creation. @returns whether it still had the version that was read */
export async function moveCreation(
  trx: Trx,
  companyId: number,
  { id, version }: Pick<CreationRow, 'id' | 'version'>,
  to: CreationMove,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('ads_creation')
    .set({ ...to, version: version + 1, moved_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function stepsOf(trx: Trx, companyId: number, creationId: number): Promise<StepRow[]> {
  const { rows } = await sql<Omit<StepRow, 'body'> & { body: unknown }>`
    select position, part, parent, name, body, state, was_sent, remote_id from ads_creation_step
    where company_id = ${companyId} and creation_id = ${creationId} order by position`.execute(trx);
  return rows.map((row) => ({ ...row, body: StepBody.parse(row.body) }));
}

/** How a step ended, or that it waits. */
export interface StepMove {
  position: number;
  state: string;
  wasSent: boolean;
  remoteId: string | null;
  code: string | null;
  message: string | null;
}

export async function moveSteps(
  trx: Trx,
  companyId: number,
  creationId: number,
  moves: readonly StepMove[],
): Promise<void> {
  await sql`
    update ads_creation_step s set state = n.state, was_sent = n."wasSent",
      remote_id = coalesce(n."remoteId", s.remote_id), code = n.code, message = n.message
    from jsonb_to_recordset(${JSON.stringify(moves)}::text::jsonb) as n (position integer, state text,
      "wasSent" boolean, "remoteId" text, code text, message text)
    where s.company_id = ${companyId} and s.creation_id = ${creationId} and s.position = n.position`.execute(
    trx,
  );
}

/** Creations that should be under way and were not updated for some time: their jobs may be lost. */
export async function stuckCreations(trx: Trx, companyId: number, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ads_creation where company_id = ${companyId} and state = 'creating' and moved_at < ${before}
    order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

interface ShownRow {
  id: number;
  account_id: number;
  account_name: string;
  name: string;
  type: CampaignDraft['type'];
  state: string;
  code: string | null;
  campaign_id: number | null;
  created_by_name: string | null;
  created_at: Date;
  settled_at: Date | null;
  steps: {
    position: number;
    part: string;
    parent: number | null;
    name: string;
    state: string;
    code: string | null;
    message: string | null;
  }[];
}

const MOST_REFUSED = 100;
const STANDS = new Set(['done', 'differs']);
const REFUSED = new Set(['rejected', 'skipped', 'differs']);

/** What was there before is no part of what is created. */
const UNCOUNTED = new Set(['dropped', 'existing']);
const isAddition = ({ steps }: Pick<ShownRow, 'steps'>) =>
  steps.some(({ state }) => state === 'existing');

const toCreation = (row: ShownRow): Creation => ({
  id: row.id,
  isAddition: isAddition(row),
  accountId: row.account_id,
  accountName: row.account_name,
  name: row.name,
  state: row.state,
  code: row.code,
  campaignId: row.campaign_id,
  parts: PARTS.flatMap((part) => {
    const own = row.steps.filter((step) => step.part === part && !UNCOUNTED.has(step.state));
    const count = (states: ReadonlySet<string>) =>
      own.filter(({ state }) => states.has(state)).length;
    return own.length === 0
      ? []
      : [{ part, total: own.length, done: count(STANDS), refused: count(REFUSED) }];
  }),
  refused: row.steps
    .filter(({ state }) => REFUSED.has(state))
    .slice(0, MOST_REFUSED)
    .map(({ part, name, code, message }) => ({
      part,
      name,
      code: code ?? '',
      message: message ?? '',
    })),
  canFinish: canRun(
    row.type,
    row.steps.map((step) => ({ ...step, stands: STANDS.has(step.state) })),
    isAddition(row),
  ),
  createdBy: row.created_by_name,
  createdAt: row.created_at.toISOString(),
  settledAt: row.settled_at?.toISOString() ?? null,
});

const MOST_SHOWN = 20;

/** Creations as they travel: one, those of a campaign, or those that are not over, the latest first. */
export async function shownCreations(
  trx: Trx,
  companyId: number,
  { id = null, campaignId = null }: { id?: number | null; campaignId?: number | null },
): Promise<Creation[]> {
  const { rows } = await sql<ShownRow>`
    select c.id, c.account_id, a.name as account_name, c.name, c.draft ->> 'type' as type, c.state, c.code,
      c.campaign_id, (select p.name from person p where p.id = c.created_by) as created_by_name, c.created_at,
      c.settled_at, s.steps
    from ads_creation c
    join account a on a.company_id = c.company_id and a.id = c.account_id
    cross join lateral (select jsonb_agg(jsonb_build_object('position', s.position, 'part', s.part, 'parent', s.parent,
        'name', s.name, 'state', s.state, 'code', s.code, 'message', s.message) order by s.position) as steps
      from ads_creation_step s where s.company_id = c.company_id and s.creation_id = c.id) s
    where c.company_id = ${companyId} and (${id}::bigint is null or c.id = ${id})
      and (${campaignId}::bigint is null or c.campaign_id = ${campaignId})
      and (${id}::bigint is not null or ${campaignId}::bigint is not null
        or c.state in ('pending', 'creating', 'incomplete'))
    order by c.id desc limit ${campaignId === null ? null : MOST_SHOWN}`.execute(trx);
  return rows.map(toCreation);
}

export interface DraftRow {
  content: CampaignDraft;
  version: number;
  saved_at: Date;
  creation_id: number | null;
}

/** A person's draft, locked for this transaction. */
export async function lockDraft(
  trx: Trx,
  companyId: number,
  personId: number,
): Promise<DraftRow | undefined> {
  const row = await trx
    .selectFrom('ads_draft')
    .select(['content', 'version', 'saved_at', 'creation_id'])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, content: CampaignDraft.parse(row.content) };
}

/** Saves a draft over the version that was read. @returns whether it still had that version */
export async function saveDraft(
  trx: Trx,
  { companyId, personId }: { companyId: number; personId: number },
  draft: CampaignDraft,
  version: number,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into ads_draft (company_id, person_id, content, version, saved_at)
    select ${companyId}, ${personId}, ${JSON.stringify(draft)}::text::jsonb, 1, ${now}
    where ${version} = 0 or exists (select from ads_draft where company_id = ${companyId} and person_id = ${personId})
    on conflict (company_id, person_id) do update
      set content = excluded.content, version = ads_draft.version + 1, saved_at = excluded.saved_at, creation_id = null
      where ads_draft.version = ${version}`.execute(trx);
  return numAffectedRows === 1n;
}

export const deleteDraft = (trx: Trx, companyId: number, personId: number) =>
  trx
    .deleteFrom('ads_draft')
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .execute();

export const setDraftCreation = (
  trx: Trx,
  companyId: number,
  personId: number,
  creationId: number,
) =>
  trx
    .updateTable('ads_draft')
    .set({ creation_id: creationId })
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .execute();

/** Deletes the draft of a creation that is done or left. */
export const deleteDraftOf = (trx: Trx, companyId: number, creationId: number) =>
  trx
    .deleteFrom('ads_draft')
    .where('company_id', '=', companyId)
    .where('creation_id', '=', creationId)
    .execute();

/**
 * What a creation added to a campaign, as far as a reading has found it; what is in an added group is paused with the group.
 * @returns how much was added, and what was found
 */
export async function addedTo(
  trx: Trx,
  companyId: number,
  creationId: number,
  campaignId: number,
): Promise<{
  added: number;
  found: { object: 'group' | 'ad' | 'target'; object_id: number; status: string }[];
}> {
  const { rows: steps } = await sql<{ part: string; remote_id: string }>`
    select s.part, s.remote_id from ads_creation_step s
    left join ads_creation_step p on p.company_id = s.company_id and p.creation_id = s.creation_id
      and p.position = s.parent
    where s.company_id = ${companyId} and s.creation_id = ${creationId} and s.state in ('done', 'differs')
      and s.remote_id is not null and (p.state is null or p.state = 'existing')`.execute(trx);
  const idsOf = (...parts: string[]) =>
    steps.flatMap(({ part, remote_id }) => (parts.includes(part) ? [remote_id] : []));
  const those = (object: string, table: string, ids: readonly string[]) => sql`
    select ${object} as object, id as object_id, status from ${sql.table(table)}
    where company_id = ${companyId} and campaign_id = ${campaignId} and remote_id = any(${ids}::text[]) and is_listed`;
  const { rows: found } = await sql<{
    object: 'group' | 'ad' | 'target';
    object_id: number;
    status: string;
  }>`${those('group', 'ads_group', idsOf('group'))}
    union all ${those('ad', 'ads_ad', idsOf('ad'))}
    union all ${those('target', 'ads_target', idsOf('target', 'negative'))}`.execute(trx);
  return { added: steps.length, found };
}

/** Whether an account has another campaign of a name, or one is being created. */
export async function isNameTaken(
  trx: Trx,
  companyId: number,
  accountId: number,
  name: string,
  campaignId: number | null = null,
): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select exists (select from ads_campaign where company_id = ${companyId} and account_id = ${accountId}
        and is_listed and lower(name) = lower(${name}) and id is distinct from ${campaignId})
      or exists (select from ads_creation where company_id = ${companyId} and account_id = ${accountId}
        and state in ('pending', 'creating', 'incomplete') and lower(name) = lower(${name})
        and (${campaignId}::bigint is null or campaign_id is distinct from ${campaignId})) as is_taken`.execute(
    trx,
  );
  return rows[0]?.is_taken ?? false;
}

/** Whether a creation of a campaign, or of what is added to it, is not over. */
export async function isUnderWay(
  trx: Trx,
  companyId: number,
  accountId: number,
  name: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from ads_creation where company_id = ${companyId} and account_id = ${accountId}
      and state in ('pending', 'creating', 'incomplete') and lower(name) = lower(${name})) as is_open`.execute(
    trx,
  );
  return rows[0]?.is_open ?? false;
}

interface ListingRow {
  id: number;
  sku_marketplace: string;
  title: string;
  is_advertised: boolean;
}

/**
 * The listings of an account among some, with whether an ad of theirs runs in a campaign.
 * @param except a campaign that does not count
 */
export async function listingsOf(
  trx: Trx,
  companyId: number,
  accountId: number,
  ids: readonly number[],
  except: number | null = null,
): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select l.id, l.sku_marketplace, l.title, exists (
      select from ads_ad p join ads_campaign c on c.company_id = p.company_id and c.id = p.campaign_id
      where p.company_id = l.company_id and p.sku_marketplace = l.sku_marketplace and c.account_id = l.account_id
        and p.is_listed and c.is_listed and p.status = 'ENABLED' and c.status = 'ENABLED'
        and c.id is distinct from ${except}) as is_advertised
    from listing l
    where l.company_id = ${companyId} and l.account_id = ${accountId} and l.id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return rows;
}

interface AdElsewhere {
  id: number;
  campaign_id: number;
  campaign_name: string;
  title: string;
}

/** Ads of some listings that run in other campaigns of the account. */
export async function adsElsewhere(
  trx: Trx,
  companyId: number,
  {
    accountId,
    campaignId,
    listingIds,
  }: { accountId: number; campaignId: number; listingIds: readonly number[] },
): Promise<AdElsewhere[]> {
  const { rows } = await sql<AdElsewhere>`
    select p.id, p.campaign_id, c.name as campaign_name, l.title
    from ads_ad p
    join ads_campaign c on c.company_id = p.company_id and c.id = p.campaign_id
    join listing l on l.company_id = p.company_id and l.account_id = c.account_id
      and l.sku_marketplace = p.sku_marketplace
    where p.company_id = ${companyId} and c.account_id = ${accountId} and c.id <> ${campaignId}
      and l.id = any(${listingIds}::bigint[]) and p.is_listed and c.is_listed and p.status = 'ENABLED'
      and c.status = 'ENABLED'
      and not exists (select from ads_change h where h.company_id = p.company_id and h.object = 'ad' and h.object_id = p.id
        and h.field = 'status' and h.state in ('pending', 'approved', 'sending'))
    order by p.id`.execute(trx);
  return rows;
}

/** Creations that wait for a person's decision, with the creation where there is only one; null: none waits. */
export async function countWaitingCreations(
  trx: Trx,
  companyId: number,
): Promise<{ count: number; creationId: number | null } | null> {
  const { rows } = await sql<{ count: number; first: number }>`
    select count(*) as count, min(id) as first from ads_creation
    where company_id = ${companyId} and state in ('pending', 'incomplete')`.execute(trx);
  const [{ count, first } = { count: 0, first: 0 }] = rows;
  return count === 0 ? null : { count, creationId: count === 1 ? first : null };
}
