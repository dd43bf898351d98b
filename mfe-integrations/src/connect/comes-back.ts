import * as z from 'zod';

// The router reads `code=12` as a number.
const Written = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** The seller did not agree; any other `error` is the marketplace's own trouble. */
export const DENIED = 'access_denied';

/** What a marketplace sends back with a person, by its own names, and the account that it became. */
export const ComesBack = z
  .object({
    state: Written,
    /** Why there is no code, by OAuth's own words. */
    error: Written,
    account: z.coerce.number().int().positive().optional().catch(undefined),
  })
  .catchall(z.unknown());
export type ComesBack = z.infer<typeof ComesBack>;

/** One of the marketplace's own parameters. */
export const parameterOf = (search: ComesBack, name: string): string | undefined =>
  Written.parse(search[name]);

/** Those of the marketplace's own parameters that it declares; what else is in the address is passed over. */
export const parametersOf = (search: ComesBack, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = parameterOf(search, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
