// What pricing stores of listings beside their rules and updates, and the settings of a company.
import { sql } from 'kysely';
import type { Minor } from '../../kernel/money.ts';
import type { Trx } from '../../platform/db.ts';
import { ofCompany, statement } from '../../platform/statement.ts';
import { Parity } from '../contract.ts';
import type { Hold, ObservedBuybox, PaceLimits } from '../engine/pace.ts';
import type { MoveLimits } from '../safety/engine/guard.ts';
import { hourOf, oldestHour } from './engine/day-prices.ts';
import type { Dismissal } from './engine/dismissals.ts';

/** Whether a column is one of many ids, as one parameter however many there are. */
export const anyOf = (column: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`;

/** What holds for the whole company whenever a price is decided or sent. */
export interface CompanySettings {
  stopsPriceChanges: boolean;
  staleMarketHours: number;
  smallestRisePercent: number;
  pace: PaceLimits;
  moves: MoveLimits;
  parity: Parity;
}

const settingsOf = statement((trx, { companyId }: { companyId: number }) =>
  trx
    .selectFrom('company')
    .select([
      'stops_price_changes',
      'stale_market_hours',
      'smallest_rise_percent',
      'minutes_between_updates',
      'updates_per_hour',
      'updates_per_day',
      'max_step_percent',
      'max_day_percent',
      'parity',
    ])
    .where('id', '=', companyId),
);

/** What the company has set for all its price updates. @throws Error where there is no such company */
export async function companySettings(trx: Trx, companyId: number): Promise<CompanySettings> {
  const [row] = await settingsOf(trx, { companyId });
  if (row === undefined) throw new Error(`There is no company ${companyId}`);
  return {
    stopsPriceChanges: row.stops_price_changes,
    staleMarketHours: row.stale_market_hours,
    smallestRisePercent: row.smallest_rise_percent,
    pace: {
      minutesBetweenUpdates: row.minutes_between_updates,
      updatesPerHour: row.updates_per_hour,
      updatesPerDay: row.updates_per_day,
    },
    moves: { maxStepPercent: row.max_step_percent, maxDayPercent: row.max_day_percent },
    parity: Parity.parse(row.parity),
  };
}

const ruledOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('rule_listing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', ids))
    .orderBy('listing_id'),
);

/** Of some listings those that a rule prices, in the order in which they are locked. */
export async function ruledListings(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<number[]> {
  const rows = await ruledOf(trx, companyId, listingIds);
  return rows.map((row) => row.listing_id);
}

/** All listings of a company that a rule prices, in the order of their ids. */
export const allRuledListings = async (trx: Trx, companyId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('rule_listing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
};

/**
 * The other listings of the products of those that hold the buybox among some: they stay at or above its price, and
 * nothing in their own markets tells that it changed.
 */
export async function besideHolders(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<number[]> {
  const rows = await besideOf(trx, companyId, listingIds);
  return rows.map((row) => row.id);
}

const besideOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('listing as holder')
    .innerJoin('market', (join) =>
      join
        .onRef('market.company_id', '=', 'holder.company_id')
        .onRef('market.listing_id', '=', 'holder.id'),
    )
    .innerJoin('listing as other', (join) =>
      join
        .onRef('other.company_id', '=', 'holder.company_id')
        .onRef('other.marketplace_id', '=', 'holder.marketplace_id')
        .onRef('other.catalog_product_id', '=', 'holder.catalog_product_id')
        .onRef('other.id', '<>', 'holder.id'),
    )
    .select('other.id')
    .where('holder.company_id', '=', companyId)
    .where(anyOf('holder.id', ids))
    .where('market.buybox_status', '=', 'WINNING'),
);

const heldOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('listing_pricing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', ids))
    .orderBy('listing_id')
    .forUpdate(),
);

/**
 * Locks listings for this transaction. Who decides, moves or sends a price update of a listing locks the
 * listing's row in listing_pricing first, always in the order of the ids, and takes rules and updates only after it:
 * so that two of them never wait for each other (deadlock).
 */
export async function lockListings(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  // Sent together, and worked in this order.
  const made = sql`
    insert into listing_pricing (listing_id, company_id)
    select l.id, l.company_id from listing l
    where l.company_id = ${companyId} and l.id = any(${listingIds}::bigint[])
      and not exists (
        select from listing_pricing p where p.company_id = l.company_id and p.listing_id = l.id)
    order by l.id
    on conflict do nothing`.execute(trx);
  const held = heldOf(trx, companyId, listingIds);
  await Promise.all([made, held]);
}

/** Where the price of a listing is set, and what it is by now. */
export interface Target {
  marketplaceId: number;
  accountId: number;
  skuMarketplace: string;
  currencyCode: string;
  price: Minor;
  title: string;
}

const targetsOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('listing')
    .select([
      'id',
      'marketplace_id as marketplaceId',
      'account_id as accountId',
      'sku_marketplace as skuMarketplace',
      'currency_code as currencyCode',
      'price',
      'title',
    ])
    .where('company_id', '=', companyId)
    .where(anyOf('id', ids)),
);

/** Where the prices of listings are set, by their ids; ids that the company does not have are left out. */
export async function loadTargets(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, Target>> {
  const rows = await targetsOf(trx, companyId, listingIds);
  return new Map(rows.map(({ id, ...target }) => [id, target]));
}

/** Listings of a company by the accounts and names by which their marketplaces know them; those that are unknown are left out. */
export async function listingsBySku(
  trx: Trx,
  companyId: number,
  wanted: readonly { accountId: number; skuMarketplace: string }[],
): Promise<{ id: number; accountId: number; skuMarketplace: string }[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: number; accountId: number; skuMarketplace: string }>`
    select l.id, l.account_id as "accountId", l.sku_marketplace as "skuMarketplace"
    from listing l
    where l.company_id = ${companyId} and (l.account_id, l.sku_marketplace) in (
      select * from unnest(${wanted.map(({ accountId }) => accountId)}::bigint[],
        ${wanted.map(({ skuMarketplace }) => skuMarketplace)}::text[]))
    order by l.id`.execute(trx);
  return rows;
}

/** The titles of listings whose targets are known. */
export const titlesIn = (targets: ReadonlyMap<number, Target>): Map<number, string> =>
  new Map([...targets].map(([id, { title }]) => [id, title]));

/** The titles of listings by their ids; ids that the company does not have are left out. */
export async function titlesOf(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('listing')
    .select(['id', 'title'])
    .where('company_id', '=', companyId)
    .where(anyOf('id', listingIds))
    .execute();
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** Remembers for a listing what a person does not want; the caller has locked the listing. */
export async function dismiss(
  trx: Trx,
  companyId: number,
  listingId: number,
  { price, mark }: Dismissal,
): Promise<void> {
  await trx
    .updateTable('listing_pricing')
    .set({ dismissed_price: price, dismissed_fingerprint: mark })
    .where('company_id', '=', companyId)
    .where('listing_id', '=', listingId)
    .execute();
}

/** Forgets dismissals whose circumstances are over. */
export async function forgetDismissals(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return;
  await trx
    .updateTable('listing_pricing')
    .set({ dismissed_price: null, dismissed_fingerprint: null })
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .execute();
}

/** What is kept of the pace of a listing's price. */
export interface ListingPace {
  observedBuybox: ObservedBuybox;
  hold: Hold | null;
}

/** Keeps the pace of listings, with one statement; the caller has locked them. */
export async function savePaces(
  trx: Trx,
  companyId: number,
  paces: readonly (ListingPace & { listingId: number })[],
): Promise<void> {
  if (paces.length === 0) return;
  const rows = paces.map(({ listingId, observedBuybox, hold }) => ({
    listing_id: listingId,
    wins: observedBuybox.wins,
    lost_at: observedBuybox.lostAt,
    held_by: hold?.code ?? null,
    held_until: hold?.until ?? null,
  }));
  await sql`
    update listing_pricing p set
      wins_buybox = n.wins, buybox_lost_at = n.lost_at, held_by = n.held_by, held_until = n.held_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(listing_id bigint, wins boolean, lost_at timestamptz, held_by text, held_until timestamptz)
    where p.company_id = ${companyId} and p.listing_id = n.listing_id`.execute(trx);
}

/** The listings whose price a limit of pace holds, in the order of their ids. */
export const heldListings = async (trx: Trx, companyId: number): Promise<number[]> => {
  const rows = await trx
    .selectFrom('listing_pricing')
    .select('listing_id')
    .where('company_id', '=', companyId)
    .where('held_until', 'is not', null)
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
};

/** Remembers for listings what the engine wants remembered, with one statement; the caller has locked them. */
export async function saveMemories(
  trx: Trx,
  companyId: number,
  memories: readonly { listingId: number; memory: object | null }[],
): Promise<void> {
  if (memories.length === 0) return;
  const rows = memories.map(({ listingId, memory }) => ({ listing_id: listingId, memory }));
  await sql`
    update listing_pricing p set memory = n.memory
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(listing_id bigint, memory jsonb)
    where p.company_id = ${companyId} and p.listing_id = n.listing_id`.execute(trx);
}

/**
 * Forgets what one rule learned of listings that another takes: it starts from the present prices, and does not use what
 * won or lost for the other.
 */
export async function forgetLearned(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  await trx
    .updateTable('listing_pricing')
    .set({ last_set_price: null, memory: null, held_by: null, held_until: null })
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .execute();
}

/** A price of ours that was applied. */
export interface AppliedPrice {
  listingId: number;
  /** What it replaced, in minor units. */
  from: Minor;
  to: Minor;
  /** A person approved it, or wanted it back. */
  byPerson: boolean;
}

/**
 * Records applied prices: as the last that the product set, and in the hours of the listing's day, which begins again with
 * a price that a person wanted. The caller has locked the listings.
 */
export async function recordApplied(
  trx: Trx,
  companyId: number,
  prices: readonly AppliedPrice[],
  now: Date,
): Promise<void> {
  if (prices.length === 0) return;
  const hour = String(hourOf(now));
  const rows = prices.map(({ listingId, from, to, byPerson }) => ({
    listing_id: listingId,
    to_price: to,
    // The day begins again at a price that a person wanted, whatever it replaced.
    lowest: byPerson ? to : Math.min(from, to),
    highest: byPerson ? to : Math.max(from, to),
    resets: byPerson,
  }));
  await sql`
    update listing_pricing p set
      last_set_price = n.to_price,
      day_prices = case when n.resets then '{}' else coalesce((
        select jsonb_object_agg(key, value) from jsonb_each(p.day_prices)
        where key::bigint >= ${oldestHour(now)}), '{}') end
        || jsonb_build_object(${hour}::text, jsonb_build_array(
          case when n.resets then n.lowest else least(n.lowest, (p.day_prices->${hour}->>0)::bigint) end,
          case when n.resets then n.highest else greatest(n.highest, (p.day_prices->${hour}->>1)::bigint) end))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(listing_id bigint, to_price bigint, lowest bigint, highest bigint, resets boolean)
    where p.company_id = ${companyId} and p.listing_id = n.listing_id`.execute(trx);
}

/** Accepts the present prices as those to start from: they count as changed by no one else. */
export async function acceptPresentPrices(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<void> {
  await trx
    .updateTable('listing_pricing')
    .set({ last_set_price: null })
    .where('company_id', '=', companyId)
    .where(anyOf('listing_id', listingIds))
    .execute();
}
