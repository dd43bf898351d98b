// Sets how many listings a company's package monitors: an operator's command; the limit is shown above the list of monitoring.
import type postgres from 'postgres';

export interface MonitoringLimit {
  id: number;
  name: string;
  /** Null: as many as there are. */
  limit: number | null;
}

/** The largest that the column holds. */
const MOST = 2_147_483_647;

/** A limit as it is typed: a whole number, or `none`; undefined: neither. */
export function readLimit(text: string): number | null | undefined {
  if (text === 'none') return null;
  const limit = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return limit <= MOST ? limit : undefined;
}

/** The limits of all companies, or of one. */
export const monitoringLimits = (
  owner: postgres.Sql,
  companyId: number | null = null,
): Promise<MonitoringLimit[]> =>
  owner<MonitoringLimit[]>`
    select id, name, monitoring_limit as limit from company
    where ${companyId}::bigint is null or id = ${companyId} order by id`;

/** Sets the limit of a company. @returns what it is now; empty: there is no such company */
export const setMonitoringLimit = (
  owner: postgres.Sql,
  companyId: number,
  limit: number | null,
): Promise<MonitoringLimit[]> =>
  owner<MonitoringLimit[]>`
    update company set monitoring_limit = ${limit} where id = ${companyId}
    returning id, name, monitoring_limit as limit`;
