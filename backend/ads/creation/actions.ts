// What people do to a campaign that does not exist yet: save its draft, create it, and decide how its creation continues.
import type { Locale } from '../../kernel/id.ts';
import type { Fault } from '../../kernel/problem.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { recordChange } from '../changes/actions.ts';
import { requiresApproval } from '../changes/store.ts';
import type { CampaignDraft, Creation, CreationAct, DraftBody, StoredDraft } from '../contract.ts';
import { inWords, problem } from '../problems.ts';
import { checkDraft } from './check.ts';
import { reportCreation } from './events.ts';
import { planSteps } from './plan.ts';
import { requestCreation } from './queues.ts';
import * as store from './store.ts';

const scope = ({ companyId, personId }: Actor) => ({ company: companyId, person: personId });

async function shown(trx: Trx, companyId: number, id: number): Promise<Creation> {
  const [creation] = await store.shownCreations(trx, companyId, { id });
  if (creation === undefined) throw problem('creation_not_found');
  return creation;
}

/** The draft that a person has in the company. */
export const getDraft = (ctx: AppContext, actor: Actor): Promise<StoredDraft> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId, personId } = actor;
    const row = await store.lockDraft(trx, companyId, personId);
    if (row === undefined) return { draft: null, version: 0, savedAt: null, creationId: null };
    const { content, version, saved_at, creation_id } = row;
    return { draft: content, version, savedAt: saved_at.toISOString(), creationId: creation_id };
  });

/** Saves a draft, and returns its faults so far. @throws Problem 409 `draft_changed` */
export const saveDraft = (
  ctx: AppContext,
  actor: Actor,
  { draft, version }: DraftBody,
  locale: Locale,
): Promise<{ version: number; savedAt: string; faults: Fault[] }> =>
  within(ctx.db, scope(actor), async (trx) => {
    const now = ctx.clock();
    if (!(await store.saveDraft(trx, actor, draft, version, now))) throw problem('draft_changed');
    const { faults } = await checkDraft(ctx, trx, actor.companyId, draft);
    return {
      version: version + 1,
      savedAt: now.toISOString(),
      faults: inWords(faults, locale),
    };
  });

export const discardDraft = (ctx: AppContext, actor: Actor): Promise<Record<string, never>> =>
  within(ctx.db, scope(actor), async (trx) => {
    await store.deleteDraft(trx, actor.companyId, actor.personId);
    return {};
  });

/** Records the creation of a draft that was checked, in the caller's transaction. */
async function record(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  draft: CampaignDraft,
): Promise<number> {
  const { companyId, personId } = actor;
  const { faults, today, skus } = await checkDraft(ctx, trx, companyId, draft);
  if (faults.length > 0) throw problem('draft_invalid', { faults });
  const state = (await requiresApproval(trx, companyId)) ? 'pending' : 'creating';
  const creation = {
    accountId: draft.accountId!,
    draft,
    state,
    personId,
    now: ctx.clock(),
  } as const;
  const id = await store.addCreation(trx, companyId, creation, planSteps(draft, today, skus));
  if (state === 'creating') await requestCreation(ctx, trx, { companyId, creationId: id });
  return id;
}

/**
 * Creates a campaign from the person's draft. A second call while the creation is under way returns the same creation.
 * @throws Problem 409 `draft_changed`, 422 `draft_invalid`
 */
export const createCampaign = (ctx: AppContext, actor: Actor, version: number): Promise<Creation> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId, personId } = actor;
    const row = await store.lockDraft(trx, companyId, personId);
    if (row === undefined || row.version !== version) throw problem('draft_changed');
    if (row.creation_id !== null) {
      const known = await shown(trx, companyId, row.creation_id);
      if (known.state !== 'failed' && known.state !== 'canceled') return known;
    }
    const id = await record(ctx, trx, actor, row.content);
    await store.setDraftCreation(trx, companyId, personId, id);
    const { name, accountId, type } = row.content;
    await auditAct(ctx, trx, actor, {
      action: 'ads.campaign_created',
      subject: String(id),
      values: { name, accountId, type },
    });
    await reportCreation(ctx, trx, companyId, null);
    return await shown(trx, companyId, id);
  });

export const getCreation = (ctx: AppContext, companyId: number, id: number): Promise<Creation> =>
  within(ctx.db, { company: companyId }, (trx) => shown(trx, companyId, id));

/** The creations that are not over, or all of a campaign. */
export const openCreations = (
  ctx: AppContext,
  companyId: number,
  query: { campaignId?: number | undefined },
): Promise<Creation[]> =>
  within(ctx.db, { company: companyId }, (trx) =>
    store.shownCreations(trx, companyId, { campaignId: query.campaignId ?? null }),
  );

/** The state in which a person may decide each act, and the state that follows. */
const ACTS: Readonly<Record<CreationAct, { from: string; to: string }>> = {
  approve: { from: 'pending', to: 'creating' },
  cancel: { from: 'pending', to: 'canceled' },
  retry: { from: 'incomplete', to: 'creating' },
  finish: { from: 'incomplete', to: 'creating' },
  leave: { from: 'incomplete', to: 'left' },
  undo: { from: 'done', to: 'undone' },
};

/** Pauses what was added, by a change of each. @throws Problem 409 `change_under_way`: a reading has not found it yet */
async function pauseAdded(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  { id, campaign_id: campaignId }: store.CreationRow,
): Promise<void> {
  if (campaignId === null) throw problem('creation_state');
  const { added, found } = await store.addedTo(trx, actor.companyId, id, campaignId);
  if (found.length < added) throw problem('change_under_way');
  for (const { object, object_id: objectId, status } of found)
    if (status === 'ENABLED')
      await recordChange(ctx, trx, actor, {
        campaignId,
        object,
        objectId,
        field: 'status',
        after: 'PAUSED',
        undoes: null,
      });
}

/** Decides about steps that the marketplace refused. */
async function decideRefused(
  trx: Trx,
  companyId: number,
  creationId: number,
  act: 'retry' | 'finish',
): Promise<void> {
  const steps = await store.stepsOf(trx, companyId, creationId);
  // What differs from the request exists, and a person has seen it.
  const moves = steps.flatMap((step): store.StepMove[] => {
    const common = {
      position: step.position,
      wasSent: step.was_sent,
      remoteId: null,
      code: null,
      message: null,
    };
    if (step.state === 'differs') return [{ ...common, state: 'done' }];
    if (step.state !== 'rejected' && step.state !== 'skipped') return [];
    return [{ ...common, state: act === 'retry' ? 'waiting' : 'dropped' }];
  });
  await store.moveSteps(trx, companyId, creationId, moves);
}

/** Decides how a creation continues. @throws Problem 404 `creation_not_found`, 409 `creation_state` */
export const decideCreation = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  act: CreationAct,
): Promise<Creation> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    const creation = await store.lockCreation(trx, companyId, id);
    if (creation === undefined) throw problem('creation_not_found');
    const { from, to } = ACTS[act];
    if (creation.state !== from) throw problem('creation_state');
    const before = await shown(trx, companyId, id);
    if (act === 'finish' && !before.canFinish) throw problem('creation_state');
    if (act === 'undo') {
      if (!before.isAddition) throw problem('creation_state');
      await pauseAdded(ctx, trx, actor, creation);
    }
    if (act === 'retry' || act === 'finish') await decideRefused(trx, companyId, id, act);
    const now = ctx.clock();
    const isOver = to === 'canceled' || to === 'left' || to === 'undone';
    const move = { state: to, code: null, attempts: 0, ...(isOver && { settled_at: now }) };
    await store.moveCreation(trx, companyId, creation, move, now);
    if (to === 'creating') await requestCreation(ctx, trx, { companyId, creationId: id });
    if (to === 'left') await store.deleteDraftOf(trx, companyId, id);
    await auditAct(ctx, trx, actor, {
      action: 'ads.creation_decided',
      subject: String(id),
      values: { act, name: creation.name },
    });
    await reportCreation(ctx, trx, companyId, creation.campaign_id);
    return await shown(trx, companyId, id);
  });
