import { REGION } from '@primazia/kit';

/** The short name of a weekday, Monday being 0. 1 January 2024 was one. */
export const dayName = (locale: keyof typeof REGION, weekday: number): string =>
  new Intl.DateTimeFormat(REGION[locale], { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + weekday)),
  );
