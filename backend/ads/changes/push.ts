// Sending a change: check again, send, settle, as prices are sent.
//
// - Recorded before it is sent: `sending` and the time are committed before the call is made.
// - Checked again: the stop switch, and the present value at the marketplace. Where that is neither the value before the change nor
//   the one after it, it was changed outside Primazia, and the change is canceled.
// - Sent once: where the result of a call is not known, the value is read before anything is sent again. Amounts and states are
//   absolute, so a change whose value is there already is done.
// - Fenced: a settlement has to have the version that was recorded with the call.
import type { MarketplaceContext } from '../../catalog/actions.ts';
import type { AdsObject, AdsValues, AdsWriteEnd } from '../../integrations/marketplace.ts';
import { type CallFailure, neverLeft } from '../../integrations/marketplace.ts';
import { ok, type Result } from '../../kernel/result.ts';
import { type Trx, within } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { arePricesStopped } from '../../pricing/actions.ts';
import { withAdvertiser } from '../advertisers/access.ts';
import * as advertisers from '../advertisers/store.ts';
import { type ChangeJob, requestPush } from './queues.ts';
import * as store from './store.ts';

/** A call ends within this, even if its process died. */
const CALL_MS = 30_000;
/** When a change with an unknown result is checked again, by the number of attempts. */
const pauseOf = (attempts: number) => Math.min(5 * 60_000, 2_000 * 2 ** attempts);

interface Call {
  companyId: number;
  change: store.ChangeRow;
  object: AdsObject;
  set: AdsValues;
}

type Checked = { call: Call } | { later: Date } | null;

const objectOf = (change: store.ChangeRow, row: store.ObjectRow): AdsObject => {
  const id = row.remote_id;
  switch (change.object) {
    case 'campaign':
      return { what: 'campaign', id };
    case 'group':
      return { what: 'adGroup', id };
    case 'ad':
      return { what: 'ad', id };
    case 'target':
      return {
        what: 'target',
        id,
        isKeyword: row.kind === 'KEYWORD',
        isNegative: row.is_negative === true,
      };
  }
};

function setOf({ field, after_value }: store.ChangeRow): AdsValues {
  switch (field) {
    case 'endDate':
      return { endDate: after_value === store.NO_END ? null : after_value };
    case 'dailyBudget':
    case 'bid':
    case 'roasTarget':
      return { [field]: Number(after_value) };
    default:
      return { [field]: after_value };
  }
}

/** Checks whether a change still holds, and records the call that follows. */
function checkAgain(ctx: MarketplaceContext, { companyId, changeId }: ChangeJob): Promise<Checked> {
  return within(ctx.db, { company: companyId }, async (trx): Promise<Checked> => {
    const change = await store.lockChange(trx, companyId, changeId);
    if (change === undefined || !['approved', 'sending'].includes(change.state)) return null;
    const now = ctx.clock();
    const since = change.calling_since?.getTime() ?? 0;
    // Another process may be sending it, or was killed: this waits as long as a call may take.
    if (change.state === 'sending' && now.getTime() < since + CALL_MS)
      return { later: new Date(since + CALL_MS) };
    const row = await store.lockObject(trx, companyId, change.campaign_id, {
      ...change,
      objectId: change.object_id,
    });
    const cancel = async (code: string) => {
      await store.moveChange(trx, companyId, change, { state: 'canceled', code, settled_at: now });
      await announce(trx, companyId, { type: 'campaigns', ids: [change.campaign_id] });
      return null;
    };
    if (row === undefined) return await cancel('gone');
    // The result of a change that was sent has to be read, even while changes are stopped.
    const isStopped = change.state === 'approved' && (await arePricesStopped(trx, companyId));
    if (isStopped) return await cancel('stopped');
    const attempts = change.attempts + 1;
    await store.moveChange(trx, companyId, change, {
      state: 'sending',
      calling_since: now,
      attempts,
    });
    const recorded = { ...change, attempts, version: change.version + 1 };
    return {
      call: { companyId, change: recorded, object: objectOf(change, row), set: setOf(change) },
    };
  });
}

const valueIn = (values: AdsValues, { field }: store.ChangeRow): string | null => {
  const value = values[field];
  if (value === undefined) return null;
  return value === null ? store.NO_END : String(value);
};

type End =
  | { kind: 'applied' }
  | { kind: 'canceled'; code: string; shown: string | null }
  | { kind: 'rejected'; code: string; message: string }
  /** The account may not write: a person has to make the change. */
  | { kind: 'suggested' }
  /** The result has to be read; where the call was certainly not sent, it may be sent again. */
  | { kind: 'open'; notLeft: boolean; retryAfterMs: number | null };

const openEnd = (failure: CallFailure): End => ({
  kind: 'open',
  notLeft: neverLeft(failure),
  retryAfterMs: failure.retryAfterMs,
});

const isFinal = ({ kind }: CallFailure) =>
  kind === 'forbidden' || kind === 'invalid' || kind === 'not_found';

function endOf(written: AdsWriteEnd | undefined): End {
  if (written === undefined) return { kind: 'open', notLeft: false, retryAfterMs: null };
  switch (written.kind) {
    case 'applied':
      return { kind: 'applied' };
    case 'accepted':
      return { kind: 'open', notLeft: false, retryAfterMs: null };
    case 'ignored':
      return { kind: 'rejected', code: 'ignored', message: written.message };
    case 'not_permitted':
      return { kind: 'suggested' };
    case 'rejected':
      return { kind: 'rejected', code: written.code, message: written.message };
    case 'failed': {
      const { failure } = written;
      return isFinal(failure)
        ? { kind: 'rejected', code: failure.code, message: failure.message }
        : openEnd(failure);
    }
  }
}

/** Reads the present value, and sends the change where it is still to be made. */
async function send(ctx: MarketplaceContext, call: Call, signal: AbortSignal): Promise<End> {
  const { companyId, change, object, set } = call;
  const sent = await withAdvertiser<End>(
    ctx,
    { companyId, accountId: change.account_id },
    async (channel, session): Promise<Result<End, CallFailure>> => {
      const there = await channel.readOne(session, object);
      if (!there.ok) return there;
      if (there.value === null) return ok({ kind: 'canceled', code: 'gone', shown: null });
      const shown = valueIn(there.value, change);
      if (shown === change.after_value) return ok({ kind: 'applied' });
      // The marketplace shows no bid for a target without one of its own.
      if (shown !== null && shown !== change.before_value)
        return ok({ kind: 'canceled', code: 'changed_elsewhere', shown });
      const written = await channel.write(session, [{ object, set }]);
      return written.ok ? ok(endOf(written.value[0])) : written;
    },
    signal,
  );
  if (sent.ok) return sent.value;
  const { kind, code, message } = sent.error;
  return kind === 'unavailable' || kind === 'rate_limited'
    ? openEnd(sent.error)
    : { kind: 'rejected', code, message };
}

/** Makes later changes of the account suggestions, until a try shows that it may write. */
async function noteReadOnly(
  trx: Trx,
  companyId: number,
  { account_id, campaign_id }: store.ChangeRow,
  at: Date,
): Promise<void> {
  const advertiser = await advertisers.lockAdvertiser(trx, companyId, account_id);
  if (advertiser === undefined) return;
  const { capabilities } = advertiser;
  await advertisers.setWrites(trx, companyId, account_id, { capabilities, writes: false, at });
  await announce(trx, companyId, { type: 'campaigns', ids: [campaign_id] });
}

/** Settles an attempt; a late settlement changes nothing. */
async function settle(ctx: MarketplaceContext, { companyId, change }: Call, end: End) {
  await within(ctx.db, { company: companyId }, async (trx) => {
    const now = ctx.clock();
    const job = { companyId, changeId: change.id };
    if (end.kind === 'open') {
      const back = end.notLeft ? { state: 'approved', calling_since: null } : {};
      // A call that is known to be over need not be waited for.
      const over = end.notLeft ? {} : { calling_since: new Date(now.getTime() - CALL_MS) };
      if (!(await store.moveChange(trx, companyId, change, { ...back, ...over }))) return;
      const pause = Math.max(end.retryAfterMs ?? 0, pauseOf(change.attempts));
      await requestPush(ctx, trx, job, new Date(now.getTime() + pause));
      return;
    }
    if (end.kind === 'suggested') {
      const to = { state: 'suggested', calling_since: null };
      if (await store.moveChange(trx, companyId, change, to))
        await noteReadOnly(trx, companyId, change, now);
      return;
    }
    const isMoved = await store.moveChange(trx, companyId, change, {
      state: end.kind,
      calling_since: null,
      settled_at: now,
      ...(end.kind !== 'applied' && { code: end.code }),
      ...(end.kind === 'rejected' && { message: end.message }),
    });
    if (!isMoved) return;
    if (end.kind === 'applied') {
      await store.storeValue(trx, companyId, change, change.after_value);
      await store.endUndone(trx, companyId, change);
    }
    if (end.kind === 'canceled' && end.shown !== null)
      await store.storeValue(trx, companyId, change, end.shown);
    await announce(trx, companyId, { type: 'campaigns', ids: [change.campaign_id] });
  });
  ctx.log.info('Change of advertising ended', { companyId, changeId: change.id, end: end.kind });
}

/** Sends a change, or reads the result of one that was sent. */
export async function pushChange(
  ctx: MarketplaceContext,
  job: ChangeJob,
  signal: AbortSignal,
): Promise<void> {
  const checked = await checkAgain(ctx, job);
  if (checked === null) return;
  if ('later' in checked) {
    await within(ctx.db, { company: job.companyId }, (trx) =>
      requestPush(ctx, trx, job, checked.later),
    );
    return;
  }
  await settle(ctx, checked.call, await send(ctx, checked.call, signal));
}
