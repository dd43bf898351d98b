import * as z from 'zod';

// The router reads `code=12` as a number.
const Written = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** The seller did not agree; any other `error` is a failure of the marketplace. */
export const DENIED = 'access_denied';

/** The query of a redirect from a marketplace, by its own names, and the account that was connected. */
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

/** The declared parameters of the marketplace; others in the address are ignored. */
export const parametersOf = (search: ComesBack, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = parameterOf(search, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
