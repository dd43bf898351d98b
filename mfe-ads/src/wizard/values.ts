import {
  type CampaignDetails,
  type CampaignDraft,
  type CampaignEdit,
  type DraftGroup,
  CampaignDraft as DraftSchema,
  type EditedGroup,
  DraftGroup as GroupSchema,
} from '@primazia/backend/ads/contract';
import type { AdPlacement, PlacementPercent } from '@primazia/backend/kernel/ads';
import type { Control } from 'react-hook-form';

export const PLACEMENTS: readonly AdPlacement[] = [
  'TOP_OF_SEARCH',
  'REST_OF_SEARCH',
  'PRODUCT_PAGES',
];

/** An ad that exists. */
export interface FormAd {
  id: number;
  title: string;
  skuMarketplace: string;
  listingId: number | null;
  isEnabled: boolean;
}

/** A target or a negative that exists. */
export interface FormTarget {
  id: number;
  kind: string;
  isNegative: boolean;
  matchType: string;
  text: string;
  bid: number | null;
  isEnabled: boolean;
}

/** A group with what exists of it, beside what is added. */
export interface FormGroup extends DraftGroup {
  /** Null: it is added. */
  objectId: number | null;
  isEnabled: boolean;
  ads: FormAd[];
  targets: FormTarget[];
}

/** What the form holds: a picker's values are texts, and each placement has a field of its own. */
export interface WizardValues extends Omit<CampaignDraft, 'accountId' | 'placements' | 'groups'> {
  accountId: string | null;
  placements: Record<AdPlacement, number | null>;
  groups: FormGroup[];
  /** Only of a campaign that exists. */
  roasTarget: number | null;
}

export type WizardControl = Control<WizardValues>;

const added = (group: DraftGroup): FormGroup => ({
  ...group,
  objectId: null,
  isEnabled: true,
  ads: [],
  targets: [],
});

export const newGroup = (name: string): FormGroup => added(GroupSchema.parse({ name }));

function placementsOf(list: readonly PlacementPercent[]): WizardValues['placements'] {
  const percentOf = (placement: AdPlacement) =>
    list.find((one) => one.placement === placement)?.percent ?? null;
  return {
    TOP_OF_SEARCH: percentOf('TOP_OF_SEARCH'),
    REST_OF_SEARCH: percentOf('REST_OF_SEARCH'),
    PRODUCT_PAGES: percentOf('PRODUCT_PAGES'),
  };
}

export function toValues(draft: CampaignDraft | null, firstGroup: string): WizardValues {
  const known = draft ?? DraftSchema.parse({ groups: [{ name: firstGroup }] });
  return {
    ...known,
    accountId: known.accountId === null ? null : String(known.accountId),
    placements: placementsOf(known.placements),
    groups: known.groups.map(added),
    roasTarget: null,
  };
}

/** A group for its campaign, without the parts of another kind of targeting. */
function groupOf(values: FormGroup, type: CampaignDraft['type']): DraftGroup {
  const {
    objectId: _objectId,
    isEnabled: _isEnabled,
    ads: _ads,
    targets: _targets,
    ...group
  } = values;
  const hasKeywords = type === 'manual' && group.targeting === 'KEYWORDS';
  const hasProducts = type === 'manual' && group.targeting === 'PRODUCTS';
  return {
    ...group,
    keywords: hasKeywords ? group.keywords : [],
    products: hasProducts ? group.products : [],
    categories: hasProducts ? group.categories : [],
  };
}

const placementList = ({ placements }: Pick<WizardValues, 'placements'>): PlacementPercent[] =>
  PLACEMENTS.flatMap((placement) => {
    const percent = placements[placement];
    return percent === null || percent === 0 ? [] : [{ placement, percent }];
  });

export function toDraft({ roasTarget: _roasTarget, ...values }: WizardValues): CampaignDraft {
  return {
    ...values,
    accountId: values.accountId === null ? null : Number(values.accountId),
    goalAcos: values.strategy === 'none' ? null : values.goalAcos,
    placements: placementList(values),
    groups: values.groups.map((group) => groupOf(group, values.type)),
  };
}

const isEnabled = ({ status }: { status: string }) => status === 'ENABLED';
/** What is archived stays as it is. */
const isOpen = ({ status }: { status: string }) => status === 'ENABLED' || status === 'PAUSED';

/** The values of a campaign that exists. */
export function valuesOf({ campaign, groups }: CampaignDetails): WizardValues {
  const { accountId, name, startDate, endDate, dailyBudget, goalAcos, placements } = campaign;
  return {
    ...toValues(
      DraftSchema.parse({
        accountId,
        name,
        startDate,
        endDate,
        dailyBudget,
        goalAcos,
        placements,
        type: campaign.type === 'manual' ? 'manual' : 'automatic',
        strategy: campaign.strategy,
        ...(campaign.biddingStrategy !== null && { biddingStrategy: campaign.biddingStrategy }),
      }),
      '',
    ),
    roasTarget: campaign.roasTarget,
    groups: groups.map((group) => {
      const kinds = group.targets
        .filter(({ isNegative, status }) => !isNegative && status !== 'ARCHIVED')
        .map(({ kind }) => kind);
      const isOfProducts =
        !kinds.includes('KEYWORD') && (kinds.includes('PRODUCT') || kinds.includes('CATEGORY'));
      return {
        ...newGroup(group.name),
        objectId: group.id,
        isEnabled: isEnabled(group),
        defaultBid: group.defaultBid,
        targeting: isOfProducts ? 'PRODUCTS' : 'KEYWORDS',
        ads: group.ads.filter(isOpen).map((ad) => ({
          id: ad.id,
          title: ad.title ?? ad.skuMarketplace,
          skuMarketplace: ad.skuMarketplace,
          listingId: ad.listingId,
          isEnabled: isEnabled(ad),
        })),
        targets: group.targets.filter(isOpen).map((target) => ({
          id: target.id,
          kind: target.kind,
          isNegative: target.isNegative,
          matchType: target.matchType,
          text: target.text,
          bid: target.bid,
          isEnabled: isEnabled(target),
        })),
      };
    }),
  };
}

/** A value that differs from the present one; undefined: it is as it was. */
const changed = <T>(value: T, before: T): T | undefined =>
  JSON.stringify(value) === JSON.stringify(before) ? undefined : value;

/** The fields that have a value. */
const given = <T extends object>(fields: { [Key in keyof T]: T[Key] | undefined }): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

/** The lists of what is added to a group. */
const LISTS = [
  'listingIds',
  'keywords',
  'products',
  'categories',
  'negativeKeywords',
  'negativeProducts',
] as const;

/** What is to change of a group; null: nothing. */
function editedGroup(
  values: FormGroup,
  before: FormGroup | undefined,
  type: CampaignDraft['type'],
): EditedGroup | null {
  const { name, defaultBid, ...group } = groupOf(values, type);
  if (before === undefined) return { ...group, id: null, name, defaultBid, ads: [], targets: [] };
  const ads = values.ads.flatMap(({ id, isEnabled: runs }, at) =>
    runs === before.ads[at]?.isEnabled ? [] : [{ id, isEnabled: runs }],
  );
  const targets = values.targets.flatMap(({ id, bid, isEnabled: runs }, at) => {
    const its = before.targets[at];
    const part = given<{ bid: number; isEnabled: boolean }>({
      bid: bid === null ? undefined : (changed(bid, its?.bid ?? null) ?? undefined),
      isEnabled: changed(runs, its?.isEnabled),
    });
    return Object.keys(part).length === 0 ? [] : [{ id, ...part }];
  });
  const fields = given<Pick<EditedGroup, 'name' | 'defaultBid' | 'isEnabled'>>({
    name: changed(name, before.name),
    defaultBid: changed(defaultBid, before.defaultBid),
    isEnabled: changed(values.isEnabled, before.isEnabled),
  });
  const isUntouched =
    LISTS.every((list) => group[list].length === 0) &&
    ads.length + targets.length + Object.keys(fields).length === 0;
  return isUntouched ? null : { ...group, ...fields, id: values.objectId, ads, targets };
}

/** What is to change of a campaign. @returns the edit, and the place in the form of each of its groups */
export function toEdit(
  values: WizardValues,
  before: WizardValues,
): { edit: CampaignEdit; places: number[] } {
  const groups = values.groups.map((group) =>
    editedGroup(
      group,
      before.groups.find(({ objectId }) => objectId !== null && objectId === group.objectId),
      values.type,
    ),
  );
  const places = groups.flatMap((group, at) => (group === null ? [] : [at]));
  const goal = ({ strategy, goalAcos }: WizardValues) => (strategy === 'none' ? null : goalAcos);
  const startDate = changed(values.startDate, before.startDate);
  return {
    places,
    edit: {
      ...given<Omit<CampaignEdit, 'groups' | 'movedListingIds'>>({
        name: changed(values.name, before.name),
        startDate: startDate ?? undefined,
        endDate: changed(values.endDate, before.endDate),
        dailyBudget: changed(values.dailyBudget, before.dailyBudget),
        roasTarget: changed(values.roasTarget, before.roasTarget),
        strategy: changed(values.strategy, before.strategy),
        goalAcos: changed(goal(values), goal(before)),
        biddingStrategy: changed(values.biddingStrategy, before.biddingStrategy),
        placements: changed(placementList(values), placementList(before)),
      }),
      groups: groups.filter((group) => group !== null),
      movedListingIds: values.movedListingIds,
    },
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
  if (/^(groups|biddingStrategy)/.test(field)) return { field, step: 'configuration' };
  return { field, step: 'campaign' };
}

/** As `placeOf`, for a fault of an edit, whose groups and targets are those that change. */
export function placeInEdit(
  path: string,
  { edit, places }: ReturnType<typeof toEdit>,
  values: WizardValues,
): { field: string; step: Step } {
  const field = path.replace(/^edit\./, '');
  const [, group, rest = ''] = /^groups\.(\d+)\.(.*)$/.exec(field) ?? [];
  if (group === undefined) return placeOf(field);
  const at = places[Number(group)] ?? 0;
  if (rest.startsWith('ads.')) return placeOf(`groups.${at}.listingIds`);
  const [, target, tail = ''] = /^targets\.(-?\d+)(.*)$/.exec(rest) ?? [];
  if (target === undefined) return placeOf(`groups.${at}.${rest}`);
  const id = edit.groups[Number(group)]?.targets[Number(target)]?.id;
  const place = values.groups[at]?.targets.findIndex((one) => one.id === id) ?? -1;
  return placeOf(place < 0 ? `groups.${at}.targeting` : `groups.${at}.targets.${place}${tail}`);
}
