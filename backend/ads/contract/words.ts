// The enums of ads, as they travel. An answer has the `Any…` form of one that may get new values.
import * as z from 'zod';
import { openEnum } from '../../kernel/open-enum.ts';

/** The purpose of a campaign; `none`: it was made at the marketplace, and the product only advises. */
export const CampaignStrategy = z.enum(['profitability', 'growth', 'visibility', 'none']);
export type CampaignStrategy = z.infer<typeof CampaignStrategy>;

/** How a search has to match a keyword, or what the target is instead: an automatic group, a product, a category. */
export const MatchType = z.enum(['EXACT', 'PHRASE', 'BROAD', 'AUTO', 'PRODUCT', 'CATEGORY']);
export type MatchType = z.infer<typeof MatchType>;

/** How far a bid may move in a day: `cautious` 25 %, `launch` 50 % while a campaign begins. */
export const BidPace = z.enum(['cautious', 'launch']);
export type BidPace = z.infer<typeof BidPace>;

/** `ADVISE`: there is something to change, and the campaign's strategy leaves it to a person. */
export const BidOutcome = z.enum(['CHANGE', 'KEEP', 'PAUSE', 'ADVISE', 'BLOCKED']);
export type BidOutcome = z.infer<typeof BidOutcome>;
export const AnyBidOutcome = openEnum('ads.outcome', BidOutcome);

/** What determined a bid in the end. */
export const BidBound = z.enum([
  'VALUE',
  'ROS',
  'BUDGET',
  'PRIOR',
  'STARVED',
  'EXPLORATION',
  'SUGGESTED',
  'CAP',
  'MIN',
  'STEP',
  'COOLDOWN',
  'DEAD_BAND',
  'LISTING',
]);
export type BidBound = z.infer<typeof BidBound>;
export const AnyBidBound = openEnum('ads.bound', BidBound);

export const BudgetKind = z.enum(['RAISE', 'LOWER', 'PAUSE', 'KEEP']);
export const AnyBudgetKind = openEnum('ads.budget', BudgetKind);
export const SearchTermAction = z.enum(['HARVEST', 'NEGATIVE', 'NEGATIVE_IN_SOURCE', 'KEEP']);
export const AnySearchTermAction = openEnum('ads.searchTerm', SearchTermAction);
export const RoasAction = z.enum([
  'SET_TARGET',
  'RAISE_BUDGET',
  'LOOSEN_TARGET',
  'TIGHTEN_TARGET',
  'NO_TARGET',
  'KEEP',
]);
export const AnyRoasAction = openEnum('ads.roas', RoasAction);
/** What may be changed of a listing: nothing, its price, or its bids. */
export const Way = z.enum(['KEEP', 'PRICE', 'ADS']);
export const AnyWay = openEnum('ads.way', Way);

/** How the engine's bids are used. `off`: they are only shown. `proposed`: each waits for a person. `automatic`: they are sent. */
export const AdsAutomation = z.enum(['off', 'proposed', 'automatic']);
export type AdsAutomation = z.infer<typeof AdsAutomation>;
