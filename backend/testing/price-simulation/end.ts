// What has to be true at the end of a story.
import type { Minor } from '../../kernel/money.ts';
import { wantsChange } from '../../pricing/updates/engine/push-policy.ts';
import type { SimulationContext } from './product.ts';

/** What does not hold although all is calm; null: everything does. */
export function faultAtEnd(
  ctx: SimulationContext,
  shop: { price: Minor; writer: string; late: boolean },
): string | null {
  const open = ctx.active().find((each) => each.progress.state !== 'pending');
  if (open !== undefined) return `update ${open.id} is ${open.progress.state} for ever`;
  if (ctx.price !== shop.price) {
    return `the installation believes in ${ctx.price}, buyers see ${shop.price}`;
  }
  const decision = ctx.decideGuarded();
  const wants = wantsChange(decision, ctx.dismissal, ctx.price, ctx.mark);
  if (wants && decision.state === 'sent') {
    return `the rule wants ${decision.price}, and nobody sends it`;
  }
  const last = ctx.updates.findLast(({ progress }) =>
    ['applied', 'undone'].includes(progress.state),
  );
  const byUs = shop.writer.startsWith('update') && !shop.late;
  return byUs && shop.price !== last?.new_price
    ? `buyers see ${shop.price}, the last applied update says ${last?.new_price ?? 'nothing'}`
    : null;
}
