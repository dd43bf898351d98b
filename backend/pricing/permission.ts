import { Problem } from '../kernel/problem.ts';
import type { Actor } from '../platform/house.ts';

/** Analysts see everything and move nothing: a price is money. */
export function mayPrice(actor: Actor): void {
  if (actor.role === 'analyst') {
    throw new Problem(403, 'forbidden', 'Only owners and managers change prices');
  }
}
