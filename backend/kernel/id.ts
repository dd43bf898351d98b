import * as z from 'zod';

/** An identifier of a row: a positive integer, in a path or a body. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export type Id = z.infer<typeof Id>;

export const Locale = z.enum(['pt', 'en', 'es']);
export type Locale = z.infer<typeof Locale>;
export const DEFAULT_LOCALE: Locale = 'pt';

// ISO 8601 has a year 0, databases do not.
const hasYear = (text: string) => !text.startsWith('0000');

/** ISO 8601 instant in UTC, as every answer writes it. */
export const Instant = z.iso.datetime({ offset: true }).refine(hasYear, { error: 'invalid_date' });
/** Calendar day, YYYY-MM-DD. */
export const Day = z.iso.date().refine(hasYear, { error: 'invalid_date' });
