// The charts above the list of buybox monitoring. They are computed every quarter of an hour and kept, for each account and
// for all of them: a company with a million listings reads them as fast as a small one.
import { sql } from 'kysely';
import type { MarketplaceContext } from '../../catalog/actions.ts';
import { problem } from '../../catalog/problems.ts';
import { addDays, lastDayAnywhere } from '../../kernel/time-zone.ts';
import type { Actor } from '../../platform/app-context.ts';
import { companyIds } from '../../platform/companies.ts';
import { type Trx, within } from '../../platform/db.ts';
import { columnOf } from '../../platform/filter-sql.ts';
import { scheduledQueue, type Tick, type Worker } from '../../platform/jobs.ts';
import { refreshShares, timesOfAccounts, timeZonesOf } from '../../sales/actions.ts';
import { BuyboxOverview, MAX_WINNERS, OVERVIEW_DAYS } from '../contract.ts';
import { FIELDS, joinsOf } from './fields.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An older row means a stopped worker: it is then computed when it is read. */
const FRESH_MS = HOUR_MS;
/** The id that means all accounts. */
const ALL = 0;

interface Scope {
  companyId: number;
  /** 0: all accounts. */
  accountId: number;
  now: Date;
}

const ofAccount = (column: string, { accountId }: Scope) =>
  accountId === ALL ? sql`true` : sql`${sql.ref(column)} = ${accountId}`;

async function presentNumbers(ctx: MarketplaceContext, trx: Trx, scope: Scope) {
  const dayAgo = new Date(scope.now.getTime() - DAY_MS);
  const reporting = [...ctx.marketplaces.traits].flatMap(([id, traits]) =>
    traits.reportsCompetitors ? [id] : [],
  );
  const { rows } = await sql<BuyboxOverview['now'] & { listings: number; limit: number | null }>`
    select count(*) filter (where m.buybox_status = 'LOSING') as losing,
      count(*) filter (where ${columnOf(FIELDS.isWinnable)}) as winnable,
      count(*) filter (where m.buybox_status = 'LOSING' and b.state = 'losing' and b.since > ${dayAgo}) as "lostToday",
      count(*) filter (where m.buybox_status = 'NOT_COMPETING') as "notCompeting",
      count(*) filter (where l.marketplace_id = any(${reporting}::bigint[])
        and (m.observed_at is null or m.observed_at < ${dayAgo})) as unseen,
      count(m.listing_id) as listings,
      (select monitoring_limit from company where id = ${scope.companyId}) as limit
    from listing l ${joinsOf(new Set(['market', 'rule', 'cost', 'state'] as const))}
    where l.company_id = ${scope.companyId} and ${ofAccount('l.account_id', scope)}
      and l.status = 'ENABLED' and l.stock > 0`.execute(trx);
  const { listings, limit, ...now } = rows[0]!;
  return { now, monitored: { listings, limit } };
}

async function coverageOf(
  ctx: MarketplaceContext,
  trx: Trx,
  scope: Scope,
): Promise<BuyboxOverview['coverage']> {
  const to = lastDayAnywhere(scope.now);
  const from = addDays(to, -OVERVIEW_DAYS);
  const times = await timesOfAccounts(ctx, trx, scope.companyId, { from, to });
  const days = new Map<string, BuyboxOverview['coverage'][number]>();
  for (const [key, ms] of times) {
    const [accountId, day = ''] = key.split(' ');
    if (scope.accountId !== ALL && Number(accountId) !== scope.accountId) continue;
    const sum = days.get(day) ?? { day, won: 0, shared: 0, losing: 0, barred: 0, unseen: 0 };
    for (const state of ['won', 'shared', 'losing', 'barred', 'unseen'] as const)
      sum[state] += Math.round(ms[state] / 1_000);
    days.set(day, sum);
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

async function sharesOf(trx: Trx, scope: Scope): Promise<number[]> {
  const { rows } = await sql<{ tenth: number; listings: number }>`
    select least(9, floor(share_week / 10))::integer as tenth, count(*) as listings from buybox_share s
    where company_id = ${scope.companyId} and ${ofAccount('s.account_id', scope)} and share_week is not null
    group by 1`.execute(trx);
  const counts = new Map(rows.map(({ tenth, listings }) => [tenth, listings]));
  return Array.from({ length: 10 }, (_, tenth) => counts.get(tenth) ?? 0);
}

/** Losses of the last days; an open one goes on until a day after its last observation at most. */
const lossesOf = (scope: Scope) => sql`
  select x.*, greatest(x.since, since.at) as begun,
    coalesce(x.until, least(${scope.now}::timestamptz, m.observed_at + interval '24 hours')) as ended
  from (select ${new Date(scope.now.getTime() - OVERVIEW_DAYS * DAY_MS)}::timestamptz as at) since
  join buybox_loss x on x.company_id = ${scope.companyId} and (x.until is null or x.until > since.at)
  left join market m on m.company_id = x.company_id and m.listing_id = x.listing_id and x.until is null
  where ${ofAccount('x.account_id', scope)}`;

async function winnersOf(trx: Trx, scope: Scope): Promise<BuyboxOverview['winners']> {
  const { rows } = await sql<BuyboxOverview['winners'][number]>`
    select loss.seller_id as "sellerId", max(seller_name) as "sellerName", a.marketplace_id as "marketplaceId", count(*) as times,
      count(distinct listing_id) as listings,
      round(sum(greatest(0, extract(epoch from ended - begun))) / 3600, 1)::float8 as hours,
      round((percentile_cont(0.5) within group (order by gap_percent))::numeric, 1)::float8 as "gapPercent",
      round(avg(fulfillment::integer), 3)::float8 as "fulfillmentShare"
    from (${lossesOf(scope)}) loss
    join account a on a.company_id = loss.company_id and a.id = loss.account_id
    group by loss.seller_id, a.marketplace_id order by hours desc, loss.seller_id limit ${MAX_WINNERS}`.execute(
    trx,
  );
  return rows;
}

async function hoursOf(
  trx: Trx,
  scope: Scope,
  zones: ReadonlyMap<number, string>,
): Promise<number[][]> {
  const { rows } = await sql<{ day: number; hour: number; times: number }>`
    select extract(isodow from loss.since at time zone zone.name)::integer as day,
      extract(hour from loss.since at time zone zone.name)::integer as hour, count(*) as times
    from (${lossesOf(scope)}) loss
    join unnest(${[...zones.keys()]}::bigint[], ${[...zones.values()]}::text[]) as zone(account_id, name)
      on zone.account_id = loss.account_id
    where loss.since = loss.begun
    group by 1, 2`.execute(trx);
  const counts = new Map(rows.map(({ day, hour, times }) => [`${day} ${hour}`, times]));
  return Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => counts.get(`${day + 1} ${hour}`) ?? 0),
  );
}

/** Keeps of each listing in which hours of the week it lost its buybox: what is counted in `hoursOf`, to filter the list by. */
async function countLostHours(
  trx: Trx,
  scope: Scope,
  zones: ReadonlyMap<number, string>,
): Promise<void> {
  await sql`
    with lost as materialized (
      select loss.listing_id, array_agg(distinct extract(isodow from loss.since at time zone zone.name)::integer
        || '-' || extract(hour from loss.since at time zone zone.name)::integer) as hours
      from (${lossesOf({ ...scope, accountId: ALL })}) loss
      join unnest(${[...zones.keys()]}::bigint[], ${[...zones.values()]}::text[]) as zone(account_id, name)
        on zone.account_id = loss.account_id
      where loss.since = loss.begun
      group by loss.listing_id
    ), past as (
      delete from buybox_lost_hours h where h.company_id = ${scope.companyId}
        and not exists (select from lost where lost.listing_id = h.listing_id)
    )
    insert into buybox_lost_hours as h (company_id, listing_id, hours)
    select ${scope.companyId}, listing_id, hours from lost
    on conflict (company_id, listing_id) do update set hours = excluded.hours
    where h.hours is distinct from excluded.hours`.execute(trx);
}

async function workOut(ctx: MarketplaceContext, trx: Trx, scope: Scope): Promise<BuyboxOverview> {
  const zones = await timeZonesOf(ctx, trx, scope.companyId);
  const overview = {
    at: scope.now.toISOString(),
    ...(await presentNumbers(ctx, trx, scope)),
    coverage: await coverageOf(ctx, trx, scope),
    shares: await sharesOf(trx, scope),
    winners: await winnersOf(trx, scope),
    hours: await hoursOf(trx, scope, zones),
  };
  if (scope.accountId === ALL) await countLostHours(trx, scope, zones);
  await trx
    .insertInto('buybox_overview')
    .values({
      company_id: scope.companyId,
      account_id: scope.accountId,
      at: scope.now,
      content: overview,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'account_id'])
        .doUpdateSet((eb) => ({ at: eb.ref('excluded.at'), content: eb.ref('excluded.content') })),
    )
    .execute();
  return overview;
}

/**
 * The charts of all accounts, or of one.
 * @throws Problem 404 `account_not_found`
 */
export const readOverview = (
  ctx: MarketplaceContext,
  { companyId, personId }: Actor,
  accountId: number = ALL,
): Promise<BuyboxOverview> =>
  within(ctx.db, { company: companyId, person: personId }, async (trx) => {
    const now = ctx.clock();
    const stored = await trx
      .selectFrom('buybox_overview')
      .select(['at', 'content'])
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (stored !== undefined && now.getTime() - stored.at.getTime() < FRESH_MS)
      return BuyboxOverview.parse(stored.content);
    if (accountId !== ALL && !(await timeZonesOf(ctx, trx, companyId)).has(accountId))
      throw problem('account_not_found');
    await refreshShares(trx, companyId, now);
    return await workOut(ctx, trx, { companyId, accountId, now });
  });

/** Computes a company's shares and charts as they are now. */
export async function refreshOverview(ctx: MarketplaceContext, companyId: number): Promise<void> {
  const now = ctx.clock();
  const accounts = await within(ctx.db, { company: companyId }, async (trx) => {
    await refreshShares(trx, companyId, now);
    return [...(await timeZonesOf(ctx, trx, companyId)).keys()];
  });
  // One transaction each: none holds its rows for long.
  for (const accountId of [ALL, ...(accounts.length > 1 ? accounts : [])])
    await within(ctx.db, { company: companyId }, (trx) =>
      workOut(ctx, trx, { companyId, accountId, now }),
    );
}

const OVERVIEW = scheduledQueue('pricing.buybox-overview');

export const overviewWorkers = (ctx: MarketplaceContext): Worker<Tick>[] => [
  {
    queue: OVERVIEW,
    schedule: { cron: '*/15 * * * *', data: {} },
    handle: async (_jobs, signal) => {
      for (const companyId of await companyIds(ctx.db)) {
        signal.throwIfAborted();
        await refreshOverview(ctx, companyId);
      }
    },
  },
];
