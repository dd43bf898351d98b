import { MAX_ORDERS, type Order } from '@primazia/backend/kernel/filter';

/** The orders after a header was pressed: it alone orders, and the other way round where it did so already. */
export function orderedBy(orders: readonly Order[], field: string): Order[] {
  const current = orders.find((order) => order.field === field);
  return [{ field, direction: current?.direction === 'asc' ? 'desc' : 'asc' }];
}

/** The orders with a column more: what was there keeps its place; pressed again it turns round, then it goes. */
export function alsoOrderedBy(orders: readonly Order[], field: string): Order[] {
  const current = orders.find((order) => order.field === field);
  if (current === undefined) {
    return [...orders.slice(0, MAX_ORDERS - 1), { field, direction: 'asc' }];
  }
  if (current.direction === 'desc' && orders.length > 1) {
    return orders.filter((order) => order !== current);
  }
  return turned(orders, field);
}

/** The orders with one the other way round. */
export const turned = (orders: readonly Order[], field: string): Order[] =>
  orders.map((order) =>
    order.field === field
      ? { field, direction: order.direction === 'asc' ? 'desc' : 'asc' }
      : order,
  );
