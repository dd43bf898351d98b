// The listings of automatic pricing: each with its market, its rule and its updates, in pages and tabs.
//
// The page's ids are found first (find.ts), and all that is shown of them is read for those ids alone.
import { sql } from 'kysely';
import { toListing } from '../../catalog/actions.ts';
import type { ListBody } from '../../kernel/filter.ts';
import { type Minor, toAmount, toAmountOrNull } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { planOnce, type Trx, within } from '../../platform/db.ts';
import { columnOf, type Field } from '../../platform/filter-sql.ts';
import {
  ListedValues,
  type ListingQuery,
  type PricedListing,
  RuleOrigin,
  RuleStatus,
  UpdateState,
} from '../contract.ts';
import { minimumOf } from '../engine/minimum-price.ts';
import { RuleSettings } from '../engine/rule.ts';
import type { Costs } from '../engine/types.ts';
import { type CostRow, costColumns, costsOf, type PaceRow, toPace } from '../updates/load-facts.ts';
import type { Counted } from './counts.ts';
import { FIELDS, joinsOf, type Source } from './fields.ts';
import { findListings } from './find.ts';

/** A page of listings, by title unless asked otherwise, and how many each tab holds under the same filters and search. */
export const queryListings = (
  ctx: AppContext,
  actor: Actor,
  page: PageQuery & ListingQuery,
  body: ListBody,
): Promise<Page<PricedListing> & Counted> =>
  within(ctx.db, { company: actor.companyId, person: actor.personId }, async (trx) => {
    const { companyId } = actor;
    const { ids, counts, isEstimate } = await findListings(ctx, trx, companyId, { page, body });
    const shown = await details(trx, companyId, ids, ctx.clock());
    const content = ids.flatMap((id) => shown.get(id) ?? []);
    return { ...toPage(content, counts[page.tab], page), counts, isEstimate };
  });

interface ShownUpdate {
  listing_id: number;
  is_open: boolean;
  id: number;
  state: string;
  new_price: Minor;
  moved_at: Date;
}

/** Of each listing its newest update, and the one that waits or is on its way: there is one at most. */
const updatesOf = (companyId: number, ids: readonly number[]) => sql<ShownUpdate>`
  select n.listing_id, false as is_open, n.id, n.state, n.new_price, n.moved_at
  from unnest(${ids}::bigint[]) as wanted(listing_id)
  cross join lateral (
    select u.listing_id, u.id, u.state, u.new_price, u.moved_at from price_update u
    where u.company_id = ${companyId} and u.listing_id = wanted.listing_id
    order by u.created_at desc, u.id desc limit 1
  ) n
  union all
  select u.listing_id, true, u.id, u.state, u.new_price, u.moved_at
  from price_update_slot slot
  join price_update u
    on u.company_id = slot.company_id and u.id = slot.update_id and u.created_at = slot.created_at
  where slot.company_id = ${companyId} and slot.listing_id = any(${ids}::bigint[])`;

interface ShownRule {
  rule_id: number;
  rule_name: string;
  rule_status: string;
  rule_origin: string;
  min_price: Minor | null;
  max_price: Minor | null;
  settings: object;
}

type ListedName = keyof ListedValues;
/** The values of the list's fields are in columns of their own, whatever the listing's row has. */
type ListedColumns = { [Name in ListedName as `listed_${Name}`]: unknown };

type ShownListing = Parameters<typeof toListing>[0] &
  CostRow &
  PaceRow &
  ListedColumns & { winner_seller_id: string | null } & (ShownRule | { rule_id: null });

const LISTED = Object.keys(ListedValues.shape) as ListedName[];
const listedColumns = sql.join(
  LISTED.map((name) => sql`${columnOf(FIELDS[name])} as ${sql.ref(`listed_${name}`)}`),
);

/** A field's value as the answer has it. */
export function toValue({ type }: Field, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'monetary') return toAmount(value as Minor);
  return type === 'date' ? (value as Date).toISOString() : value;
}

/** What a row shows of the list's fields; of a market that was never seen no competitor is known. */
const toListed = (row: ListedColumns): ListedValues => {
  const values = LISTED.map((name) => [name, toValue(FIELDS[name], row[`listed_${name}`])]);
  return ListedValues.parse({ ...Object.fromEntries(values), rivals: row.listed_rivals ?? 0 });
};

const SHOWN: ReadonlySet<Source> = new Set(['account', 'particulars', 'market', 'rule', 'cost']);

/** Some listings with the data that each has once. */
const listingsOf = (companyId: number, ids: readonly number[]) => sql<ShownListing>`
  select l.*, a.name as account_name, ${listedColumns}, r.id as rule_id, r.name as rule_name,
    r.status as rule_status, r.origin as rule_origin, r.min_price, r.max_price, r.settings, ${costColumns},
    m.winner_seller_id, p.health_score, p.group_type, p.variation, p.channels, p.tags,
    lp.wins_buybox, lp.buybox_lost_at, lp.held_by, lp.held_until
  from listing l ${joinsOf(SHOWN)}
    left join listing_pricing lp on lp.company_id = l.company_id and lp.listing_id = l.id
  where l.company_id = ${companyId} and l.id = any(${ids}::bigint[])`;

const shownUpdate = ({ id, state, new_price }: ShownUpdate) => ({
  id,
  state: UpdateState.parse(state),
  newPrice: toAmount(new_price),
});

/** All that is shown of some listings, by their ids. The statements are pipelined: one round trip. */
export async function details(
  trx: Trx,
  companyId: number,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, PricedListing>> {
  if (ids.length === 0) return new Map();
  const [, listings, updates] = await Promise.all([
    planOnce(trx),
    listingsOf(companyId, ids).execute(trx),
    updatesOf(companyId, ids).execute(trx),
  ]);
  const ruleOf = rulesOfPage();
  const open = new Map<number, ShownUpdate>();
  const newest = new Map<number, ShownUpdate>();
  for (const row of updates.rows) (row.is_open ? open : newest).set(row.listing_id, row);
  return new Map(
    listings.rows.map((row): [number, PricedListing] => {
      const waiting = open.get(row.id);
      const last = newest.get(row.id);
      const costs = costsOf(row);
      return [
        row.id,
        {
          ...toListing(row),
          ...toListed(row),
          winnerSellerId: row.winner_seller_id,
          competitorsReported: row.listed_marketObservedAt === null || row.listed_rivals !== null,
          rule: ruleOf(row, costs),
          costs: toCosts(costs),
          waitingUpdate: waiting === undefined ? null : shownUpdate(waiting),
          held: toHeld(row, now),
          lastUpdate:
            last === undefined ? null : { ...shownUpdate(last), at: last.moved_at.toISOString() },
        },
      ];
    }),
  );
}

/** The limit of pace that holds a price; one whose time has come holds it no more, and a rule that is off changes none. */
function toHeld(row: ShownListing, now: Date): PricedListing['held'] {
  const { hold } = toPace(row);
  const isActive = row.rule_id !== null && row.rule_status === 'enabled';
  if (hold === null || hold.until <= now || !isActive) return null;
  return { by: hold.code, until: hold.until.toISOString() };
}

const toCosts = (costs: Costs | null): PricedListing['costs'] =>
  costs && {
    cost: toAmount(costs.cost),
    taxPercent: costs.taxPercent,
    feePercent: costs.feePercent,
    feeFixed: toAmount(costs.feeFixed),
  };

type RuleOfListing = NonNullable<PricedListing['rule']>;

/** What is shown of a rule by a listing's costs. */
function toRule(row: ShownRule): (costs: Costs | null) => RuleOfListing {
  const { competition, strategy, requiresApproval, minimumBy, minimumPercent } = RuleSettings.parse(
    row.settings,
  );
  const limits = { minPrice: row.min_price, maxPrice: row.max_price };
  const shown = {
    id: row.rule_id,
    name: row.rule_name,
    status: RuleStatus.parse(row.rule_status),
    competition,
    strategy,
    origin: RuleOrigin.parse(row.rule_origin),
    minimumBy,
    maxPrice: toAmountOrNull(row.max_price),
    requiresApproval,
  };
  return (costs) => {
    const minimum = minimumOf({ minimumBy, minimumPercent, ...limits }, costs);
    return { ...shown, minPrice: typeof minimum === 'number' ? toAmount(minimum) : null };
  };
}

/** What is shown with a listing of the rule that prices it. A rule prices many listings of a page, and is read once. */
function rulesOfPage(): (row: ShownListing, costs: Costs | null) => PricedListing['rule'] {
  const rules = new Map<number, ReturnType<typeof toRule>>();
  return (row, costs) => {
    if (row.rule_id === null) return null;
    const rule = rules.get(row.rule_id) ?? toRule(row);
    rules.set(row.rule_id, rule);
    return rule(costs);
  };
}
