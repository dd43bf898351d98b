import * as z from 'zod';

export const CONDITIONS = ['LIKE', 'BETWEEN', '=', '>=', '<=', '!=', 'IN'] as const;

/**
 * One row of a filter. `value` is text on the wire: BETWEEN and a date range join two values with a pipe,
 * IN joins any number of them.
 */
export const Filter = z.object({
  field: z.string().min(1).max(64),
  condition: z.enum(CONDITIONS),
  value: z.string().max(500),
  logicalOperator: z.enum(['AND', 'OR']).default('AND'),
});
export type Filter = z.infer<typeof Filter>;

export const Order = z.object({
  field: z.string().min(1).max(64),
  direction: z.enum(['asc', 'desc']),
});
export type Order = z.infer<typeof Order>;

/** The body of a list call: an unknown field is a 422 that names it. */
export const ListBody = z.object({
  filters: z.array(Filter).max(30).default([]),
  orders: z.array(Order).max(5).default([]),
});
export type ListBody = z.infer<typeof ListBody>;
