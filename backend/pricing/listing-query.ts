// The ads of automatic pricing: each with its market, its rule and its updates, in pages and tabs.
//
// The page's ids are found first (listing-find.ts), and all that is shown of them is read for those ids alone.
import { sql } from 'kysely';
import { toListing } from '../catalog/actions.ts';
import type { ListBody } from '../kernel/filter.ts';
import { BuyboxStatus } from '../kernel/market.ts';
import { type Minor, toAmount, toAmountOrNull } from '../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../kernel/page.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import { type ListingTab, type PricedListing, RuleStatus, UpdateState } from './contract.ts';
import { type Counts, findListings, matching } from './listing-find.ts';
import { anyOf } from './store.ts';
import { RuleSettings } from './translate.ts';

/** A page of ads, by title unless asked otherwise, and how many each tab holds under the same filters and search. */
export const queryListings = (
  house: House,
  actor: Actor,
  page: PageQuery & { tab: ListingTab; search?: string | undefined },
  { filters, orders }: ListBody,
): Promise<Page<PricedListing> & { counts: Counts }> =>
  within(house.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const { ids, counts } = await findListings(house, trx, companyId, {
      page,
      body: { filters, orders },
    });
    const shown = await details(trx, companyId, ids);
    const content = ids.flatMap((id) => shown.get(id) ?? []);
    return { ...toPage(content, counts[page.tab], page), counts };
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
  const rows = await matching(trx, companyId)
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
          waitingUpdate: waiting === undefined ? null : shownUpdate(waiting),
          lastUpdate:
            last === undefined ? null : { ...shownUpdate(last), at: last.moved_at.toISOString() },
        },
      ];
    }),
  );
}

/** What is shown with an ad of the rule that prices it. */
function toRuleOfListing(row: {
  rule_id: number | null;
  rule_name: string | null;
  rule_status: string | null;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: object | null;
}): PricedListing['rule'] {
  if (row.rule_id === null || row.rule_name === null) return null;
  const { competition, strategy, requiresApproval } = RuleSettings.parse(row.settings);
  return {
    id: row.rule_id,
    name: row.rule_name,
    status: RuleStatus.parse(row.rule_status),
    competition,
    strategy,
    minPrice: toAmountOrNull(row.min_price),
    maxPrice: toAmountOrNull(row.max_price),
    requiresApproval,
  };
}
