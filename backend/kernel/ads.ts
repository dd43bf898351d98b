// The capabilities of an account's advertising, and its enums: declared once for connectors, domain and pages.
import * as z from 'zod';

/** `UNDEFINED`: the marketplace has a state that the product does not know. */
export const CampaignStatus = z.enum(['ENABLED', 'PAUSED', 'ARCHIVED', 'UNDEFINED']);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** `automatic`: the marketplace chooses whom to show it to. `ads`: it has neither keywords nor bids. */
export const CampaignType = z.enum(['automatic', 'manual', 'product', 'ads']);
export type CampaignType = z.infer<typeof CampaignType>;

/** What the marketplace may make of a bid: lower it, also raise it, or neither. */
export const BiddingStrategy = z.enum(['DOWN_ONLY', 'UP_AND_DOWN', 'FIXED']);
export type BiddingStrategy = z.infer<typeof BiddingStrategy>;

export const AdPlacement = z.enum(['TOP_OF_SEARCH', 'REST_OF_SEARCH', 'PRODUCT_PAGES']);
export type AdPlacement = z.infer<typeof AdPlacement>;

export const PlacementPercent = z.object({ placement: AdPlacement, percent: z.int().min(0) });
export type PlacementPercent = z.infer<typeof PlacementPercent>;

/** Placements as a text that is the same for the same percentages: those of zero are left out. */
export const placementsText = (placements: readonly PlacementPercent[]): string =>
  placements
    .filter(({ percent }) => percent > 0)
    .map(({ placement, percent }) => `${placement}=${percent}`)
    .sort()
    .join(';');

/** The placements of a text that `placementsText` wrote. */
export const placementsOf = (text: string): PlacementPercent[] =>
  text
    .split(';')
    .filter(Boolean)
    .map((one) => {
      const [placement, percent] = one.split('=');
      return PlacementPercent.parse({ placement, percent: Number(percent) });
    });

/** How a search has to match a keyword. */
export const KeywordMatch = z.enum(['EXACT', 'PHRASE', 'BROAD']);
export type KeywordMatch = z.infer<typeof KeywordMatch>;

/** What an ad is shown for. */
export const TargetKind = z.enum(['KEYWORD', 'PRODUCT', 'CATEGORY', 'AUTO']);
export type TargetKind = z.infer<typeof TargetKind>;

const Share = z.number().nullable();

/** How often a campaign was shown of how often it could have been, in the latest 30 days; in percent. Null: not reported. */
export const ImpressionShares = z.object({
  shown: Share,
  shownOnTop: Share,
  lostByBudget: Share,
  lostByRank: Share,
  /** The ACOS of comparable campaigns. */
  usualAcos: Share,
});
export type ImpressionShares = z.infer<typeof ImpressionShares>;

/** What may be changed of a campaign that exists, and of what is in it, beside what the capabilities name by themselves. */
export const EditableField = z.enum([
  'name',
  'startDate',
  'biddingStrategy',
  'placements',
  'groupName',
  'groupStatus',
  'adStatus',
  'targetStatus',
]);
export type EditableField = z.infer<typeof EditableField>;

const Range = z.object({ minimum: z.number(), maximum: z.number() });

/** What the advertising of one account can do, as its connector found out; amounts in minor units, ROAS in hundredths. */
export const AdsCapabilities = z.object({
  /** False: the account is read-only, and changes are suggestions. */
  writes: z.boolean(),
  /** Whether whole campaigns can be created. */
  creates: z.boolean().default(false),
  keywords: z.boolean(),
  negatives: z.boolean(),
  placements: z.boolean(),
  searchTerms: z.boolean(),
  /** Null: it has none. */
  bid: Range.nullable(),
  dailyBudget: Range.nullable(),
  roasTarget: Range.nullable(),
  /** Whether a campaign may have a last day. */
  endDate: z.boolean().default(false),
  edits: z.array(EditableField).default([]),
});
export type AdsCapabilities = z.infer<typeof AdsCapabilities>;
