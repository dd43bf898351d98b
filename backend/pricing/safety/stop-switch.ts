// The stop switch: one act that stops all price changes of a company, in every process.
//
// The transaction that records a call reads the switch, and the call itself reads it again where that was longer than a
// second ago (stop-switch-watch.ts). A database that cannot be reached counts as stopped: a call that cannot be recorded
// does not leave.

import { type Actor, type AppContext, scopeOf } from '../../platform/app-context.ts';
import { audit } from '../../platform/audit.ts';
import { type Trx, within } from '../../platform/db.ts';
import { announce } from '../../platform/live.ts';
import { PRICE_SWITCH_MOVED, type PriceSwitch, type PriceSwitchMoved } from '../contract.ts';
import { clear, lockSwitch, personName, readSwitch, type Stop, stop } from './stop-switch-store.ts';

/** Whether all price changes of the company are stopped, since when, by whom and why. */
export const getPriceSwitch = (ctx: AppContext, actor: Actor): Promise<PriceSwitch> =>
  within(ctx.db, scopeOf(actor), (trx) => readSwitch(trx, actor.companyId));

/**
 * Throws or clears the switch; where it is in that state already nothing changes. From a second after it is thrown no
 * call leaves; what waits to be sent is canceled as its turn comes. Clearing it has every listing with a rule decided
 * again: nothing that was decided before leaves without being asked again.
 */
export async function setPriceSwitch(
  ctx: AppContext,
  actor: Actor,
  { stopped }: { stopped: boolean },
): Promise<PriceSwitch> {
  const { companyId, personId } = actor;
  return await within(ctx.db, scopeOf(actor), async (trx) => {
    const held = await lockSwitch(trx, companyId);
    if (held.stopped === stopped) return await readSwitch(trx, companyId);
    if (stopped) await stopPrices(ctx, trx, companyId, { reason: 'person', personId });
    else await resumePrices(ctx, trx, companyId, personId);
    return await readSwitch(trx, companyId);
  });
}

/** Stops all price changes of a company, in the caller's transaction, which has locked the switch. */
export async function stopPrices(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  by: Stop,
): Promise<void> {
  await stop(trx, companyId, by, ctx.clock());
  const personId = by.reason === 'person' ? by.personId : null;
  const detail = by.reason === 'breaker' ? by.detail : null;
  await publishSwitch(ctx, trx, { companyId, stopped: true, personId, detail });
  await audit(trx, {
    companyId,
    personId,
    action: 'pricing.prices_stopped',
    subject: null,
    values: { reason: by.reason, ...detail },
    at: ctx.clock(),
  });
}

async function resumePrices(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  personId: number,
): Promise<void> {
  await clear(trx, companyId);
  await publishSwitch(ctx, trx, { companyId, stopped: false, personId, detail: null });
  await audit(trx, {
    companyId,
    personId,
    action: 'pricing.prices_resumed',
    subject: null,
    values: {},
    at: ctx.clock(),
  });
}

/** Publishes that the stop switch was moved, in the transaction that moves it. */
async function publishSwitch(
  ctx: AppContext,
  trx: Trx,
  moved: Omit<PriceSwitchMoved, 'by'> & { personId: number | null },
): Promise<void> {
  const { companyId, stopped, personId, detail } = moved;
  const by = personId === null ? null : await personName(trx, personId);
  await ctx.jobs.emit(trx, PRICE_SWITCH_MOVED, { companyId, stopped, by, detail });
  await announce(trx, companyId, { type: 'switch', ids: [companyId] });
}
