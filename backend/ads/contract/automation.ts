// Strategies of campaigns, and the automation of the bids that follow from them.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id } from '../../kernel/id.ts';
import { Amount } from '../../kernel/money.ts';
import { Campaign } from './campaign-list.ts';
import { CAMPAIGN_STRATEGIES } from './strategies.ts';
import { AdsAutomation, CampaignStrategy } from './words.ts';

const write = { access: 'company', needs: 'write', tag: 'ads' } as const;
const campaignParams = z.object({ campaignId: Id });

export const CampaignStrategyBody = z
  .strictObject({
    strategy: CampaignStrategy,
    goalAcos: z
      .number()
      .positive()
      .max(100)
      .nullable()
      .describe('In percent, within what the strategy is meant for; null: by the margin'),
    automation: AdsAutomation,
  })
  .superRefine(({ strategy, goalAcos, automation }, ctx) => {
    const { initialValue, finalValue } = CAMPAIGN_STRATEGIES[strategy].goal;
    const refuse = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if (goalAcos !== null && (goalAcos < initialValue || goalAcos > finalValue))
      refuse('goalAcos', 'goal_outside_strategy');
    if (strategy === 'none' && automation !== 'off') refuse('automation', 'strategy_missing');
  });
export type CampaignStrategyBody = z.infer<typeof CampaignStrategyBody>;

export const setCampaignStrategy = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/{campaignId}/strategy',
  summary:
    'Sets what a campaign is for, and whether the bids that follow are only shown, proposed or sent',
  params: campaignParams,
  body: CampaignStrategyBody,
  answer: Campaign,
});

export const approveAdsChanges = endpoint({
  ...write,
  method: 'put',
  path: '/v1/campaigns/{campaignId}/changes/apply',
  summary: 'Approves all changes of a campaign that wait',
  params: campaignParams,
  answer: z.object({ approved: z.int().min(0) }),
});

/** Why the engine made a change, with the facts of that time. */
export const AdsChangeReason = z.object({
  currencyCode: z.string(),
  explanation: z.array(z.object({ step: z.string(), code: z.string(), text: z.string() })),
  alternatives: z.array(z.object({ code: z.string(), bid: Amount, text: z.string() })),
});
export type AdsChangeReason = z.infer<typeof AdsChangeReason>;

export const adsChangeReason = endpoint({
  access: 'company',
  needs: 'read',
  tag: 'ads',
  method: 'get',
  path: '/v1/campaigns/changes/{changeId}/reason',
  summary: 'Explains a change that the engine made, by what was known then',
  params: z.object({ changeId: Id }),
  answer: AdsChangeReason,
});
