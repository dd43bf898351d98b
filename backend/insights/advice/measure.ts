// Measures what applied acts brought, once the sales of the days after them are settled.
import { sql } from 'kysely';
import { addDays, dayOf } from '../../kernel/time-zone.ts';
import type { Trx } from '../../platform/db.ts';
import type { AdviceKind } from '../contract.ts';
import { type Facts, INCREMENTALITY } from './rules/advice.ts';
import {
  type Basis,
  changeBy,
  FEWEST_OTHERS,
  MEASURED_DAYS,
  type Measured,
  type Measurement,
  realizedShare,
  type Span,
} from './rules/promise.ts';

/** Days after which orders, and the sales of advertising, are settled. */
const SETTLED_AFTER = { orders: 4, advertising: 8 };
/** Acts of one pass; the rest is measured by the next. */
const MOST = 500;
/** Measurements count for this many days. */
export const COUNTED_DAYS = 90;
const DAY_MS = 24 * 3_600_000;

interface Done {
  id: number;
  kind: string;
  account_id: number;
  listing_id: number | null;
  campaign_id: number | null;
  target_id: number | null;
  currency_code: string;
  facts: Facts;
  changed_at: Date;
}

const startOf = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;

interface Days {
  from: string;
  act: string;
  to: string;
}
const daysOf = ({ changed_at }: Done): Days => {
  const act = dayOf(changed_at, 'UTC');
  return { from: addDays(act, -MEASURED_DAYS), act, to: addDays(act, MEASURED_DAYS) };
};

/** The day of the act itself is part before and part after it, and counts in neither. */
const before = ({ from, act }: Days) =>
  sql`d.day >= ${from}::text::date and d.day < ${act}::text::date`;
const after = ({ act, to }: Days) => sql`d.day > ${act}::text::date and d.day <= ${to}::text::date`;

interface OthersRow {
  basis: Basis;
  others: number;
  before: number;
  after: number;
}
const demandOf = (rows: readonly OthersRow[]) =>
  rows.find((row) => row.others >= FEWEST_OTHERS && row.before > 0);

const UNKNOWN: Measurement = { basis: null };
const found = (own: Span, { basis, others, before, after }: OthersRow): Measurement => ({
  basis,
  others,
  came: changeBy(own, { before, after }),
});

/**
 * Measures the contribution of a listing against other listings of its currency that were not changed: those with the same advice
 * or, where these are too few, those of its account.
 */
async function measureListing(trx: Trx, companyId: number, done: Done): Promise<Measurement> {
  const days = daysOf(done);
  const { listing_id: listingId, account_id: accountId, currency_code: currency, kind } = done;
  const { rows: own } = await sql<Span & { isWhole: boolean }>`
    select coalesce(sum(d.margin) filter (where ${before(days)}), 0)::bigint as before,
      coalesce(sum(d.margin) filter (where ${after(days)}), 0)::bigint as after,
      coalesce(bool_and(d.margin_of >= d.revenue), true) as "isWhole"
    from listing_day d
    where d.company_id = ${companyId} and d.listing_id = ${listingId} and d.currency_code = ${currency}
      and (${before(days)} or ${after(days)})`.execute(trx);
  if (!own[0]!.isWhole) return UNKNOWN;
  const { rows: others } = await sql<OthersRow>`
    with touched as materialized (
      select distinct listing_id from recommendation
      where company_id = ${companyId} and listing_id is not null and state in ('accepted', 'applied', 'undone')
        and changed_at >= ${startOf(days.from)} and changed_at < ${startOf(addDays(days.to, 1))}
    ), advised as materialized (
      select distinct listing_id from recommendation
      where company_id = ${companyId} and listing_id is not null and kind = ${kind}
        and opened_at <= ${done.changed_at} and (changed_at > ${done.changed_at} or state in ('open', 'snoozed', 'dismissed'))
    ), other as (
      select d.listing_id, d.account_id,
        coalesce(sum(d.margin) filter (where ${before(days)}), 0) as before,
        coalesce(sum(d.margin) filter (where ${after(days)}), 0) as after
      from listing_day d
      where d.company_id = ${companyId} and d.currency_code = ${currency} and d.listing_id <> 0
        and d.listing_id <> all(select listing_id from touched) and d.listing_id <> ${listingId}
        and (${before(days)} or ${after(days)})
      group by 1, 2
      having bool_and(d.margin_of >= d.revenue)
    )
    select 'same_advice' as basis, count(*)::integer as others, coalesce(sum(before), 0)::bigint as before,
      coalesce(sum(after), 0)::bigint as after
    from other where listing_id in (select listing_id from advised)
    union all
    select 'account', count(*)::integer, coalesce(sum(before), 0)::bigint, coalesce(sum(after), 0)::bigint
    from other where account_id = ${accountId}`.execute(trx);
  const demand = demandOf(others);
  return demand === undefined ? UNKNOWN : found(own[0]!, demand);
}

/**
 * Measures the contribution that a campaign's or a target's ads caused against that of the account's campaigns that were not
 * changed in those days.
 */
async function measureAds(trx: Trx, companyId: number, done: Done): Promise<Measurement> {
  const days = daysOf(done);
  const { campaign_id: campaignId, target_id: targetId, account_id: accountId, facts } = done;
  if (facts.breakEven === undefined) return UNKNOWN;
  const left = (INCREMENTALITY * facts.breakEven) / 100;
  const [table, column, id] =
    targetId === null
      ? (['ads_campaign_day', 'campaign_id', campaignId] as const)
      : (['ads_target_day', 'target_id', targetId] as const);
  const { rows: own } = await sql<Span>`
    select coalesce(sum(d.sales * ${left}::float8 - d.cost) filter (where ${before(days)}), 0)::float8 as before,
      coalesce(sum(d.sales * ${left}::float8 - d.cost) filter (where ${after(days)}), 0)::float8 as after
    from ${sql.table(table)} d
    where d.company_id = ${companyId} and d.${sql.ref(column)} = ${id} and (${before(days)} or ${after(days)})`.execute(
    trx,
  );
  const { rows: others } = await sql<OthersRow>`
    select 'account' as basis, count(distinct d.campaign_id)::integer as others,
      coalesce(sum(d.sales) filter (where ${before(days)}), 0)::bigint as before,
      coalesce(sum(d.sales) filter (where ${after(days)}), 0)::bigint as after
    from ads_campaign c
    join ads_campaign_day d on d.company_id = c.company_id and d.campaign_id = c.id and (${before(days)} or ${after(days)})
    where c.company_id = ${companyId} and c.account_id = ${accountId} and c.id <> ${campaignId}
      and not exists (select from ads_change x where x.company_id = c.company_id and x.campaign_id = c.id
        and x.state = 'applied' and x.settled_at >= ${startOf(days.from)}
        and x.settled_at < ${startOf(addDays(days.to, 1))})`.execute(trx);
  const demand = demandOf(others);
  return demand === undefined ? UNKNOWN : found(own[0]!, demand);
}

/** The day on which an act can be measured. */
export const measuredFrom = (doneAt: Date, isOfAds: boolean): string =>
  addDays(
    dayOf(doneAt, 'UTC'),
    MEASURED_DAYS + (isOfAds ? SETTLED_AFTER.advertising : SETTLED_AFTER.orders) + 1,
  );

/** Measures the acts for which the sales of the days after them are settled. */
export async function measureDone(trx: Trx, companyId: number, now: Date): Promise<void> {
  const today = dayOf(now, 'UTC');
  const until = (settledAfter: number) => startOf(addDays(today, -(MEASURED_DAYS + settledAfter)));
  const { rows } = await sql<Done>`
    select id, kind, account_id, listing_id, campaign_id, target_id, currency_code, facts, changed_at
    from recommendation
    where company_id = ${companyId} and state = 'applied' and effect is not null and measured is null
      and changed_at < case when campaign_id is null then ${until(SETTLED_AFTER.orders)}
        else ${until(SETTLED_AFTER.advertising)} end
    order by id limit ${MOST}`.execute(trx);
  const at = now.toISOString();
  for (const done of rows) {
    const measured =
      done.campaign_id === null
        ? await measureListing(trx, companyId, done)
        : await measureAds(trx, companyId, done);
    await sql`
      update recommendation set measured = ${JSON.stringify({ at, ...measured })}::jsonb
      where company_id = ${companyId} and id = ${done.id}`.execute(trx);
  }
}

export interface MeasuredAct extends Measured {
  kind: AdviceKind;
  currencyCode: string;
}

/** The acts that were measured in the last 90 days, also those that were undone later. */
export async function measuredActs(trx: Trx, companyId: number, now: Date): Promise<MeasuredAct[]> {
  const since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS).toISOString();
  const { rows } = await sql<{
    kind: AdviceKind;
    currency_code: string;
    effect: number;
    effect_low: number;
    kept_share: number;
    came: number;
  }>`
    select kind, currency_code, effect, effect_low, (facts ->> 'keptShare')::float8 as kept_share,
      (measured ->> 'came')::bigint as came
    from recommendation
    where company_id = ${companyId} and state in ('applied', 'undone') and measured ? 'came' and facts ? 'keptShare' and measured ->> 'at' >= ${since}
    order by id`.execute(trx);
  return rows.map((row) => ({
    kind: row.kind,
    currencyCode: row.currency_code,
    estimate: (row.effect * 100) / row.kept_share,
    shown: { mean: row.effect, low: row.effect_low },
    came: row.came,
  }));
}

/** The share of each kind's estimates that comes true. */
export function realizedShares(acts: readonly MeasuredAct[]): (kind: AdviceKind) => number {
  const byKind = Map.groupBy(acts, ({ kind }) => kind);
  const shares = new Map(
    [...byKind].map(([kind, its]) => [
      kind,
      realizedShare([...Map.groupBy(its, ({ currencyCode }) => currencyCode).values()]),
    ]),
  );
  const unmeasured = realizedShare([]);
  return (kind) => shares.get(kind) ?? unmeasured;
}
