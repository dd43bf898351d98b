// What people do to campaigns. A change is recorded here, and sent by push.ts.
import { AdsCapabilities } from '../../kernel/ads.ts';
import type { Locale } from '../../kernel/id.ts';
import { toAmount, toMinor } from '../../kernel/money.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { dayOf } from '../../kernel/time-zone.ts';
import type { Actor, AppContext } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { refuseFaults } from '../../platform/validation.ts';
import { requestReading } from '../advertisers/queues.ts';
import * as advertisers from '../advertisers/store.ts';
import {
  type AdsChange,
  type AdsChangeBody,
  type AdsChangeField,
  type AdsChangeObject,
  type AdsChangeReason,
  type AdsSettings,
  SINGLE_FIELDS,
  type SingleField,
} from '../contract.ts';
import { explain, whyNot } from '../engine/explain.ts';
import { fault, problem } from '../problems.ts';
import { reportMoved } from './events.ts';
import { requestPush } from './queues.ts';
import * as store from './store.ts';

const scope = ({ companyId, personId }: Actor) => ({ company: companyId, person: personId });

const ONE = { limit: 1, offset: 0 };

/** A change as it is in this transaction. */
async function shown(trx: Trx, companyId: number, id: number): Promise<AdsChange> {
  const [change] = await store.shownChanges(trx, companyId, { id }, ONE);
  if (change === undefined) throw problem('change_not_found');
  return change;
}

const refuseField = (object: AdsChangeObject, field: AdsChangeField): void =>
  refuseFaults([{ path: field, code: 'unknown_field', message: `A ${object} has no ${field}` }]);

interface Wish {
  campaignId: number;
  object: AdsChangeObject;
  objectId: number;
  field: AdsChangeField;
  after: string;
  undoes: number | null;
}

/** Rejects a last day in the past, or before the first day. */
function checkEnd(day: string, startDate: string | null, today: string): void {
  if (day === store.NO_END) return;
  if (startDate !== null && day <= startDate)
    refuseFaults([
      { path: 'endDate', code: 'end_not_after_start', message: 'has to be after the start' },
    ]);
  if (day <= today)
    refuseFaults([fault('endDate', 'end_not_after_today', 'has to be after today')]);
}

/** Rejects a field that the marketplace does not have, and an amount outside of its limits. */
function checkLimits({ object, field, after }: Wish, capabilities: AdsCapabilities): void {
  switch (field) {
    case 'status':
      return;
    case 'endDate':
      if (!capabilities.endDate) refuseField(object, field);
      return;
    case 'name':
    case 'startDate':
    case 'biddingStrategy':
    case 'placements': {
      const name = object === 'group' && field === 'name' ? 'groupName' : field;
      if (!capabilities.edits.includes(name)) refuseField(object, field);
      return;
    }
  }
  const range = capabilities[field];
  if (range === null) {
    refuseField(object, field);
    return;
  }
  const value = Number(after);
  if (value >= range.minimum && value <= range.maximum) return;
  const values = { minimum: toAmount(range.minimum), maximum: toAmount(range.maximum) };
  throw problem('out_of_limits', {
    values,
    faults: [
      fault(field, 'out_of_limits', `has to be from ${values.minimum} to ${values.maximum}`),
    ],
  });
}

/** Where an account may not write, a person makes the change, so it needs no approval. */
async function firstState(trx: Trx, companyId: number, { writes }: AdsCapabilities) {
  if (!writes) return 'suggested';
  return (await store.requiresApproval(trx, companyId)) ? 'pending' : 'approved';
}

/**
 * Records a change in the caller's transaction, and cancels one that waits for the same field. A refused change writes nothing.
 * @throws as `changeAd`
 */
export async function recordChange(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  wish: Wish,
): Promise<AdsChange> {
  const { companyId, personId } = actor;
  const { campaignId, object, objectId, field, after } = wish;
  if (!store.hasField(object, field)) refuseField(object, field);
  const known = await store.lockObject(trx, companyId, campaignId, wish);
  if (known === undefined) throw problem('target_not_found');
  const advertiser = await advertisers.advertiserOf(trx, companyId, known.account_id);
  if (advertiser?.status !== 'active') throw problem('no_advertiser');
  const capabilities = AdsCapabilities.parse(advertiser.capabilities);
  checkLimits(wish, capabilities);
  const now = ctx.clock();
  if (field === 'endDate') checkEnd(after, known.start_date, dayOf(now, advertiser.time_zone));
  const before = known.value ?? known.fallback;
  const open = await store.openChange(trx, companyId, { object, objectId, field });
  if (open?.state === 'sending') throw problem('change_under_way');
  if (before === after) throw problem('nothing_changes');
  if (open !== undefined)
    await store.moveChange(trx, companyId, open, {
      state: 'canceled',
      code: 'replaced',
      settled_at: now,
    });
  const state = await firstState(trx, companyId, capabilities);
  const [id] = await store.addChanges(trx, [
    {
      ...wish,
      companyId,
      accountId: known.account_id,
      before,
      state,
      personId,
      reason: null,
      now,
    },
  ]);
  if (id === undefined) throw new Error('A change was not recorded');
  if (state === 'approved') await requestPush(ctx, trx, { companyId, changeId: id });
  await auditAct(ctx, trx, actor, {
    action: wish.undoes === null ? 'ads.change_made' : 'ads.change_undone',
    subject: String(id),
    values: { campaignId, object, objectId, field, before, after },
  });
  await reportMoved(ctx, trx, companyId, campaignId);
  return await shown(trx, companyId, id);
}

function textOf(body: AdsChangeBody, field: SingleField): string {
  if (field === 'status') return body.status!;
  return field === 'endDate' ? (body.endDate ?? store.NO_END) : String(toMinor(body[field]!));
}

/**
 * Changes one thing of a campaign.
 * @throws Problem 404 `target_not_found`, 409 `no_advertiser`, `change_under_way`, `nothing_changes`, 422 `out_of_limits`,
 *   `invalid_request`
 */
export const changeAd = (
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
  body: AdsChangeBody,
): Promise<AdsChange> =>
  within(ctx.db, scope(actor), (trx) => {
    const field = SINGLE_FIELDS.find((one) => body[one] !== undefined)!;
    const { object, objectId } = body;
    const after = textOf(body, field);
    return recordChange(ctx, trx, actor, {
      campaignId,
      object,
      objectId,
      field,
      after,
      undoes: null,
    });
  });

/** Locks a change in one of some states. @throws Problem 404 `change_not_found`, 409 `change_state` */
async function lockedIn(trx: Trx, companyId: number, id: number, states: readonly string[]) {
  const change = await store.lockChange(trx, companyId, id);
  if (change === undefined) throw problem('change_not_found');
  if (!states.includes(change.state)) throw problem('change_state');
  return change;
}

const decide = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  states: readonly string[],
  work: (trx: Trx, change: store.ChangeRow) => Promise<void>,
): Promise<AdsChange> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    const change = await lockedIn(trx, companyId, id, states);
    await work(trx, change);
    await reportMoved(ctx, trx, companyId, change.campaign_id);
    return await shown(trx, companyId, id);
  });

/** Approves a change that waits. @throws Problem 404 `change_not_found`, 409 `change_state` */
export const approveChange = (ctx: AppContext, actor: Actor, id: number): Promise<AdsChange> =>
  decide(ctx, actor, id, ['pending'], async (trx, change) => {
    const { companyId, personId } = actor;
    await store.moveChange(trx, companyId, change, { state: 'approved', decided_by: personId });
    await requestPush(ctx, trx, { companyId, changeId: id });
    const act = { action: 'ads.change_approved', subject: String(id), values: {} };
    await auditAct(ctx, trx, actor, act);
  });

/** Approves all changes of a campaign that wait. */
export const approveChanges = (
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
): Promise<{ approved: number }> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId, personId } = actor;
    const ids = await store.approvePending(trx, companyId, campaignId, personId);
    for (const changeId of ids) await requestPush(ctx, trx, { companyId, changeId });
    const act = {
      action: 'ads.changes_approved',
      subject: String(campaignId),
      values: { count: ids.length },
    };
    if (ids.length > 0) {
      await auditAct(ctx, trx, actor, act);
      await reportMoved(ctx, trx, companyId, campaignId);
    }
    return { approved: ids.length };
  });

/** Why the engine made a change. @throws Problem 404 `change_not_found`, 409 `no_reason` */
export const changeReason = (
  ctx: AppContext,
  actor: Actor,
  id: number,
  locale: Locale,
): Promise<AdsChangeReason> =>
  within(ctx.db, scope(actor), async (trx) => {
    const found = await store.reasonOf(trx, actor.companyId, id);
    if (found === undefined) throw problem('change_not_found');
    if (found.reason === null) throw problem('no_reason');
    const { explanation, alternatives } = store.Reason.parse(found.reason);
    const currencyCode = found.currency_code;
    return {
      currencyCode,
      explanation: explanation.map((line) => explain(line, locale, currencyCode)),
      alternatives: alternatives.map(({ code, bid }) => ({
        code,
        bid: toAmount(bid),
        text: whyNot(code, locale),
      })),
    };
  });

/**
 * Marks a suggestion as made at the marketplace, and has the account read to verify it.
 * @throws Problem 404 `change_not_found`, 409 `change_state`
 */
export const markChange = (ctx: AppContext, actor: Actor, id: number): Promise<AdsChange> =>
  decide(ctx, actor, id, ['suggested', 'marked'], async (trx, change) => {
    const { companyId, personId } = actor;
    await store.moveChange(trx, companyId, change, {
      state: 'marked',
      code: null,
      decided_by: personId,
      calling_since: ctx.clock(),
    });
    await requestReading(ctx, trx, { companyId, accountId: change.account_id });
    const act = { action: 'ads.change_marked', subject: String(id), values: {} };
    await auditAct(ctx, trx, actor, act);
  });

const NOT_SENT = ['pending', 'approved', 'suggested', 'marked'];

async function cancelLocked(ctx: AppContext, trx: Trx, actor: Actor, change: store.ChangeRow) {
  await store.moveChange(trx, actor.companyId, change, {
    state: 'canceled',
    code: 'canceled',
    decided_by: actor.personId,
    settled_at: ctx.clock(),
  });
  const act = { action: 'ads.change_canceled', subject: String(change.id), values: {} };
  await auditAct(ctx, trx, actor, act);
}

/** Cancels a change that is not sent yet. @throws Problem 404 `change_not_found`, 409 `change_state` */
export const cancelChange = (ctx: AppContext, actor: Actor, id: number): Promise<AdsChange> =>
  decide(ctx, actor, id, NOT_SENT, (trx, change) => cancelLocked(ctx, trx, actor, change));

async function undoLocked(ctx: AppContext, trx: Trx, actor: Actor, change: store.ChangeRow) {
  const { id, campaign_id, object, object_id, field, before_value } = change;
  if (before_value === null) throw problem('change_state');
  return await recordChange(ctx, trx, actor, {
    campaignId: campaign_id,
    object,
    objectId: object_id,
    field,
    after: before_value,
    undoes: id,
  });
}

/** Undoes an applied change by another one. @throws as `changeAd`, and Problem 409 `change_state` */
export const undoChange = (ctx: AppContext, actor: Actor, id: number): Promise<AdsChange> =>
  within(ctx.db, scope(actor), async (trx) =>
    undoLocked(ctx, trx, actor, await lockedIn(trx, actor.companyId, id, ['applied'])),
  );

/**
 * Undoes a change in the caller's transaction: cancels one that is not sent, and undoes an applied one by another.
 * A refused call writes nothing.
 * @throws as `undoChange`, and Problem 409 `change_under_way`
 */
export async function undoOrCancel(
  ctx: AppContext,
  trx: Trx,
  actor: Actor,
  id: number,
): Promise<AdsChange> {
  const { companyId } = actor;
  const change = await lockedIn(trx, companyId, id, [...NOT_SENT, 'applied', 'sending']);
  if (change.state === 'sending') throw problem('change_under_way');
  if (change.state === 'applied') return await undoLocked(ctx, trx, actor, change);
  await cancelLocked(ctx, trx, actor, change);
  await reportMoved(ctx, trx, companyId, change.campaign_id);
  return await shown(trx, companyId, id);
}

/** The changes of a campaign, the latest first. */
export const listChanges = (
  ctx: AppContext,
  actor: Actor,
  campaignId: number,
  query: PageQuery,
): Promise<Page<AdsChange>> =>
  within(ctx.db, scope(actor), async (trx) => {
    const { companyId } = actor;
    const total = await store.countChanges(trx, companyId, campaignId);
    const page = { limit: query.limit, offset: query.page * query.limit };
    return toPage(await store.shownChanges(trx, companyId, { campaignId }, page), total, query);
  });

export const getSettings = (ctx: AppContext, actor: Actor): Promise<AdsSettings> =>
  within(ctx.db, scope(actor), async (trx) => ({
    requiresApproval: await store.requiresApproval(trx, actor.companyId),
  }));

export const setSettings = (
  ctx: AppContext,
  actor: Actor,
  settings: AdsSettings,
): Promise<AdsSettings> =>
  within(ctx.db, scope(actor), async (trx) => {
    await store.setRequiresApproval(trx, actor.companyId, settings.requiresApproval);
    const act = { action: 'ads.settings_changed', subject: null, values: settings };
    await auditAct(ctx, trx, actor, act);
    return settings;
  });
