// What the domains above use of sales.
import type { AppContext } from '../platform/app-context.ts';
import type { Trx } from '../platform/db.ts';
import { timeZones } from './buybox-time/store.ts';

export { timesOfAccounts, timesOfListings } from './buybox-time/buybox-time.ts';
export { refreshShares } from './buybox-time/shares.ts';
export { ORDERS } from './feed-store.ts';
export { READ_PAST } from './read.ts';
export { timeZoneOf } from './time-zones.ts';

/** The time zones in which the days of a company's accounts are counted, by account. */
export const timeZonesOf = (
  { marketplaces }: AppContext,
  trx: Trx,
  companyId: number,
): Promise<Map<number, string>> => timeZones(trx, marketplaces, companyId);
