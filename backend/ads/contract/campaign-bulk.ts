// One status for all campaigns that match: selected at one moment, previewed, carried out as long work, and undone.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { ListBody } from '../../kernel/filter.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { CampaignQuery } from './campaign-list.ts';

export const MAX_BULK_CAMPAIGNS = 50_000;

export const CampaignBulkState = z.enum([
  'queued',
  'writing',
  'undoing',
  'done',
  'undone',
  'canceled',
  'failed',
]);

/**
 * Why a campaign is left as it is: it has that status already; it is gone; its advertising is no longer authorized; it is
 * archived; its last day is over, and the marketplace changes it only with a later one; an earlier change of it is being sent;
 * its change has ended and cannot be undone.
 */
export const CampaignBulkReason = z.enum([
  'nothing_changes',
  'target_not_found',
  'no_advertiser',
  'not_changeable',
  'finished',
  'change_under_way',
  'change_state',
]);
export type CampaignBulkReason = z.infer<typeof CampaignBulkReason>;

const Status = z.enum(['ENABLED', 'PAUSED']);
const Left = z.array(
  z.object({ code: openEnum('ads.bulkReason', CampaignBulkReason), count: z.int() }),
);

/** All campaigns that matched a query at one moment. It is kept for an hour. */
export const CampaignSelection = z.object({ id: Id, count: z.int(), expiresAt: Instant });
export type CampaignSelection = z.infer<typeof CampaignSelection>;

export const CampaignBulkPlan = z.object({
  /** Sent, or waiting for approval where the company requires it. */
  changes: z.int(),
  requiresApproval: z.boolean(),
  /** Of accounts that may not write. */
  suggestions: z.int(),
  left: Left,
});
export type CampaignBulkPlan = z.infer<typeof CampaignBulkPlan>;

export const CampaignBulk = z.object({
  id: Id,
  status: Status,
  state: openEnum('ads.bulk', CampaignBulkState),
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Recorded changes; of them those that the marketplace shows, those that failed, and those that an undo undid or had to leave. */
  counts: z.object({
    made: z.int(),
    applied: z.int(),
    failed: z.int(),
    undone: z.int(),
    notUndone: z.int(),
  }),
  left: Left,
  createdAt: Instant,
});
export type CampaignBulk = z.infer<typeof CampaignBulk>;

const read = { access: 'company', needs: 'read', tag: 'ads' } as const;
const write = { access: 'company', needs: 'write', tag: 'ads' } as const;
const bulkParams = z.object({ bulkId: Id });

export const selectCampaigns = endpoint({
  ...read,
  method: 'post',
  path: '/v1/campaigns/selection',
  summary: 'Stores which campaigns match for an hour, for one status of all of them',
  query: CampaignQuery.pick({ tab: true, search: true, from: true, to: true }),
  body: ListBody.pick({ filters: true, timeZone: true }),
  answer: CampaignSelection,
});

export const previewCampaignBulk = endpoint({
  ...read,
  method: 'post',
  path: '/v1/campaigns/selection/{selectionId}/preview',
  summary: 'Previews how many of the selected campaigns a status would change; writes nothing',
  params: z.object({ selectionId: Id }),
  body: z.strictObject({ status: Status }),
  answer: CampaignBulkPlan,
});

export const startCampaignBulk = endpoint({
  ...write,
  method: 'post',
  path: '/v1/campaigns/bulks',
  summary:
    'Pauses or enables all selected campaigns, each by a change of its own, while the caller goes on',
  body: z.strictObject({ selectionId: Id, status: Status }),
  answer: CampaignBulk,
});

export const campaignBulks = endpoint({
  ...read,
  method: 'get',
  path: '/v1/campaigns/bulks',
  summary: 'Lists the latest bulk changes of campaigns of the last day, with how far each is',
  answer: z.array(CampaignBulk),
});

export const cancelCampaignBulk = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/bulks/{bulkId}/cancel',
  summary: 'Stops a bulk change of campaigns; one that is over stays as it is',
  params: bulkParams,
  answer: CampaignBulk,
});

export const undoCampaignBulk = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/bulks/{bulkId}/undo',
  summary: 'Undoes a bulk change of campaigns: cancels what was not sent, takes back what was',
  params: bulkParams,
  answer: CampaignBulk,
});
