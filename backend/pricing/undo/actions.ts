// Use cases of undos of many updates: asking what would come back, doing it, asking how far it is, and stopping it.
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { Problem } from '../../kernel/problem.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import type { Actor, House } from '../../platform/house.ts';
import {
  UNDO_AT_ONCE,
  UNDO_CONFIRM_MINUTES,
  UNDO_DAYS,
  UNDO_SHOWN,
  type Undo,
  type UndoBody,
  type UndoItem,
  type UndoScope,
} from '../contract.ts';
import { ruleById } from '../rule-store.ts';
import { companySettings } from '../store.ts';
import { breakerTerms } from '../switch-store.ts';
import { toItem, toUndo } from './answers.ts';
import { draftUndo, tallied } from './draft.ts';
import { requestUndos } from './jobs.ts';
import { chosenUpdates } from './load.ts';
import { runUndo, takeNext, tellUndo } from './run.ts';
import * as store from './store.ts';

/** Undos of a company that may wait at once. */
const MOST_WAITING = 10;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The clocks of two processes differ by less. */
const CLOCKS_DIFFER_MS = 5_000;
/** Whoever works it himself has died by then. */
const SPARE_MS = 30_000;

const scopeOf = (actor: Actor) => ({ company: actor.companyId, person: actor.personId });

/** @throws Problem 404 `rule_not_found`, 422 `undo_too_far_back`, `selection_too_large` or `too_many_updates` */
async function drafts(
  trx: Trx,
  companyId: number,
  scope: UndoScope,
  { now, seenAt, signal }: { now: Date; seenAt: Date | null; signal: AbortSignal },
): Promise<{ rows: store.NamedAd[]; largeDropLimit: number }> {
  if (scope.since !== undefined && Date.parse(scope.since) < now.getTime() - UNDO_DAYS * DAY_MS) {
    throw new Problem(422, 'undo_too_far_back', `At most ${UNDO_DAYS} days back`, {
      values: { days: UNDO_DAYS },
    });
  }
  if (scope.ruleId !== undefined && (await ruleById(trx, companyId, scope.ruleId)) === undefined) {
    throw new Problem(404, 'rule_not_found');
  }
  const chosen = await chosenUpdates(trx, companyId, scope);
  const breaker = await breakerTerms(trx, companyId);
  const rows = await draftUndo(trx, companyId, chosen, scope, { breaker, seenAt }, signal);
  return { rows, largeDropLimit: breaker.drops };
}

/** Those that are left as they are come first. */
const told = (rows: readonly store.NamedAd[]) =>
  rows
    .toSorted(
      (a, b) => Number(b.state === 'refused') - Number(a.state === 'refused') || a.seq - b.seq,
    )
    .slice(0, UNDO_SHOWN);

/**
 * What taking updates back would bring back, ad by ad; writes nothing.
 * @throws Problem 404 `rule_not_found`, 422 `undo_too_far_back`, `selection_too_large` or `too_many_updates`
 */
export const previewUndo = (
  house: House,
  actor: Actor,
  scope: UndoScope,
  signal: AbortSignal,
): Promise<Undo> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const now = house.clock();
    const { rows, largeDropLimit } = await drafts(trx, actor.companyId, scope, {
      now,
      seenAt: null,
      signal,
    });
    const undo = {
      id: null,
      state: 'previewed',
      rule: 'keep',
      seen_at: now,
      done: 0,
      total: rows.length,
      created_at: now,
    };
    return toUndo(undo, tallied(rows), told(rows), largeDropLimit);
  });

const auditUndo = (
  house: House,
  trx: Trx,
  { companyId, personId }: Actor,
  what: 'undo_started' | 'undo_canceled',
  { id, content, rule, total }: store.UndoRow,
) =>
  audit(trx, {
    companyId,
    personId,
    action: `pricing.${what}`,
    subject: String(id),
    values: { ...content, rule, listings: total },
    at: house.clock(),
  });

/**
 * What was seen tells what moved since: not where it is long ago, nor where it is yet to come.
 * @throws Problem 409 `preview_expired`
 */
function checkSeen(seenAt: Date, now: Date): void {
  const age = now.getTime() - seenAt.getTime();
  if (age < -CLOCKS_DIFFER_MS || age > UNDO_CONFIRM_MINUTES * MINUTE_MS) {
    throw new Problem(409, 'preview_expired', 'Ask anew what would come back');
  }
}

/**
 * Restores the prices from before updates, ad by ad as the preview told it: whatever moved since then is left alone.
 * Few are done before this answers, many by a job.
 * @param signal until the undo is written it ends it, and nothing comes of it
 * @throws Problem 404 `rule_not_found`, 409 `price_changes_stopped`, `preview_expired` or `too_many_batches`, 422
 *   `undo_too_far_back`, `selection_too_large` or `too_many_updates`
 */
export async function startUndo(
  house: House,
  actor: Actor,
  body: UndoBody,
  signal: AbortSignal,
): Promise<Undo> {
  const { companyId, personId } = actor;
  const { rule, seenAt: seen, ...scope } = body;
  const seenAt = new Date(seen);
  checkSeen(seenAt, house.clock());
  const undo = await within(house.db, scopeOf(actor), async (trx) => {
    if ((await companySettings(trx, companyId)).stopsPriceChanges) {
      throw new Problem(409, 'price_changes_stopped', 'The company has stopped all price changes');
    }
    await store.holdCompany(trx, companyId);
    if ((await store.openUndos(trx, companyId)).length >= MOST_WAITING) {
      throw new Problem(409, 'too_many_batches', 'Wait for the others, or cancel some', {
        values: { limit: MOST_WAITING },
      });
    }
    const { rows } = await drafts(trx, companyId, scope, {
      now: house.clock(),
      seenAt,
      signal,
    });
    const done = rows.filter(({ state }) => state === 'refused').length;
    const draft = {
      personId,
      rule,
      content: scope,
      seenAt,
      total: rows.length,
      done,
    };
    const row = await store.insertUndo(trx, companyId, draft, house.clock());
    await store.insertAds(trx, companyId, row.id, rows);
    await auditUndo(house, trx, actor, 'undo_started', row);
    const wait = rows.length > UNDO_AT_ONCE ? 0 : SPARE_MS;
    const startAfter = new Date(house.clock().getTime() + wait);
    await requestUndos(house, trx, companyId, { startAfter });
    // Who was told that it failed finds nothing done.
    signal.throwIfAborted();
    return row;
  });
  if (undo.total <= UNDO_AT_ONCE) await workNow(house, companyId, undo.id);
  return await getUndo(house, actor, undo.id);
}

/** Works an undo of few ads while its caller waits. */
async function workNow(house: House, companyId: number, id: number): Promise<void> {
  const taken = await takeNext(house, companyId, id);
  const never = new AbortController().signal;
  if (taken.kind === 'taken') await runUndo(house, companyId, taken.claim, never);
}

async function answerOf(trx: Trx, companyId: number, row: store.UndoRow): Promise<Undo> {
  const [tally, ads, { drops }] = await Promise.all([
    store.tallyOf(trx, companyId, row.id),
    store.namedAds(trx, companyId, row.id, { from: 0, limit: UNDO_SHOWN }),
    breakerTerms(trx, companyId),
  ]);
  return toUndo(row, tally, ads, drops);
}

async function found(
  trx: Trx,
  companyId: number,
  id: number,
  read: typeof store.undoById = store.undoById,
): Promise<store.UndoRow> {
  const row = await read(trx, companyId, id);
  if (row === undefined) throw new Problem(404, 'batch_not_found');
  return row;
}

/** @throws Problem 404 `batch_not_found` */
export const getUndo = (house: House, actor: Actor, id: number): Promise<Undo> =>
  within(house.db, scopeOf(actor), async (trx) =>
    answerOf(trx, actor.companyId, await found(trx, actor.companyId, id)),
  );

/** A page of the ads of an undo. @throws Problem 404 `batch_not_found` */
export const queryUndoItems = (
  house: House,
  actor: Actor,
  id: number,
  query: PageQuery,
): Promise<Page<UndoItem>> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { total } = await found(trx, actor.companyId, id);
    const place = { from: query.page * query.limit, limit: query.limit };
    const rows = await store.namedAds(trx, actor.companyId, id, place);
    return toPage(rows.map(toItem), total, query);
  });

/** Stops an undo; one that is over stays as it is. @throws Problem 404 `batch_not_found` */
export const cancelUndo = (house: House, actor: Actor, id: number): Promise<Undo> =>
  within(house.db, scopeOf(actor), async (trx) => {
    const { companyId } = actor;
    const row = await found(trx, companyId, id, store.holdUndo);
    if (store.OPEN.includes(row.state)) {
      await store.moveUndo(trx, companyId, id, { state: 'canceled' });
      await auditUndo(house, trx, actor, 'undo_canceled', row);
      await tellUndo(trx, companyId, id);
    }
    return await answerOf(trx, companyId, await found(trx, companyId, id));
  });
