import { type Incident, reportIncident } from '@primazia/backend/platform/contract';
import { subscribeKey } from 'valtio/utils';
import type { Api } from '../api/api.ts';

/** The report of a failed module; the page is added here. */
export type ModuleIncident = Omit<Incident, 'page'>;

const LONGEST_MESSAGE = 500;
/** The limit of reports kept while the server is unavailable; the first ones are the most useful. */
const MAX_STORED = 10;

/**
 * Reports failed modules to the server, and always to the console; if the server is unavailable, which may be the cause of the
 * failure, it is reported later.
 * @param where the path that the person is at, without the query
 */
export function createIncidents(
  api: Pick<Api, 'call' | 'connection'>,
  where: () => string,
): (incident: ModuleIncident) => void {
  let unreported: Incident[] = [];

  async function report(incident: Incident): Promise<void> {
    try {
      await api.call(reportIncident, { body: incident });
    } catch (error) {
      console.warn('The failure of a module could not be reported.', error);
      if (api.connection.reach !== 'ok' && unreported.length < MAX_STORED)
        unreported.push(incident);
    }
  }

  subscribeKey(api.connection, 'reach', (reach) => {
    if (reach !== 'ok') return;
    const due = unreported;
    unreported = [];
    for (const incident of due) void report(incident);
  });

  return (incident) =>
    void report({
      ...incident,
      message: incident.message.slice(0, LONGEST_MESSAGE),
      page: where(),
    });
}
