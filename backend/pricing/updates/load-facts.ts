// What the engine is asked about, read in batches with one statement: listings with their costs, the figures of their
// advertising, what is remembered of them, and the rules that price them.
import { type Selectable, sql } from 'kysely';
import { completeCosts, minimumOf } from '../../catalog/actions.ts';
import { FeeSource } from '../../catalog/contract.ts';
import { Condition, ListingStatus, PromotionStatus } from '../../kernel/market.ts';
import { MarketplaceId } from '../../kernel/marketplace-ids.ts';
import type { Minor } from '../../kernel/money.ts';
import type { Tables, Trx } from '../../platform/db.ts';
import { ofCompany } from '../../platform/statement.ts';
import { fromStoredMemory } from '../engine/memory.ts';
import { PACE_CODES, type PaceCode } from '../engine/pace.ts';
import { fromStoredRule } from '../engine/rule.ts';
import type { Costs, ListingFacts, Memory, Rule } from '../engine/types.ts';
import type { DayPrices } from './engine/day-prices.ts';
import type { Dismissal } from './engine/dismissals.ts';
import { anyOf, type ListingPace } from './listing-store.ts';

/** A listing with all that the engine reads of it but its market. */
export interface Subject {
  listingId: number;
  title: string;
  currencyCode: string;
  countryCode: string;
  facts: ListingFacts;
  memory: Memory | null;
  dayPrices: DayPrices | null;
  dismissal: Dismissal | null;
  pace: ListingPace;
  /** The rule that prices it; null: none does. */
  ruleId: number | null;
}

/** A listing with the rule that prices it. */
export interface Priced extends Subject {
  rule: { id: number; name: string; version: number; terms: Rule };
}

/** The columns of `listing_cost` that a minimum follows from. */
const COSTS = [
  'cost',
  'tax_percent',
  'fee_percent',
  'fee_fixed',
  'fee_source',
  'floor_base',
  'floor_price',
  'floor_fees',
  'floor_asked_at',
] as const;
type CostName = (typeof COSTS)[number];
export type CostRow = { [Name in CostName]: Selectable<Tables['listing_cost']>[Name] | null };

/** The same as columns of `listing_cost as c`. */
export const COST_COLUMNS = COSTS.map((name) => `c.${name}` as const);
export const costColumns = sql.raw(COST_COLUMNS.join(', '));

/** The costs of a listing; null where the cost or the fee is not known. */
export const costsOf = (row: CostRow): Costs | null =>
  completeCosts({
    cost: row.cost,
    taxPercent: row.tax_percent,
    feePercent: row.fee_percent,
    feeFixed: row.fee_fixed,
    feeSource: row.fee_source === null ? null : FeeSource.parse(row.fee_source),
    floor: minimumOf(row),
  });

/** The figures of a listing's advertising; without spend or sales there are none. */
const adFiguresOf = (spend: Minor | null, sales: Minor | null) =>
  spend === null || sales === null || spend === 0 || sales === 0
    ? { acos: null, roas: null }
    : { acos: (spend / sales) * 100, roas: sales / spend };

const subjectsOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('listing')
    .leftJoin('rule_listing', (join) =>
      join
        .onRef('rule_listing.company_id', '=', 'listing.company_id')
        .onRef('rule_listing.listing_id', '=', 'listing.id'),
    )
    .leftJoin('listing_pricing', (join) =>
      join
        .onRef('listing_pricing.company_id', '=', 'listing.company_id')
        .onRef('listing_pricing.listing_id', '=', 'listing.id'),
    )
    .leftJoin('listing_cost as c', (join) =>
      join
        .onRef('c.company_id', '=', 'listing.company_id')
        .onRef('c.listing_id', '=', 'listing.id'),
    )
    .leftJoin('listing_ad_figures', (join) =>
      join
        .onRef('listing_ad_figures.company_id', '=', 'listing.company_id')
        .onRef('listing_ad_figures.listing_id', '=', 'listing.id'),
    )
    .leftJoin('listing_particulars', (join) =>
      join
        .onRef('listing_particulars.company_id', '=', 'listing.company_id')
        .onRef('listing_particulars.listing_id', '=', 'listing.id'),
    )
    .select([
      'listing.id',
      'listing.marketplace_id',
      'listing.sku_marketplace',
      'listing.title',
      'listing.price',
      'listing.shipping_price',
      'listing.currency_code',
      'listing.country_code',
      'listing.stock',
      'listing.status',
      'listing.condition',
      'listing.promotion_status',
      'rule_listing.rule_id',
      'listing_pricing.last_set_price',
      'listing_pricing.memory',
      'listing_pricing.day_prices',
      'listing_pricing.dismissed_price',
      'listing_pricing.dismissed_fingerprint',
      'listing_pricing.wins_buybox',
      'listing_pricing.buybox_lost_at',
      'listing_pricing.held_by',
      'listing_pricing.held_until',
      ...COST_COLUMNS,
      'listing_ad_figures.spend',
      'listing_ad_figures.sales',
      'listing_particulars.automated_since',
    ])
    .select(
      sql<boolean>`exists (
        select 1 from listing_particulars made
        join listing pair on pair.company_id = made.company_id and pair.id = made.listing_id
        join rule_listing taken on taken.company_id = made.company_id and taken.listing_id = made.listing_id
        join rule of_pair on of_pair.company_id = taken.company_id and of_pair.id = taken.rule_id
        where made.company_id = listing.company_id and made.made_of = listing.sku_marketplace
          and pair.account_id = listing.account_id and pair.status = 'ENABLED' and of_pair.status = 'enabled')`.as(
        'is_priced_as_pair',
      ),
    )
    .where('listing.company_id', '=', companyId)
    .where(anyOf('listing.id', ids))
    .orderBy('listing.id'),
);

type Row = Awaited<ReturnType<typeof subjectsOf>>[number];

const factsOf = (row: Row): ListingFacts => ({
  price: row.price,
  shippingPrice: row.shipping_price,
  currencyCode: row.currency_code,
  marketplaceId: MarketplaceId.parse(row.marketplace_id),
  status: ListingStatus.parse(row.status),
  stock: row.stock,
  promotionStatus: PromotionStatus.parse(row.promotion_status),
  isAutomated: row.automated_since !== null,
  ...(row.is_priced_as_pair && { isPricedAsPair: true }),
  condition: Condition.parse(row.condition),
  offerId: row.sku_marketplace,
  lastSetPrice: row.last_set_price,
  costs: costsOf(row),
  ...adFiguresOf(row.spend, row.sales),
});

const codeOf = (text: string): PaceCode | undefined => PACE_CODES.find((code) => code === text);

/** The columns of `listing_pricing` with the pace of a listing's price; all null: nothing is known of it. */
export interface PaceRow {
  wins_buybox: boolean | null;
  buybox_lost_at: Date | null;
  held_by: string | null;
  held_until: Date | null;
}

/** What is kept of the pace of a listing's price. */
export function toPace(row: PaceRow): ListingPace {
  const code = row.held_by === null ? undefined : codeOf(row.held_by);
  return {
    observedBuybox: { wins: row.wins_buybox ?? false, lostAt: row.buybox_lost_at },
    hold: code === undefined || row.held_until === null ? null : { code, until: row.held_until },
  };
}

const toSubject = (row: Row): Subject => ({
  listingId: row.id,
  title: row.title,
  currencyCode: row.currency_code,
  countryCode: row.country_code,
  facts: factsOf(row),
  memory: fromStoredMemory(row.memory),
  dayPrices: row.day_prices,
  dismissal:
    row.dismissed_price === null || row.dismissed_fingerprint === null
      ? null
      : { price: row.dismissed_price, mark: row.dismissed_fingerprint },
  pace: toPace(row),
  ruleId: row.rule_id,
});

const ownHoldersOf = ofCompany((trx, { companyId, ids }) =>
  trx
    .selectFrom('listing as own')
    .innerJoin('listing as holder', (join) =>
      join
        .onRef('holder.company_id', '=', 'own.company_id')
        .onRef('holder.marketplace_id', '=', 'own.marketplace_id')
        .onRef('holder.catalog_product_id', '=', 'own.catalog_product_id')
        .onRef('holder.condition', '=', 'own.condition')
        .onRef('holder.id', '<>', 'own.id'),
    )
    .innerJoin('market', (join) =>
      join
        .onRef('market.company_id', '=', 'holder.company_id')
        .onRef('market.listing_id', '=', 'holder.id'),
    )
    .select(['own.id', 'holder.price as price', 'holder.shipping_price as shippingPrice'])
    .where('own.company_id', '=', companyId)
    .where(anyOf('own.id', ids))
    .where('market.buybox_status', '=', 'WINNING')
    .where('holder.status', '=', 'ENABLED')
    .where('holder.stock', '>', 0)
    // Of several, the one that was observed last: the data of the others is older.
    .orderBy('market.observed_at'),
);

/** The listings among `listingIds`, whether a rule prices them or not; those that do not exist are left out. */
export async function loadSubjects(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Subject[]> {
  const [rows, holders] = await Promise.all([
    subjectsOf(trx, companyId, listingIds),
    ownHoldersOf(trx, companyId, listingIds),
  ]);
  const ownHolders = new Map(holders.map(({ id, ...holder }) => [id, holder]));
  return rows.map((row) => {
    const subject = toSubject(row);
    const ownHolder = ownHolders.get(row.id);
    return ownHolder === undefined
      ? subject
      : { ...subject, facts: { ...subject.facts, ownHolder } };
  });
}

const rulesOf = ofCompany((trx, { companyId, ids }) =>
  trx.selectFrom('rule').selectAll().where('company_id', '=', companyId).where(anyOf('id', ids)),
);

/** The listings among `listingIds` that a rule prices. */
export async function loadPriced(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Priced[]> {
  const subjects = await loadSubjects(trx, companyId, listingIds);
  const ruleIds = new Set(subjects.flatMap(({ ruleId }) => ruleId ?? []));
  const rows = await rulesOf(trx, companyId, [...ruleIds]);
  // One rule may price many listings: each is read and translated once.
  const rules = new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, name: row.name, version: row.version, terms: fromStoredRule(row) },
    ]),
  );
  return subjects.flatMap((subject) => {
    const rule = subject.ruleId === null ? undefined : rules.get(subject.ruleId);
    return rule === undefined ? [] : [{ ...subject, rule }];
  });
}
