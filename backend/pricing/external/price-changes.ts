// Which changes of a listing's price were not ours, and what that says of who made them: pure.
import type { PromotionStatus } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';
import { KNOWN_WITHIN_MS } from '../updates/engine/state-machine.ts';

/** A change of a listing's price, as it was seen. */
export interface PriceChange {
  at: Date;
  from: Minor;
  to: Minor;
}

/** A price of ours that left, between when it was decided and when its update moved last. */
export interface OwnPush {
  price: Minor;
  createdAt: Date;
  movedAt: Date;
}

/** Clocks of processes may differ by so much. */
const CLOCKS_MS = 5 * 60_000;

const mayBe = (push: OwnPush, change: PriceChange): boolean =>
  push.price === change.to &&
  push.createdAt.getTime() <= change.at.getTime() + CLOCKS_MS &&
  // A price may show long after its update was given up.
  push.movedAt.getTime() >= change.at.getTime() - KNOWN_WITHIN_MS;

/**
 * The changes that no price of ours explains. Each of ours explains one change at most: a later change back to it is
 * somebody else's.
 * @param changes in the order in which they happened
 */
export function foreignChanges(
  changes: readonly PriceChange[],
  pushes: readonly OwnPush[],
): PriceChange[] {
  const left = [...pushes].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return changes.filter((change) => {
    const own = left.findIndex((push) => mayBe(push, change));
    if (own >= 0) left.splice(own, 1);
    return own < 0;
  });
}

/** Changes of a price that somebody else made. */
export interface ForeignMoves {
  /** When it was first and last seen. */
  since: Date;
  lastAt: Date;
  /** Moves: there and back again is one. */
  moves: number;
}

/** So many moves or more are a tool's; fewer may be a person's. */
export const TOOL_MOVES = 2;

/**
 * The result of foreign changes; null: none. A price that changed and returned is one change, as by a promotion, and a change
 * while a promotion runs is the promotion's.
 * @param changes in the order in which they happened
 */
export function foreignMovesOf(
  changes: readonly PriceChange[],
  promotion: PromotionStatus,
): ForeignMoves | null {
  const moves: { away: PriceChange; back: PriceChange | null }[] = [];
  for (const change of changes) {
    const last = moves.at(-1);
    const isBack =
      last !== undefined &&
      last.back === null &&
      last.away.to === change.from &&
      last.away.from === change.to;
    if (isBack) last.back = change;
    else moves.push({ away: change, back: null });
  }
  if (promotion === 'started' && moves.at(-1)?.back === null) moves.pop();
  const first = moves[0];
  const last = moves.at(-1);
  if (first === undefined || last === undefined) return null;
  return { since: first.away.at, lastAt: (last.back ?? last.away).at, moves: moves.length };
}
