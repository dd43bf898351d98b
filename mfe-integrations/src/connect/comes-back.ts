import * as z from 'zod';

// The router reads `code=12` as a number.
const Written = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** The seller did not agree; whatever else stands in `error` is the marketplace's own trouble. */
export const DENIED = 'access_denied';

/** What a marketplace sends back with a person, and the account that it became. */
export const ComesBack = z.object({
  state: Written,
  /** Mercado Livre's, and Amazon's. */
  code: Written,
  spapi_oauth_code: Written,
  selling_partner_id: Written,
  /** Why there is no code, by OAuth's own words. */
  error: Written,
  account: z.coerce.number().int().positive().optional().catch(undefined),
});
