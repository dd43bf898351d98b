// The price updates of one listing as marks, and the limits that were in force: what a chart shows beside the prices.
import { sql } from 'kysely';
import { problem } from '../../catalog/problems.ts';
import { type Minor, toAmount, toAmountOrNull } from '../../kernel/money.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { type Trx, within } from '../../platform/db.ts';
import { requestedRange, type TimeRange } from '../../platform/time-range.ts';
import {
  EventType,
  type LimitStep,
  MAX_LIMIT_STEPS,
  MAX_MARKS,
  type PriceMark,
  type PriceMarks,
  PriceTag,
  UpdateState,
} from '../contract.ts';
import { minimumOf } from '../engine/minimum-price.ts';
import { RuleSettings } from '../engine/rule.ts';
import { type CostRow, costColumns, costsOf } from '../updates/load-facts.ts';

const MOST_DAYS = 366;

/** Limits in minor units, and since when they are known to hold. */
interface Limits {
  at: Date;
  minPrice: Minor | null;
  maxPrice: Minor | null;
}

interface Listing {
  companyId: number;
  listingId: number;
}

/** The newest updates in the range, oldest first, and how many there were. */
export async function marksOf(
  trx: Trx,
  { companyId, listingId }: Listing,
  { from, to }: TimeRange,
) {
  const { rows } = await sql<{
    id: number;
    rule_id: number;
    created_at: Date;
    state: string;
    event_type: string;
    price_tag: string;
    old_price: Minor;
    new_price: Minor;
    reverts: number | null;
    total: number;
  }>`
    select id, rule_id, created_at, state, event_type, price_tag, old_price, new_price, reverts,
      count(*) over () as total
    from price_update
    where company_id = ${companyId} and listing_id = ${listingId}
      and created_at >= ${from} and created_at < ${to}
    order by created_at desc, id desc limit ${MAX_MARKS}`.execute(trx);
  const marks = rows.reverse().map(
    (row): PriceMark => ({
      id: row.id,
      ruleId: row.rule_id,
      at: row.created_at.toISOString(),
      state: UpdateState.parse(row.state),
      eventType: EventType.parse(row.event_type),
      priceTags: PriceTag.parse(row.price_tag),
      oldPrice: toAmount(row.old_price),
      newPrice: toAmount(row.new_price),
      reverts: row.reverts,
    }),
  );
  return { marks, total: rows[0]?.total ?? 0 };
}

/** The limits that the engine's updates were made under: those in force at `from`, and each that changed, oldest first. */
export async function limitsOfUpdates(
  trx: Trx,
  { companyId, listingId }: Listing,
  { from, to }: TimeRange,
): Promise<Limits[]> {
  const { rows } = await sql<Limits>`
    select at, "minPrice", "maxPrice" from (
      select created_at as at, id, min_price as "minPrice", max_price as "maxPrice",
        row(min_price, max_price) is not distinct from
          lag(row(min_price, max_price)) over (order by created_at, id)
          and lag(id) over (order by created_at, id) is not null as same
      from price_update u
      where company_id = ${companyId} and listing_id = ${listingId} and reverts is null
        and created_at < ${to}
        and created_at >= coalesce((select b.created_at from price_update b
          where b.company_id = ${companyId} and b.listing_id = ${listingId} and b.reverts is null
            and b.created_at <= ${from}
          order by b.created_at desc limit 1), ${from}::timestamptz)
    ) as made
    where not same order by at desc, id desc limit ${MAX_LIMIT_STEPS - 1}`.execute(trx);
  return rows.reverse();
}

/** The limits of the rule that prices the listing now, since the rule was last saved; null: no rule does. */
async function limitsOfRule(trx: Trx, { companyId, listingId }: Listing): Promise<Limits | null> {
  const { rows } = await sql<
    CostRow & { at: Date; settings: object; min_price: Minor | null; max_price: Minor | null }
  >`
    select r.updated_at as at, r.settings, r.min_price, r.max_price,
      ${costColumns}
    from rule_listing rl
    join rule r on r.company_id = rl.company_id and r.id = rl.rule_id
    left join listing_cost c on c.company_id = rl.company_id and c.listing_id = rl.listing_id
    where rl.company_id = ${companyId} and rl.listing_id = ${listingId}`.execute(trx);
  const [row] = rows;
  if (row === undefined) return null;
  const { minimumBy, minimumPercent } = RuleSettings.parse(row.settings);
  const stored = { minPrice: row.min_price, maxPrice: row.max_price };
  const minimum = minimumOf({ minimumBy, minimumPercent, ...stored }, costsOf(row));
  const minPrice = typeof minimum === 'number' ? minimum : null;
  return { at: row.at, minPrice, maxPrice: row.max_price };
}

/** All that is known of the limits within the range; what was before is in it from its beginning on. */
function limitSteps(made: readonly Limits[], now: Limits | null, { from, to }: TimeRange) {
  const steps: LimitStep[] = [];
  const newest = made.at(-1);
  const present =
    now === null || (newest !== undefined && newest.at > now.at) || now.at >= to ? [] : [now];
  for (const { at, minPrice, maxPrice } of [...made, ...present]) {
    const last = steps.at(-1);
    const step = {
      at: (at < from ? from : at).toISOString(),
      minPrice: toAmountOrNull(minPrice),
      maxPrice: toAmountOrNull(maxPrice),
    };
    if (last?.at === step.at) steps.pop();
    else if (last?.minPrice === step.minPrice && last.maxPrice === step.maxPrice) continue;
    steps.push(step);
  }
  return steps;
}

/**
 * The price updates of a listing, and its limits, over time; the last 30 days where nothing is asked.
 * @throws Problem 404 `listing_not_found`; 422 for a range that ends before it starts, or that is too long
 */
export function readMarks(
  ctx: AppContext,
  { companyId, personId }: Actor,
  listingId: number,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<PriceMarks> {
  const range = requestedRange(query, ctx.clock(), MOST_DAYS);
  const ad = { companyId, listingId };
  return within(ctx.db, { company: companyId, person: personId }, async (trx) => {
    const listing = await trx
      .selectFrom('listing')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', listingId)
      .executeTakeFirst();
    if (listing === undefined) throw problem('listing_not_found');
    const found = await marksOf(trx, ad, range);
    const made = await limitsOfUpdates(trx, ad, range);
    return { ...found, limits: limitSteps(made, await limitsOfRule(trx, ad), range) };
  });
}
