import * as z from 'zod';

export const CONDITIONS = ['LIKE', 'BETWEEN', '=', '>=', '<=', '!=', 'IN'] as const;

/**
 * One row of a filter. `value` is text on the wire: BETWEEN and a date range join two values with a pipe,
 * IN joins any number of them.
 */
export const Filter = z.object({
  field: z.string().min(1).max(64),
  condition: z.enum(CONDITIONS),
  value: z.string().max(2_000, { error: 'too_long' }),
  logicalOperator: z.enum(['AND', 'OR']).default('AND'),
});
export type Filter = z.infer<typeof Filter>;

export const Order = z.object({
  field: z.string().min(1).max(64),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.infer<typeof Order>;

/** A list is ordered by at most so many columns. */
export const MAX_ORDERS = 3;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The IANA time zone of the user, in which days begin and end. */
export const TimeZone = z
  .string()
  .max(64)
  // A name, not an offset: databases read an offset with the opposite sign.
  .regex(/^[A-Za-z]/, { error: 'unknown_time_zone' })
  .refine(isTimeZone, { error: 'unknown_time_zone' });

/** The body of a list call: an unknown field is a 422 that names it. */
export const ListBody = z.object({
  filters: z.array(Filter).max(30).default([]),
  orders: z.array(Order).max(MAX_ORDERS).default([]),
  timeZone: TimeZone.default('UTC'),
});
export type ListBody = z.infer<typeof ListBody>;
