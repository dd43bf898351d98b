// The rows of price updates: written many at a time, and moved only with the version that was read.
import { type Selectable, sql } from 'kysely';
import { SKEW_MS } from '../../kernel/clock.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Tables, Trx } from '../../platform/db.ts';
import { ofCompany } from '../../platform/statement.ts';
import type { UpdateState } from '../contract.ts';
import { PACE_WINDOW_MS, type PaceLimits, type RecentUpdates } from '../engine/pace.ts';
import type { StoredCompetitor } from '../engine/stored-decision.ts';
import type { Line } from '../engine/types.ts';
import { type Step, stepOf, WAITING_STATES } from './engine/state-machine.ts';
import { anyOf } from './listing-store.ts';

/** The columns that give the state of an update; those that explain it to people are large. */
const HEAD = [
  'id',
  'rule_id',
  'rule_version',
  'listing_id',
  'state',
  'version',
  'operation_key',
  'old_price',
  'new_price',
  'price_tag',
  'ranking_status',
  'currency_code',
  'country_code',
  'reverts',
  'decided_by',
  'attempts',
  'next_attempt_at',
  'calling_since',
  'trace',
  'failure',
  'created_at',
] as const;

export type UpdateRow = Selectable<Tables['price_update']>;
export type UpdateHead = Pick<UpdateRow, (typeof HEAD)[number]>;

/** What is published of an update when its state changes, and what the next transition needs. */
export type MovedRow = Pick<
  UpdateRow,
  | 'id'
  | 'rule_id'
  | 'listing_id'
  | 'state'
  | 'version'
  | 'old_price'
  | 'new_price'
  | 'currency_code'
  | 'failure'
  | 'reverts'
  | 'created_at'
> & {
  /** The state that it left; null: it is new. */
  was: string | null;
};

/** A new price update; its columns as they are stored. */
export interface NewUpdate {
  company_id: number;
  rule_id: number;
  rule_version: number;
  listing_id: number;
  snapshot_id: number | null;
  state: UpdateState;
  operation_key: string;
  event_type: string;
  price_tag: string;
  strategy: string;
  old_price: Minor;
  new_price: Minor;
  min_price: Minor | null;
  max_price: Minor | null;
  safe_margin: number;
  rival: StoredCompetitor | null;
  ranking_type: string;
  ranking_status: string;
  regained_control: boolean;
  explanation: Line[];
  currency_code: string;
  country_code: string;
  reverts: number | null;
  decided_by: number | null;
  created_at: Date;
  moved_at: Date;
}

const COLUMNS = {
  company_id: 'bigint',
  rule_id: 'bigint',
  rule_version: 'integer',
  listing_id: 'bigint',
  snapshot_id: 'bigint',
  state: 'text',
  operation_key: 'uuid',
  event_type: 'text',
  price_tag: 'text',
  strategy: 'text',
  old_price: 'bigint',
  new_price: 'bigint',
  min_price: 'bigint',
  max_price: 'bigint',
  safe_margin: 'numeric',
  rival: 'jsonb',
  ranking_type: 'text',
  ranking_status: 'text',
  regained_control: 'boolean',
  explanation: 'jsonb',
  currency_code: 'text',
  country_code: 'text',
  reverts: 'bigint',
  decided_by: 'bigint',
  created_at: 'timestamptz',
  moved_at: 'timestamptz',
} as const satisfies Record<keyof NewUpdate, string>;

const NAMES = sql.raw(Object.keys(COLUMNS).join(', '));
const TYPES = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);
const MOVED = sql.raw(
  'u.id, u.rule_id, u.listing_id, u.state, u.version, u.old_price, u.new_price, u.currency_code, u.failure, u.reverts, u.created_at',
);

/** Writes many updates with one statement. */
export async function insertUpdates(trx: Trx, updates: readonly NewUpdate[]): Promise<MovedRow[]> {
  if (updates.length === 0) return [];
  const { rows } = await sql<MovedRow>`
    insert into price_update as u (${NAMES})
    select ${NAMES} from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as n(${TYPES})
    returning ${MOVED}, null::text as was`.execute(trx);
  return rows;
}

/**
 * Moves updates in one statement. Each moves only if it still is what was seen (the fence): its version and state
 * are checked in the statement that changes them, so of two who saw the same row one moves it and the other does not.
 * @returns the rows that moved
 */
export async function moveUpdates(
  trx: Trx,
  companyId: number,
  steps: readonly Step[],
  now: Date,
): Promise<MovedRow[]> {
  if (steps.length === 0) return [];
  const wanted = steps.map(({ from, to, decidedBy, oldPrice }) => ({
    id: from.id,
    created_at: from.created_at,
    version: from.version,
    was: from.state,
    state: to.state,
    attempts: to.attempts,
    next_attempt_at: to.nextAttemptAt,
    calling_since: to.callingSince,
    trace: to.trace,
    failure: to.failure,
    decided_by: decidedBy ?? null,
    old_price: oldPrice ?? null,
  }));
  const { rows } = await sql<MovedRow>`
    update price_update u set
      state = n.state,
      version = u.version + 1,
      attempts = n.attempts,
      next_attempt_at = n.next_attempt_at,
      calling_since = n.calling_since,
      trace = n.trace,
      failure = n.failure,
      decided_by = coalesce(n.decided_by, u.decided_by),
      old_price = coalesce(n.old_price, u.old_price),
      moved_at = case when n.state = u.state then u.moved_at else ${now} end
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as n(id bigint, created_at timestamptz, version integer, was text,
      state text, attempts integer, next_attempt_at timestamptz, calling_since timestamptz,
      trace text, failure jsonb, decided_by bigint, old_price bigint)
    where u.company_id = ${companyId} and u.id = n.id and u.version = n.version and u.state = n.was
      -- Leads to the one partition. A time of ours has whole milliseconds, one of the database's own has more.
      and u.created_at >= n.created_at and u.created_at < n.created_at + interval '1 millisecond'
    returning ${MOVED}, n.was`.execute(trx);
  return rows;
}

/**
 * Cancels updates that wait or that have not left yet, because something newer holds.
 * @returns the rows that moved
 */
export const supersede = (
  trx: Trx,
  companyId: number,
  rows: readonly UpdateHead[],
  now: Date,
): Promise<MovedRow[]> =>
  moveUpdates(
    trx,
    companyId,
    rows.map((row) => stepOf(row, { type: 'superseded' })),
    now,
  );

/** The updates of listings that wait or are on their way. */
export const activeUpdates = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('price_update_slot as slot')
    // From the slots to their updates: no plan may scan all updates of a company instead.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('price_update')
          .select(HEAD)
          .whereRef('price_update.company_id', '=', 'slot.company_id')
          .whereRef('price_update.id', '=', 'slot.update_id')
          // Leads to the one partition. With `=` the planner would take it for as selective as the id: but the updates of a
          // batch share it, and each would be searched among all of them.
          .whereRef('price_update.created_at', '>=', 'slot.created_at')
          .whereRef('price_update.created_at', '<=', 'slot.created_at')
          .limit(1)
          .as('u'),
      (join) => join.onTrue(),
    )
    .select(HEAD.map((name) => `u.${name}` as const))
    .where('slot.company_id', '=', companyId)
    .where(anyOf('slot.listing_id', ids)),
);

/**
 * When the updates of listings were made that count for the pace: those that left or are on their way. Sought by the
 * index of a listing's updates, in the partitions of the window alone.
 * @returns of each listing that has one the latest, and those after which the limits of an hour and a day are reached
 */
export async function recentUpdatesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  { updatesPerHour, updatesPerDay }: PaceLimits,
  now: Date,
): Promise<Map<number, RecentUpdates>> {
  if (listingIds.length === 0) return new Map();
  const since = new Date(now.getTime() - PACE_WINDOW_MS);
  const until = new Date(now.getTime() + SKEW_MS);
  const { rows } = await sql<RecentUpdates & { listing_id: number }>`
    select wanted.listing_id, n.latest, n.hourth, n.dayth
    from unnest(${listingIds}::bigint[]) as wanted(listing_id)
    cross join lateral (
      select max(c.created_at) as latest,
        max(c.created_at) filter (where c.nth = ${updatesPerHour}) as hourth,
        max(c.created_at) filter (where c.nth = ${updatesPerDay}) as dayth
      from (
        select u.created_at, row_number() over (order by u.created_at desc, u.id desc) as nth
        from price_update u
        where u.company_id = ${companyId} and u.listing_id = wanted.listing_id and u.created_at > ${since}
          -- The age of one that lies ahead is not known: the clock that told its time was wrong.
          and u.created_at <= ${until}
          and (u.attempts > 0 or u.state = 'sent')
        order by u.created_at desc, u.id desc
        limit ${Math.max(updatesPerHour, updatesPerDay)}
      ) c
    ) n
    where n.latest is not null`.execute(trx);
  return new Map(rows.map(({ listing_id, ...recent }) => [listing_id, recent]));
}

/** The listings with an update that waits, in the order of their ids. */
export const listingsThatWait = async (trx: Trx, companyId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('price_update_slot')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where('slot', '=', 'waiting')
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
};

const waitingOf =
  (column: 'rule_id' | 'listing_id') =>
  (trx: Trx, companyId: number, ids: readonly number[]): Promise<UpdateHead[]> =>
    trx
      .selectFrom('price_update')
      .select(HEAD)
      .where('company_id', '=', companyId)
      .where(anyOf(column, ids))
      .where('state', 'in', WAITING_STATES)
      // A person's undo is no rule's, and outlives what becomes of the rule.
      .where('reverts', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();

/** The updates that wait and come from certain rules. */
export const waitingOfRules = waitingOf('rule_id');
/** The updates that wait for certain listings. */
export const waitingOfListings = waitingOf('listing_id');

/** Updates by their ids, in no order; ids that the company does not have are left out. */
export const updatesByIds = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('price_update')
    .select(HEAD)
    .where('company_id', '=', companyId)
    .where(anyOf('id', ids)),
);

/** An update of a rule, without a lock; undefined: the rule has no such update. */
export const updateOfRule = (
  trx: Trx,
  companyId: number,
  ruleId: number,
  id: number,
): Promise<UpdateHead | undefined> =>
  trx
    .selectFrom('price_update')
    .select(HEAD)
    .where('company_id', '=', companyId)
    .where('rule_id', '=', ruleId)
    .where('id', '=', id)
    .executeTakeFirst();

const newestOf = (trx: Trx, companyId: number, listingId: number) =>
  trx
    .selectFrom('price_update')
    .select('id')
    .where('company_id', '=', companyId)
    .where('listing_id', '=', listingId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/** The newest update of a listing, whatever became of it, undos among them. */
export const newestUpdate = (
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<{ id: number } | undefined> => newestOf(trx, companyId, listingId).executeTakeFirst();

/** The newest update of a listing that is applied and no undo: the one that an undo may take back. */
export const newestApplied = (
  trx: Trx,
  companyId: number,
  listingId: number,
): Promise<{ id: number } | undefined> =>
  newestOf(trx, companyId, listingId)
    .where('state', '=', 'applied')
    .where('reverts', 'is', null)
    .executeTakeFirst();

/**
 * The applied updates of an undo's listing that it takes back: from the oldest on, which it names. By their numbers
 * alone: one that was written by a clock that was ahead says a later time than the undo.
 */
export const appliedSince = (
  trx: Trx,
  companyId: number,
  undo: Pick<UpdateHead, 'id' | 'listing_id'>,
  oldest: number,
): Promise<UpdateHead[]> =>
  trx
    .selectFrom('price_update')
    .select(HEAD)
    .where('company_id', '=', companyId)
    .where('listing_id', '=', undo.listing_id)
    .where('state', '=', 'applied')
    .where('reverts', 'is', null)
    .where('id', '>=', oldest)
    .where('id', '<', undo.id)
    .execute();

/**
 * The listings of an account whose newest update was given up because the account was not connected, locked in the order
 * of their ids.
 */
export async function listingsShutOut(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<number[]> {
  const { rows } = await sql<{ listing_id: number }>`
    select p.listing_id from listing_pricing p
    join listing l on l.company_id = p.company_id and l.id = p.listing_id
    cross join lateral (
      select state, failure from price_update u
      where u.company_id = p.company_id and u.listing_id = p.listing_id
      order by u.created_at desc, u.id desc limit 1
    ) newest
    where p.company_id = ${companyId} and l.account_id = ${accountId} and p.dismissed_price is not null
      and newest.state = 'error' and newest.failure->>'code' = 'account_inactive'
    order by p.listing_id for update of p`.execute(trx);
  return rows.map((row) => row.listing_id);
}

/**
 * Updates that no job seems to work on: their jobs are due again or got lost, or their caller died.
 * @param queuedBefore queued since before this counts as lost
 * @param calledBefore a call that began before this counts as dead
 */
export const strandedUpdates = (
  trx: Trx,
  companyId: number,
  now: Date,
  queuedBefore: Date,
  calledBefore: Date,
): Promise<{ id: number; calling_since: Date | null }[]> =>
  trx
    .selectFrom('price_update')
    .select(['id', 'calling_since'])
    .where('company_id', '=', companyId)
    .where('state', 'in', ['sent', 'retry'])
    .where((eb) =>
      eb.or([
        eb('next_attempt_at', '<=', now),
        eb.and([
          eb('next_attempt_at', 'is', null),
          eb('calling_since', 'is', null),
          eb('moved_at', '<=', queuedBefore),
        ]),
        eb.and([eb('next_attempt_at', 'is', null), eb('calling_since', '<=', calledBefore)]),
      ]),
    )
    .orderBy('id')
    .limit(5_000)
    .execute();
