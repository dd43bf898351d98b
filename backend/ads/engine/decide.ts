// The decision about one bid. Pure: the same facts give the same decision, and each step that has an effect is explained.

import type { Minor } from '../../kernel/money.ts';
import type { BidBound } from '../contract/words.ts';
import { alternativesOf } from './alternatives.ts';
import { highestBid, withinLimits, withinStep } from './bid.ts';
import {
  allowedBid,
  expectedAt,
  figuresOf,
  isStarved,
  NOT_VIABLE_PROBABILITY,
  notViableProbability,
  wantedBid,
} from './figures.ts';
import { type Hold, holdOf } from './interlocks.ts';
import * as lines from './lines.ts';
import type { BidDecision, BidFacts, Figures, Line } from './types.ts';
import { coolDownOf, deadBandOf, hasPriceMoved, isInDeadBand, SMALLEST_CHANGE } from './waits.ts';

/** The result of the numbers: a bid, or why there is none. */
interface Verdict {
  outcome: 'CHANGE' | 'KEEP' | 'PAUSE';
  code: string | null;
  bid: Minor | null;
  bound: BidBound | null;
  said: Line[];
}

const keep = (code: string, bound: BidBound, said: Line[]): Verdict => ({
  outcome: 'KEEP',
  code,
  bid: null,
  bound,
  said,
});

const pause = (code: string, said: Line[]): Verdict => ({
  outcome: 'PAUSE',
  code,
  bid: null,
  bound: code === 'not_viable' ? 'VALUE' : 'LISTING',
  said,
});

/** Why the keyword should not bid at all; null: it should. */
function pauseOf(facts: BidFacts, figures: Figures, target: number, hold: Hold | null) {
  if (target <= 0) return pause('no_margin', [lines.noMargin(facts)]);
  if (hold?.kind === 'pause') return pause(hold.code, [lines.held(hold)]);
  const probability = notViableProbability(facts, figures, target);
  return probability !== null && probability >= NOT_VIABLE_PROBABILITY
    ? pause('not_viable', [lines.notViable(facts, figures, probability)])
    : null;
}

/** Why a bid that should be another one stays; null: it moves. */
function waitOf(facts: BidFacts, figures: Figures, wanted: Minor, present: Minor): Verdict | null {
  if (hasPriceMoved(facts.lastChange, facts.price)) return null;
  if (facts.hasSpendingAlarm && wanted < present) return null;
  const rest = coolDownOf(facts.lastChange, facts.days, figures.conversion.prior);
  if (rest !== null) return keep('cooldown', 'COOLDOWN', [lines.coolDown(rest, wanted)]);
  // A keyword that is not shown, or that is explored, rises even if little is known of it.
  const isSought = wanted > present && (isStarved(facts) || facts.isExplored);
  const level = { strength: facts.strength, clicks: figures.evidence.clicks };
  const band = isSought ? SMALLEST_CHANGE : deadBandOf(figures.conversion, level, wanted > present);
  return isInDeadBand(wanted, present, band)
    ? keep('dead_band', 'DEAD_BAND', [lines.deadBand(present, wanted, band)])
    : null;
}

/** The bid with which the day began: steps count from there, however often the bid moves in a day. Null: not known. */
const dayBegan = ({ lastChange }: BidFacts, present: Minor): Minor | null =>
  lastChange !== null && lastChange.age < 1 ? lastChange.bidBefore : present;

/** The step from the present bid towards the wanted one. */
function move(
  facts: BidFacts,
  figures: Figures,
  { bid: wanted, bound }: { bid: Minor; bound: BidBound },
  hold: Hold | null,
): Verdict {
  const present = facts.bid;
  const change = (bid: Minor, by: BidBound, said: Line[]): Verdict => ({
    outcome: 'CHANGE',
    code: null,
    bid,
    bound: by,
    said: [...said, lines.changed(present, bid)],
  });
  if (present === null) {
    return hold === null
      ? change(wanted, bound, [])
      : keep(hold.code, 'LISTING', [lines.held(hold)]);
  }
  const isAllowed = withinLimits(present, facts.limits).bound === null;
  if (isAllowed) {
    if (hold?.kind === 'freeze') return keep(hold.code, 'LISTING', [lines.held(hold)]);
    if (wanted === present) return keep('already_there', bound, [lines.alreadyThere(present)]);
    if (hold !== null && wanted > present) return keep(hold.code, 'LISTING', [lines.held(hold)]);
    const wait = waitOf(facts, figures, wanted, present);
    if (wait !== null) return wait;
  }
  const from = dayBegan(facts, present);
  const pace = isStarved(facts) && wanted > (from ?? present) ? 'launch' : facts.pace;
  const stepped = from === null ? present : withinStep(wanted, from, pace);
  const { bid, bound: limit } = withinLimits(stepped, facts.limits);
  if (bid === present)
    return keep('step', 'STEP', [lines.stepTaken(from ?? present, wanted, pace)]);
  const said = stepped === wanted ? [] : [lines.stepped(from ?? present, stepped, wanted, pace)];
  return change(bid, limit ?? (stepped === wanted ? bound : 'STEP'), said);
}

/** A decision that cannot be made: what is missing, and what is known nevertheless. */
const blocked = (code: string, figures: Figures, said: Line[]): BidDecision => ({
  outcome: 'BLOCKED',
  code,
  bid: null,
  wouldBe: null,
  bound: null,
  figures,
  expected: null,
  alternatives: [],
  explanation: [...said, { step: 'outcome', code, values: {} }],
});

/**
 * Decides one bid: `min(µ_ros, µ_budget) · T · v̂`, inside limits, by bounded steps, no more often than evidence grows.
 * It reads only the facts. The bid before never affects the number, only how far the bid may move.
 */
export function decideBid(facts: BidFacts): BidDecision {
  const figures = figuresOf(facts);
  const { target } = figures;
  const known = lines.knownLines(facts, figures);
  if (highestBid(facts.limits) < facts.limits.minimum)
    return blocked('limits_conflict', figures, known);
  if (target === null) return blocked('margin_unknown', figures, known);
  const wanted = wantedBid(facts, figures, target.acos);
  const allowed = allowedBid(wanted.amount, facts);
  const bound = allowed.bound ?? wanted.bound;
  const hold = holdOf(facts.listing);
  const verdict =
    pauseOf(facts, figures, target.acos, hold) ??
    move(facts, figures, { bid: allowed.bid, bound }, hold);
  const isAdvice = facts.strategy === 'none' && verdict.outcome !== 'KEEP';
  const explanation = [
    ...known,
    ...lines.bidLines(facts, figures, target.acos, wanted, allowed),
    ...verdict.said,
    ...(isAdvice ? [lines.adviceOnly()] : []),
  ];
  return {
    outcome: isAdvice ? 'ADVISE' : verdict.outcome,
    code: isAdvice ? 'no_strategy' : verdict.code,
    bid: isAdvice ? null : verdict.bid,
    wouldBe: allowed.bid,
    bound: verdict.bound,
    figures,
    expected: expectedAt(verdict.bid ?? facts.bid ?? allowed.bid, facts, figures),
    alternatives: alternativesOf(facts, figures, target.acos),
    explanation,
  };
}
