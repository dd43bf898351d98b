// How far the past orders of accounts are read.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';

export const CatchUp = z.object({
  accountId: Id,
  state: z.enum(['reading', 'done', 'failing']),
  /** The day back to which orders are read. */
  from: Day,
  /** Everything since then is read. */
  readBackTo: Instant,
  /** The share of the time to be read that is read, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Orders of the past that were read so far. */
  orders: z.int(),
  /** Why reading has stopped; null: it has not. */
  failure: z.object({ code: z.string(), message: z.string(), at: Instant }).nullable(),
});
export type CatchUp = z.infer<typeof CatchUp>;

export const catchUps = endpoint({
  method: 'get',
  path: '/v1/sales/catch-up',
  access: 'company',
  needs: 'read',
  tag: 'sales',
  summary: 'Gets how far the past orders of each account are read',
  answer: z.array(CatchUp),
});

export const startCatchUp = endpoint({
  method: 'post',
  path: '/v1/sales/accounts/{accountId}/catch-up',
  access: 'company',
  needs: 'write',
  tag: 'sales',
  summary: "Reads an account's orders of the past back to a day; what was read is not read again",
  params: z.object({ accountId: Id }),
  body: z.object({ from: Day }),
  answer: CatchUp,
});
