// The ads of automatic pricing: each with its market, its rule and its updates, in pages and tabs.
//
// The page's ids are found first (listing-find.ts), and all that is shown of them is read for those ids alone.
import { sql } from 'kysely';
import { toListing } from '../catalog/actions.ts';
import type { ListBody } from '../kernel/filter.ts';
import { BuyboxStatus } from '../kernel/market.ts';
import { type Minor, toAmount, toAmountOrNull } from '../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { planOnce, type Trx, within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import {
  type ListingQuery,
  type PricedListing,
  RuleOrigin,
  RuleStatus,
  UpdateState,
} from './contract.ts';
import { type CostRow, costsOf } from './facts.ts';
import { minimumOf } from './floor.ts';
import type { Counted } from './listing-counts.ts';
import { findListings } from './listing-find.ts';
import { anyOf } from './store.ts';
import type { Costs } from './terms.ts';
import { RuleSettings } from './translate.ts';

/** A page of ads, by title unless asked otherwise, and how many each tab holds under the same filters and search. */
export const queryListings = (
  house: House,
  actor: Actor,
  page: PageQuery & ListingQuery,
  body: ListBody,
): Promise<Page<PricedListing> & Counted> =>
  within(house.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const { ids, counts, isEstimate } = await findListings(house, trx, companyId, { page, body });
    await planOnce(trx);
    const shown = await details(trx, companyId, ids);
    const content = ids.flatMap((id) => shown.get(id) ?? []);
    return { ...toPage(content, counts[page.tab], page), counts, isEstimate };
  });

interface ShownUpdate {
  listing_id: number;
  id: number;
  state: string;
  new_price: Minor;
  moved_at: Date;
}

/** The newest update of each listing. */
async function newestUpdates(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, ShownUpdate>> {
  const { rows } = await sql<ShownUpdate>`
    select n.* from unnest(${listingIds}::bigint[]) as wanted(listing_id)
    cross join lateral (
      select u.listing_id, u.id, u.state, u.new_price, u.moved_at from price_update u
      where u.company_id = ${companyId} and u.listing_id = wanted.listing_id
      order by u.created_at desc, u.id desc limit 1
    ) n`.execute(trx);
  return new Map(rows.map((row) => [row.listing_id, row]));
}

/** The update of each listing that waits or is on its way: there is one at most. */
async function openUpdates(
  trx: Trx,
  companyId: number,
  listingIds: readonly number[],
): Promise<Map<number, ShownUpdate>> {
  const rows = await trx
    .selectFrom('price_update_slot as slot')
    .innerJoin('price_update as u', (join) =>
      join
        .onRef('u.company_id', '=', 'slot.company_id')
        .onRef('u.id', '=', 'slot.update_id')
        .onRef('u.created_at', '=', 'slot.created_at'),
    )
    .select(['u.listing_id', 'u.id', 'u.state', 'u.new_price', 'u.moved_at'])
    .where('slot.company_id', '=', companyId)
    .where(anyOf('slot.listing_id', listingIds))
    .execute();
  return new Map(rows.map((row) => [row.listing_id, row]));
}

const shownUpdate = ({ id, state, new_price }: ShownUpdate) => ({
  id,
  state: UpdateState.parse(state),
  newPrice: toAmount(new_price),
});

/** All that is shown of some ads. */
async function details(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, PricedListing>> {
  const rows = await trx
    .selectFrom('listing as l')
    .innerJoin('account as a', (join) =>
      join.onRef('a.company_id', '=', 'l.company_id').onRef('a.id', '=', 'l.account_id'),
    )
    .leftJoin('market as m', (join) =>
      join.onRef('m.company_id', '=', 'l.company_id').onRef('m.listing_id', '=', 'l.id'),
    )
    .leftJoin('rule_listing as rl', (join) =>
      join.onRef('rl.company_id', '=', 'l.company_id').onRef('rl.listing_id', '=', 'l.id'),
    )
    .leftJoin('rule as r', (join) =>
      join.onRef('r.company_id', '=', 'rl.company_id').onRef('r.id', '=', 'rl.rule_id'),
    )
    .leftJoin('listing_cost as c', (join) =>
      join.onRef('c.company_id', '=', 'l.company_id').onRef('c.listing_id', '=', 'l.id'),
    )
    .leftJoin('listing_particulars as p', (join) =>
      join.onRef('p.company_id', '=', 'l.company_id').onRef('p.listing_id', '=', 'l.id'),
    )
    .where('l.company_id', '=', companyId)
    .where(anyOf('l.id', ids))
    .selectAll('l')
    .select([
      'a.name as account_name',
      'm.buybox_status',
      'm.observed_at as market_observed_at',
      'm.winner_name',
      'm.winner_price',
      'm.best_rival_price',
      'm.rivals',
      'r.id as rule_id',
      'r.name as rule_name',
      'r.status as rule_status',
      'r.min_price',
      'r.max_price',
      'r.settings',
      'r.origin as rule_origin',
      'c.cost',
      'c.tax_percent',
      'c.fee_percent',
      'c.fee_fixed',
      'c.fee_source',
      'p.health_score',
      'p.group_type',
      'p.variation',
      'p.channels',
      'p.tags',
    ])
    .execute();
  const open = await openUpdates(trx, companyId, ids);
  const newest = await newestUpdates(trx, companyId, ids);
  return new Map(
    rows.map((row): [number, PricedListing] => {
      const waiting = open.get(row.id);
      const last = newest.get(row.id);
      return [
        row.id,
        {
          ...toListing(row),
          buyboxStatus: BuyboxStatus.nullable().parse(row.buybox_status),
          marketObservedAt: row.market_observed_at?.toISOString() ?? null,
          winnerName: row.winner_name,
          winnerPrice: toAmountOrNull(row.winner_price),
          bestRivalPrice: toAmountOrNull(row.best_rival_price),
          rivals: row.rivals ?? 0,
          rule: toRuleOfListing(row),
          costs: toCosts(costsOf(row)),
          waitingUpdate: waiting === undefined ? null : shownUpdate(waiting),
          lastUpdate:
            last === undefined ? null : { ...shownUpdate(last), at: last.moved_at.toISOString() },
        },
      ];
    }),
  );
}

const toCosts = (costs: Costs | null): PricedListing['costs'] =>
  costs && { ...costs, cost: toAmount(costs.cost), feeFixed: toAmount(costs.feeFixed) };

/** What is shown with an ad of the rule that prices it. */
function toRuleOfListing(
  row: CostRow & {
    rule_id: number | null;
    rule_name: string | null;
    rule_status: string | null;
    rule_origin: string | null;
    min_price: Minor | null;
    max_price: Minor | null;
    settings: object | null;
  },
): PricedListing['rule'] {
  if (row.rule_id === null || row.rule_name === null) return null;
  const { competition, strategy, requiresApproval, minimumBy, minimumPercent } = RuleSettings.parse(
    row.settings,
  );
  const limits = { minPrice: row.min_price, maxPrice: row.max_price };
  const minimum = minimumOf({ minimumBy, minimumPercent, ...limits }, costsOf(row));
  return {
    id: row.rule_id,
    name: row.rule_name,
    status: RuleStatus.parse(row.rule_status),
    competition,
    strategy,
    origin: RuleOrigin.parse(row.rule_origin),
    minimumBy,
    minPrice: typeof minimum === 'number' ? toAmount(minimum) : null,
    maxPrice: toAmountOrNull(row.max_price),
    requiresApproval,
  };
}
