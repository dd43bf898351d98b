// The worst moment of one way to price: a listing sold at a loss, else its deepest price, else the longest time without
// the first place. Pure.
import { type Minor, toAmount } from '../../../kernel/money.ts';
import type { WorstMoment } from '../../contract.ts';
import { costsAt } from '../../engine/minimum-price.ts';
import type { Costs } from '../../engine/types.ts';

const HOUR_MS = 3_600_000;

/** A listing whose spans are summed up. */
export interface TallyListing {
  listingId: number;
  title: string;
  costs: Costs | null;
}

interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  listing: TallyListing;
  price: Minor;
  value: number;
}

/** What a sale leaves, in minor units. */
export function profitOf(price: Minor, costs: Costs): number {
  const { cost, taxPercent, feePercent, feeFixed } = costsAt(price, costs);
  return price - cost - feeFixed - (price * (feePercent + taxPercent)) / 100;
}

/** Minor units, whole or not, as an amount. */
export const asAmount = (minor: number): number => toAmount(Math.round(minor));

export interface Worst {
  /** Begins a listing, whose price was `firstPrice` then. */
  begin(listing: TallyListing, firstPrice: Minor): void;
  /** The price was in effect from `from` to `until`, in milliseconds, with that share of the first place (0 to 1). */
  note(price: Minor, share: number, from: number, until: number): void;
  /** The worst moment; null: there was none. */
  found(): WorstMoment | null;
}

export function createWorst(): Worst {
  let listing: TallyListing | null = null;
  let firstPrice: Minor = 0;
  /** Since when, and at which price, the listing has not won. */
  let losing: { since: number; price: Minor } | null = null;

  let lowestProfit: Moment | null = null;
  let deepest: Moment | null = null;
  let longest: Moment | null = null;

  function noteProfit(of: TallyListing, price: Minor, share: number, at: number): void {
    if (of.costs === null || share === 0) return;
    const value = profitOf(price, of.costs);
    if (lowestProfit === null || value < lowestProfit.value) {
      lowestProfit = { at, listing: of, price, value };
    }
  }

  function noteDepth(of: TallyListing, price: Minor, at: number): void {
    const value = ((firstPrice - price) * 100) / firstPrice;
    if (value > 0 && (deepest === null || value > deepest.value)) {
      deepest = { at, listing: of, price, value };
    }
  }

  function noteLosing(
    of: TallyListing,
    price: Minor,
    share: number,
    from: number,
    until: number,
  ): void {
    if (share > 0) {
      losing = null;
      return;
    }
    losing ??= { since: from, price };
    const value = until - losing.since;
    if (longest === null || value > longest.value) {
      longest = { at: losing.since, listing: of, price: losing.price, value };
    }
  }

  return {
    begin(next, price) {
      listing = next;
      firstPrice = price;
      losing = null;
    },
    note(price, share, from, until) {
      if (listing === null) throw new Error('A price without a listing');
      noteProfit(listing, price, share, from);
      noteDepth(listing, price, from);
      noteLosing(listing, price, share, from, until);
    },
    found() {
      const reported = ({ at, listing: of, price }: Moment) => ({
        at: new Date(at).toISOString(),
        listingId: of.listingId,
        title: of.title,
        price: toAmount(price),
      });
      if (lowestProfit !== null && lowestProfit.value < 0) {
        const value = asAmount(-lowestProfit.value);
        return { ...reported(lowestProfit), reason: 'sold_at_loss', value };
      }
      if (deepest !== null) {
        const value = Math.round(deepest.value * 10) / 10;
        return { ...reported(deepest), reason: 'deepest_price', value };
      }
      if (longest !== null) {
        const value = Math.round((longest.value / HOUR_MS) * 100) / 100;
        return { ...reported(longest), reason: 'longest_loss', value };
      }
      return null;
    },
  };
}
