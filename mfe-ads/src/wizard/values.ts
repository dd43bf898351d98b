import {
  type CampaignDraft,
  type DraftGroup,
  CampaignDraft as DraftSchema,
  DraftGroup as GroupSchema,
} from '@primazia/backend/ads/contract';
import type { AdPlacement } from '@primazia/backend/kernel/ads';
import type { Control } from 'react-hook-form';

export const PLACEMENTS: readonly AdPlacement[] = [
  'TOP_OF_SEARCH',
  'REST_OF_SEARCH',
  'PRODUCT_PAGES',
];

/** What the form holds: a picker's values are texts, and each placement has a field of its own. */
export interface WizardValues extends Omit<CampaignDraft, 'accountId' | 'placements'> {
  accountId: string | null;
  placements: Record<AdPlacement, number | null>;
}

export type WizardControl = Control<WizardValues>;

export const newGroup = (name: string): DraftGroup => GroupSchema.parse({ name });

export function toValues(draft: CampaignDraft | null, firstGroup: string): WizardValues {
  const known = draft ?? DraftSchema.parse({ groups: [newGroup(firstGroup)] });
  const percentOf = (placement: AdPlacement) =>
    known.placements.find((one) => one.placement === placement)?.percent ?? null;
  return {
    ...known,
    accountId: known.accountId === null ? null : String(known.accountId),
    placements: {
      TOP_OF_SEARCH: percentOf('TOP_OF_SEARCH'),
      REST_OF_SEARCH: percentOf('REST_OF_SEARCH'),
      PRODUCT_PAGES: percentOf('PRODUCT_PAGES'),
    },
  };
}

/** A group for its campaign, without the parts of another kind of targeting. */
function groupOf(group: DraftGroup, type: CampaignDraft['type']): DraftGroup {
  const hasKeywords = type === 'manual' && group.targeting === 'KEYWORDS';
  const hasProducts = type === 'manual' && group.targeting === 'PRODUCTS';
  return {
    ...group,
    keywords: hasKeywords ? group.keywords : [],
    products: hasProducts ? group.products : [],
    categories: hasProducts ? group.categories : [],
  };
}

export function toDraft(values: WizardValues): CampaignDraft {
  return {
    ...values,
    accountId: values.accountId === null ? null : Number(values.accountId),
    goalAcos: values.strategy === 'none' ? null : values.goalAcos,
    placements: PLACEMENTS.flatMap((placement) => {
      const percent = values.placements[placement];
      return percent === null || percent === 0 ? [] : [{ placement, percent }];
    }),
    groups: values.groups.map((group) => groupOf(group, values.type)),
  };
}

export const STEPS = ['campaign', 'configuration', 'ads', 'conclusion'] as const;
export type Step = (typeof STEPS)[number];

/** The field of the form that shows a fault of a path of the draft, and its step. */
export function placeOf(path: string): { field: string; step: Step } {
  const field = path.replace(/^draft\./, '');
  if (/^groups\.\d+\.listingIds/.test(field))
    return { field: field.replace(/(listingIds)\..*$/, '$1'), step: 'ads' };
  if (/^placements/.test(field))
    return { field: 'placements.TOP_OF_SEARCH', step: 'configuration' };
  if (/^groups/.test(field)) return { field, step: 'configuration' };
  return { field, step: 'campaign' };
}
