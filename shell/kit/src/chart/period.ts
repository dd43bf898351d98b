import * as z from 'zod';

/** Periods that are one press away: the number of days up to and including today. */
export const PRESETS = [1, 7, 15, 30, 90, 365] as const;
type Preset = (typeof PRESETS)[number];
const USUAL: Preset = 30;
export const MOST_DAYS = 366;

const Day = z.iso.date();

/** The period in the address: a number of days, or two days, both included. What is not valid is left out. */
export const PeriodSearch = z.looseObject({
  days: z.coerce
    .number()
    .pipe(z.literal([...PRESETS]))
    .optional()
    .catch(undefined),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
});
export type PeriodSearch = z.infer<typeof PeriodSearch>;

/** A period in the days of the person's own time zone. */
export interface Period {
  preset: Preset | null;
  /** Both included, YYYY-MM-DD. */
  from: string;
  to: string;
}

const dayOf = (date: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The first instant of a day, some days later. */
function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}

/** The period that an address asks for; the last 30 days where it asks for none. */
export function periodOf({ days, from, to }: PeriodSearch, now: Date): Period {
  const today = dayOf(now);
  if (from !== undefined && to !== undefined && from <= to) return { preset: null, from, to };
  const preset = days ?? USUAL;
  return { preset, from: dayOf(startOf(today, 1 - preset)), to: today };
}

/** How many days a period has. */
export const lengthOf = ({ from, to }: Pick<Period, 'from' | 'to'>): number =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / (24 * 3_600_000)) + 1;

/** The period for a call; one up to now has no end, so that the query key stays the same. */
export const instantsOf = ({ preset, from, to }: Period): { from: string; to?: string } => ({
  from: startOf(from).toISOString(),
  ...(preset === null ? { to: startOf(to, 1).toISOString() } : {}),
});

/** A day some days later or earlier. */
export const dayAfter = (day: string, days: number): string => dayOf(startOf(day, days));
