// Orders and their sums, held against what buyers ordered at the marketplaces.
import { type Order, ordersOf } from '../sandbox/world.ts';
import { SELLER } from './listings.ts';
import type { Plant } from './plant.ts';

interface Line {
  orderId: string;
  units: number;
  price: number;
  state: string;
}

const sumsOf = (orders: readonly Order[]) => ({
  orders: orders.length,
  units: orders.reduce((sum, { units }) => sum + units, 0),
  revenue: orders.reduce((sum, { units, price }) => sum + units * price, 0),
});

/** What is lost, counted twice or recorded otherwise, in words; and how much was ordered. */
export async function orderFaults({
  ctx,
  owner,
  sandbox,
}: Pick<Plant, 'ctx' | 'owner' | 'sandbox'>): Promise<{ orders: number; faults: string[] }> {
  const faults: string[] = [];
  let count = 0;
  const accounts = await owner<{ id: number; marketplaceId: number }[]>`
    select id, marketplace_id as "marketplaceId" from account`;
  for (const { id, marketplaceId } of accounts) {
    const shop = ctx.marketplaces.byId(marketplaceId)!.slug as Order['shop'];
    const ordered = ordersOf(sandbox.world(), SELLER, shop);
    count += ordered.length;
    const lines = await owner<Line[]>`
      select order_id as "orderId", units, price, state from order_line where account_id = ${id}`;
    const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
    for (const order of ordered) {
      const found = byOrder.get(order.id) ?? [];
      const [line] = found;
      const isSame = line?.units === order.units && line.price === order.price;
      if (found.length !== 1 || !isSame || line.state !== 'paid')
        faults.push(`order ${order.id} of ${shop} is ${JSON.stringify(found)}`);
    }
    if (lines.length > ordered.length)
      faults.push(`there are ${lines.length} lines of ${ordered.length} orders of ${shop}`);
    const [sums] = await owner`
      select coalesce(sum(orders), 0)::int as orders, coalesce(sum(units), 0)::int as units,
        coalesce(sum(revenue), 0)::int as revenue
      from account_day where account_id = ${id}`;
    const due = sumsOf(ordered);
    if (JSON.stringify(sums) !== JSON.stringify(due))
      faults.push(
        `the days of ${shop} are ${JSON.stringify(sums)}, and ${JSON.stringify(due)} was sold`,
      );
  }
  return { orders: count, faults };
}
