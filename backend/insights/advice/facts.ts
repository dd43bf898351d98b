// The facts of listings by which advice is given, of those that may need it.
import { type RawBuilder, sql } from 'kysely';
import { addDays, dayOf } from '../../kernel/time-zone.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import { timesOfAccounts, timesOfListings } from '../../sales/actions.ts';
import type { AccountAds, CompanySales, ListingFacts } from './rules/listing-facts.ts';
import { LOST_HOURS } from './rules/losing-buybox.ts';

/** The days that are read of sales and of the time with the buybox, and those of contributions. */
export const SALES_DAYS = 60;
export const MONTH_DAYS = 30;
/** Advice about health may be open below this score. */
const HEALTH_BELOW = 65;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

interface Row {
  id: number;
  account_id: number;
  currency_code: string;
  price: number;
  stock: number;
  health_score: number | null;
  buybox_status: string | null;
  lost_since: Date | null;
  price_to_win: number | null;
  share_day: number | null;
  share_week: number | null;
  cost: number | null;
  fee_percent: number;
  fee_fixed: number;
  tax_percent: number;
  rule_id: number | null;
  rule_version: number | null;
  rule_status: string | null;
  rule_origin: string | null;
  min_price: number | null;
  update_id: number | null;
  new_price: number | null;
  units: number;
  margin: number | null;
  is_advertised: boolean;
}

/** Listings by their ids: from after the first up to the second. */
export interface IdRange {
  after: number;
  upTo: number;
}

/** A range of listings, or some of them. */
export type Listings = IdRange | { ids: readonly number[] };

const isOneOf = (column: string, listings: Listings): RawBuilder<unknown> =>
  'ids' in listings
    ? sql`${sql.ref(column)} = any(${listings.ids}::bigint[])`
    : sql`${sql.ref(column)} > ${listings.after} and ${sql.ref(column)} <= ${listings.upTo}`;

/** The range of the next `count` listings of a company; null: there are none. */
export async function rangeAfter(
  trx: Trx,
  companyId: number,
  after: number,
  count: number,
): Promise<IdRange | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (select id from listing where company_id = ${companyId} and id > ${after}
      order by id limit ${count}) following`.execute(trx);
  const upTo = rows[0]!.last;
  return upTo === null ? null : { after, upTo };
}

/** The last `count` whole days, in UTC, up to yesterday. */
export const daysUntil = (now: Date, count: number): string[] => {
  const last = addDays(dayOf(now, 'UTC'), -1);
  return Array.from({ length: count }, (_, n) => addDays(last, n + 1 - count));
};

/** The listings that ads of a company's running campaigns show. */
export const ADVERTISED = (companyId: number): RawBuilder<unknown> => sql`
  select distinct c.account_id, p.sku_marketplace from ads_ad p
  join ads_campaign c on c.company_id = p.company_id and c.id = p.campaign_id
  where p.company_id = ${companyId} and p.is_listed and p.status = 'ENABLED' and c.is_listed and c.status = 'ENABLED'`;

async function rowsIn(
  trx: Trx,
  companyId: number,
  listings: Listings,
  now: Date,
  advertisers: readonly number[],
): Promise<Row[]> {
  const days = daysUntil(now, SALES_DAYS);
  const month = days.at(-MONTH_DAYS)!;
  const { rows } = await sql<Row>`
    with sold as materialized (
      select listing_id, sum(units)::integer as units,
        sum(margin) filter (where day >= ${month}::text::date and margin_of > 0)::bigint as margin
      from listing_day
      where company_id = ${companyId} and day = any(${days}::text[]::date[]) and ${isOneOf('listing_id', listings)}
      group by 1
    ), advertised as materialized (${ADVERTISED(companyId)}), known as materialized (
      select distinct listing_id from recommendation
      where company_id = ${companyId} and ${isOneOf('listing_id', listings)} and state in ('open', 'snoozed')
    )
    select l.id, l.account_id, l.currency_code, l.price, l.stock, p.health_score, m.buybox_status,
      case when b.state = 'losing' then b.since end as lost_since, m.price_to_win, s.share_day, s.share_week,
      case when c.fee_source is not null then c.cost end as cost,
      coalesce(c.fee_percent, 0)::float8 as fee_percent, coalesce(c.fee_fixed, 0) as fee_fixed,
      coalesce(c.tax_percent, 0)::float8 as tax_percent,
      r.id as rule_id, r.version as rule_version, r.status as rule_status, r.origin as rule_origin,
      case when coalesce(r.settings ->> 'minimumBy', 'AMOUNT') = 'AMOUNT' then r.min_price end as min_price,
      u.id as update_id, u.new_price, coalesce(sold.units, 0) as units, sold.margin,
      a.sku_marketplace is not null as is_advertised
    from listing l
    left join sold on sold.listing_id = l.id
    left join advertised a on a.account_id = l.account_id and a.sku_marketplace = l.sku_marketplace
    left join known k on k.listing_id = l.id
    left join listing_particulars p on p.company_id = l.company_id and p.listing_id = l.id
    left join market m on m.company_id = l.company_id and m.listing_id = l.id
    left join listing_buybox b on b.company_id = l.company_id and b.listing_id = l.id
    left join buybox_share s on s.company_id = l.company_id and s.listing_id = l.id
    left join listing_cost c on c.company_id = l.company_id and c.listing_id = l.id
    left join rule_listing rl on rl.company_id = l.company_id and rl.listing_id = l.id
    left join rule r on r.company_id = rl.company_id and r.id = rl.rule_id
    left join price_update_slot w on w.company_id = l.company_id and w.listing_id = l.id and w.slot = 'waiting'
    left join price_update u on u.company_id = w.company_id and u.id = w.update_id and u.created_at = w.created_at
      and u.state = 'pending'
    where l.company_id = ${companyId} and ${isOneOf('l.id', listings)} and l.status = 'ENABLED' and l.stock > 0
      and (p.health_score < ${HEALTH_BELOW} or m.buybox_status = 'LOSING' or k.listing_id is not null
        or l.account_id = any(${advertisers}::bigint[]) and a.sku_marketplace is null and sold.units > 0)
    order by l.id`.execute(trx);
  return rows;
}

const toFacts = (
  row: Row,
  hours: { held: number; losing: number },
  advertising: AccountAds | null,
): ListingFacts => ({
  listingId: row.id,
  accountId: row.account_id,
  currencyCode: row.currency_code,
  price: row.price,
  stock: row.stock,
  healthScore: row.health_score,
  market: {
    status: row.buybox_status,
    lostSince: row.lost_since,
    priceToWin: row.price_to_win,
    shareDay: row.share_day,
    shareWeek: row.share_week,
  },
  costs:
    row.cost === null
      ? null
      : {
          cost: row.cost,
          feePercent: row.fee_percent,
          feeFixed: row.fee_fixed,
          taxPercent: row.tax_percent,
        },
  rule:
    row.rule_id === null
      ? null
      : {
          id: row.rule_id,
          version: row.rule_version!,
          status: row.rule_status!,
          isOwn: row.rule_origin === 'own',
          minPrice: row.min_price,
        },
  waiting: row.update_id === null ? null : { updateId: row.update_id, newPrice: row.new_price! },
  sales: { units: row.units, heldHours: hours.held, losingHours: hours.losing },
  monthContribution: row.margin,
  isAdvertised: row.is_advertised,
  advertising,
});

/** The facts of those of some listings that advice may be given for, in the order of their ids. */
export async function listingFacts(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  listings: Listings,
  advertising: ReadonlyMap<number, AccountAds>,
): Promise<ListingFacts[]> {
  const now = ctx.clock();
  const rows = await rowsIn(trx, companyId, listings, now, [...advertising.keys()]);
  const losing = rows.filter(({ buybox_status }) => buybox_status === 'LOSING');
  const from = new Date(now.getTime() - SALES_DAYS * DAY_MS);
  const accounts = [...new Set(losing.map(({ account_id }) => account_id))];
  const spans = accounts.map((accountId) => ({ accountId, key: '', from, to: now }));
  const ids = losing.map(({ id }) => id);
  const times = ids.length === 0 ? [] : await timesOfListings(ctx, trx, companyId, ids, spans);
  const hours = new Map(ids.map((id) => [id, { held: 0, losing: 0 }]));
  for (const { listingId, state, ms } of times) {
    const its = hours.get(listingId)!;
    if (state === 'won' || state === 'shared') its.held += ms / HOUR_MS;
    if (state === 'losing') its.losing += ms / HOUR_MS;
  }
  return rows.map((row) =>
    toFacts(
      row,
      hours.get(row.id) ?? { held: 0, losing: 0 },
      advertising.get(row.account_id) ?? null,
    ),
  );
}

/**
 * Listings whose buybox calls for new advice: those that lost it six to eight hours ago, so that a late evaluation misses none, and
 * those that have it although there is advice to win it back.
 */
export async function movedListings(trx: Trx, companyId: number, now: Date): Promise<number[]> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const { rows } = await sql<{ id: number }>`
    select listing_id as id from listing_buybox
    where company_id = ${companyId} and state = 'losing' and since > ${hoursAgo(LOST_HOURS + 2)}
      and since <= ${hoursAgo(LOST_HOURS)}
    union
    select r.listing_id from recommendation r
    join market m on m.company_id = r.company_id and m.listing_id = r.listing_id
    where r.company_id = ${companyId} and r.state = 'open' and r.kind = 'losing_buybox'
      and m.buybox_status is distinct from 'LOSING'
    order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What a company sold while it held the buybox, and while it lost it. */
export async function companySales(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
): Promise<CompanySales> {
  const days = daysUntil(ctx.clock(), SALES_DAYS);
  const range = { from: days[0]!, to: days.at(-1)! };
  const { rows } = await sql<{ held: number; lost: number }>`
    select coalesce(sum(won_units + shared_units), 0)::integer as held, coalesce(sum(lost_units), 0)::integer as lost
    from account_day
    where company_id = ${companyId} and day between ${range.from}::text::date and ${range.to}::text::date`.execute(
    trx,
  );
  const sums = { heldHours: 0, losingHours: 0 };
  for (const [, time] of await timesOfAccounts(ctx, trx, companyId, range)) {
    sums.heldHours += (time.won + time.shared) / HOUR_MS;
    sums.losingHours += time.losing / HOUR_MS;
  }
  return { heldUnits: rows[0]!.held, losingUnits: rows[0]!.lost, ...sums };
}

/** The contribution of a company's sales in the last 30 days, by currency, as far as it is known. */
export async function monthContributions(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
): Promise<Record<string, number>> {
  const days = daysUntil(ctx.clock(), MONTH_DAYS);
  const { rows } = await sql<{ currency_code: string; margin: number }>`
    select currency_code, sum(margin)::bigint as margin from account_day
    where company_id = ${companyId} and day between ${days[0]!}::text::date and ${days.at(-1)!}::text::date
    group by 1`.execute(trx);
  return Object.fromEntries(rows.map((row) => [row.currency_code, row.margin]));
}
