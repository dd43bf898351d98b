// Changes that people make to campaigns: recorded before they are sent, read back, and undone by another one.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { domainEvent } from '../../kernel/event.ts';
import { Day, Id, Instant } from '../../kernel/id.ts';
import { Amount, PositiveAmount } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { PageQuery, pageOf } from '../../kernel/page.ts';

/**
 * `pending`: waits for approval. `approved`: will be sent. `sending`: was sent, and the result is not known yet. `applied`: the
 * marketplace shows it. `canceled`: it no longer held, or a person canceled it. `rejected`: the marketplace refused it.
 * `suggested`: the account may not write, so a person has to make it at the marketplace. `marked`: that person marked it as
 * made, and the next reading verifies it.
 */
export const AdsChangeState = z.enum([
  'pending',
  'approved',
  'sending',
  'applied',
  'canceled',
  'rejected',
  'undone',
  'suggested',
  'marked',
]);
export type AdsChangeState = z.infer<typeof AdsChangeState>;

export const AdsChangeObject = z.enum(['campaign', 'group', 'ad', 'target']);
export type AdsChangeObject = z.infer<typeof AdsChangeObject>;
export const AdsChangeField = z.enum([
  'status',
  'dailyBudget',
  'bid',
  'roasTarget',
  'endDate',
  'name',
  'startDate',
  'biddingStrategy',
  /** All of them, as `placementsText` writes them. */
  'placements',
]);
export type AdsChangeField = z.infer<typeof AdsChangeField>;

/** A value before or after: an amount, a target of ROAS, a status, a day, or another text; all null: there is none. */
export const ChangeValue = z.object({
  amount: Amount.nullable(),
  status: z.string().nullable(),
  day: Day.nullable(),
  text: z.string().nullable(),
});

export const AdsChange = z.object({
  id: Id,
  campaignId: Id,
  currencyCode: z.string(),
  object: openEnum('ads.object', AdsChangeObject),
  objectId: Id,
  objectName: z.string(),
  field: openEnum('ads.field', AdsChangeField),
  before: ChangeValue,
  after: ChangeValue,
  state: openEnum('ads.change', AdsChangeState),
  /** Why it was canceled or rejected: `stopped`, `changed_elsewhere`, `canceled`, `replaced`, `gone`, or the marketplace's own code; of a marked one `not_seen`: the last reading did not find it. */
  code: z.string().nullable(),
  /** The marketplace's own message. */
  message: z.string().nullable(),
  /** The change that it undoes. */
  undoes: Id.nullable(),
  /** Null: the engine made it, or its person is gone. */
  createdBy: z.string().nullable(),
  /** The engine made it, and explains it. */
  isExplained: z.boolean(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
});
export type AdsChange = z.infer<typeof AdsChange>;

/** The fields that are changed one by one; the others by an edit of the campaign. */
export const SINGLE_FIELDS = ['status', 'dailyBudget', 'bid', 'roasTarget', 'endDate'] as const;
export type SingleField = (typeof SINGLE_FIELDS)[number];

export const AdsChangeBody = z
  .strictObject({
    object: AdsChangeObject,
    objectId: Id,
    status: z.enum(['ENABLED', 'PAUSED']).optional(),
    dailyBudget: PositiveAmount.optional(),
    bid: PositiveAmount.optional(),
    roasTarget: PositiveAmount.optional().describe('Revenue for each unit of cost'),
    endDate: Day.nullable()
      .optional()
      .describe('The last day of the campaign, after its start and after today; null: no end'),
  })
  .superRefine((body, ctx) => {
    const given = SINGLE_FIELDS.filter((field) => body[field] !== undefined);
    if (given.length !== 1) ctx.addIssue({ code: 'custom', path: [], message: 'required' });
  });
export type AdsChangeBody = z.infer<typeof AdsChangeBody>;

const write = { access: 'company', needs: 'write', tag: 'ads' } as const;
const changeParams = z.object({ changeId: Id });

export const changeAd = endpoint({
  ...write,
  method: 'post',
  path: '/v1/campaigns/{campaignId}/changes',
  summary:
    'Changes the status, the daily budget, the ROAS target, the end date or a bid in a campaign; it is sent at once, waits for approval, or is kept as a suggestion where the account may not write',
  params: z.object({ campaignId: Id }),
  body: AdsChangeBody,
  answer: AdsChange,
});

export const adsChanges = endpoint({
  access: 'company',
  needs: 'read',
  tag: 'ads',
  method: 'get',
  path: '/v1/campaigns/{campaignId}/changes',
  summary: 'Lists the changes of a campaign, the latest first',
  params: z.object({ campaignId: Id }),
  query: PageQuery,
  answer: pageOf(AdsChange),
});

export const approveAdsChange = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/changes/{changeId}/apply',
  summary: 'Approves a change that waits',
  params: changeParams,
  answer: AdsChange,
});

export const cancelAdsChange = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/changes/{changeId}/cancel',
  summary: 'Cancels a change that is not sent yet',
  params: changeParams,
  answer: AdsChange,
});

export const markAdsChange = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/changes/{changeId}/done',
  summary: 'Marks a suggestion as made at the marketplace; the next reading verifies it',
  params: changeParams,
  answer: AdsChange,
});

export const undoAdsChange = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/changes/{changeId}/undo',
  summary: 'Takes an applied change back, by another change',
  params: changeParams,
  answer: AdsChange,
});

export const AdsSettings = z.strictObject({
  /** Every change waits until a person approves it. */
  requiresApproval: z.boolean(),
});
export type AdsSettings = z.infer<typeof AdsSettings>;

export const adsSettings = endpoint({
  access: 'company',
  needs: 'read',
  tag: 'ads',
  method: 'get',
  path: '/v1/ads/settings',
  summary: 'Gets the settings of advertising',
  answer: AdsSettings,
});

export const setAdsSettings = endpoint({
  ...write,
  method: 'put',
  path: '/v1/ads/settings',
  summary: 'Sets the settings of advertising',
  body: AdsSettings,
  answer: AdsSettings,
});

/** Changes were made or decided; how many wait is counted when that is shown. */
export const ADS_CHANGES_MOVED = domainEvent('ads.changes-moved', z.object({ companyId: Id }));
