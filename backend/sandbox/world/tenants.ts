// Magalu's organisations (tenants) of the sellers with connected accounts.
import { numberOf } from './dice.ts';
import { NEWCOMER } from './newcomer.ts';
import { OWN_SELLERS } from './sellers.ts';
import type { Seller, World } from './types.ts';

/** The organisation's id, a UUID that is always the same for a seller. */
export function tenantIdOf(sellerId: number): string {
  const hex = [1, 2, 3, 4]
    .map((n) => numberOf(`magalu/${sellerId}/${n}`).toString(16).padStart(8, '0'))
    .join('');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20)].join('-');
}

const SELLS: ReadonlySet<number> = new Set([OWN_SELLERS.HOME, NEWCOMER.id]);

/** Whether one of our own sellers sells on Magalu: only some do. */
export const sellsOnMagalu = (sellerId: number): boolean => SELLS.has(sellerId);

/** Those who are on the market and sell there. */
export const ownSellers = ({ sellers }: World): Seller[] =>
  [...sellers.values()].filter(({ id, own }) => own && sellsOnMagalu(id));
