import { type Incident, reportIncident } from '@primazia/backend/platform/contract';
import { subscribeKey } from 'valtio/utils';
import type { Api } from '../api/api.ts';

/** What is told of a module that failed; the page is added here. */
export type ModuleIncident = Omit<Incident, 'page'>;

const LONGEST_MESSAGE = 500;
/** What could not be told for want of a server is kept up to this many; the first ones say most. */
const MOST_KEPT = 10;

/**
 * Tells the server of modules that fail. The console hears of them either way; where the server cannot be reached, which
 * may be why a module failed, it is told when it can.
 * @param where the path that the person is at, without the query
 */
export function createIncidents(
  api: Pick<Api, 'call' | 'connection'>,
  where: () => string,
): (incident: ModuleIncident) => void {
  let kept: Incident[] = [];

  async function report(incident: Incident): Promise<void> {
    try {
      await api.call(reportIncident, { body: incident });
    } catch (error) {
      console.warn('The failure of a module could not be reported.', error);
      if (api.connection.reach !== 'ok' && kept.length < MOST_KEPT) kept.push(incident);
    }
  }

  subscribeKey(api.connection, 'reach', (reach) => {
    if (reach !== 'ok') return;
    const due = kept;
    kept = [];
    for (const incident of due) void report(incident);
  });

  return (incident) =>
    void report({
      ...incident,
      message: incident.message.slice(0, LONGEST_MESSAGE),
      page: where(),
    });
}
