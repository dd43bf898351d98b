// When the engine may decide otherwise although nothing happened: what it remembers grows old.
import { MOVES_AGAIN_AFTER_MS } from './ad-costs.ts';
import { searchesAgainAt } from './fallback.ts';
import { LOST_FOR_MS } from './learning.ts';
import type { Memory, Rule } from './types.ts';

const HOUR = 3_600_000;
/** The clock of the database, by which jobs begin, and that of their worker may differ by so much. */
const CLOCKS_MS = 2_000;

/**
 * The delay before deciding again at an instant. If it were too early the engine would decide as before, and no other decision
 * would be scheduled.
 */
export const surelyAfter = (instant: Date): Date => new Date(instant.getTime() + CLOCKS_MS);

function timersOf(memory: Memory | null, { warGuard }: Rule): number[] {
  if (memory === null) return [];
  const { lowestLostAt, adsMove, insideSince, war, unwinnable, nightRise } = memory;
  const after = (at: Date | null | undefined, ms: number) => (at ? [at.getTime() + ms] : []);
  const pauseMs = (warGuard?.restHours ?? 0) * HOUR;
  const rests =
    war === null || war.wayUp?.isOver === true ? null : (war.wayUp?.at ?? war.restsFrom);
  return [
    ...after(lowestLostAt, LOST_FOR_MS),
    ...after(adsMove?.at, MOVES_AGAIN_AFTER_MS),
    ...after(insideSince, MOVES_AGAIN_AFTER_MS),
    ...(unwinnable === null ? [] : [searchesAgainAt(unwinnable)]),
    ...after(nightRise?.underway?.until ?? nightRise?.nextAt, 0),
    ...(warGuard === null ? [] : after(rests, pauseMs)),
  ];
}

/**
 * The moments at which a listing is to be decided again because of what a decision remembers from now on: a price that
 * lost is tried again, a price war has rested, a search that did not pay is due again, a night begins or ends, a rule by
 * advertising may move again.
 * @param before what was remembered until then, whose moments are known already
 */
export function newTimers(before: Memory | null, after: Memory | null, rule: Rule): Date[] {
  if (before === after) return [];
  const known = new Set(timersOf(before, rule));
  const fresh = new Set(timersOf(after, rule).filter((at) => !known.has(at)));
  return [...fresh].sort((one, other) => one - other).map((at) => new Date(at));
}
