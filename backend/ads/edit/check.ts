// What prevents an edit: the faults that the campaign would have with it, without those that it has already. Pure.
import { toAmountOrNull } from '../../kernel/money.ts';
import type { Fault } from '../../kernel/problem.ts';
import { CampaignDraft, type CampaignEdit, DraftGroup, type EditedGroup } from '../contract.ts';
import { type DraftFacts, validateDraft } from '../creation/validate.ts';
import { targetingOf } from './plan.ts';
import type { CampaignNow, TargetNow } from './state.ts';

type Lists = Pick<
  DraftGroup,
  'keywords' | 'products' | 'categories' | 'negativeKeywords' | 'negativeProducts' | 'listingIds'
>;

/** A group as a draft, and the path in the edit of each entry of its lists. */
interface Merged {
  group: DraftGroup;
  paths: Readonly<Record<keyof Lists, string[]>>;
}

const empty = (): { [List in keyof Lists]: { entry: Lists[List][number]; path: string }[] } => ({
  keywords: [],
  products: [],
  categories: [],
  negativeKeywords: [],
  negativeProducts: [],
  listingIds: [],
});

/** Ads whose listing is not known are counted by ids that no listing has. */
const listingOf = (adId: number, listingId: number | null) => listingId ?? -adId;

const MATCHES = ['EXACT', 'PHRASE', 'BROAD'] as const;
const matchOf = (matchType: string) => MATCHES.find((one) => one === matchType) ?? null;

function addTarget(
  lists: ReturnType<typeof empty>,
  { id, kind, isNegative, matchType, text, bid: minor }: TargetNow,
  path: string,
  edited: number | undefined,
) {
  const bid = edited ?? toAmountOrNull(minor);
  const match = matchOf(matchType);
  if (isNegative) {
    if (kind === 'KEYWORD' && match !== null && match !== 'BROAD')
      lists.negativeKeywords.push({ entry: { text, matchType: match }, path });
    if (kind === 'PRODUCT') lists.negativeProducts.push({ entry: text, path });
    return;
  }
  if (kind === 'KEYWORD') lists.keywords.push({ entry: { text, matchType: match, bid }, path });
  if (kind === 'PRODUCT')
    lists.products.push({
      entry: { productId: text, isExpanded: matchType === 'EXPANDED', bid },
      path,
    });
  if (kind === 'CATEGORY')
    lists.categories.push({
      // Its refinements are in its text alone.
      entry: { ...NO_REFINEMENT, categoryId: '1', brandId: String(id), bid },
      path,
    });
}
const NO_REFINEMENT = {
  priceFrom: null,
  priceTo: null,
  ratingFrom: null,
  ratingTo: null,
  fastShippingOnly: false,
};

/** A group with what it has and what is added to it. */
function mergeGroup(now: CampaignNow, edited: EditedGroup, isAutomatic: boolean): Merged {
  const known = now.groups.find(({ id }) => id === edited.id);
  const lists = empty();
  if (known !== undefined) {
    for (const ad of now.ads.filter(({ groupId }) => groupId === known.id)) {
      const at = edited.ads.findIndex(({ id }) => id === ad.id);
      const isEnabled = edited.ads[at]?.isEnabled ?? ad.status !== 'ARCHIVED';
      if (isEnabled)
        lists.listingIds.push({ entry: listingOf(ad.id, ad.listingId), path: `ads.${at}` });
    }
    for (const target of now.targets) {
      if (target.groupId !== known.id || target.status === 'ARCHIVED') continue;
      const at = edited.targets.findIndex(({ id }) => id === target.id);
      if (target.isNegative || !isAutomatic)
        addTarget(lists, target, `targets.${at}.bid`, edited.targets[at]?.bid);
    }
  }
  for (const list of Object.keys(lists) as (keyof Lists)[])
    for (const [at, entry] of edited[list].entries())
      (lists[list] as { entry: unknown; path: string }[]).push({ entry, path: `${list}.${at}` });
  const { id: _id, isEnabled: _isEnabled, ads: _ads, targets: _targets, ...rest } = edited;
  const entries = Object.fromEntries(
    Object.entries(lists).map(([list, all]) => [list, all.map(({ entry }) => entry)]),
  ) as unknown as Lists;
  const paths = Object.fromEntries(
    Object.entries(lists).map(([list, all]) => [list, all.map(({ path }) => path)]),
  ) as Merged['paths'];
  const targeting = (known && targetingOf(now, known)) ?? edited.targeting;
  return {
    group: {
      ...rest,
      ...entries,
      targeting,
      name: edited.name ?? known?.name ?? '',
      defaultBid: edited.defaultBid ?? toAmountOrNull(known?.defaultBid ?? null),
    },
    paths,
  };
}

/** The path in the edit of a path in the merged draft. */
function pathIn(merged: readonly Merged[], places: readonly number[], path: string): string {
  const parts = path.split('.');
  if (parts[1] !== 'groups' || parts.length < 3) return path.replace(/^draft/, 'edit');
  const group = Number(parts[2]);
  const [list, at, ...tail] = parts.slice(3);
  const head = ['edit', 'groups', places[group]!];
  const known = merged[group]?.paths[list as keyof Lists]?.[Number(at)];
  if (known === undefined) return [...head, ...parts.slice(3)].join('.');
  return [...head, known, ...(/^(ads|targets)\./.test(known) ? [] : tail)].join('.');
}

/** The faults of the campaign with an edit. */
function faultsWith(now: CampaignNow, edit: CampaignEdit, facts: DraftFacts): Fault[] {
  const isAutomatic = now.type !== 'manual';
  const untouched = now.groups
    .filter(({ id }) => !edit.groups.some((group) => group.id === id))
    .map(({ id }) => ({ id, at: -1 }));
  // Of two groups with one name, the later one is named.
  const all = [
    ...untouched.map(({ id, at }) => ({ group: { ...EMPTY_GROUP, id }, at })),
    ...edit.groups.map((group, at) => ({ group, at })),
  ];
  const merged = all.map(({ group }) => mergeGroup(now, group, isAutomatic));
  const places = all.map(({ at }) => at);
  const draft: CampaignDraft = {
    ...CampaignDraft.parse({ accountId: now.accountId }),
    name: edit.name ?? now.name,
    startDate: edit.startDate ?? now.startDate,
    endDate: edit.endDate === undefined ? now.endDate : edit.endDate,
    dailyBudget: edit.dailyBudget === undefined ? now.dailyBudget / 100 : edit.dailyBudget,
    strategy: edit.strategy ?? now.strategy,
    goalAcos: edit.goalAcos === undefined ? now.goalAcos : edit.goalAcos,
    type: isAutomatic ? 'automatic' : 'manual',
    placements: edit.placements ?? now.placements,
    groups: merged.map(({ group }) => group),
    movedListingIds: edit.movedListingIds,
  };
  const ours = new Map(
    now.ads.map(({ id, listingId }) => [listingOf(id, listingId), { isAdvertised: false }]),
  );
  const listings = new Map([...facts.listings, ...ours]);
  const faults = validateDraft(draft, { ...facts, listings });
  return faults.map((fault) => ({ ...fault, path: pathIn(merged, places, fault.path) }));
}

const EMPTY_GROUP: EditedGroup = {
  ...DraftGroup.parse({}),
  name: undefined,
  defaultBid: undefined,
  id: null,
  ads: [],
  targets: [],
};

/** What an edit may not touch, as its account or the campaign does not let it change. */
function* closedFields(now: CampaignNow, edit: CampaignEdit, today: string): Generator<Fault> {
  const { edits, endDate, roasTarget, bid, creates } = now.capabilities;
  const closed = (path: string): Fault => ({
    path: `edit.${path}`,
    code: 'not_editable',
    message: 'cannot be changed here',
  });
  const given: [isGiven: boolean, path: string, isOpen: boolean][] = [
    [edit.name !== undefined, 'name', edits.includes('name')],
    [edit.startDate !== undefined, 'startDate', edits.includes('startDate')],
    [edit.endDate !== undefined, 'endDate', endDate],
    [edit.roasTarget !== undefined, 'roasTarget', roasTarget !== null],
    [edit.biddingStrategy !== undefined, 'biddingStrategy', edits.includes('biddingStrategy')],
    [edit.placements !== undefined, 'placements', edits.includes('placements')],
    [edit.strategy !== undefined || edit.goalAcos !== undefined, 'strategy', bid !== null],
  ];
  for (const [isGiven, path, isOpen] of given) if (isGiven && !isOpen) yield closed(path);
  if (edit.startDate !== undefined && now.startDate !== null && now.startDate <= today)
    yield { path: 'edit.startDate', code: 'start_fixed', message: 'The campaign has started' };
  if (edit.endDate !== undefined && edit.endDate !== null && edit.endDate <= today)
    yield { path: 'edit.endDate', code: 'end_not_after_today', message: 'has to be after today' };
  if (edit.roasTarget !== undefined && roasTarget !== null) {
    const value = Math.round((edit.roasTarget ?? 0) * 100);
    if (value < roasTarget.minimum || value > roasTarget.maximum)
      yield { path: 'edit.roasTarget', code: 'out_of_limits', message: 'is outside the limits' };
  }
  for (const [at, group] of edit.groups.entries()) {
    const path = `groups.${at}`;
    const known = now.groups.find(({ id }) => id === group.id);
    if (group.id !== null && known === undefined) yield closed(`${path}.name`);
    if (known !== undefined && group.name !== undefined && !edits.includes('groupName'))
      yield closed(`${path}.name`);
    if (group.isEnabled !== undefined && !edits.includes('groupStatus'))
      yield closed(`${path}.isEnabled`);
    if (group.ads.length > 0 && !edits.includes('adStatus')) yield closed(`${path}.listingIds`);
    if (bid === null && (group.targets.length > 0 || group.defaultBid !== undefined))
      yield closed(`${path}.targets`);
    const isAdded =
      group.id === null ||
      group.listingIds.length > 0 ||
      [group.keywords, group.products, group.categories].some(({ length }) => length > 0) ||
      [group.negativeKeywords, group.negativeProducts].some(({ length }) => length > 0);
    if (isAdded && !creates)
      yield { path: `edit.${path}.name`, code: 'cannot_add', message: 'Nothing can be added here' };
  }
}

/** A group that runs needs an ad that runs and, in a manual campaign, a target that does. */
function* emptyGroups(now: CampaignNow, edit: CampaignEdit): Generator<Fault> {
  for (const [at, group] of edit.groups.entries()) {
    const known = now.groups.find(({ id }) => id === group.id);
    if (known === undefined) continue;
    const runs = (
      id: number,
      status: string,
      all: readonly { id: number; isEnabled?: boolean | undefined }[],
    ) => all.find((one) => one.id === id)?.isEnabled ?? status === 'ENABLED';
    const groupRuns = group.isEnabled ?? known.status === 'ENABLED';
    if (!groupRuns) continue;
    const ads = now.ads.filter(({ groupId }) => groupId === known.id);
    const running = ads.filter(({ id, status }) => runs(id, status, group.ads));
    if (group.ads.length > 0 && running.length + group.listingIds.length === 0)
      yield { path: `edit.groups.${at}.listingIds`, code: 'no_ads', message: 'needs an ad' };
    if (now.type !== 'manual' || group.targets.length === 0) continue;
    const targets = now.targets.filter(
      ({ groupId, isNegative }) => groupId === known.id && !isNegative,
    );
    const shown = targets.filter(({ id, status }) => runs(id, status, group.targets));
    const added = group.keywords.length + group.products.length + group.categories.length;
    if (shown.length + added === 0)
      yield { path: `edit.groups.${at}.targeting`, code: 'no_targets', message: 'needs a target' };
  }
}

/** The faults of an edit; none: it can be made. The paths begin with `edit`. */
export function checkEdit(now: CampaignNow, edit: CampaignEdit, facts: DraftFacts): Fault[] {
  const nothing: CampaignEdit = {
    movedListingIds: [],
    groups: edit.groups.map((group) => ({ ...EMPTY_GROUP, id: group.id })),
  };
  const keyOf = ({ path, code }: Fault) => `${path} ${code}`;
  const known = new Set(
    faultsWith(now, nothing, { ...facts, isNameTaken: false })
      // A new group has no faults from before.
      .filter(({ path }) => edit.groups[Number(path.split('.')[2])]?.id !== null)
      .map(keyOf),
  );
  const all = [
    ...closedFields(now, edit, facts.today),
    ...faultsWith(now, edit, facts).filter((fault) => !known.has(keyOf(fault))),
    ...emptyGroups(now, edit),
  ];
  return [...new Map(all.map((fault) => [keyOf(fault), fault])).values()];
}
