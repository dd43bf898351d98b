// The creation of a campaign at the marketplace: which parts exist there, and which do not.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { openEnum } from '../../kernel/open-enum.ts';

export const CreationState = z.enum([
  /** Waits for approval. */
  'pending',
  'creating',
  /** A part exists and is paused; a person decides how it continues. */
  'incomplete',
  /** Nothing exists at the marketplace. */
  'failed',
  'done',
  /** Ended by a person before anything was sent. */
  'canceled',
  /** Ended by a person: what exists stays as it is. */
  'left',
  /** What was added to a campaign was paused again. */
  'undone',
]);
export type CreationState = z.infer<typeof CreationState>;

export const CreationPart = z.enum(['campaign', 'group', 'ad', 'target', 'negative', 'enable']);
export type CreationPart = z.infer<typeof CreationPart>;
const AnyPart = openEnum('ads.part', CreationPart);

export const Creation = z.object({
  id: Id,
  /** Whether it adds to a campaign that was there before; else it creates one. */
  isAddition: z.boolean(),
  accountId: Id,
  accountName: z.string(),
  name: z.string(),
  state: openEnum('ads.creation', CreationState),
  /** Why it does not continue: `stopped`, or the code of the marketplace's failure; null: it does, or it is over. */
  code: z.string().nullable(),
  /** Null: it does not exist yet. */
  campaignId: Id.nullable(),
  /** In the order in which they are created. */
  parts: z.array(z.object({ part: AnyPart, total: z.int(), done: z.int(), refused: z.int() })),
  /** What the marketplace refused, or shows differently from what was sent: the first hundred. */
  refused: z.array(
    z.object({
      part: AnyPart,
      name: z.string(),
      /** The marketplace's own code, `differs`, or `parent`: the part that it belongs to was refused. */
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** Whether each existing group has an ad and something that it is shown for: it can run without what was refused. */
  canFinish: z.boolean(),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
});
export type Creation = z.infer<typeof Creation>;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;
const write = { access: 'company', needs: 'write', tag: 'ads' } as const;
const params = z.object({ creationId: Id });

export const createCampaign = endpoint({
  ...write,
  method: 'post',
  path: '/v1/campaigns/creations',
  summary:
    'Creates a campaign of the person’s draft: it is recorded, and sent at once or after approval',
  body: z.strictObject({
    /** The version of the draft: one that was saved elsewhere since is not created. */
    version: z.int().min(1),
  }),
  answer: Creation,
});

export const openCreations = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/creations',
  summary:
    'Lists campaigns whose creation is not over, or all creations of a campaign, the latest first',
  query: z.object({ campaignId: Id.optional() }),
  answer: z.array(Creation),
});

export const getCreation = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/creations/{creationId}',
  summary: 'Gets how far the creation of a campaign is',
  params,
  answer: Creation,
});

/**
 * `approve`, `cancel`: of one that waits for approval. `retry`: sends what was refused once more. `finish`: continues without it.
 * `leave`: ends it, and leaves what exists as it is. `undo`: pauses what was added to a campaign, by a change of each.
 */
export const CreationAct = z.enum(['approve', 'cancel', 'retry', 'finish', 'leave', 'undo']);
export type CreationAct = z.infer<typeof CreationAct>;

export const decideCreation = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/creations/{creationId}',
  summary: 'Decides how the creation of a campaign goes on',
  params,
  body: z.strictObject({ act: CreationAct }),
  answer: Creation,
});

/** A creation was made, decided or ended; how many wait for approval is counted when that is shown. */
export const ADS_CREATIONS_MOVED = domainEvent('ads.creations-moved', z.object({ companyId: Id }));
