// The worst moment of one way to price: an ad sold at a loss, else its deepest price, else the longest time without
// the first place. Pure.
import { type Minor, toAmount } from '../../kernel/money.ts';
import type { WorstMoment } from '../contract.ts';
import { costsAt } from '../floor.ts';
import type { Costs } from '../terms.ts';

const HOUR_MS = 3_600_000;

/** An ad whose spans are summed up. */
export interface TallyAd {
  listingId: number;
  title: string;
  costs: Costs | null;
}

interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  ad: TallyAd;
  price: Minor;
  value: number;
}

/** What a sale leaves, in minor units. */
export function profitOf(price: Minor, costs: Costs): number {
  const { cost, taxPercent, feePercent, feeFixed } = costsAt(price, costs);
  return price - cost - feeFixed - (price * (feePercent + taxPercent)) / 100;
}

/** Minor units, whole or not, as the amount that is told. */
export const asAmount = (minor: number): number => toAmount(Math.round(minor));

export interface Worst {
  /** Begins with an ad, which asked `firstPrice` then. */
  begin(ad: TallyAd, firstPrice: Minor): void;
  /** The price stood from `from` to `until`, in milliseconds, with that share of the first place (0 to 1). */
  note(price: Minor, share: number, from: number, until: number): void;
  /** Null: nothing bad was seen. */
  told(): WorstMoment | null;
}

export function createWorst(): Worst {
  let ad: TallyAd | null = null;
  let firstPrice: Minor = 0;
  /** Since when, and at which price, the ad has not won. */
  let losing: { since: number; price: Minor } | null = null;

  let lowestProfit: Moment | null = null;
  let deepest: Moment | null = null;
  let longest: Moment | null = null;

  function noteProfit(of: TallyAd, price: Minor, share: number, at: number): void {
    if (of.costs === null || share === 0) return;
    const value = profitOf(price, of.costs);
    if (lowestProfit === null || value < lowestProfit.value) {
      lowestProfit = { at, ad: of, price, value };
    }
  }

  function noteDepth(of: TallyAd, price: Minor, at: number): void {
    const value = ((firstPrice - price) * 100) / firstPrice;
    if (value > 0 && (deepest === null || value > deepest.value)) {
      deepest = { at, ad: of, price, value };
    }
  }

  function noteLosing(of: TallyAd, price: Minor, share: number, from: number, until: number): void {
    if (share > 0) {
      losing = null;
      return;
    }
    losing ??= { since: from, price };
    const value = until - losing.since;
    if (longest === null || value > longest.value) {
      longest = { at: losing.since, ad: of, price: losing.price, value };
    }
  }

  return {
    begin(next, price) {
      ad = next;
      firstPrice = price;
      losing = null;
    },
    note(price, share, from, until) {
      if (ad === null) throw new Error('a span of no ad');
      noteProfit(ad, price, share, from);
      noteDepth(ad, price, from);
      noteLosing(ad, price, share, from, until);
    },
    told() {
      const told = ({ at, ad: of, price }: Moment) => ({
        at: new Date(at).toISOString(),
        listingId: of.listingId,
        title: of.title,
        price: toAmount(price),
      });
      if (lowestProfit !== null && lowestProfit.value < 0) {
        const value = asAmount(-lowestProfit.value);
        return { ...told(lowestProfit), reason: 'sold_at_loss', value };
      }
      if (deepest !== null) {
        const value = Math.round(deepest.value * 10) / 10;
        return { ...told(deepest), reason: 'deepest_price', value };
      }
      if (longest !== null) {
        const value = Math.round((longest.value / HOUR_MS) * 100) / 100;
        return { ...told(longest), reason: 'longest_loss', value };
      }
      return null;
    },
  };
}
