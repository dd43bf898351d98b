// The stop switch: one act that stops all price changes of a company, in every process.
//
// The claim of a call reads the switch in the transaction that records the call, and the call itself asks again where
// that was longer than a second ago (switch-watch.ts). A database that cannot be reached counts as stopped: a call
// that cannot be recorded does not leave.

import { audit } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Actor, House } from '../platform/house.ts';
import type { PriceSwitch } from './contract.ts';
import { enqueueDecisions } from './queues.ts';
import { allRuledListings } from './store.ts';
import { clear, holdSwitch, readSwitch, type Stop, stop } from './switch-store.ts';
import { tellSwitch } from './tell.ts';

const scopeOf = (actor: Actor) => ({ company: actor.companyId, person: actor.personId });

/** Whether all price changes of the company are stopped, since when, by whom and why. */
export const getPriceSwitch = (house: House, actor: Actor): Promise<PriceSwitch> =>
  within(house.db, scopeOf(actor), (trx) => readSwitch(trx, actor.companyId));

/**
 * Throws or clears the switch; where it stands that way already nothing changes. From a second after it is thrown no
 * call leaves; what waits to be sent is cancelled as its turn comes. Clearing it has every ad with a rule decided
 * anew: nothing that was decided before leaves without being asked again.
 */
export async function setPriceSwitch(
  house: House,
  actor: Actor,
  { stopped }: { stopped: boolean },
): Promise<PriceSwitch> {
  const { companyId, personId } = actor;
  return await within(house.db, scopeOf(actor), async (trx) => {
    const held = await holdSwitch(trx, companyId);
    if (held.stopped === stopped) return await readSwitch(trx, companyId);
    if (stopped) await throwSwitch(house, trx, companyId, { reason: 'person', personId });
    else await clearSwitch(house, trx, companyId, personId);
    return await readSwitch(trx, companyId);
  });
}

/** Stops all price changes of a company, in the transaction of a caller who holds the switch. */
export async function throwSwitch(
  house: House,
  trx: Trx,
  companyId: number,
  by: Stop,
): Promise<void> {
  await stop(trx, companyId, by, house.clock());
  const personId = by.reason === 'person' ? by.personId : null;
  const detail = by.reason === 'breaker' ? by.detail : null;
  await tellSwitch(house, trx, { companyId, stopped: true, personId, detail });
  await audit(trx, {
    companyId,
    personId,
    action: 'pricing.prices_stopped',
    subject: null,
    values: { reason: by.reason, ...detail },
    at: house.clock(),
  });
}

async function clearSwitch(
  house: House,
  trx: Trx,
  companyId: number,
  personId: number,
): Promise<void> {
  await clear(trx, companyId);
  await tellSwitch(house, trx, { companyId, stopped: false, personId, detail: null });
  await audit(trx, {
    companyId,
    personId,
    action: 'pricing.prices_resumed',
    subject: null,
    values: {},
    at: house.clock(),
  });
  const listingIds = await allRuledListings(trx, companyId);
  await enqueueDecisions(house, trx, companyId, listingIds);
}
