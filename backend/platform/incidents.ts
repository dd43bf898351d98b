// Failures of modules that pages report, written to the log and counted in the metrics.
import type { Clock } from '../kernel/clock.ts';
import type { Actor, AppContext } from './app-context.ts';
import type { Incident } from './contract.ts';

/** A person's pages may report this many within the window: a page that fails in a loop would report without end. */
const ALLOWANCE = 20;
const WINDOW_MILLISECONDS = 10 * 60 * 1000;
/** Each name becomes a permanent metric series, and is external input. */
const MOST_NAMES = 20;

/** The reports of each person: since when, and how many. */
function createAllowance(clock: Clock) {
  const reported = new Map<string, { since: number; count: number }>();
  return (who: string): boolean => {
    const now = clock().getTime();
    // Oldest first: a window begins when its entry is made.
    for (const [key, { since }] of reported) {
      if (now - since < WINDOW_MILLISECONDS) break;
      reported.delete(key);
    }
    const entry = reported.get(who) ?? { since: now, count: 0 };
    entry.count += 1;
    reported.set(who, entry);
    return entry.count <= ALLOWANCE;
  };
}

/**
 * Collects the reports of pages, for one process.
 * @returns records an incident; false: this person's pages have reported too many
 */
export function createIncidents(ctx: AppContext): (actor: Actor, incident: Incident) => boolean {
  const mayReport = createAllowance(ctx.clock);
  const names = new Set<string>();
  const labelOf = (name: string) => {
    if (names.size < MOST_NAMES) names.add(name);
    return names.has(name) ? name : 'other';
  };
  return ({ personId, companyId }, incident) => {
    if (!mayReport(`${companyId} ${personId}`)) return false;
    const { message, ...rest } = incident;
    const { module, failure } = incident;
    ctx.metrics.incidents.inc({ module: labelOf(module), failure });
    ctx.log.warn('Module failed in a page', { ...rest, said: message });
    return true;
  };
}
