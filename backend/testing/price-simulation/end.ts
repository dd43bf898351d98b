// What has to be true at the end of a story.
import type { Minor } from '../../kernel/money.ts';
import { wantsChange } from '../../pricing/walk.ts';
import type { SimHouse } from './house.ts';

/** What does not hold although all is calm; null: everything does. */
export function faultAtEnd(
  house: SimHouse,
  shop: { price: Minor; writer: string; late: boolean },
): string | null {
  const open = house.active().find((each) => each.progress.state !== 'pending');
  if (open !== undefined) return `update ${open.id} is ${open.progress.state} for ever`;
  if (house.price !== shop.price) {
    return `the house believes in ${house.price}, buyers see ${shop.price}`;
  }
  const decision = house.askGuarded();
  const wants = wantsChange(decision, house.dismissal, house.price, house.mark);
  if (wants && decision.state === 'sent') {
    return `the rule wants ${decision.price}, and nobody sends it`;
  }
  const last = house.updates.findLast(({ progress }) =>
    ['applied', 'undone'].includes(progress.state),
  );
  const byUs = shop.writer.startsWith('update') && !shop.late;
  return byUs && shop.price !== last?.new_price
    ? `buyers see ${shop.price}, the last applied update says ${last?.new_price ?? 'nothing'}`
    : null;
}
