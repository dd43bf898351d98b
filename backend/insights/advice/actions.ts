// What people do with advice.
import type { Locale } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { auditAct } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Accepted, AdviceState, Dismissal, Recommendation } from '../contract.ts';
import { problem } from '../problems.ts';
import { doAct, Undo, undoAct } from './act.ts';
import { evaluateAgain } from './evaluate.ts';
import { rowOf, shown } from './list.ts';
import { requestPass } from './queues.ts';
import type { Row } from './row.ts';
import * as store from './store.ts';

const DAY_MS = 24 * 3_600_000;
const WAITING: readonly AdviceState[] = ['open', 'snoozed'];

/** Whether advice may still be applied once it was evaluated again. */
type Ready = { outcome: 'changed' | 'gone' } | { outcome: 'ready'; row: Row };

/** Evaluates advice again, and accepts it where it still says the same. */
async function prepare(ctx: AppContext, trx: Trx, actor: Actor, id: number): Promise<Ready> {
  const { companyId, personId } = actor;
  const [before] = await store.lockAdvice(trx, companyId, [id]);
  if (before === undefined) throw problem('recommendation_not_found');
  if (!WAITING.includes(before.state)) return { outcome: 'gone' };
  const about = await rowOf(trx, companyId, id);
  const { listing_id: listingId, campaign_id: campaignId } = about;
  const judged = await evaluateAgain(ctx, trx, companyId, { listingId, campaignId });
  const its = judged.find(({ subject }) => subject === about.subject)?.rulings ?? [];
  // Advice that stays open between its two thresholds is not given now, so it cannot be applied.
  if (!its.some(({ kind, advice }) => kind === about.kind && advice !== null))
    return { outcome: 'gone' };
  const row = await rowOf(trx, companyId, id);
  if (row.fingerprint !== before.fingerprint) return { outcome: 'changed' };
  if (row.change === null) throw problem('recommendation_not_done_here');
  const now = ctx.clock();
  await store.moveAdvice(trx, companyId, [id], { state: 'accepted', personId, now });
  return { outcome: 'ready', row };
}

const refused = (id: number, error: Problem, locale: Locale): Accepted => ({
  id,
  outcome: 'refused',
  code: error.code,
  text: error.textIn(locale),
});

async function acceptOne(
  ctx: AppContext,
  actor: Actor,
  id: number,
  locale: Locale,
): Promise<Accepted> {
  const { companyId, personId } = actor;
  const move = (state: AdviceState, undo: Undo | null = null) =>
    within(ctx.db, scopeOf(actor), async (trx) => {
      const now = ctx.clock();
      await store.moveAdvice(trx, companyId, [id], { state, personId, now, undo });
      if (undo !== null)
        await auditAct(ctx, trx, actor, {
          action: 'insights.recommendation_applied',
          subject: String(id),
          values: undo,
        });
    });
  try {
    const ready = await within(ctx.db, scopeOf(actor), (trx) => prepare(ctx, trx, actor, id));
    if (ready.outcome !== 'ready') return { id, outcome: ready.outcome, code: null, text: null };
    const { row } = ready;
    try {
      await move('applied', await doAct(ctx, actor, row.change!, row.title ?? ''));
    } catch (error) {
      await move('open');
      throw error;
    }
    return { id, outcome: 'applied', code: null, text: null };
  } catch (error) {
    if (error instanceof Problem) return refused(id, error, locale);
    throw error;
  }
}

/** Applies advice, one after the other; what cannot be applied is answered with the reason. */
export async function acceptRecommendations(
  ctx: AppContext,
  actor: Actor,
  ids: readonly number[],
  locale: Locale,
): Promise<Accepted[]> {
  const accepted: Accepted[] = [];
  for (const id of new Set(ids)) accepted.push(await acceptOne(ctx, actor, id, locale));
  return accepted;
}

/**
 * Undoes advice that was applied.
 * @throws Problem 404 `recommendation_not_found`, 409 `recommendation_not_applied`, and those of the action that was done
 */
export async function undoRecommendation(
  ctx: AppContext,
  actor: Actor,
  id: number,
  locale: Locale,
): Promise<Recommendation> {
  const { companyId, personId } = actor;
  const [before] = await within(ctx.db, scopeOf(actor), (trx) =>
    store.lockAdvice(trx, companyId, [id]),
  );
  if (before === undefined) throw problem('recommendation_not_found');
  if (before.state !== 'applied' || before.undo === null)
    throw problem('recommendation_not_applied');
  const undo = Undo.parse(before.undo);
  await undoAct(ctx, actor, undo, before.changedAt);
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    const now = ctx.clock();
    await store.moveAdvice(trx, companyId, [id], { state: 'undone', personId, now });
    const act = { action: 'insights.recommendation_undone', subject: String(id), values: undo };
    await auditAct(ctx, trx, actor, act);
    return await shown(trx, companyId, id, locale);
  });
}

/** Does `work` on those of some advice that are in certain states; @returns how many */
const decide = (
  ctx: AppContext,
  actor: Actor,
  ids: readonly number[],
  states: readonly AdviceState[],
  work: (trx: Trx, ids: readonly number[], now: Date) => Promise<void>,
): Promise<{ count: number }> =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    const locked = await store.lockAdvice(trx, actor.companyId, ids);
    const its = locked.filter(({ state }) => states.includes(state)).map(({ id }) => id);
    if (its.length > 0) await work(trx, its, ctx.clock());
    return { count: its.length };
  });

export const snoozeRecommendations = (
  ctx: AppContext,
  actor: Actor,
  { ids, days }: { ids: readonly number[]; days: number },
) =>
  decide(ctx, actor, ids, WAITING, (trx, its, now) =>
    store.moveAdvice(trx, actor.companyId, its, {
      state: 'snoozed',
      personId: actor.personId,
      now,
      snoozedUntil: new Date(now.getTime() + days * DAY_MS),
    }),
  );

export const dismissRecommendations = (
  ctx: AppContext,
  actor: Actor,
  { ids, reason }: { ids: readonly number[]; reason: Dismissal },
) =>
  decide(ctx, actor, ids, WAITING, async (trx, its, now) => {
    const { companyId, personId } = actor;
    await store.dismissAdvice(trx, companyId, its, { reason, personId, now });
    await auditAct(ctx, trx, actor, {
      action: 'insights.recommendation_dismissed',
      subject: null,
      values: { ids: its, reason },
    });
  });

export const reopenRecommendations = (ctx: AppContext, actor: Actor, ids: readonly number[]) =>
  decide(ctx, actor, ids, ['snoozed', 'dismissed'], (trx, its, now) =>
    store.moveAdvice(trx, actor.companyId, its, { state: 'open', personId: actor.personId, now }),
  );

/** Requests a new evaluation of a company. */
export const refreshRecommendations = (ctx: AppContext, actor: Actor) =>
  within(ctx.db, scopeOf(actor), async (trx) => {
    await requestPass(ctx, trx, actor.companyId);
    const pass = await store.passOf(trx, actor.companyId);
    return { evaluatedAt: pass?.evaluatedAt.toISOString() ?? null };
  });
