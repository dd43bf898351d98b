// The worlds of the arena: the usual one, and five that differ from it in one thing each. The five were written down
// before anything was measured in them, and no engine is tuned on them.
import { bonusOf } from '../../../sandbox/world/award.ts';
import type { HabitShares } from '../../../sandbox/world/offers.ts';
import type { Offer, Seller } from '../../../sandbox/world/types.ts';
import { ARENA_HABITS, REPORTED } from './assumptions.ts';

export interface ArenaWorld {
  /** What an offer's conditions are worth in the award, in hundredths of a percent; null: as the sandbox weighs them. */
  bonus: ((offer: Offer, seller: Seller) => number) | null;
  /** Of a hundred competitors. */
  habits: HabitShares;
  /** Seconds, least and most, in which a reacting competitor reacts; null: the minutes of its habit. */
  answerSeconds: readonly [number, number] | null;
  /** Minutes between our polls, which no notification brings forward; null: as the product polls. */
  pollMinutes: number | null;
  /** The share of products whose marketplace reports the price to win. */
  reported: number;
  /** Things happen on whole steps of so many seconds. */
  stepSeconds: number;
}

const USUAL: ArenaWorld = {
  bonus: null,
  habits: ARENA_HABITS,
  answerSeconds: null,
  pollMinutes: null,
  reported: REPORTED,
  stepSeconds: 300,
};

/** What the marketplace's own logistics is worth beyond the usual, where it is favoured strongly: 8 % of the price. */
const LOGISTICS_EXTRA = 800;

export const WORLDS = {
  usual: USUAL,
  /** The lowest total price has the buybox, whatever the other conditions. */
  'total-price': { ...USUAL, bonus: () => 0 },
  /** The marketplace's own logistics outweighs most differences in price. */
  logistics: {
    ...USUAL,
    bonus: (offer, seller) =>
      bonusOf(offer, seller) + (offer.logistics === 'fulfillment' ? LOGISTICS_EXTRA : 0),
  },
  'instant-competitors': { ...USUAL, answerSeconds: [10, 40], stepSeconds: 10 },
  'hourly-polls': { ...USUAL, pollMinutes: 60 },
  /** Nor to competitors: those who price by it undercut the lowest instead, or wander. */
  'no-price-to-win': {
    ...USUAL,
    reported: 0,
    habits: {
      ...ARENA_HABITS,
      undercutter: 0,
      climber: 0,
      cutter: (ARENA_HABITS.cutter ?? 0) + (ARENA_HABITS.undercutter ?? 0),
      walker: (ARENA_HABITS.walker ?? 0) + (ARENA_HABITS.climber ?? 0),
    },
  },
} as const satisfies Record<string, ArenaWorld>;

export type WorldName = keyof typeof WORLDS;
export const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];
