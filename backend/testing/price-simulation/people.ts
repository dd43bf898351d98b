// What people do while prices move.
import type { SimHouse } from './house.ts';

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

/** What each act does to the house; a price that is changed elsewhere is none of its doing. */
const DOES: Record<Act, (house: SimHouse, between: Between) => void> = {
  approves: (house) => house.approve(),
  cancels: (house) => house.cancel(),
  undoes: (house) => house.undo(),
  'moves the limits': (house, between) =>
    house.edit({ minPrice: between(7_600, 9_000), maxPrice: between(9_500, 12_500) }),
  'disables or enables': (house) =>
    house.edit({ status: house.rule.status === 'enabled' ? 'disabled' : 'enabled' }),
  'changes the price elsewhere': () => undefined,
  'undoes with another rule': (house, between) => {
    house.undo();
    house.edit({ maxPrice: between(9_500, 12_500) });
  },
  'throws or clears the switch': (house) => {
    house.stopped = !house.stopped;
    if (!house.stopped) house.jobs.push({ type: 'decide' });
  },
};

export const does = (act: Act, house: SimHouse, between: Between): void =>
  DOES[act](house, between);
