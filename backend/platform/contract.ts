import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

/** What travels over `/api/live`: what kind of thing changed and which ones; whoever shows them asks anew. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listings'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('markets'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('rules'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('price-updates'), ids: z.array(z.number()) }),
  z.object({ type: z.literal('notifications'), ids: z.array(z.number()) }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
export type LiveTopic = LiveEvent['type'];

export const Health = z.object({
  status: z.enum(['ok', 'degraded']),
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
