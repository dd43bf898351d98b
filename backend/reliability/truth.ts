// The invariants that hold when all updates are settled, whatever happened before.
import type postgres from 'postgres';
import { answerTo } from '../bench/spine/listings.ts';
import { toAmount } from '../kernel/money.ts';
import { repriceListings } from '../pricing/updates/reprice.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { orderFaults } from './order-truth.ts';
import type { Plant } from './plant.ts';

export interface Truth {
  /** The violated invariants, in words; empty: none. */
  faults: string[];
  updates: number;
  applied: number;
  /** Calls that set a price and reached a marketplace. */
  calls: number;
  /** Of them those that were sent again, with the key of the first. */
  again: number;
  /** What buyers ordered. */
  orders: number;
}

interface Row {
  listingId: number;
  price: number;
  applied: number | null;
  /** The cheapest competitor's price, as far as the product knows. */
  known: number | null;
}

/** A price as it reached a marketplace; `key` is null if the marketplace has no idempotency keys. */
interface Call {
  sku: string;
  price: unknown;
  key: string | null;
}

function callsOf(sandbox: Sandbox): Call[] {
  const puts = sandbox.control
    .puts()
    .map(({ itemId, price, operationKey }) => ({ sku: itemId, price, key: operationKey }));
  const patches = sandbox.control
    .patches()
    .filter(({ preview }) => !preview)
    .map(({ sku, price }) => ({ sku, price, key: null }));
  const prices = sandbox.control.shopeePrices().map(({ itemId, modelId, price }) => ({
    sku: modelId === 0 ? String(itemId) : `${itemId}.${modelId}`,
    price,
    key: null,
  }));
  const writes = sandbox.control
    .writes()
    .map(({ sku, price, requestId }) => ({ sku, price: toAmount(price), key: requestId }));
  return [...puts, ...patches, ...prices, ...writes];
}

/** Each call has to belong to an update, bear its key, and be one of the attempts that were recorded for it. */
function judgeCalls(
  calls: readonly Call[],
  updates: readonly { sku: string; key: string; price: number; attempts: number }[],
): { faults: string[]; again: number } {
  const nameOf = (sku: string, price: unknown, key: string | null) => key ?? `${sku} ${price}`;
  const allowed = new Map<string, { sku: string; price: number; attempts: number }>();
  for (const { sku, key, price, attempts } of updates) {
    for (const name of [nameOf(sku, toAmount(price), null), key]) {
      const before = allowed.get(name)?.attempts ?? 0;
      allowed.set(name, { sku, price: toAmount(price), attempts: before + attempts });
    }
  }
  const faults: string[] = [];
  let again = 0;
  const groups = Map.groupBy(calls, ({ sku, price, key }) => nameOf(sku, price, key));
  for (const [name, some] of groups) {
    const update = allowed.get(name);
    again += some.length - 1;
    if (update === undefined) faults.push(`a call belongs to no update: ${name}`);
    else if (some.some(({ sku, price }) => sku !== update.sku || Number(price) !== update.price))
      faults.push(`the key ${name} came with another ad or price`);
    else if (some.length > update.attempts)
      faults.push(`${some.length} calls of ${name}, and ${update.attempts} recorded`);
  }
  return { faults, again };
}

/** What the product knows of a listing, to investigate a fault. */
const storyOf = (owner: postgres.Sql, listingId: number) =>
  owner`
    select m.observed_at, m.best_rival_price, m.buybox_status, m.snapshot_id, p.dismissed_price,
      l.price, l.updated_at, u.id, u.state, u.new_price, u.created_at, u.moved_at, u.failure
    from listing l join market m on m.listing_id = l.id
    left join listing_pricing p on p.listing_id = l.id
    left join price_update u on u.listing_id = l.id
    where l.id = ${listingId} order by u.id desc limit 3`;

/** Decides again on the known markets: a new decision is one that was lost before. */
async function forgottenAnswers({ ctx, owner, listings }: Plant): Promise<string[]> {
  const count = async () => {
    const [row] = await owner<{ count: number }[]>`select count(*) from price_update`;
    return row!.count;
  };
  const before = await count();
  for (const [companyId, some] of Map.groupBy(listings, (listing) => listing.companyId)) {
    const ids = some.map(({ listingId }) => listingId);
    await repriceListings(ctx, companyId, ids);
  }
  const more = (await count()) - before;
  return more === 0 ? [] : [`the rules had ${more} more answers`];
}

/** Holds the product's tables against the marketplaces. */
export async function truthOf(plant: Plant): Promise<Truth> {
  const { owner, sandbox, listings } = plant;
  const faults = await forgottenAnswers(plant);
  const rows = await owner<Row[]>`
    select l.id as "listingId", l.price, m.best_rival_price as known, (select u.new_price from price_update u
      where u.listing_id = l.id and u.state = 'applied' order by u.id desc limit 1) as applied
    from listing l left join market m on m.listing_id = l.id`;
  const byId = new Map(rows.map((row) => [row.listingId, row]));
  for (const { listingId, itemId, rivalItemId, shop, watchedPrice } of listings) {
    const { price, applied, known } = byId.get(listingId)!;
    const shown = sandbox.control.item(itemId)!;
    const competitor = shown.offers.find((offer) => offer.itemId === rivalItemId)!;
    const name = `${shop} ${itemId}`;
    if (shown.price !== applied)
      faults.push(`${name} shows ${shown.price}, and ${applied} was applied last`);
    if (price !== applied)
      faults.push(`${name} is stored at ${price}, and ${applied} was applied last`);
    if (watchedPrice !== null) {
      if (shown.price !== answerTo(watchedPrice))
        faults.push(`${name} shows ${shown.price}, beside a competitor who asks ${watchedPrice}`);
    } else if (known !== competitor.price) {
      const story = JSON.stringify(await storyOf(owner, listingId));
      faults.push(
        `${name} shows ${shown.price} and its competitor has ${competitor.price}: a change was lost; ${story}`,
      );
    }
  }
  const updates = await owner<
    { sku: string; key: string; price: number; attempts: number; state: string }[]
  >`select l.sku_marketplace as sku, u.operation_key as key, u.new_price as price, u.attempts, u.state
    from price_update u join listing l on l.id = u.listing_id`;
  const open = updates.filter(({ state }) => ['pending', 'sent', 'retry', 'error'].includes(state));
  faults.push(...open.map(({ sku, state }) => `an update of ${sku} is ${state}`));
  // Scheduled jobs run again at their next time.
  const dead = await owner<{ name: string }[]>`
    select source_name as name from pgboss.job
    where name = 'dead-letters' and source_name not in (select name from pgboss.schedule)`;
  faults.push(...dead.map(({ name }) => `a job of ${name} failed for good`));
  const calls = callsOf(sandbox);
  const judged = judgeCalls(calls, updates);
  const sold = await orderFaults(plant);
  return {
    faults: [...faults, ...judged.faults, ...sold.faults],
    updates: updates.length,
    applied: updates.filter(({ state }) => state === 'applied').length,
    calls: calls.length,
    again: judged.again,
    orders: sold.orders,
  };
}
