// Whether a competitor follows our price changes: see `Following` of the contract. Pure.
import type { Minor } from '../../../kernel/money.ts';
import { FOLLOW_HOURS } from '../../contract/profile.ts';

const WINDOW_MS = FOLLOW_HOURS * 3_600_000;

/** A listing's market as it was observed at an instant (ms). */
export interface Sighting {
  at: number;
  ownPrice: Minor;
  /** Null: the competitor was not there, or its price looked wrong. */
  price: Minor | null;
}

export interface Follows {
  /** How long the competitor took, in ms, of each change of ours that it followed. */
  delays: number[];
  /** Changes of ours that count. */
  changes: number;
}

/**
 * @param sightings of one listing, the oldest first
 * @param until when the market was last observed, in ms
 */
export function followsOf(sightings: readonly Sighting[], until: number): Follows {
  const delays: number[] = [];
  let changes = 0;
  let open: { at: number; direction: number } | null = null;
  let before: Sighting | null = null;
  /** Ends what was not followed in time. */
  const close = (at: number) => {
    if (open === null || at - open.at <= WINDOW_MS) return;
    changes += 1;
    open = null;
  };
  for (const seen of sightings) {
    close(seen.at);
    const { ownPrice, price } = seen;
    if (price === null) open = null;
    else if (before !== null && before.price !== null) {
      if (open !== null && Math.sign(price - before.price) === open.direction) {
        delays.push(seen.at - open.at);
        changes += 1;
        open = null;
      }
      const direction = Math.sign(ownPrice - before.ownPrice);
      if (direction !== 0) open = { at: seen.at, direction };
    }
    before = seen;
  }
  close(until);
  return { delays, changes };
}

/** The median of some numbers; null: there are none. */
export function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
}
