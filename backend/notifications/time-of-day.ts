// Times of day in the time zones of people. Pure.

const MINUTES_PER_DAY = 24 * 60;

/** The minute of the day that a time such as 22:30 names. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The time of day of a minute: 22:30. */
export function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minute of the day that clocks of a time zone show at a moment. */
export function minuteIn(timeZone: string, at: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return minuteOf(clock.format(at));
}

/** The day that calendars of a time zone show at a moment: 2026-05-04. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

/** Quiet hours, as minutes of the day; where they end before they begin they end on the next day. */
export interface QuietHours {
  from: number;
  until: number;
}

/** Whether a minute of the day lies within quiet hours; those that end where they begin last all day. */
export const isWithin = ({ from, until }: QuietHours, minute: number): boolean =>
  (minute - from + MINUTES_PER_DAY) % MINUTES_PER_DAY <
  ((until - from + MINUTES_PER_DAY) % MINUTES_PER_DAY || MINUTES_PER_DAY);
