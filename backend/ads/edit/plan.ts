// The changes that follow from an edit of a campaign. Pure.
import { placementsText } from '../../kernel/ads.ts';
import { toMinor } from '../../kernel/money.ts';
import { NO_END } from '../changes/store.ts';
import {
  type AdsChangeField,
  type AdsChangeObject,
  CampaignDraft,
  type CampaignEdit,
  DraftGroup,
  type EditedGroup,
} from '../contract.ts';
import { type PlannedStep, StepPlan, stepsOf } from '../creation/plan.ts';
import type { CampaignNow, GroupNow } from './state.ts';

/** A change of a value that exists. */
export interface PlannedChange {
  object: AdsChangeObject;
  objectId: number;
  field: AdsChangeField;
  name: string;
  /** The name of its group; null: it is the campaign or a group. */
  parent: string | null;
  isNegative: boolean;
  before: string | null;
  after: string;
}

const isChangeable = (status: string) => status === 'ENABLED' || status === 'PAUSED';

/** The values of a campaign as an edit names them, as texts of changes; undefined: the edit leaves it. */
function valuesOf(edit: CampaignEdit): Partial<Record<AdsChangeField, string | undefined>> {
  const { name, startDate, endDate, dailyBudget, roasTarget, biddingStrategy, placements } = edit;
  const amount = (value: number | null | undefined) =>
    value === undefined || value === null ? undefined : String(toMinor(value));
  return {
    name: name?.trim(),
    startDate,
    endDate: endDate === undefined ? undefined : (endDate ?? NO_END),
    dailyBudget: amount(dailyBudget),
    roasTarget: amount(roasTarget),
    biddingStrategy,
    placements: placements && placementsText(placements),
  };
}

const textOf = (value: string | number | null) => (value === null ? null : String(value));

/** The changes of the campaign, its groups, ads and targets. What is as wanted already is not changed. */
export function plannedChanges(now: CampaignNow, edit: CampaignEdit): PlannedChange[] {
  const changes: PlannedChange[] = [];
  const add = (
    one: Omit<PlannedChange, 'after' | 'isNegative'> & { isNegative?: boolean },
    after: string | undefined,
  ) => {
    if (after !== undefined && after !== one.before)
      changes.push({ isNegative: false, ...one, after });
  };
  const status = (isEnabled: boolean | undefined, before: string) =>
    isEnabled === undefined || !isChangeable(before) ? undefined : isEnabled ? 'ENABLED' : 'PAUSED';
  const before: Partial<Record<AdsChangeField, string | null>> = {
    name: now.name,
    startDate: now.startDate,
    endDate: now.endDate ?? NO_END,
    dailyBudget: textOf(now.dailyBudget),
    roasTarget: textOf(now.roasTarget),
    biddingStrategy: now.biddingStrategy,
    placements: placementsText(now.placements),
  };
  const its = { object: 'campaign', objectId: now.id, name: now.name, parent: null } as const;
  for (const [field, after] of Object.entries(valuesOf(edit)) as [AdsChangeField, string][])
    add({ ...its, field, before: before[field] ?? null }, after);
  for (const edited of edit.groups) {
    const group = now.groups.find(({ id }) => id === edited.id);
    if (group === undefined) continue;
    const own = { object: 'group', objectId: group.id, name: group.name, parent: null } as const;
    add({ ...own, field: 'name', before: group.name }, edited.name?.trim());
    const { defaultBid } = edited;
    add(
      { ...own, field: 'bid', before: textOf(group.defaultBid) },
      defaultBid === undefined || defaultBid === null ? undefined : String(toMinor(defaultBid)),
    );
    add({ ...own, field: 'status', before: group.status }, status(edited.isEnabled, group.status));
    for (const { id, isEnabled } of edited.ads) {
      const ad = now.ads.find((one) => one.id === id && one.groupId === group.id);
      if (ad === undefined) continue;
      const { title, sku, status: present } = ad;
      add(
        {
          object: 'ad',
          objectId: id,
          name: title ?? sku,
          parent: group.name,
          field: 'status',
          before: present,
        },
        status(isEnabled, present),
      );
    }
    for (const { id, bid, isEnabled } of edited.targets) {
      const target = now.targets.find((one) => one.id === id && one.groupId === group.id);
      if (target === undefined) continue;
      const { text, isNegative } = target;
      const one = {
        object: 'target',
        objectId: id,
        name: text,
        parent: group.name,
        isNegative,
      } as const;
      const present = textOf(target.bid ?? group.defaultBid);
      if (!isNegative)
        add(
          { ...one, field: 'bid', before: present },
          bid === undefined ? undefined : String(toMinor(bid)),
        );
      add({ ...one, field: 'status', before: target.status }, status(isEnabled, target.status));
    }
  }
  return changes;
}

/** The targeting of a group that exists: it has either keywords, or products and categories. */
export function targetingOf(now: CampaignNow, group: GroupNow): EditedGroup['targeting'] | null {
  const own = now.targets.filter(
    ({ groupId, isNegative, status }) =>
      groupId === group.id && !isNegative && status !== 'ARCHIVED',
  );
  if (own.some(({ kind }) => kind === 'KEYWORD')) return 'KEYWORDS';
  return own.some(({ kind }) => kind === 'PRODUCT' || kind === 'CATEGORY') ? 'PRODUCTS' : null;
}

const countOf = (group: EditedGroup) =>
  group.listingIds.length +
  group.keywords.length +
  group.products.length +
  group.categories.length +
  group.negativeKeywords.length +
  group.negativeProducts.length;

export interface Additions {
  /** What is added, as the draft of a campaign that has nothing else. */
  draft: CampaignDraft;
  steps: PlannedStep[];
}

/**
 * What an edit adds, as the steps that create it; null: nothing.
 * @param skus the marketplace's SKUs of the listings
 */
export function plannedAdditions(
  now: CampaignNow,
  edit: CampaignEdit,
  skus: ReadonlyMap<number, string>,
): Additions | null {
  const added = edit.groups.filter((group) => group.id === null || countOf(group) > 0);
  if (added.length === 0) return null;
  const plan = new StepPlan();
  const existing = { isExisting: true, body: { what: 'existing' } } as const;
  plan.add({ part: 'campaign', name: now.name, remoteId: now.remoteId, ...existing }, null);
  const groups: DraftGroup[] = [];
  for (const edited of added) {
    const known = now.groups.find(({ id }) => id === edited.id);
    const { id: _id, isEnabled: _isEnabled, ads: _ads, targets: _targets, ...rest } = edited;
    const group = DraftGroup.parse({
      ...rest,
      name: edited.name ?? known?.name ?? '',
      defaultBid: edited.defaultBid ?? null,
    });
    groups.push(group);
    const parent = plan.add(
      known === undefined
        ? {
            part: 'group',
            name: group.name,
            body: { what: 'adGroup', name: group.name, defaultBid: toMinor(group.defaultBid ?? 0) },
          }
        : { part: 'group', name: known.name, remoteId: known.remoteId, ...existing },
      null,
    );
    for (const step of stepsOf(group, skus)) plan.add(step, parent);
  }
  const draft = CampaignDraft.parse({
    accountId: now.accountId,
    name: now.name,
    type: now.type === 'manual' ? 'manual' : 'automatic',
    strategy: now.strategy,
    groups,
    movedListingIds: edit.movedListingIds,
  });
  return { draft, steps: plan.steps };
}
