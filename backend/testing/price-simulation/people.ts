// What people do while prices move.
import type { SimulationContext } from './product.ts';

/** The acts, each with its share of all. */
const ACTS = [
  ['approves', 0.3],
  ['cancels', 0.1],
  ['undoes', 0.2],
  ['moves the limits', 0.1],
  ['disables or enables', 0.06],
  ['changes the price elsewhere', 0.1],
  ['undoes with another rule', 0.07],
  ['throws or clears the switch', 0.07],
] as const;
export type Act = (typeof ACTS)[number][0];

export function actOf(random: () => number): Act {
  let left = random();
  for (const [act, share] of ACTS) {
    left -= share;
    if (left < 0) return act;
  }
  return 'approves';
}

type Between = (low: number, high: number) => number;

/** The effect of each action on the product; a price change outside the product is not among them. */
const DOES: Record<Act, (ctx: SimulationContext, between: Between) => void> = {
  approves: (ctx) => ctx.approve(),
  cancels: (ctx) => ctx.cancel(),
  undoes: (ctx) => ctx.undo(),
  'moves the limits': (ctx, between) =>
    ctx.edit({ minPrice: between(7_600, 9_000), maxPrice: between(9_500, 12_500) }),
  'disables or enables': (ctx) =>
    ctx.edit({ status: ctx.rule.status === 'enabled' ? 'disabled' : 'enabled' }),
  'changes the price elsewhere': () => undefined,
  'undoes with another rule': (ctx, between) => {
    ctx.undo();
    ctx.edit({ maxPrice: between(9_500, 12_500) });
  },
  'throws or clears the switch': (ctx) => {
    ctx.stopped = !ctx.stopped;
    if (!ctx.stopped) ctx.jobs.push({ type: 'decide' });
  },
};

export const does = (act: Act, ctx: SimulationContext, between: Between): void =>
  DOES[act](ctx, between);
