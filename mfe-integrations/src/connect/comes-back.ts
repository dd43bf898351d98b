import * as z from 'zod';

// The router reads `code=12` as a number.
const Written = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** What a marketplace sends back with a person, and the account that it became. */
export const ComesBack = z.object({
  state: Written,
  /** Mercado Livre's, and Amazon's. */
  code: Written,
  spapi_oauth_code: Written,
  selling_partner_id: Written,
  /** The seller did not agree. */
  error: Written,
  account: z.coerce.number().int().positive().optional().catch(undefined),
});
