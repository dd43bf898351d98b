import { MAX_ORDERS, type Order } from '@primazia/backend/kernel/filter';

/** The orders after a press on a header: it becomes the only one, reversed if it was that already. */
export function orderedBy(orders: readonly Order[], field: string): Order[] {
  const current = orders.find((order) => order.field === field);
  return [{ field, direction: current?.direction === 'asc' ? 'desc' : 'asc' }];
}

/** The orders with one more column, after the present ones; a second press reverses it, a third removes it. */
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

/** The orders with one of them reversed. */
export const turned = (orders: readonly Order[], field: string): Order[] =>
  orders.map((order) =>
    order.field === field
      ? { field, direction: order.direction === 'asc' ? 'desc' : 'asc' }
      : order,
  );
