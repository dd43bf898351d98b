// A draft rule over the recorded polls of listings, compared with the actual prices and with an unchanged price. Pure.
import type { MarketplaceId } from '../../../kernel/marketplace-ids.ts';
import type { Minor } from '../../../kernel/money.ts';
import type { BacktestReport } from '../../contract.ts';
import { addedShipping, findCompetitors } from '../../engine/competitors.ts';
import { decide } from '../../engine/decide.ts';
import { minimumOf } from '../../engine/minimum-price.ts';
import { createPaceKeeper, isOutside, type PaceLimits } from '../../engine/pace.ts';
import {
  type Costs,
  type Decision,
  type ListingFacts,
  type Memory,
  type Rule,
  USUAL,
} from '../../engine/types.ts';
import {
  type Listing,
  lowestWins,
  marketAt,
  type Odds,
  oddsOf,
  type Snapshot,
  shareAt,
} from './odds.ts';
import { createTally, dayStart, daysOf, type Tally, type Window } from './tally.ts';

/** A listing whose snapshots are backtested, as it is today. */
export interface Subject extends Listing {
  listingId: number;
  title: string;
  currencyCode: string;
  marketplaceId: MarketplaceId;
  costs: Costs | null;
}

/** A price that the draft would have changed. */
export interface Change {
  listingId: number;
  at: Date;
  from: Minor;
  to: Minor;
  decision: Decision;
}

export interface Draft {
  rule: Rule;
  window: Window;
  /** Units that a listing is assumed to sell in a day of winning. */
  unitsPerDay: number;
  /** The company's settings that the engine and the pace of prices use. */
  smallestRisePercent: number;
  pace: PaceLimits;
}

export interface BacktestRun {
  /** Begins a listing, and ends the one before it. */
  begin(subject: Subject): void;
  /** The next poll at the listing, in the order of time. */
  observe(snapshot: Snapshot): void;
  /** Ends the last listing. */
  end(): void;
  /** The figures of the three ways to price, in all and day by day. */
  results(): Pick<BacktestReport, 'draft' | 'done' | 'nothing' | 'days'>;
}

/** After a change of its price a listing is polled again, as the push does after every price that it sets. */
const POLL_AGAIN_MS = 15 * 60_000;
/** A draft that still moves after so many further polls of one market waits for the next recorded poll. */
const MOST_AGAIN = 20;

/** The draft as if it were always in force, and every change approved at once. */
const inForce = (rule: Rule): Rule => ({
  ...rule,
  status: 'enabled',
  startDate: null,
  endDate: null,
  requiresApproval: false,
});

/**
 * Backtests listings one after the other.
 *
 * Each poll is valid until the next one. The draft decides on it with the listing's own offer at the draft's price and with the
 * engine's memory of the listing, at the pace of the company; competitors do as recorded. The winner at that price follows from
 * `oddsOf`. The listing counts as for sale, in stock and without a promotion. The actual course is that of the listing in the
 * polls; the unchanged one is its first price, kept.
 * @param onChange called for every change of the draft
 */
export function createBacktest(draft: Draft, onChange: (change: Change) => void): BacktestRun {
  const { window, smallestRisePercent } = draft;
  const circumstances = { ...USUAL, smallestRisePercent };
  const rule = inForce(draft.rule);
  const tallyOf = () => createTally(window, draft.unitsPerDay);
  const tallies = { draft: tallyOf(), done: tallyOf(), nothing: tallyOf() };
  const each = Object.values(tallies) as Tally[];

  let subject: Subject | null = null;
  let pending: { snapshot: Snapshot; at: number } | null = null;
  let price: Minor = 0;
  let firstPrice: Minor = 0;
  let lastPrice: Minor = 0;
  let memory: Memory | null = null;
  let pace = createPaceKeeper(draft.pace);

  const factsOf = (of: Subject, listing: Listing): ListingFacts => ({
    price,
    shippingPrice: listing.shippingPrice,
    currencyCode: of.currencyCode,
    marketplaceId: of.marketplaceId,
    status: 'ENABLED',
    stock: 1,
    promotionStatus: 'none',
    condition: of.condition,
    lastSetPrice: null,
    costs: of.costs,
    acos: null,
    roas: null,
  });

  function hasPriceOutside({ costs }: Subject): boolean {
    const minimum = minimumOf(rule, costs);
    const minPrice = typeof minimum === 'number' ? minimum : null;
    return isOutside(price, { minPrice, maxPrice: rule.maxPrice });
  }

  /** A rule that compares by price wins by its own comparison: below all offers that it counts as competitors. */
  function oddsFor(of: Subject, listing: Listing, snapshot: Snapshot): Odds {
    const isCompared = !rule.considerShippingPrice || listing.shippingPrice !== null;
    if (rule.competition !== 'EXTERNAL' || !isCompared) return oddsOf(snapshot, listing);
    const { best } = findCompetitors(factsOf(of, listing), rule, snapshot.market, []);
    if (best === null) return lowestWins(Infinity);
    return lowestWins(best.comparable - addedShipping(rule, listing));
  }

  /** Adds the time from `at` until `until` to the tally of each way to price. */
  function play(of: Subject, snapshot: Snapshot, at: number, until: number): void {
    const listing: Listing = {
      condition: of.condition,
      shippingPrice: snapshot.own?.shippingPrice ?? of.shippingPrice,
    };
    const odds = oddsFor(of, listing, snapshot);
    if (snapshot.ownPrice !== lastPrice) tallies.done.change();
    lastPrice = snapshot.ownPrice;
    tallies.done.add(lastPrice, shareAt(odds, lastPrice), at, until);
    tallies.nothing.add(firstPrice, shareAt(odds, firstPrice), at, until);

    let since = at;
    for (let again = 0; ; again++) {
      const now = new Date(since);
      const seen = marketAt(snapshot, listing, odds, price, now);
      const decision = decide(factsOf(of, listing), rule, seen, memory, now, circumstances);
      memory = decision.memory;
      // Every change counts as approved at once.
      const hold = pace.hold(
        { ...decision, state: 'sent' },
        { status: seen.buybox.status, isOutside: hasPriceOutside(of) },
        now,
      );
      if (decision.price === null) break;
      if (hold !== null) {
        const due = hold.until.getTime();
        if (again === MOST_AGAIN || due >= until) break;
        tallies.draft.add(price, shareAt(odds, price), since, due);
        since = due;
        continue;
      }
      onChange({ listingId: of.listingId, at: now, from: price, to: decision.price, decision });
      tallies.draft.change();
      price = decision.price;
      const next = since + POLL_AGAIN_MS;
      if (again === MOST_AGAIN || next >= until) break;
      tallies.draft.add(price, shareAt(odds, price), since, next);
      since = next;
    }
    tallies.draft.add(price, shareAt(odds, price), since, until);
  }

  function end(): void {
    if (subject !== null && pending !== null)
      play(subject, pending.snapshot, pending.at, window.to);
    subject = null;
    pending = null;
  }

  return {
    begin(next) {
      end();
      subject = next;
    },
    observe(snapshot) {
      if (subject === null) throw new Error('A snapshot without a listing');
      // The poll before the window holds from its beginning.
      const at = Math.max(snapshot.market.observedAt.getTime(), window.from);
      if (pending === null) {
        price = firstPrice = lastPrice = snapshot.ownPrice;
        memory = null;
        pace = createPaceKeeper(draft.pace);
        for (const tally of each) tally.begin(subject, price);
      } else {
        play(subject, pending.snapshot, pending.at, at);
      }
      pending = { snapshot, at };
    },
    end,
    results() {
      const days: BacktestReport['days'] = [];
      for (let day = 0; day < daysOf(window); day++) {
        const points = {
          draft: tallies.draft.point(day),
          done: tallies.done.point(day),
          nothing: tallies.nothing.point(day),
        };
        if (points.draft === null || points.done === null || points.nothing === null) continue;
        days.push({
          day: dayStart(window, day).toISOString().slice(0, 10),
          draft: points.draft,
          done: points.done,
          nothing: points.nothing,
        });
      }
      return {
        draft: tallies.draft.figures(),
        done: tallies.done.figures(),
        nothing: tallies.nothing.figures(),
        days,
      };
    },
  };
}
