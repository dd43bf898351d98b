/** Seeded randomness whose whole state is one number, so that it can be stored and replayed. */
export interface Dice {
  /** From 0 up to, but not including, 1. */
  roll(): number;
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  state(): number;
}

/** Continues the dice from a state; mulberry32, whose step is a plain addition. */
export function diceAt(start: number): Dice {
  let state = start >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(roll() * (high - low + 1));
  return {
    roll,
    between,
    chance: (probability) => roll() < probability,
    pick: (list) => {
      const chosen = list[between(0, list.length - 1)];
      if (chosen === undefined) throw new RangeError('Nothing to pick from');
      return chosen;
    },
    shuffle: (list) => {
      const mixed = [...list];
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = between(0, i);
        [mixed[i], mixed[j]] = [
          mixed[j] as (typeof mixed)[number],
          mixed[i] as (typeof mixed)[number],
        ];
      }
      return mixed;
    },
    state: () => state,
  };
}

/** A hash of a text, from 0 to 2^32 - 1: the same text gives the same number. */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
