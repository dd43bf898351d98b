import { sql } from 'kysely';
import type { KnownMarketplaces } from '../../kernel/marketplace.ts';
import type { Trx } from '../../platform/db.ts';
import { timeZoneOf } from '../time-zones.ts';
import {
  type BuyboxState,
  type Change,
  COUNTED_STATES,
  type CountedState,
  type DayTimes,
  emptyDay,
  type Interval,
  type ListingState,
  type OpenDay,
  type Times,
} from './engine/fold.ts';

/** Lets one transaction at a time add up the changes of a company; the lock ends with it. */
export const lockBuyboxTime = (trx: Trx, companyId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('buybox_time', ${companyId}::bigint))`.execute(
    trx,
  );

/** The time zones of a company's accounts, connected or not. */
export async function timeZones(
  trx: Trx,
  marketplaces: KnownMarketplaces,
  companyId: number,
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('account')
    .select(['id', 'marketplace_id', 'country_code'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  return new Map(
    rows.map((row) => [row.id, timeZoneOf(marketplaces, row.marketplace_id, row.country_code)]),
  );
}

/**
 * Takes changes of a company in the order in which they were noted; by account. It deletes by `ctid`: where statistics still say that
 * the table is empty, a join would compare each change with each.
 */
export async function takeChanges(
  trx: Trx,
  companyId: number,
  limit: number,
): Promise<Map<number, Change[]>> {
  const { rows } = await sql<{
    account_id: number;
    listing_id: number;
    state: BuyboxState;
    at: Date;
  }>`
    with taken as (
      delete from buybox_change
      where ctid = any(array(select ctid from buybox_change where company_id = ${companyId} order by id limit ${limit}))
      returning id, account_id, listing_id, state, at
    )
    select account_id, listing_id, state, at from taken order by id`.execute(trx);
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  return new Map(
    [...byAccount].map(([accountId, its]) => [
      accountId,
      its.map(({ listing_id, state, at }) => ({ listingId: listing_id, state, at: at.getTime() })),
    ]),
  );
}

/** Notes that listings have not been observed for a day, as of the end of that day: it is not known who held the buybox then. */
export const noteUnseen = (trx: Trx, companyId: number, now: Date) =>
  sql`
    insert into buybox_change (company_id, account_id, listing_id, state, at)
    select b.company_id, b.account_id, b.listing_id, 'unseen', m.observed_at + interval '24 hours'
    from market m join listing_buybox b on b.company_id = m.company_id and b.listing_id = m.listing_id
    where m.company_id = ${companyId} and m.observed_at < ${now}::timestamptz - interval '24 hours'
      and b.state not in ('unseen', 'off')
    order by b.listing_id`.execute(trx);

export async function listingStates(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, ListingState>> {
  const rows = await trx
    .selectFrom('listing_buybox')
    .select(['listing_id', 'state', 'since', 'known_from'])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', sql<number>`any(${listingIds}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.listing_id,
      {
        state: row.state as BuyboxState,
        since: row.since.getTime(),
        knownFrom: row.known_from.getTime(),
      },
    ]),
  );
}

/** The days that are being added up, by account. */
export async function openDays(trx: Trx, companyId: number): Promise<Map<number, OpenDay>> {
  const { rows } = await sql<{
    account_id: number;
    day: string;
    state: CountedState;
    listings: number;
    absent_ms: number;
  }>`select account_id, day::text as day, state, listings, absent_ms from buybox_open_day
    where company_id = ${companyId}`.execute(trx);
  const open = new Map<number, OpenDay>();
  for (const row of rows) {
    const its = open.get(row.account_id) ?? emptyDay(row.day);
    its.states[row.state] = { listings: row.listings, absent: row.absent_ms };
    open.set(row.account_id, its);
  }
  return open;
}

const iso = (ms: number) => new Date(ms).toISOString();

export async function saveListings(
  trx: Trx,
  companyId: number,
  accountId: number,
  listings: ReadonlyMap<number, ListingState>,
): Promise<void> {
  if (listings.size === 0) return;
  const all = [...listings.values()];
  await sql`
    insert into listing_buybox as b (company_id, listing_id, account_id, state, since, known_from)
    select ${companyId}, listing_id, ${accountId}, state, since, known_from
    from unnest(${[...listings.keys()]}::bigint[], ${all.map(({ state }) => state)}::text[],
      ${all.map(({ since }) => iso(since))}::text[]::timestamptz[],
      ${all.map(({ knownFrom }) => iso(knownFrom))}::text[]::timestamptz[])
      as given(listing_id, state, since, known_from)
    on conflict (company_id, listing_id) do update
      set state = excluded.state, since = excluded.since, known_from = excluded.known_from
    where (b.state, b.since, b.known_from)
      is distinct from (excluded.state, excluded.since, excluded.known_from)`.execute(trx);
}

export async function saveIntervals(
  trx: Trx,
  companyId: number,
  intervals: readonly Interval[],
): Promise<void> {
  if (intervals.length === 0) return;
  await sql`
    insert into buybox_interval (company_id, listing_id, state, since, until)
    select ${companyId}, listing_id, state, since, until
    from unnest(${intervals.map(({ listingId }) => listingId)}::bigint[],
      ${intervals.map(({ state }) => state)}::text[],
      ${intervals.map(({ since }) => iso(since))}::text[]::timestamptz[],
      ${intervals.map(({ until }) => iso(until))}::text[]::timestamptz[])
      as given(listing_id, state, since, until)`.execute(trx);
}

export async function saveOpenDay(
  trx: Trx,
  companyId: number,
  accountId: number,
  { day, states }: OpenDay,
): Promise<void> {
  const of = COUNTED_STATES.map((state) => states[state]);
  await sql`
    insert into buybox_open_day (company_id, account_id, day, state, listings, absent_ms)
    select ${companyId}, ${accountId}, ${day}::text::date, state, listings, absent_ms
    from unnest(${COUNTED_STATES}::text[], ${of.map(({ listings }) => listings)}::bigint[],
      ${of.map(({ absent }) => absent)}::bigint[]) as given(state, listings, absent_ms)
    on conflict (company_id, account_id, state) do update
      set day = excluded.day, listings = excluded.listings, absent_ms = excluded.absent_ms`.execute(
    trx,
  );
}

const COLUMNS = COUNTED_STATES.map((state) => `${state}_ms`);

/** Adds to the days of an account. */
export async function addToDays(
  trx: Trx,
  companyId: number,
  accountId: number,
  days: DayTimes,
): Promise<void> {
  if (days.size === 0) return;
  const rows = [...days].map(([day, times]) => ({
    day,
    ...Object.fromEntries(COUNTED_STATES.map((state) => [`${state}_ms`, times[state]])),
  }));
  const names = sql.raw(COLUMNS.join(', '));
  await sql`
    insert into account_buybox_day as d (company_id, account_id, day, ${names})
    select ${companyId}, ${accountId}, day, ${names}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given(day date, ${sql.raw(COLUMNS.map((name) => `${name} bigint`).join(', '))})
    on conflict (company_id, account_id, day) do update
      set ${sql.raw(COLUMNS.map((name) => `${name} = d.${name} + excluded.${name}`).join(', '))}`.execute(
    trx,
  );
}

type TimesRow = { account_id: number; day: string } & Record<`${CountedState}_ms`, number>;

/** The sums of the days of accounts. */
export async function accountTimes(
  trx: Trx,
  companyId: number,
  { from, to }: { from: string; to: string },
): Promise<{ accountId: number; day: string; times: Times }[]> {
  const { rows } = await sql<TimesRow>`
    select account_id, day::text as day, ${sql.raw(COLUMNS.join(', '))} from account_buybox_day
    where company_id = ${companyId} and day between ${from}::text::date and ${to}::text::date`.execute(
    trx,
  );
  return rows.map(
    ({ account_id: accountId, day, won_ms, shared_ms, losing_ms, barred_ms, unseen_ms }) => ({
      accountId,
      day,
      times: {
        won: won_ms,
        shared: shared_ms,
        losing: losing_ms,
        barred: barred_ms,
        unseen: unseen_ms,
      },
    }),
  );
}

/** The states that a listing was in between two instants, with its account; the present state lasts until the second instant. */
export async function listingIntervals(
  trx: Trx,
  companyId: number,
  listingId: number,
  from: Date,
  to: Date,
): Promise<{ accountId: number; intervals: Interval[] } | null> {
  const now = await trx
    .selectFrom('listing_buybox')
    .select(['account_id', 'state', 'since'])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
  if (now === undefined) return null;
  const rows = await trx
    .selectFrom('buybox_interval')
    .select(['state', 'since', 'until'])
    .where('company_id', '=', companyId)
    .where('listing_id', '=', listingId)
    .where('until', '>', from)
    .where('since', '<', to)
    .execute();
  const all = now.state === 'off' ? rows : [...rows, { ...now, until: to }];
  return {
    accountId: now.account_id,
    intervals: all.map(({ state, since, until }) => ({
      listingId,
      state: state as CountedState,
      since: Math.max(since.getTime(), from.getTime()),
      until: Math.min(until.getTime(), to.getTime()),
    })),
  };
}

/** A span of time of an account's listings; `key` is the caller's. */
export interface Span {
  accountId: number;
  key: string;
  from: Date;
  to: Date;
}

/**
 * How long listings were in each state in spans of their accounts, up to `now`, in milliseconds. Spans in which a listing
 * was in none are left out.
 */
export async function timesInSpans(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
  spans: readonly Span[],
  now: Date,
): Promise<{ listingId: number; key: string; state: CountedState; ms: number }[]> {
  const instants = (of: (span: Span) => Date) => spans.map((span) => of(span).toISOString());
  const ids = sql`any(${listingIds}::bigint[])`;
  const { rows } = await sql<{
    listingId: number;
    key: string;
    state: CountedState;
    ms: number;
  }>`
    with span as materialized (
      select * from unnest(${spans.map(({ accountId }) => accountId)}::bigint[], ${spans.map(({ key }) => key)}::text[],
        ${instants(({ from }) => from)}::text[]::timestamptz[], ${instants(({ to }) => to)}::text[]::timestamptz[])
        as s(account_id, key, since, until)
    ), present as materialized (
      select listing_id, account_id, state, since from listing_buybox
      where company_id = ${companyId} and listing_id = ${ids}
    ), stay as (
      select listing_id, account_id, state, since, ${now}::timestamptz as until from present where state <> 'off'
      union all
      select i.listing_id, p.account_id, i.state, i.since, i.until from buybox_interval i
      join present p on p.listing_id = i.listing_id
      where i.company_id = ${companyId} and i.listing_id = ${ids}
        and i.until > (select min(since) from span) and i.since < (select max(until) from span)
    )
    select t.listing_id as "listingId", s.key, t.state,
      round(sum(extract(epoch from least(t.until, s.until) - greatest(t.since, s.since))) * 1000)::bigint as ms
    from stay t join span s on s.account_id = t.account_id and t.since < s.until and t.until > s.since
    group by 1, 2, 3`.execute(trx);
  return rows;
}
