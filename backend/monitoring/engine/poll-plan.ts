// Which markets are polled next within a marketplace's rate limit: pure. Notifications report most changes as they happen; polls are
// for those that get lost, and for marketplaces that send none. Each listing has a deadline of a day, divided by its stake, to be
// polled again; the earliest deadline is polled first. Where the rate limit allows too few polls, the day grows for all alike, so
// that a high stake is still polled that many times as often (with a fixed day all would be late by the same hours, and stakes
// would hardly count). A higher stake is never polled later. No listing starves, as its deadline stays while the others' move on.
import type { BuyboxStatus } from '../../kernel/market.ts';
import type { Minor } from '../../kernel/money.ts';

/** What is known of a listing when its next poll is planned. All times are milliseconds since 1970. */
export interface Candidate {
  listingId: number;
  /** A rule that is enabled sets its price. */
  ruled: boolean;
  /** As of the latest observation; null: there is none yet. */
  status: BuyboxStatus | null;
  /** When something that matters changed last. */
  changedAt: number | null;
  /** Sales: price times units, in minor units. */
  worth: Minor;
  observedAt: number | null;
  /** When the listing became known: until its first observation it waits from then on. */
  knownSince: number;
  /** When a poll failed last, where none has succeeded since. */
  failedAt: number | null;
  /** After failed polls: not polled before this. */
  notBefore: number | null;
}

const MINUTE = 60_000;
/** A market that was observed within this is not polled again without a reason. */
export const FRESH_MS = 10 * MINUTE;
/** The time within which a listing with nothing at stake should be polled, where the rate limit allows it. */
const DAY_MS = 24 * 60 * MINUTE;
/** A market that changed within this may change again. */
const RESTLESS_MS = 30 * MINUTE;

const RULED = 8;
const RESTLESS = 2;
const BY_STATUS: Record<BuyboxStatus, number> = {
  LOSING: 4,
  CO_WINNING: 3,
  WINNING: 2,
  SYNCING: 2,
  WAITING_BUYBOX: 2,
  OUTSIDE_BUYBOX: 1,
  NOT_COMPETING: 1,
  NO_COMPETITOR: 1,
  NON_CATALOG: 1,
};

/** What is at stake, from 1 up: how many times sooner than one with nothing at stake it should be polled. */
export function stakeOf(candidate: Candidate, now: number): number {
  const { ruled, status, changedAt, worth } = candidate;
  const restless = changedAt !== null && now - changedAt < RESTLESS_MS;
  return (
    (ruled ? RULED : 1) *
    (status === null ? BY_STATUS.LOSING : BY_STATUS[status]) *
    (restless ? RESTLESS : 1) *
    (1 + Math.log10(1 + Math.max(0, worth) / 100))
  );
}

/** A failed poll counts as a poll: else listings whose polls always fail would come before all others every time. */
const waitsSince = ({ observedAt, knownSince, failedAt }: Candidate): number =>
  Math.max(observedAt ?? knownSince, failedAt ?? 0);

/**
 * The time within which a listing with nothing at stake is polled, in milliseconds: a day, or more where some listing has
 * waited longer than its share of that.
 */
export function dayOf(candidates: readonly Candidate[], now: number): number {
  let day = DAY_MS;
  for (const candidate of candidates) {
    const isPaused = (candidate.notBefore ?? 0) > now;
    if (!isPaused) day = Math.max(day, (now - waitsSince(candidate)) * stakeOf(candidate, now));
  }
  return day;
}

interface Turn {
  listingId: number;
  /** Not polled before. */
  from: number;
  /** Should be polled until then. */
  until: number;
  stake: number;
}

function turnOf(candidate: Candidate, now: number, day: number): Turn {
  const stake = stakeOf(candidate, now);
  const seen = candidate.observedAt;
  return {
    listingId: candidate.listingId,
    from: Math.max(now, seen === null ? 0 : seen + FRESH_MS, candidate.notBefore ?? 0),
    until: waitsSince(candidate) + day / stake,
    stake,
  };
}

const compare = (a: Turn, b: Turn) =>
  a.until - b.until || b.stake - a.stake || a.listingId - b.listingId;

/**
 * The listings to poll now, the most urgent first.
 * @param budget the polls that may be made
 */
export function nextPolls(
  candidates: readonly Candidate[],
  budget: number,
  now: number,
  day = dayOf(candidates, now),
): number[] {
  return candidates
    .map((candidate) => turnOf(candidate, now, day))
    .filter((turn) => turn.from <= now)
    .sort(compare)
    .slice(0, Math.max(0, Math.floor(budget)))
    .map((turn) => turn.listingId);
}

/** A heap: the first by `before` on top. */
function createHeap<T>(before: (a: T, b: T) => number) {
  const items: T[] = [];
  const swap = (a: number, b: number) => {
    const swapped = items[a]!;
    items[a] = items[b]!;
    items[b] = swapped;
  };
  return {
    top: (): T | undefined => items[0],
    push(item: T): void {
      items.push(item);
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (before(items[at]!, items[parent]!) >= 0) return;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): T | undefined {
      if (items.length === 0) return undefined;
      swap(0, items.length - 1);
      const popped = items.pop();
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= items.length) break;
        const right = left + 1;
        const child =
          right < items.length && before(items[right]!, items[left]!) < 0 ? right : left;
        if (before(items[at]!, items[child]!) <= 0) break;
        swap(at, child);
        at = child;
      }
      return popped;
    },
  };
}

/** Polls of each listing that a forecast simulates at most: enough for all but hopelessly overloaded accounts. */
const ROUNDS = 4;

/**
 * When each listing is polled next, if nothing happens before: a simulation of `nextPolls`. A listing that is not polled within
 * the forecast has none.
 * @param perSecond polls a second that the marketplace allows
 * @returns milliseconds since 1970, by listing
 */
export function forecast(
  candidates: readonly Candidate[],
  perSecond: number,
  now: number,
  day = dayOf(candidates, now),
): Map<number, number> {
  const expected = new Map<number, number>();
  const early = createHeap<Turn>((a, b) => a.from - b.from);
  const ready = createHeap<Turn>(compare);
  for (const candidate of candidates) early.push(turnOf(candidate, now, day));
  const eachMs = 1_000 / perSecond;
  let at = now;
  for (let polls = 0; polls < ROUNDS * candidates.length; polls++) {
    const first = early.top();
    if (ready.top() === undefined && first !== undefined) at = Math.max(at, first.from);
    for (let turn = early.top(); turn !== undefined && turn.from <= at; turn = early.top()) {
      ready.push(turn);
      early.pop();
    }
    const turn = ready.pop();
    if (turn === undefined) break;
    if (!expected.has(turn.listingId)) expected.set(turn.listingId, at);
    if (expected.size === candidates.length) break;
    early.push({ ...turn, from: at + FRESH_MS, until: at + day / turn.stake });
    at += eachMs;
  }
  return expected;
}

const FIRST_PAUSE_MS = MINUTE;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE;

/**
 * Milliseconds for which a listing with failing polls is not polled.
 * @param failures consecutive failed polls
 */
export const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 20), LONGEST_PAUSE_MS);
