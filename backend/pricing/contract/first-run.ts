// How far a company is on its way to its first automatic price.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

export const FirstRun = z.object({
  /** A marketplace account is connected. */
  hasAccount: z.boolean(),
  /** The company has listings. */
  hasListing: z.boolean(),
  /** The cost of a listing is known. */
  hasCost: z.boolean(),
  /** A backtest was started. */
  hasTried: z.boolean(),
  /** There is a rule that is not archived. */
  hasRule: z.boolean(),
  /** There is a rule that is enabled. */
  hasActiveRule: z.boolean(),
});
export type FirstRun = z.infer<typeof FirstRun>;

export const getFirstRun = endpoint({
  method: 'get',
  path: '/v2/pricing/first-run',
  access: 'company',
  needs: 'read',
  tag: 'pricing',
  summary: 'Gets the first steps that a company has completed',
  answer: FirstRun,
});
