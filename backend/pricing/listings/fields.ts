// The tables and columns of the fields that lists of listings have.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Fields, fieldsOf } from '../../platform/filter-sql.ts';
import {
  LISTING_FIELDS,
  type ListingField,
  LOSS_FIELDS,
  MARKET_FIELDS,
  type MarketField,
} from '../contract.ts';

/** What is joined to a listing; `listing` is the listing's own row. */
export type Source =
  | 'listing'
  | 'account'
  | 'particulars'
  | 'market'
  | 'rule'
  | 'cost'
  | 'update'
  | 'state'
  | 'share'
  | 'losses'
  | 'watched';

const setting = (name: string) => sql`(r.settings ->> ${sql.lit(name)})`;

/** What of the price is left, in percent of it; null where the cost or the marketplace's fee is not known. */
const MARGIN = sql`(case when c.cost is not null and c.fee_source is not null then
  (l.price - c.cost - coalesce(c.fee_fixed, 0))::numeric * 100 / l.price
    - coalesce(c.fee_percent, 0) - coalesce(c.tax_percent, 0) end)`;

const PERCENT = sql`(r.settings ->> 'minimumPercent')::numeric`;

/** Fields of other tables that exist only for listings that lost their buybox. */
export const OF_LOST: ReadonlySet<string> = new Set<MarketField>(['isWinnable']);

/** The beginning is known only for the state whose time is counted. */
const IS_IN_STATE = sql<SqlBool>`b.state = buybox_state_of(l.status, l.stock, m.buybox_status)`;

/** Fields that follow from several tables; each is named with every one of them. */
const FOLLOWS = {
  isWinnable: {
    column: sql`(case when m.buybox_status <> 'LOSING' or m.price_to_win is null then null
      when r.min_price is not null and coalesce(r.settings ->> 'minimumBy', 'AMOUNT') = 'AMOUNT'
        then m.price_to_win >= r.min_price
      when r.settings ->> 'minimumBy' = 'MARGIN' then m.contribution_to_win * 100 >= ${PERCENT} * m.price_to_win
      when r.settings ->> 'minimumBy' = 'RETURN' then m.contribution_to_win * 100 >= ${PERCENT} * m.unit_cost
      else m.contribution_to_win > 0 end)`,
  },
  rankingStatus: {
    column: sql`(case when coalesce(m.rivals, 0) + coalesce(w.ready, 0) = 0 then 'none'
      when l.status <> 'ENABLED' or l.stock <= 0 then 'not_competing'
      when l.price <= least(m.best_rival_price, w.price) then 'winning' else 'losing' end)`,
    notNull: true,
  },
  buyboxSince: { column: sql`(case when ${IS_IN_STATE} then b.since end)` },
} as const;

const COLUMNS = {
  listing: {
    id: 'l.id!',
    title: 'l.title!',
    sku: 'l.sku',
    skuMarketplace: 'l.sku_marketplace!',
    catalogProductId: 'l.catalog_product_id',
    marketplaceId: { column: sql`(l.marketplace_id::bigint)`, notNull: true },
    accountId: 'l.account_id!',
    countryCode: 'l.country_code!',
    status: 'l.status!',
    condition: 'l.condition!',
    fulfillment: 'l.fulfillment!',
    promotionStatus: 'l.promotion_status!',
    listingTypeId: 'l.listing_type_id',
    stock: 'l.stock!',
    price: 'l.price!',
    shippingPrice: 'l.shipping_price!',
    updatedAt: 'l.updated_at!',
    rankingStatus: FOLLOWS.rankingStatus,
    buyboxSince: FOLLOWS.buyboxSince,
  },
  account: { accountName: 'a.name!' },
  particulars: {
    healthScore: 'p.health_score',
    // A listing whose relation was not read yet has none.
    groupType: { column: sql`(coalesce(p.group_type, 'none'))`, notNull: true },
  },
  market: {
    buyboxStatus: 'm.buybox_status',
    marketObservedAt: { column: 'm.observed_at', coarse: 'm.observed_step' },
    winnerName: 'm.winner_name',
    winnerPrice: 'm.winner_price',
    bestRivalPrice: 'm.best_rival_price',
    rivals: 'm.rivals',
    winnerSellerId: 'm.winner_seller_id',
    priceToWin: 'm.price_to_win',
    gap: 'm.gap',
    gapPercent: 'm.gap_percent',
    contributionToWin: 'm.contribution_to_win',
    ...FOLLOWS,
  },
  rule: {
    ruleId: 'r.id',
    ruleName: 'r.name',
    ruleStatus: 'r.status',
    ruleOrigin: 'r.origin',
    competition: { column: setting('competition') },
    strategy: { column: setting('strategy') },
    // Rules from before there was a choice say an amount.
    minimumBy: {
      column: sql`(case when r.id is not null then coalesce(r.settings ->> 'minimumBy', 'AMOUNT') end)`,
    },
    requiresApproval: { column: sql`((r.settings ->> 'requiresApproval')::boolean)` },
    // As the rule says it: what follows from each listing's costs cannot be found by an index, and takes ten times as long.
    minPrice: 'r.min_price',
    maxPrice: 'r.max_price',
    isWinnable: FOLLOWS.isWinnable,
  },
  cost: {
    cost: 'c.cost',
    margin: { column: MARGIN },
  },
  state: { buyboxSince: FOLLOWS.buyboxSince },
  share: {
    shareDay: 'sh.share_day',
    shareWeek: 'sh.share_week',
    shareMonth: 'sh.share_month',
  },
  losses: { lostHour: { column: sql`lh.hours`, isMany: true } },
  watched: {
    rankingStatus: FOLLOWS.rankingStatus,
    watched: { column: sql`(coalesce(w.watched, 0))`, notNull: true },
    watchedAway: { column: sql`(coalesce(w.watched - w.ready, 0))`, notNull: true },
    watchedPrice: 'w.price',
  },
  update: {
    lastUpdateState: 'n.state',
    lastUpdatePrice: 'n.new_price',
    lastUpdateAt: 'n.moved_at',
  },
} as const;

/** What listings may be filtered by. */
export const FIELDS = fieldsOf<ListingField | MarketField | keyof typeof LOSS_FIELDS>(
  { ...LISTING_FIELDS, ...MARKET_FIELDS, ...LOSS_FIELDS },
  {
    ...COLUMNS.listing,
    ...COLUMNS.account,
    ...COLUMNS.particulars,
    ...COLUMNS.market,
    ...COLUMNS.rule,
    ...COLUMNS.cost,
    ...COLUMNS.state,
    ...COLUMNS.share,
    ...COLUMNS.losses,
    ...COLUMNS.watched,
    ...COLUMNS.update,
  },
);

/**
 * Titles are ordered without regard to case, as in the index listing_title. Listings without watched competitors have no row
 * with a count, and are last in both directions.
 */
export const ORDER_FIELDS: Fields = {
  ...FIELDS,
  watched: { ...FIELDS.watched, column: 'w.watched', notNull: false },
  title: { ...FIELDS.title, column: 'l.title_order' },
};

interface IndexedOrder {
  /** What the index holds, where the field is no column. */
  column?: RawBuilder<unknown>;
  /** Which listings it holds; left out: those that have the field. */
  isHeld?: RawBuilder<SqlBool>;
}

/** Orders in which an index gives the listings one after the other. */
export const INDEXED_ORDERS: ReadonlyMap<string, IndexedOrder> = new Map<
  ListingField | MarketField,
  IndexedOrder
>([
  ['title', {}],
  ['price', {}],
  ['stock', {}],
  ['marketObservedAt', {}],
  ['gap', {}],
  ['gapPercent', {}],
  ['contributionToWin', {}],
  ['winnerPrice', {}],
  ['priceToWin', {}],
  ['bestRivalPrice', {}],
  ['rivals', {}],
  ['watched', {}],
  ['watchedPrice', {}],
  ['shareDay', {}],
  ['shareWeek', {}],
  ['shareMonth', {}],
  ['buyboxSince', { column: sql`b.since`, isHeld: IS_IN_STATE }],
]);

/** Orders for which there is a separate index of the losing listings. */
export const INDEXED_LOSING_ORDERS: ReadonlySet<string> = new Set<MarketField>([
  'shareDay',
  'shareWeek',
  'shareMonth',
]);
/** The condition of that index. */
export const IS_HELD_LOSING = sql<SqlBool>`sh.is_losing`;

/** In this order, whatever is asked. */
const JOINS: readonly [Source, RawBuilder<unknown>][] = [
  ['account', sql`join account a on a.company_id = l.company_id and a.id = l.account_id`],
  [
    'particulars',
    sql`left join listing_particulars p on p.company_id = l.company_id and p.listing_id = l.id`,
  ],
  ['market', sql`left join market m on m.company_id = l.company_id and m.listing_id = l.id`],
  [
    'rule',
    sql`left join rule_listing rl on rl.company_id = l.company_id and rl.listing_id = l.id
      left join rule r on r.company_id = rl.company_id and r.id = rl.rule_id`,
  ],
  ['cost', sql`left join listing_cost c on c.company_id = l.company_id and c.listing_id = l.id`],
  ['state', sql`left join listing_buybox b on b.company_id = l.company_id and b.listing_id = l.id`],
  [
    'share',
    sql`left join buybox_share sh on sh.company_id = l.company_id and sh.listing_id = l.id`,
  ],
  [
    'losses',
    sql`left join buybox_lost_hours lh on lh.company_id = l.company_id and lh.listing_id = l.id`,
  ],
  ['watched', sql`left join watched_sum w on w.company_id = l.company_id and w.listing_id = l.id`],
  [
    'update',
    sql`left join lateral (
      select u.state, u.new_price, u.moved_at from price_update u
      where u.company_id = l.company_id and u.listing_id = l.id order by u.created_at desc, u.id desc limit 1
    ) n on true`,
  ],
];

/** The tables that fields need beside the listing's own; names that are no fields need none. */
export function sourcesOf(names: Iterable<string>): Set<Source> {
  const requested = new Set(names);
  const isRequested = ([, columns]: [string, object]) =>
    Object.keys(columns).some((name) => requested.has(name));
  return new Set(
    Object.entries(COLUMNS)
      .filter(isRequested)
      .map(([source]) => source as Source),
  );
}

/** The joins of some tables to the listing `l`. */
export const joinsOf = (sources: ReadonlySet<Source>): RawBuilder<unknown> =>
  sql`${sql.join(
    JOINS.filter(([source]) => sources.has(source)).map(([, join]) => join),
    sql` `,
  )}`;
