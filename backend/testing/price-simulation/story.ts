// What a story is made of.
import { RuleBody } from '../../pricing/contract.ts';
import { toRule } from '../../pricing/engine/rule.ts';
import type { Rule } from '../../pricing/engine/types.ts';

/** Defects that can be injected into the update's state machine; the simulation has to detect each. */
export const BROKEN = [
  'no read-back',
  'two in flight',
  'sent blindly',
  'no fence',
  'no memory',
  'any move',
] as const;
export type Broken = (typeof BROKEN)[number];

export interface Story {
  seed: number;
  /** What must not have happened; null: it did not. */
  violation: string | null;
  /** Calls that left, and updates that were written. */
  calls: number;
  updates: number;
  /** The events in order; kept on request only. */
  lines: string[];
}

/** Chance from 0 up to 1, the same in the same order for the same seed. */
export function dice(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The rule of a story, before people change it. */
export const RULE: Rule = {
  ...toRule(RuleBody.parse({ strategy: 'WIN' })),
  minPrice: 8_000,
  maxPrice: 12_000,
};
