// The days that a page shows. Days are in the time zone of each account; the user's clock decides which one is today.
import { dayAfter } from '@primazia/kit/chart';

/** Ranges by one press. Those of a number of days end yesterday: the figures of an unfinished day would be too low. */
export const PRESETS = ['today', 'week', 'month', '7', '15', '30', '90'] as const;
export type Preset = (typeof PRESETS)[number];
export const USUAL: Preset = '30';
/** The limit of the API. */
export const MOST_DAYS = 400;

export interface Range {
  /** Null: the person chose two days. */
  preset: Preset | null;
  /** Both included, YYYY-MM-DD. */
  from: string;
  to: string;
}

const two = (value: number) => String(value).padStart(2, '0');

const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const DAY_MS = 24 * 3_600_000;
export const lengthOf = ({ from, to }: Pick<Range, 'from' | 'to'>): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The days of a preset. Weeks begin on Monday. */
export function rangeOf(preset: Preset, now: Date): Range {
  const today = dayOf(now);
  switch (preset) {
    case 'today':
      return { preset, from: today, to: today };
    case 'week':
      return { preset, from: dayAfter(today, -((now.getDay() + 6) % 7)), to: today };
    case 'month':
      return { preset, from: `${today.slice(0, 8)}01`, to: today };
    default: {
      const to = dayAfter(today, -1);
      return { preset, from: dayAfter(to, 1 - Number(preset)), to };
    }
  }
}
