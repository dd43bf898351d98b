// The steps that create a campaign, in order. Pure.
//
// The campaign comes first, and is paused: it is enabled last, once all that it needs exists.
import * as z from 'zod';
import type { Aim, NewAdsObject } from '../../integrations/marketplace.ts';
import { AdPlacement, BiddingStrategy, KeywordMatch } from '../../kernel/ads.ts';
import { toMinor, toMinorOrNull } from '../../kernel/money.ts';
import type { CampaignDraft, CreationPart, DraftCategory, DraftGroup } from '../contract.ts';

/** The parts in the order in which they are created: each belongs to earlier ones. */
export const PARTS: readonly CreationPart[] = [
  'campaign',
  'group',
  'ad',
  'target',
  'negative',
  'enable',
];

const Range = z.object({ from: z.number().nullable(), to: z.number().nullable() });
const StoredAim = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('KEYWORD'), text: z.string(), matchType: KeywordMatch }),
  z.object({ kind: z.literal('PRODUCT'), productId: z.string(), isExpanded: z.boolean() }),
  z.object({
    kind: z.literal('CATEGORY'),
    categoryId: z.string(),
    brandId: z.string().nullable(),
    price: Range,
    rating: Range,
    fastShippingOnly: z.boolean(),
  }),
]) satisfies z.ZodType<Aim>;

/** What a step creates, as it is stored: without the ids of its parents, which are known once those exist. */
export const StepBody = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('campaign'),
    name: z.string(),
    status: z.literal('PAUSED'),
    type: z.enum(['automatic', 'manual']),
    biddingStrategy: BiddingStrategy,
    placements: z.array(z.object({ placement: AdPlacement, percent: z.number() })),
    dailyBudget: z.number(),
    startDate: z.string(),
    endDate: z.string().nullable(),
  }),
  z.object({ what: z.literal('adGroup'), name: z.string(), defaultBid: z.number() }),
  z.object({ what: z.literal('ad'), skuMarketplace: z.string() }),
  z.object({
    what: z.literal('target'),
    isNegative: z.boolean(),
    bid: z.number().nullable(),
    aim: StoredAim,
  }),
  z.object({ what: z.literal('enable') }),
  /** It was there before: what is added to it follows. */
  z.object({ what: z.literal('existing') }),
]);
export type StepBody = z.infer<typeof StepBody>;

export interface PlannedStep {
  position: number;
  part: CreationPart;
  /** The position of its group; null: it belongs to none. */
  parent: number | null;
  /** The name that people know it by. */
  name: string;
  body: StepBody;
  /** The marketplace's id of what was there before. */
  remoteId?: string;
}

const categoryAim = (category: DraftCategory): Aim => ({
  kind: 'CATEGORY',
  categoryId: category.categoryId,
  brandId: category.brandId,
  price: { from: toMinorOrNull(category.priceFrom), to: toMinorOrNull(category.priceTo) },
  rating: { from: category.ratingFrom, to: category.ratingTo },
  fastShippingOnly: category.fastShippingOnly,
});

type Unplaced = Omit<PlannedStep, 'position' | 'parent'>;

/** Steps in their order, each with its position. */
export class StepPlan {
  readonly steps: PlannedStep[] = [];

  /** @returns the position of the step */
  add(step: Unplaced, parent: number | null): number {
    this.steps.push({ ...step, parent, position: this.steps.length });
    return this.steps.length - 1;
  }
}

const targetStep = (
  aim: Aim,
  name: string,
  { bid = null, isNegative = false }: { bid?: number | null; isNegative?: boolean },
): Unplaced => ({
  part: isNegative ? 'negative' : 'target',
  name,
  body: { what: 'target', isNegative, bid: toMinorOrNull(bid), aim },
});

const productId = (id: string) => id.toUpperCase();

/** The steps of a group: its ads, its targets and its negatives. */
export function stepsOf(group: DraftGroup, skus: ReadonlyMap<number, string>): Unplaced[] {
  return [
    ...group.listingIds.map((id): Unplaced => {
      const skuMarketplace = skus.get(id)!;
      return { part: 'ad', name: skuMarketplace, body: { what: 'ad', skuMarketplace } };
    }),
    ...group.keywords.map(({ text, matchType, bid }) =>
      targetStep({ kind: 'KEYWORD', text: text.trim(), matchType: matchType! }, text, { bid }),
    ),
    ...group.products.map((one) =>
      targetStep(
        { kind: 'PRODUCT', productId: productId(one.productId), isExpanded: one.isExpanded },
        one.productId,
        one,
      ),
    ),
    ...group.categories.map((one) => targetStep(categoryAim(one), one.categoryId, one)),
    ...group.negativeKeywords.map(({ text, matchType }) =>
      targetStep({ kind: 'KEYWORD', text: text.trim(), matchType: matchType! }, text, {
        isNegative: true,
      }),
    ),
    ...group.negativeProducts.map((id) =>
      targetStep({ kind: 'PRODUCT', productId: productId(id), isExpanded: false }, id, {
        isNegative: true,
      }),
    ),
  ];
}

/**
 * The steps of a draft that can be created.
 * @param today the first day of a draft that names none
 * @param skus the marketplace's SKUs of the draft's listings
 */
export function planSteps(
  draft: CampaignDraft,
  today: string,
  skus: ReadonlyMap<number, string>,
): PlannedStep[] {
  const { name, type, biddingStrategy, placements, endDate } = draft;
  const plan = new StepPlan();
  const body: StepBody = {
    what: 'campaign',
    name,
    status: 'PAUSED',
    type,
    biddingStrategy,
    placements,
    dailyBudget: toMinor(draft.dailyBudget!),
    startDate: draft.startDate ?? today,
    endDate,
  };
  plan.add({ part: 'campaign', name, body }, null);
  for (const group of draft.groups) {
    const defaultBid = toMinor(group.defaultBid!);
    const parent = plan.add(
      { part: 'group', name: group.name, body: { what: 'adGroup', name: group.name, defaultBid } },
      null,
    );
    for (const step of stepsOf(group, skus)) plan.add(step, parent);
  }
  if (!draft.isPaused) plan.add({ part: 'enable', name, body: { what: 'enable' } }, null);
  return plan.steps;
}

/** The object that a step creates, in its parents. */
export function objectOf(
  body: Exclude<StepBody, { what: 'enable' | 'existing' }>,
  campaignId: string,
  adGroupId: string,
): NewAdsObject {
  switch (body.what) {
    case 'campaign':
      return body;
    case 'adGroup':
      return { ...body, campaignId };
    case 'ad':
    case 'target':
      return { ...body, campaignId, adGroupId };
  }
}

/**
 * Whether each group that was created has an ad, and something that it is shown for.
 * @param isAddition the campaign was there before, and runs by itself
 */
export function canRun(
  type: CampaignDraft['type'],
  steps: readonly { position: number; part: string; parent: number | null; stands: boolean }[],
  isAddition: boolean,
): boolean {
  const groups = steps.filter(({ part, stands }) => part === 'group' && stands);
  const has = (position: number, part: string) =>
    steps.some((step) => step.parent === position && step.part === part && step.stands);
  return (
    (isAddition || groups.length > 0) &&
    groups.every(
      ({ position }) => has(position, 'ad') && (type === 'automatic' || has(position, 'target')),
    )
  );
}
