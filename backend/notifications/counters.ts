// The functions that count for the bell: one for each kind that is declared as `counted`, and those that sum up digests.
import { countPendingChanges, countWaitingCreations } from '../ads/actions.ts';
import type { BellEntry, BellValues } from '../kernel/bell.ts';
import type { Trx } from '../platform/db.ts';
import { countPausedRules, countPendingPrices, digestOfHour } from '../pricing/actions.ts';

/** Returns the values of an entry about what waits; null: nothing waits. */
export type Counter = (trx: Trx, companyId: number) => Promise<BellValues | null>;

export const COUNTERS: Readonly<Record<string, Counter>> = {
  prices_wait: countPendingPrices,
  ads_changes_wait: countPendingChanges,
  ads_creations_wait: countWaitingCreations,
  rules_wait: countPausedRules,
};

/** Returns the entries of an hour. */
export type SumUp = (
  trx: Trx,
  companyId: number,
  hour: { from: Date; until: Date },
) => Promise<Extract<BellEntry, { subject: string }>[]>;

export const DIGESTS: readonly SumUp[] = [digestOfHour];
