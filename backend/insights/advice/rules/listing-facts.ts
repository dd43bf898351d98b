// The facts of a listing by which advice is given. Pure; amounts are minor units of its currency.
import type { Rate } from './rates.ts';

/** Null: not known. Facts are read only of listings that are on sale and in stock. */
export interface ListingFacts {
  listingId: number;
  accountId: number;
  currencyCode: string;
  price: number;
  stock: number;
  /** 0 to 100. */
  healthScore: number | null;
  market: {
    /** Null: it was not observed. */
    status: string | null;
    /** Since when another seller holds the buybox; null: none does, or the market was not polled lately. */
    lostSince: Date | null;
    priceToWin: number | null;
    /** The share of the observed time with the buybox, in percent. */
    shareDay: number | null;
    shareWeek: number | null;
  };
  costs: { cost: number; feePercent: number; feeFixed: number; taxPercent: number } | null;
  rule: {
    id: number;
    version: number;
    status: string;
    isOwn: boolean;
    /** Null: it follows from the cost. */
    minPrice: number | null;
  } | null;
  /** The price that waits for a person's approval. */
  waiting: { updateId: number; newPrice: number } | null;
  /** Of 60 days. */
  sales: { units: number; heldHours: number; losingHours: number };
  /** The contribution of 30 days; null: costs are not known. */
  monthContribution: number | null;
  isAdvertised: boolean;
  /** What advertising of its account does; null: the account does not advertise. */
  advertising: AccountAds | null;
}

/** What advertising of an account did in 30 settled days. */
export interface AccountAds {
  /** How many clicks lead to an order. */
  conversion: Rate;
  /** Of a click, in minor units; null: there was no click. */
  cpc: number | null;
  /** Clicks a day of the account's median campaign. */
  clicksPerDay: number | null;
}

/** What a company sold in 60 days while its listings held the buybox, and while they lost it. */
export interface CompanySales {
  heldUnits: number;
  heldHours: number;
  losingUnits: number;
  losingHours: number;
}

/** The contribution of one unit at a price. */
export const contributionAt = (
  { cost, feePercent, feeFixed, taxPercent }: NonNullable<ListingFacts['costs']>,
  price: number,
): number => price - cost - feeFixed - Math.round((price * (feePercent + taxPercent)) / 100);

/** The lowest price at which a unit brings a contribution; null: there is none. */
export function lowestPrice({
  cost,
  feePercent,
  feeFixed,
  taxPercent,
}: NonNullable<ListingFacts['costs']>): number | null {
  const netShare = 1 - (feePercent + taxPercent) / 100;
  return netShare <= 0 ? null : Math.ceil((cost + feeFixed + 1) / netShare);
}
