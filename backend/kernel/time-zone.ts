// Days of a time zone. A day begins by the zone's calendar: one with a clock change lasts 23 or 25 hours.

/** The day of an instant in a time zone (IANA), as YYYY-MM-DD. */
export const dayOf = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();

/** The instant at which a day begins in a time zone. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** The day so many days after another; before it, where `days` is negative. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** The beginning of a day with its zone's offset: `2026-03-02T00:00:00-03:00`. */
export const startWithOffset = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day)
    .toZonedDateTime(timeZone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** The last day that has begun anywhere: an account's own may be the one before. */
export const lastDayAnywhere = (now: Date): string => dayOf(now, 'Pacific/Kiritimati');

/** A day in milliseconds since 1970, without its end. */
export interface Day {
  day: string;
  start: number;
  end: number;
}

/** Finds the day of an instant in milliseconds since 1970. */
export type Calendar = (instant: number) => Day;

const UTC_DAY = 86_400_000;

/** The days of a time zone for many instants: a calendar remembers each day that it has found. */
export function calendarOf(timeZone: string): Calendar {
  // A day of UTC lies in two or three days of a zone.
  const found = new Map<number, Day[]>();
  return (instant) => {
    const place = Math.floor(instant / UTC_DAY);
    const near = found.get(place) ?? [];
    const known = near.find(({ start, end }) => start <= instant && instant < end);
    if (known !== undefined) return known;
    const day = dayOf(new Date(instant), timeZone);
    const start = startOfDay(day, timeZone).getTime();
    const end = startOfDay(addDays(day, 1), timeZone).getTime();
    const whole = { day, start, end };
    found.set(place, [...near, whole]);
    return whole;
  };
}
