// Reading price updates for people: one, or a rule's.
import { type SqlBool, sql } from 'kysely';
import type { Locale } from '../../../kernel/id.ts';
import { BuyboxStatus } from '../../../kernel/market.ts';
import { MarketplaceId } from '../../../kernel/marketplace-ids.ts';
import { toAmount, toAmountOrNull } from '../../../kernel/money.ts';
import { type Page, toPage } from '../../../kernel/page.ts';
import { sellerNameOf } from '../../../kernel/seller-name.ts';
import type { Actor, AppContext } from '../../../platform/app-context.ts';
import { type Trx, within } from '../../../platform/db.ts';
import { refuseFaults } from '../../../platform/validation.ts';
import {
  EventType,
  HISTORY_TABS,
  type HistoryQuery,
  HistoryTab,
  PriceTag,
  PriceUpdate,
  RuleStatus,
  Strategy,
  UpdateState,
} from '../../contract.ts';
import { explain } from '../../engine/explain.ts';
import { StoredCompetitor, StoredExplanation } from '../../engine/stored-decision.ts';
import { problem } from '../../problems.ts';
import { searchCondition } from '../listing-search.ts';
import { anyOf } from '../listing-store.ts';
import { ruleById } from '../rule-store.ts';
import type { UpdateRow } from '../store.ts';

export interface UpdateView extends UpdateRow {
  rule_name: string;
  rule_status: string;
  sku_marketplace: string;
  sku: string | null;
  catalog_product_id: string | null;
  title: string;
  image_url: string | null;
  link: string | null;
  marketplace_id: number;
  account_name: string;
  decided_by_name: string | null;
  market_observed_at: Date | null;
  undoing: boolean;
}

/** Updates with what they are about; `u` is the update, `l` its listing. */
export const view = (trx: Trx, companyId: number) =>
  trx
    .selectFrom('price_update as u')
    .innerJoin('rule as r', (join) =>
      join.onRef('r.company_id', '=', 'u.company_id').onRef('r.id', '=', 'u.rule_id'),
    )
    .innerJoin('listing as l', (join) =>
      join.onRef('l.company_id', '=', 'u.company_id').onRef('l.id', '=', 'u.listing_id'),
    )
    .innerJoin('account as a', (join) =>
      join.onRef('a.company_id', '=', 'l.company_id').onRef('a.id', '=', 'l.account_id'),
    )
    .leftJoin('person as p', 'p.id', 'u.decided_by')
    .leftJoin('market_snapshot as s', (join) =>
      join.onRef('s.company_id', '=', 'u.company_id').onRef('s.id', '=', 'u.snapshot_id'),
    )
    .selectAll('u')
    .select([
      'r.name as rule_name',
      'r.status as rule_status',
      'l.sku_marketplace',
      'l.sku',
      'l.catalog_product_id',
      'l.title',
      'l.image_url',
      'l.link',
      'l.marketplace_id',
      'a.name as account_name',
      'p.name as decided_by_name',
      's.observed_at as market_observed_at',
    ])
    .select(
      // An undo names the oldest of the updates that it takes back.
      sql<boolean>`u.state = 'applied' and u.reverts is null and exists (
        select from price_update_slot slot join price_update n on n.company_id = slot.company_id
          and n.id = slot.update_id and n.created_at = slot.created_at
        where slot.company_id = u.company_id and slot.listing_id = u.listing_id
          and n.reverts <= u.id)`.as('undoing'),
    )
    .where('u.company_id', '=', companyId);

/** An update for an answer, its reason in the reader's language. */
export function toPriceUpdate(row: UpdateView, locale: Locale): PriceUpdate {
  const competitor = row.rival === null ? null : StoredCompetitor.parse(row.rival);
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    ruleStatus: RuleStatus.parse(row.rule_status),
    listingId: row.listing_id,
    skuMarketplace: row.sku_marketplace,
    sku: row.sku,
    catalogProductId: row.catalog_product_id,
    title: row.title,
    imageUrl: row.image_url,
    link: row.link,
    marketplaceId: MarketplaceId.parse(row.marketplace_id),
    accountName: row.account_name,
    currencyCode: row.currency_code,
    countryCode: row.country_code,
    state: UpdateState.parse(row.state),
    eventType: EventType.parse(row.event_type),
    priceTags: PriceTag.parse(row.price_tag),
    strategy: Strategy.parse(row.strategy),
    oldPrice: toAmount(row.old_price),
    newPrice: toAmount(row.new_price),
    minPrice: toAmountOrNull(row.min_price),
    maxPrice: toAmountOrNull(row.max_price),
    safeMargin: row.safe_margin,
    rivalName: competitor && sellerNameOf(competitor),
    rivalSellerId: competitor?.sellerId ?? null,
    rivalMarketplace: competitor?.marketplaceId ?? null,
    rivalPrice: toAmountOrNull(competitor?.price ?? null),
    rankingType: PriceUpdate.shape.rankingType.parse(row.ranking_type),
    rankingStatus: BuyboxStatus.parse(row.ranking_status),
    regainedControl: row.regained_control,
    reverts: row.reverts,
    undoing: row.undoing,
    decidedBy: row.decided_by_name,
    attempts: row.attempts,
    // For a `sent` update the same column says when its price is read back, which answers do not show.
    nextAttemptAt: row.state === 'retry' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    failure: PriceUpdate.shape.failure.parse(row.failure),
    explanation: StoredExplanation.parse(row.explanation).map((line) =>
      explain(line, locale, row.currency_code),
    ),
    marketObservedAt: row.market_observed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    lastUpdate: row.moved_at.toISOString(),
    fold: null,
  };
}

/** One update of a rule. @throws Problem 404 `update_not_found` */
export const getUpdate = (
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  id: number,
  locale: Locale,
): Promise<PriceUpdate> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const row = await view(trx, actor.companyId)
      .where('u.rule_id', '=', ruleId)
      .where('u.id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw problem('update_not_found');
    return toPriceUpdate(row, locale);
  });

const DAY = 24 * 3_600_000;

/**
 * The instants between which a history looks: whole days in UTC, both included; up to today and a month back where
 * the query says nothing else.
 * @returns `until` is the first instant that is not included any more
 * @throws Problem 422 where the range ends before it starts
 */
export function historyRange(
  query: Pick<HistoryQuery, 'dateStart' | 'dateEnd'>,
  now: Date,
): { from: Date; until: Date } {
  const end = new Date(query.dateEnd ?? now.toISOString().slice(0, 10));
  const start = query.dateStart === undefined ? monthBefore(end) : new Date(query.dateStart);
  if (start > end) {
    const message = 'The range ends before it starts';
    refuseFaults([{ path: 'dateEnd', code: 'end_before_start', message }]);
  }
  return { from: start, until: new Date(end.getTime() + DAY) };
}

/** The same day of the month before, or that month's last day where it is shorter. */
function monthBefore(day: Date): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day.getUTCDate(), lastDay)));
}

const ORDER_COLUMNS = {
  createdAt: 'u.created_at',
  lastUpdate: 'u.moved_at',
  newPrice: 'u.new_price',
  title: 'l.title',
} as const;
const isOrderField = (field: string | undefined): field is keyof typeof ORDER_COLUMNS =>
  field !== undefined && field in ORDER_COLUMNS;

/** The contract lets through only orders of this form. */
function orderOf(order: string) {
  const [field, direction] = order.split(':');
  return {
    column: ORDER_COLUMNS[isOrderField(field) ? field : 'createdAt'],
    direction: direction === 'asc' ? ('asc' as const) : ('desc' as const),
  };
}

export type Counts = Record<HistoryTab, number>;

/** How many updates each tab shows, from how many there are in each state. */
export const countTabs = (states: ReadonlyMap<string, number>): Counts => {
  const count = (tab: HistoryTab) =>
    HISTORY_TABS[tab].reduce((sum, state) => sum + (states.get(state) ?? 0), 0);
  return Object.fromEntries(HistoryTab.options.map((tab) => [tab, count(tab)])) as Counts;
};

/** Up to so many updates are sorted for a page. */
export const FEW = 20_000;

async function findHistory(
  trx: Trx,
  companyId: number,
  ruleId: number,
  query: HistoryQuery,
  now: Date,
): Promise<{ rows: UpdateView[]; total: number }> {
  const { from, until } = historyRange(query, now);
  const condition = sql<SqlBool>`(u.company_id = ${companyId}
    and u.created_at >= ${from} and u.created_at < ${until}
    and u.rule_id = ${ruleId}
    and ${query.listingId === undefined ? sql`true` : sql`u.listing_id = ${query.listingId}`}
    and ${query.state === undefined ? sql`true` : sql`u.state = ${query.state}`})`;
  // Only a search needs more of an update than its own row.
  const found = query.search
    ? sql`join listing l on l.company_id = u.company_id and l.id = u.listing_id
        and ${searchCondition(query.search)}`
    : sql``;
  const { rows: states } = await sql<{ state: string; count: number }>`
    select u.state, count(*) as count from price_update u ${found}
    where ${condition} group by u.state`.execute(trx);
  const total = countTabs(new Map(states.map(({ state, count }) => [state, count])))[query.tab];
  const { column, direction } = orderOf(query.order);
  // The page's updates are found first, and what is shown with them is read for those alone. Where a tab holds few,
  // they are sorted; an expression keeps the database from going through all updates in order until a page is full.
  const order =
    column === 'u.created_at' && total <= FEW ? sql`u.created_at + interval '0'` : sql.ref(column);
  const words = direction === 'asc' ? sql`asc` : sql`desc`;
  const ofListing =
    column === 'l.title' && !query.search
      ? sql`join listing l on l.company_id = u.company_id and l.id = u.listing_id`
      : found;
  const { rows: keys } = await sql<{ id: number }>`
    select u.id from price_update u ${ofListing}
    where ${condition} and u.state in (${sql.join(HISTORY_TABS[query.tab])})
    order by ${order} ${words}, u.id ${words}
    limit ${query.limit} offset ${query.page * query.limit}`.execute(trx);
  const rows = await view(trx, companyId)
    .where(
      anyOf(
        'u.id',
        keys.map(({ id }) => id),
      ),
    )
    .where('u.created_at', '>=', from)
    .where('u.created_at', '<', until)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: keys.flatMap(({ id }) => byId.get(id) ?? []), total };
}

/** The updates of one rule, newest first unless asked otherwise. @throws Problem 404 `rule_not_found` */
export const ruleHistory = (
  ctx: AppContext,
  actor: Actor,
  ruleId: number,
  query: HistoryQuery,
  locale: Locale,
): Promise<Page<PriceUpdate>> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    if ((await ruleById(trx, actor.companyId, ruleId)) === undefined) {
      throw problem('rule_not_found');
    }
    const { rows, total } = await findHistory(trx, actor.companyId, ruleId, query, ctx.clock());
    return toPage(
      rows.map((row) => toPriceUpdate(row, locale)),
      total,
      query,
    );
  });
