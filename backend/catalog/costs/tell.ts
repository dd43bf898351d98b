import type { Trx } from '../../platform/db.ts';
import type { House } from '../../platform/house.ts';
import { announce } from '../../platform/live.ts';
import { COSTS_CHANGED, CostsChanged } from '../contract.ts';

const IDS_PER_EVENT = 1_000;
const EVENT = { name: COSTS_CHANGED, schema: CostsChanged };

/** Tells everybody that these ads cost something else now, in the caller's transaction. */
export async function tellCostsChanged(
  house: House,
  trx: Trx,
  companyId: number,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_PER_EVENT) {
    const listingIds = ids.slice(from, from + IDS_PER_EVENT);
    await house.jobs.emit(trx, EVENT, { companyId, listingIds });
  }
  await announce(trx, companyId, { type: 'listings', ids: [...ids] });
}
