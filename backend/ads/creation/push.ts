// Creating a campaign, a part at a time: choose what is next, send, settle, as changes are sent.
//
// - Recorded before it is sent: the steps and the time are committed before the call is made.
// - Sent once: a step that may have been sent is looked up by its unique attributes before it is sent again. Where the marketplace
//   reports a duplicate that it does not show yet, it is looked up later.
// - Nothing runs before all of it exists: the campaign is created paused and enabled last. Where a part is refused, the rest is
//   created nevertheless, and a person decides how it continues.
// - Fenced: a settlement has to have the version that was recorded with the call.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import {
  type AdsChannel,
  type AdsCreateEnd,
  type AdsSession,
  type CallFailure,
  neverLeft,
} from '../../integrations/marketplace.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { type Trx, within } from '../../platform/db.ts';
import { arePricesStopped } from '../../pricing/actions.ts';
import { withAdvertiser } from '../advertisers/access.ts';
import { reportCreation } from './events.ts';
import { finish, saveCreated } from './finish.ts';
import { objectOf, PARTS } from './plan.ts';
import { type CreationJob, requestCreation } from './queues.ts';
import * as store from './store.ts';

/** A call ends within this, even if its process died. */
const CALL_MS = 30_000;
/** The most objects that one attempt creates, so that it ends within a call's time. */
const MOST = 500;
/** When a part with an unknown result is looked up again, by the number of attempts. */
const pauseOf = (attempts: number) => Math.min(5 * 60_000, 2_000 * 2 ** attempts);

interface Call {
  companyId: number;
  creation: store.CreationRow;
  steps: readonly store.StepRow[];
  /** The campaign's id at the marketplace, and those of its groups by their positions. */
  campaignId: string;
  groupIds: ReadonlyMap<number, string>;
}

type Checked = { call: Call } | { later: Date } | null;

/** The steps that are next; those whose group was refused are skipped. */
export function nextSteps(steps: readonly store.StepRow[]): {
  next: readonly store.StepRow[];
  skipped: readonly store.StepRow[];
} {
  const byPosition = new Map(steps.map((step) => [step.position, step]));
  const isRefused = (position: number | null) =>
    position !== null &&
    ['rejected', 'skipped', 'dropped'].includes(byPosition.get(position)!.state);
  const waiting = steps.filter(({ state }) => state === 'waiting');
  const skipped = waiting.filter(({ parent }) => isRefused(parent));
  const left = waiting.filter((step) => !skipped.includes(step));
  const part = PARTS.find((one) => left.some((step) => step.part === one));
  return { next: left.filter((step) => step.part === part).slice(0, MOST), skipped };
}

const moveOf = (
  step: store.StepRow,
  to: Pick<store.StepMove, 'state'> & Partial<store.StepMove>,
): store.StepMove => ({
  position: step.position,
  wasSent: step.was_sent,
  remoteId: null,
  code: null,
  message: null,
  ...to,
});

/** Stops a creation until a person decides. */
async function stop(
  ctx: MarketplaceContext,
  trx: Trx,
  companyId: number,
  creation: store.CreationRow,
  code: string | null,
): Promise<null> {
  const now = ctx.clock();
  await store.moveCreation(trx, companyId, creation, { state: 'incomplete', code }, now);
  await reportCreation(ctx, trx, companyId, creation.campaign_id);
  return null;
}

/** Chooses what is next, and records the call that follows. */
function choose(ctx: MarketplaceContext, { companyId, creationId }: CreationJob): Promise<Checked> {
  return within(ctx.db, { company: companyId }, async (trx): Promise<Checked> => {
    const creation = await store.lockCreation(trx, companyId, creationId);
    if (creation?.state !== 'creating') return null;
    const now = ctx.clock();
    const since = creation.calling_since?.getTime() ?? 0;
    // Another process may be sending it, or was killed: this waits as long as a call may take.
    if (now.getTime() < since + CALL_MS) return { later: new Date(since + CALL_MS) };
    const steps = await store.stepsOf(trx, companyId, creationId);
    const { next, skipped } = nextSteps(steps);
    await store.moveSteps(
      trx,
      companyId,
      creationId,
      skipped.map((step) => moveOf(step, { state: 'skipped', code: 'parent' })),
    );
    const isWhole =
      skipped.length === 0 &&
      steps.every(({ state }) => !['rejected', 'skipped', 'differs'].includes(state));
    if (next.length === 0) {
      if (!isWhole) return await stop(ctx, trx, companyId, creation, null);
      await finish(ctx, trx, companyId, creation);
      return null;
    }
    if (next[0]!.part === 'enable' && !isWhole)
      return await stop(ctx, trx, companyId, creation, null);
    // A step that may have been sent has to be looked up, even while changes are stopped.
    const isNew = next.every((step) => !step.was_sent);
    if (isNew && (await arePricesStopped(trx, companyId)))
      return await stop(ctx, trx, companyId, creation, 'stopped');
    await store.moveSteps(
      trx,
      companyId,
      creationId,
      next.map((step) => moveOf(step, { state: 'waiting', wasSent: true })),
    );
    const attempts = creation.attempts + 1;
    await store.moveCreation(trx, companyId, creation, { calling_since: now, attempts }, now);
    const groups = steps.filter(({ part, remote_id }) => part === 'group' && remote_id !== null);
    return {
      call: {
        companyId,
        creation: { ...creation, attempts, version: creation.version + 1 },
        steps: next,
        campaignId: steps[0]!.remote_id ?? '',
        groupIds: new Map(groups.map((group) => [group.position, group.remote_id!])),
      },
    };
  });
}

const isFinal = ({ kind }: CallFailure) =>
  kind === 'forbidden' || kind === 'invalid' || kind === 'not_found';

const rejected = ({ code, message }: CallFailure): AdsCreateEnd => ({
  kind: 'rejected',
  code,
  message,
  isDuplicate: false,
});

/** Lets the campaign run: the state is absolute, so sending it twice does no harm. */
async function enable(
  channel: AdsChannel,
  session: AdsSession,
  id: string,
): Promise<Result<AdsCreateEnd[], CallFailure>> {
  const object = { what: 'campaign', id } as const;
  const written = await channel.write(session, [{ object, set: { status: 'ENABLED' } }]);
  if (!written.ok) return written;
  const [end] = written.value;
  switch (end?.kind) {
    case 'applied':
    case 'accepted':
      return ok([{ kind: 'created', id, differs: null }]);
    case 'ignored':
      return ok([{ kind: 'created', id, differs: 'state' }]);
    case 'rejected':
      return ok([{ ...end, isDuplicate: false }]);
    case 'not_permitted': {
      const { kind: code, message } = end;
      return ok([{ kind: 'rejected', code, message, isDuplicate: false }]);
    }
    case 'failed':
      return ok([end]);
    case undefined:
      throw new Error('A channel answers each write');
  }
}

/** Another campaign with the name is not the one of this creation. */
const nameTaken: AdsCreateEnd = {
  kind: 'rejected',
  code: 'NAME_NOT_UNIQUE',
  message: 'Another campaign has this name',
  isDuplicate: true,
};

/** Looks up the steps that may have been sent, and creates the others. @returns one end for each step */
async function send(
  ctx: MarketplaceContext,
  { companyId, creation, steps, campaignId, groupIds }: Call,
  signal: AbortSignal,
): Promise<AdsCreateEnd[]> {
  const sent = await withAdvertiser<AdsCreateEnd[]>(
    ctx,
    { companyId, accountId: creation.account_id },
    async (channel, session) => {
      const [{ body }] = steps as [store.StepRow];
      if (body.what === 'enable') return await enable(channel, session, campaignId);
      const objects = steps.map((step) =>
        objectOf(
          step.body as Exclude<store.StepRow['body'], { what: 'enable' | 'existing' }>,
          campaignId,
          groupIds.get(step.parent ?? -1) ?? '',
        ),
      );
      const ends = new Map<number, AdsCreateEnd>();
      const isSuspect = steps.some((step) => step.was_sent);
      if (isSuspect) {
        const found = await channel.findCreated!(session, objects);
        if (!found.ok) return found;
        for (const [at, one] of found.value.entries()) {
          if (one === null) continue;
          const isOurs = body.what !== 'campaign' || one.differs === null;
          ends.set(at, isOurs ? one : nameTaken);
        }
      }
      const missing = objects.flatMap((object, at) => (ends.has(at) ? [] : [{ object, at }]));
      if (missing.length > 0) {
        const created = await channel.create!(
          session,
          missing.map(({ object }) => object),
        );
        if (!created.ok) return created;
        for (const [place, { at }] of missing.entries()) ends.set(at, created.value[place]!);
      }
      return ok(objects.map((_, at) => ends.get(at)!));
    },
    signal,
  );
  if (sent.ok) return sent.value;
  const { error } = sent;
  return steps.map(() => (isFinal(error) ? rejected(error) : { kind: 'failed', failure: error }));
}

/** The next state of a step after an end. */
function settledStep(step: store.StepRow, end: AdsCreateEnd): store.StepMove {
  switch (end.kind) {
    case 'created':
      return moveOf(step, {
        wasSent: true,
        remoteId: end.id,
        ...(end.differs === null
          ? { state: 'done' }
          : { state: 'differs', code: 'differs', message: end.differs }),
      });
    case 'rejected': {
      const { code, message, isDuplicate } = end;
      // It may exist without being shown yet.
      if (isDuplicate && step.was_sent && end !== nameTaken)
        return moveOf(step, { state: 'waiting', wasSent: true });
      return moveOf(step, { state: 'rejected', wasSent: false, code, message });
    }
    case 'failed': {
      const { failure } = end;
      if (isFinal(failure))
        return moveOf(step, {
          state: 'rejected',
          wasSent: true,
          code: failure.code,
          message: failure.message,
        });
      return moveOf(step, {
        state: 'waiting',
        wasSent: step.was_sent || !neverLeft(failure),
      });
    }
  }
}

/** Settles an attempt; a late settlement changes nothing. */
async function settle(
  ctx: MarketplaceContext,
  { companyId, creation, steps }: Call,
  ends: readonly AdsCreateEnd[],
): Promise<void> {
  await within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const known = await store.lockCreation(trx, companyId, creation.id);
    if (known?.version !== creation.version) return;
    const moves = steps.map((step, at) => settledStep(step, ends[at]!));
    await store.moveSteps(trx, companyId, creation.id, moves);
    const campaignId = await saveCreated(ctx, trx, companyId, creation, steps, moves);
    const open = ends.flatMap((end) => (end.kind === 'failed' ? [end.failure] : []));
    const isOpen = moves.some(({ state }) => state === 'waiting');
    const isRefused = steps[0]!.part === 'campaign' && moves[0]!.state === 'rejected';
    // Only a person can open the account's advertising again.
    const isClosed = open.some(({ kind }) => kind === 'unauthorized');
    await store.moveCreation(
      trx,
      companyId,
      creation,
      {
        calling_since: null,
        code: isOpen ? (open[0]?.code ?? 'not_shown_yet') : null,
        ...(!isOpen && { attempts: 0 }),
        ...(campaignId !== null && { campaign_id: campaignId }),
        ...(isRefused && { state: 'failed', settled_at: now }),
        ...(isClosed && { state: 'incomplete' }),
      },
      now,
    );
    await reportCreation(ctx, trx, companyId, campaignId ?? creation.campaign_id);
    if (isRefused || isClosed) return;
    const job = { companyId, creationId: creation.id };
    const pause = Math.max(
      ...open.map(({ retryAfterMs }) => retryAfterMs ?? 0),
      pauseOf(creation.attempts),
    );
    await requestCreation(ctx, trx, job, isOpen ? new Date(now.getTime() + pause) : undefined);
  });
}

/** Creates the next part of a creation, or looks up the result of the last call. */
export async function pushCreation(
  ctx: MarketplaceContext,
  job: CreationJob,
  signal: AbortSignal,
): Promise<void> {
  const checked = await choose(ctx, job);
  if (checked === null) return;
  if ('later' in checked) {
    await within(ctx.db, { company: job.companyId }, (trx) =>
      requestCreation(ctx, trx, job, checked.later),
    );
    return;
  }
  const { call } = checked;
  await settle(ctx, call, await send(ctx, call, signal));
  ctx.log.info('A part of a campaign was created, or its state is unknown', {
    companyId: job.companyId,
    creationId: job.creationId,
    part: call.steps[0]?.part,
    count: call.steps.length,
  });
}
