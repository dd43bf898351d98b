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
