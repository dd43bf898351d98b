// A campaign that exists in the steps of the wizard: what it is to become, and the changes that follow.
import * as z from 'zod';
import { BiddingStrategy, PlacementPercent } from '../../kernel/ads.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { Day, Id } from '../../kernel/id.ts';
import { PositiveAmount } from '../../kernel/money.ts';
import { openEnum } from '../../kernel/open-enum.ts';
import { Fault } from '../../kernel/problem.ts';
import { MAX_TARGETS } from './campaign-list.ts';
import { AdsChangeField, AdsChangeObject, ChangeValue } from './changes.ts';
import { DraftGroup, DraftText, MAX_ADS, MAX_GROUPS } from './drafts.ts';
import { CampaignStrategy } from './words.ts';

/** A target or a negative that exists; what is left out stays. */
export const EditedTarget = z.strictObject({
  id: Id,
  bid: PositiveAmount.optional(),
  isEnabled: z.boolean().optional(),
});
export type EditedTarget = z.infer<typeof EditedTarget>;

export const EditedAd = z.strictObject({ id: Id, isEnabled: z.boolean() });
export type EditedAd = z.infer<typeof EditedAd>;

/** A group with what is added to it; of one that exists, what is left out stays. */
export const EditedGroup = DraftGroup.extend({
  /** Null: it is added. */
  id: Id.nullable().default(null),
  name: DraftText.optional(),
  defaultBid: PositiveAmount.nullable().optional(),
  isEnabled: z.boolean().optional(),
  ads: z
    .array(EditedAd)
    .max(MAX_GROUPS * MAX_ADS)
    .default([]),
  targets: z.array(EditedTarget).max(MAX_TARGETS).default([]),
});
export type EditedGroup = z.infer<typeof EditedGroup>;

/** What a person wants of a campaign; what is left out stays. */
export const CampaignEdit = z.strictObject({
  name: DraftText.optional(),
  startDate: Day.optional(),
  endDate: Day.nullable().optional(),
  dailyBudget: PositiveAmount.nullable().optional(),
  roasTarget: PositiveAmount.nullable().optional(),
  strategy: CampaignStrategy.optional(),
  /** In percent; null: it follows from the margin. */
  goalAcos: z.number().min(0).max(1_000).nullable().optional(),
  biddingStrategy: BiddingStrategy.optional(),
  placements: z.array(PlacementPercent).max(3).optional(),
  /** The groups that change or are added. */
  groups: z
    .array(EditedGroup)
    .max(MAX_GROUPS * 10, { error: 'too_many' })
    .default([]),
  /** Listings that are advertised in other campaigns, whose ads there are to be paused. */
  movedListingIds: z
    .array(Id)
    .max(MAX_GROUPS * MAX_ADS)
    .default([]),
});
export type CampaignEdit = z.infer<typeof CampaignEdit>;

/** The strategy and its goal are the product's own; everything else is a change at the marketplace. */
export const EditField = z.enum([...AdsChangeField.options, 'strategy', 'goalAcos']);
export type EditField = z.infer<typeof EditField>;

/** A change that follows from an edit. */
export const EditLine = z.object({
  object: openEnum('ads.object', AdsChangeObject),
  name: z.string(),
  /** The group or, of an ad elsewhere, the campaign that it belongs to; null: it is the campaign, or one of its groups. */
  parent: z.string().nullable(),
  /** Null: it is added. */
  field: openEnum('ads.field', EditField).nullable(),
  before: ChangeValue,
  after: ChangeValue,
  /** Whether it excludes searches or products. */
  isNegative: z.boolean(),
  /** Whether the ad is in another campaign, and is paused there as it moves. */
  isElsewhere: z.boolean(),
});
export type EditLine = z.infer<typeof EditLine>;

export const EditPlan = z.object({
  currencyCode: z.string(),
  /** What prevents the edit; the paths begin with `edit`. */
  faults: z.array(Fault),
  lines: z.array(EditLine),
  /** Identifies the lines: only these are sent. */
  key: z.string(),
  requiresApproval: z.boolean(),
  /** False: a person makes the changes at the marketplace. */
  writes: z.boolean(),
});
export type EditPlan = z.infer<typeof EditPlan>;

const write = { access: 'company', needs: 'write', tag: 'ads' } as const;
const params = z.object({ campaignId: Id });

export const planCampaignEdit = endpoint({
  ...write,
  method: 'post',
  path: '/v1/campaigns/{campaignId}/edits/preview',
  summary:
    'Lists the changes that follow from an edit of a campaign, and what is wrong with it; changes nothing',
  params,
  body: z.strictObject({ edit: CampaignEdit }),
  answer: EditPlan,
});

export const editCampaign = endpoint({
  ...write,
  method: 'post',
  path: '/v1/campaigns/{campaignId}/edits',
  summary:
    'Makes the changes of an edit of a campaign, each recorded, and creates what it adds; they are sent at once, wait for approval, or are kept as suggestions',
  params,
  body: z.strictObject({
    edit: CampaignEdit,
    /** Of the plan that the person saw: other lines are not sent. */
    key: z.string().max(100),
  }),
  answer: z.object({
    /** Recorded changes. */
    changes: z.int(),
    /** The creation of what is added; null: nothing is. */
    creationId: Id.nullable(),
  }),
});
