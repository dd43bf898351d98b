import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** What travels over `/api/live`: what kind of thing changed and which ones; whoever shows them asks anew. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listings'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('markets'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('rules'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('price-updates'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('notifications'), ids: z.array(z.number()) }),
  /** Replays of draft rules: how far they are. */
  z.object({ type: z.literal('backtests'), ids: z.array(z.number()) }),
  /** Bulk acts on rules, and rules out of spreadsheets: how far they are. */
  z.object({ type: z.literal('rule-batches'), ids: z.array(z.number()) }),
  /** A company's stop switch for prices; the id is the company's. */
  z.object({ type: z.literal('switch'), ids: z.array(z.number()) }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
export type LiveTopic = LiveEvent['type'];

export const Health = z.object({
  /** `maintenance`: closed on purpose. */
  status: z.enum(['ok', 'degraded', 'maintenance']),
  version: z.string(),
  database: z.boolean(),
  jobs: z.boolean(),
});

export const health = endpoint({
  method: 'get',
  path: '/health',
  access: 'public',
  tag: 'platform',
  summary: 'Whether the process, its database and its queues answer',
  answer: Health,
});

export const ready = endpoint({
  method: 'get',
  path: '/ready',
  access: 'public',
  tag: 'platform',
  summary: 'Whether requests may be sent here; a 503 where not',
  answer: z.object({ ready: z.literal(true) }),
});
