// The next state of stored advice when it is evaluated again. Pure.
import type { AdviceState } from '../../contract.ts';
import type { Advice } from './advice.ts';

const DAY_MS = 24 * 3_600_000;
/** Dismissed advice returns after this many days, or before where it differs and is worth this many times as much. */
const DISMISSED_DAYS = 90;
const WORTH_TIMES = 1.5;
/** Days for which what was applied or undone is not advised again. */
const SILENT_DAYS = 7;

/** Advice as it is stored. */
export interface Stored {
  id: number;
  state: AdviceState;
  changedAt: Date;
  snoozedUntil: Date | null;
  /** Its content as a person dismissed it. */
  dismissed: { reason: string; fingerprint: string; score: number } | null;
}

/** `keep`: its content follows the facts, its state stays. `none`: nothing is stored. */
export type Step = 'open' | 'keep' | 'reopen' | 'none';

const isOlder = (at: Date, days: number, now: Date): boolean =>
  now.getTime() - at.getTime() >= days * DAY_MS;

const CURRENT: readonly AdviceState[] = ['open', 'snoozed', 'dismissed', 'accepted'];

/** The stored advice about one subject and kind that still counts. @param stored the latest first */
export const currentOf = (stored: readonly Stored[]): Stored | undefined =>
  stored.find(({ state }) => CURRENT.includes(state));

/** What to do with advice that holds now. @param stored of its subject and kind, the latest first */
export function stepFor(advice: Advice, stored: readonly Stored[], now: Date): Step {
  const current = currentOf(stored);
  if (current === undefined) {
    const isSilent = stored.some(
      ({ state, changedAt }) =>
        (state === 'applied' || state === 'undone') && !isOlder(changedAt, SILENT_DAYS, now),
    );
    return isSilent ? 'none' : 'open';
  }
  if (current.state === 'accepted') return 'none';
  if (current.state === 'open') return 'keep';
  if (current.state === 'snoozed')
    return current.snoozedUntil !== null && current.snoozedUntil <= now ? 'reopen' : 'keep';
  const { reason, fingerprint, score } = current.dismissed!;
  if (reason === 'not_my_goal') return 'keep';
  if (isOlder(current.changedAt, DISMISSED_DAYS, now)) return 'reopen';
  const isWorthMore = advice.score > 0 && advice.score >= WORTH_TIMES * score;
  return fingerprint !== advice.fingerprint && isWorthMore ? 'reopen' : 'keep';
}
