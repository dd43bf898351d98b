// Tags of campaigns: shared by all people of the company.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id } from '../../kernel/id.ts';
import { openEnum } from '../../kernel/open-enum.ts';

/** The holidays and seasons that every company has as tags. */
export const HolidayTag = z.enum(['EASTER', 'CHRISTMAS', 'JUNE', 'WINTER', 'SUMMER']);
export type HolidayTag = z.infer<typeof HolidayTag>;

/** The code of a holiday, or the name of the company's own tag. */
export const CampaignTag = openEnum('ads.tag', HolidayTag);

export const MAX_TAG_LENGTH = 40;
/** The most tags of one campaign. */
export const MAX_TAGS = 20;
export const MAX_TAGGED = 200;

/** A name as people type it; `|` and `:` separate the values of a filter. */
const TagName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(MAX_TAG_LENGTH, { error: 'too_long' })
  .regex(/^[^|:\p{C}]+$/u, { error: 'invalid_value' });

export const campaignTags = endpoint({
  access: 'company',
  needs: 'read',
  tag: 'ads',
  method: 'get',
  path: '/v1/campaigns/tags',
  summary:
    'Lists the tags of campaigns, those of holidays first, with how many campaigns have each',
  answer: z.object({ tags: z.array(z.object({ tag: CampaignTag, campaigns: z.int() })) }),
});

export const tagCampaigns = endpoint({
  access: 'company',
  needs: 'write',
  tag: 'ads',
  method: 'put',
  path: '/v1/campaigns/tags',
  summary:
    'Adds tags to campaigns, and removes others; campaigns that have them already stay as they are',
  body: z.strictObject({
    campaignIds: z.array(Id).min(1).max(MAX_TAGGED),
    add: z.array(TagName).max(MAX_TAGS).default([]),
    remove: z.array(TagName).max(MAX_TAGS).default([]),
  }),
  answer: z.object({ campaigns: z.int() }),
});
