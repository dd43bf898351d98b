// Reading what others send. Tolerant on purpose: a field that is optional and odd counts as absent, and a number may
// be written as text; the samples that marketplaces publish do all of that.
import * as z from 'zod';
import { MAX_AMOUNT, type Minor, toMinor } from './money.ts';

/** An id: a number or text on the wire, text in the product. */
export const Key = z.union([z.string().min(1), z.int()]).transform(String);

/** A text; an empty one counts as absent. */
export const Text = z.string().min(1);

/** A number that some answers write as text. */
export const Numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The lifetime of a token in seconds. No marketplace's lasts longer than a day: a larger value is limited to that, so that it
 * is a valid date, and its token is not lost.
 */
export const Lifetime = Numeric.transform((reported) =>
  Math.min(Math.max(reported, 0), DAY_SECONDS),
);

/** Absent, null and invalid values become null. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .catch(null);

/** The entries of a list that can be understood. */
export const readableOf = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema.nullable().catch(null))
    .transform((entries) => entries.filter((entry) => entry !== null));

/** The same; a missing list is empty. */
export const listOf = <T extends z.ZodType>(schema: T) => readableOf(schema).catch([]);

/** A decimal amount as minor units; null where it is absent, zero, negative or beyond every price. */
export function priceOf(amount: number | null): Minor | null {
  if (amount === null || !Number.isFinite(amount) || amount > MAX_AMOUNT) return null;
  const minor = toMinor(amount);
  return minor > 0 ? minor : null;
}
