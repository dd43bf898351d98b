// The costs of a listing after a person or the marketplace gives new ones. Pure.
import type { MinimumFees } from '../../kernel/fees.ts';
import type { Minor } from '../../kernel/money.ts';

/** What a listing costs, in minor units and percent; null: not known. */
export interface Known {
  cost: Minor | null;
  taxPercent: number | null;
  feePercent: number | null;
  feeFixed: Minor | null;
  feeSource: 'person' | 'marketplace' | null;
  feeAt: Date | null;
  feeAskedAt: Date | null;
  feeFailure: string | null;
  floor: MinimumFees | null;
}

/** What one source gives: a field that is left out stays as it is, null deletes it. */
export interface Given {
  cost?: Minor | null | undefined;
  taxPercent?: number | null | undefined;
  feePercent?: number | null | undefined;
  feeFixed?: Minor | null | undefined;
}

const orElse = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

type Fee = Pick<
  Known,
  'feePercent' | 'feeFixed' | 'feeSource' | 'feeAt' | 'feeAskedAt' | 'feeFailure' | 'floor'
>;

const UNKNOWN_FEE: Fee = {
  feePercent: null,
  feeFixed: null,
  feeSource: null,
  feeAt: null,
  feeAskedAt: null,
  feeFailure: null,
  floor: null,
};

/**
 * The costs after a person's change. A fee that is given unchanged keeps its source, so that saving a form that shows
 * the marketplace's fee does not make it the person's own. A deleted fee is asked for again.
 */
export function merge(before: Known, given: Given, now: Date): Known {
  const cost = orElse(given.cost, before.cost);
  const taxPercent = orElse(given.taxPercent, before.taxPercent);
  const feePercent = orElse(given.feePercent, before.feePercent);
  const feeFixed = orElse(given.feeFixed, before.feeFixed);
  const rest = { ...before, cost, taxPercent };
  if (feePercent === before.feePercent && feeFixed === before.feeFixed) return rest;
  if (feePercent === null && feeFixed === null) return { ...rest, ...UNKNOWN_FEE };
  return {
    ...rest,
    feePercent,
    feeFixed,
    feeSource: 'person',
    feeAt: now,
    feeFailure: null,
    floor: null,
  };
}

const floorsDiffer = (a: MinimumFees | null, b: MinimumFees | null): boolean =>
  a?.base !== b?.base ||
  a?.price !== b?.price ||
  (a?.requestedAt === null) !== (b?.requestedAt === null) ||
  JSON.stringify(a?.fees) !== JSON.stringify(b?.fees);

/** Whether a price that follows from the costs may differ. */
export const differ = (a: Known, b: Known): boolean =>
  a.cost !== b.cost ||
  a.taxPercent !== b.taxPercent ||
  a.feePercent !== b.feePercent ||
  a.feeFixed !== b.feeFixed ||
  a.feeSource !== b.feeSource ||
  floorsDiffer(a.floor, b.floor);

/** Whether the marketplace is to be asked for its fee: the cost is known, and no person entered a fee. */
export const wantsFee = ({ cost, feeSource, feeAskedAt }: Known): boolean =>
  cost !== null && feeSource === null && feeAskedAt === null;

/** What a minimum is calculated from; all known. */
interface CompleteCosts {
  cost: Minor;
  taxPercent: number;
  feePercent: number;
  feeFixed: Minor;
  /** The fees about a minimum; `not_requested`: about none yet; left out: the one fee, which a person entered, holds at every price. */
  floor?: MinimumFees | 'not_requested';
}

/**
 * The costs for a calculation; null where the cost or the fee is not known. A tax that is not given counts as 0, and so
 * does the part of a fee that was not given beside the other.
 */
export const completeCosts = ({
  cost,
  taxPercent,
  feePercent,
  feeFixed,
  feeSource,
  floor,
}: Pick<
  Known,
  'cost' | 'taxPercent' | 'feePercent' | 'feeFixed' | 'feeSource' | 'floor'
>): CompleteCosts | null =>
  cost === null || feeSource === null
    ? null
    : {
        cost,
        taxPercent: taxPercent ?? 0,
        feePercent: feePercent ?? 0,
        feeFixed: feeFixed ?? 0,
        ...(feeSource === 'marketplace' && { floor: floor ?? ('not_requested' as const) }),
      };
