// How much of a period is known: days of accounts, counted by how their orders are read.
import { addDays } from '../../kernel/time-zone.ts';
import type { Completeness } from '../contract.ts';
import { daysIn, type Range } from './periods.ts';

type Days = Completeness['days'];

/** The days of one account in a period that are known. */
export type KnownDays = Omit<Days, 'unknown'>;

/** An account in a period. */
export interface AccountDays {
  /** The present day of the account. */
  today: string;
  known: KnownDays | undefined;
}

const NONE: KnownDays = { settled: 0, settling: 0, open: 0 };

/** How many days of a period have begun by a day. */
const begun = ({ from, to }: Range, today: string): number =>
  from > today ? 0 : daysIn({ from, to: to < today ? to : today });

/** The days of an account whose campaigns' figures are read, both included. */
export interface AdsDays {
  since: string;
  until: string;
}

/** Counts the accounts whose campaigns' figures are read on each day of a period; those of the present day may be missing. */
export const countAds = (
  { from, to }: Range,
  accounts: readonly { today: string; ads: AdsDays | undefined }[],
): NonNullable<Completeness['ads']> => ({
  known: accounts.filter(({ today, ads }) => {
    const last = to < today ? to : addDays(today, -1);
    return ads !== undefined && ads.since <= from && ads.until >= (last < from ? from : last);
  }).length,
  all: accounts.length,
});

/** Counts the days of a period that have begun in each account. */
export function countDays(
  period: Range,
  accounts: readonly AccountDays[],
): Pick<Completeness, 'days' | 'accounts'> {
  const days: Days = { settled: 0, settling: 0, open: 0, unknown: 0 };
  const counted = { known: 0, all: 0 };
  for (const { today, known = NONE } of accounts) {
    const all = begun(period, today);
    if (all === 0) continue;
    const unknown = Math.max(0, all - known.settled - known.settling - known.open);
    days.settled += known.settled;
    days.settling += known.settling;
    days.open += known.open;
    days.unknown += unknown;
    counted.all += 1;
    counted.known += unknown === 0 ? 1 : 0;
  }
  return { days, accounts: counted };
}
