// What people do to a campaign that exists by the steps of the wizard: see what would change, and change it.

import type { Locale } from '../../kernel/id.ts';
import { toAmountOrNull } from '../../kernel/money.ts';
import { dayOf } from '../../kernel/time-zone.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { setStrategy } from '../automation/strategy.ts';
import { recordChange } from '../changes/actions.ts';
import { requiresApproval, shownValue } from '../changes/store.ts';
import type { CampaignEdit, EditLine, EditPlan } from '../contract.ts';
import { reportCreation } from '../creation/events.ts';
import { requestCreation } from '../creation/queues.ts';
import * as creations from '../creation/store.ts';
import { inWords, problem } from '../problems.ts';
import { checkEdit } from './check.ts';
import { type Additions, type PlannedChange, plannedAdditions, plannedChanges } from './plan.ts';
import { type CampaignNow, loadState } from './state.ts';

const scope = ({ companyId, personId }: Actor) => ({ company: companyId, person: personId });

interface Planned {
  now: CampaignNow;
  plan: EditPlan;
  changes: PlannedChange[];
  additions: Additions | null;
}

const NONE = shownValue('', null);

const lineOf = ({
  object,
  name,
  parent,
  field,
  before,
  after,
  isNegative,
}: PlannedChange): EditLine => ({
  object,
  name,
  parent,
  field,
  before: shownValue(field, before),
  after: shownValue(field, after),
  isNegative,
  isElsewhere: false,
});

/** The product's own settings of a campaign that an edit changes. */
function strategyLines(now: CampaignNow, { strategy, goalAcos }: CampaignEdit): EditLine[] {
  const line = {
    object: 'campaign',
    name: now.name,
    parent: null,
    isNegative: false,
    isElsewhere: false,
  } as const;
  const text = (value: string) => ({ ...NONE, text: value });
  const amount = (value: number | null) => ({ ...NONE, amount: value });
  return [
    ...(strategy === undefined || strategy === now.strategy
      ? []
      : [
          {
            ...line,
            field: 'strategy' as const,
            before: text(now.strategy),
            after: text(strategy),
          },
        ]),
    ...(goalAcos === undefined || goalAcos === now.goalAcos
      ? []
      : [
          {
            ...line,
            field: 'goalAcos' as const,
            before: amount(now.goalAcos),
            after: amount(goalAcos),
          },
        ]),
  ];
}

/** What is added, each with its bid. */
function addedLines({ steps }: Additions, titles: ReadonlyMap<string, string>): EditLine[] {
  return steps.flatMap((step): EditLine[] => {
    const { part, name, parent, body } = step;
    if (body.what === 'existing') return [];
    const group = parent === null ? null : steps[parent]!.name;
    const bid = 'bid' in body ? body.bid : 'defaultBid' in body ? body.defaultBid : null;
    return [
      {
        object: part === 'negative' ? 'target' : part,
        name: part === 'ad' ? (titles.get(name) ?? name) : name,
        parent: group,
        field: null,
        before: NONE,
        after: { ...NONE, amount: toAmountOrNull(bid) },
        isNegative: part === 'negative',
        isElsewhere: false,
      },
    ];
  });
}

async function keyOf(lines: readonly EditLine[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(lines));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return new Uint8Array(hash).toHex();
}

/** The faults and the lines of an edit, by the campaign as it is in this transaction. */
async function planOf(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  campaignId: number,
  edit: CampaignEdit,
): Promise<Planned> {
  const now = await loadState(trx, companyId, campaignId);
  if (now === null) throw problem('campaign_not_found');
  const { accountId } = now;
  const ids = [...new Set(edit.groups.flatMap(({ listingIds }) => listingIds))];
  const listings = await creations.listingsOf(trx, companyId, accountId, ids, campaignId);
  const isRenamed = edit.name !== undefined && edit.name !== now.name;
  const faults = checkEdit(now, edit, {
    capabilities: now.capabilities,
    today: dayOf(ctx.clock(), now.timeZone),
    isNameTaken:
      isRenamed && (await creations.isNameTaken(trx, companyId, accountId, edit.name!, campaignId)),
    listings: new Map(listings.map((one) => [one.id, { isAdvertised: one.is_advertised }])),
  });
  const changes = plannedChanges(now, edit);
  const skus = new Map(listings.map((one) => [one.id, one.sku_marketplace]));
  const isKnown = ids.every((id) => skus.has(id));
  const additions = faults.length === 0 && isKnown ? plannedAdditions(now, edit, skus) : null;
  const moved = edit.movedListingIds.filter((id) => ids.includes(id));
  const elsewhere =
    moved.length === 0
      ? []
      : await creations.adsElsewhere(trx, companyId, { accountId, campaignId, listingIds: moved });
  const titles = new Map(listings.map((one) => [one.sku_marketplace, one.title]));
  const lines = [
    ...changes.map(lineOf),
    ...strategyLines(now, edit),
    ...(additions === null ? [] : addedLines(additions, titles)),
    ...elsewhere.map(
      (ad): EditLine => ({
        object: 'ad',
        name: ad.title,
        parent: ad.campaign_name,
        field: 'status',
        before: shownValue('status', 'ENABLED'),
        after: shownValue('status', 'PAUSED'),
        isNegative: false,
        isElsewhere: true,
      }),
    ),
  ];
  const plan = {
    currencyCode: now.currencyCode,
    faults,
    lines,
    key: await keyOf(lines),
    requiresApproval: await requiresApproval(trx, companyId),
    writes: now.capabilities.writes,
  };
  return { now, plan, changes, additions };
}

/** The changes that follow from an edit, and what is wrong with it. @throws Problem 404 `campaign_not_found` */
export const planEdit = (
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
  edit: CampaignEdit,
  locale: Locale,
): Promise<EditPlan> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { plan } = await planOf(ctx, trx, actor.companyId, campaignId, edit);
    return { ...plan, faults: inWords(plan.faults, locale) };
  });

/** Records the creation of what is added to a campaign. @returns its id */
async function recordAdditions(
  ctx: AppContext,
  trx: Trx,
  { companyId, personId }: Actor,
  { now, plan }: Planned,
  { draft, steps }: Additions,
): Promise<number> {
  if (await creations.isUnderWay(trx, companyId, now.accountId, now.name))
    throw problem('change_under_way');
  const state = plan.requiresApproval ? 'pending' : 'creating';
  const { accountId, id: campaignId } = now;
  const creation = { accountId, draft, state, personId, now: ctx.clock(), campaignId } as const;
  const id = await creations.addCreation(trx, companyId, creation, steps);
  if (state === 'creating') await requestCreation(ctx, trx, { companyId, creationId: id });
  await reportCreation(ctx, trx, companyId, campaignId);
  return id;
}

/**
 * Makes an edit: each change is recorded and sent like a single one, and what is added is created like a new campaign's parts.
 * All of it is recorded, or nothing.
 * @throws Problem 404 `campaign_not_found`, 409 `no_advertiser`, `edit_changed`, `change_under_way`, `nothing_changes`,
 *   422 `edit_invalid`
 */
export const editCampaign = (
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
  { edit, key }: { edit: CampaignEdit; key: string },
): Promise<{ changes: number; creationId: number | null }> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    const planned = await planOf(ctx, trx, companyId, campaignId, edit);
    const { now, plan, changes, additions } = planned;
    if (plan.faults.length > 0) throw problem('edit_invalid', { faults: plan.faults });
    if (plan.lines.length === 0) throw problem('nothing_changes');
    if (plan.key !== key) throw problem('edit_changed');
    for (const { object, objectId, field, after } of changes)
      await recordChange(ctx, trx, actor, {
        campaignId,
        object,
        objectId,
        field,
        after,
        undoes: null,
      });
    const { strategy = now.strategy, goalAcos = now.goalAcos } = edit;
    if (strategyLines(now, edit).length > 0)
      await setStrategy(ctx, trx, actor, campaignId, { strategy, goalAcos });
    const creationId =
      additions === null ? null : await recordAdditions(ctx, trx, actor, planned, additions);
    await auditAct(ctx, trx, actor, {
      action: 'ads.campaign_edited',
      subject: String(campaignId),
      values: { changes: changes.length, creationId },
    });
    return { changes: changes.length, creationId };
  });
