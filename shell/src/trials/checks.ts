import { accounts } from '@primazia/backend/catalog/contract';
import { MARKETPLACE } from '@primazia/backend/kernel/marketplace-ids';
import { type Level, notifications, tryBell } from '@primazia/backend/notifications/contract';
import { health } from '@primazia/backend/platform/contract';
import { type Api, ApiError, type Live } from '@primazia/kit';
import type { ModulesState } from '../modules/state.ts';

export const CHECKS = [
  'api',
  'database',
  'queues',
  'clock',
  'bell',
  'live',
  'sections',
  'magalu',
] as const;
export type Check = (typeof CHECKS)[number];

/** `notice`: it works, and is to be known of. `skipped`: what it stands on failed. */
export type Outcome = 'running' | 'ok' | 'notice' | 'failed' | 'skipped';

export interface Result {
  outcome: Outcome;
  /** What its sentence needs. */
  values: Readonly<Record<string, number>>;
  /** Why it failed, where a call did. */
  error: ApiError | null;
}

export interface TrialParts {
  api: Pick<Api, 'call'>;
  live: Pick<Live, 'hear'>;
  sections: Pick<ModulesState, 'registry' | 'list'>;
  /** In ms since the epoch. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Names this trial among all others. */
  mark: string;
}

type Report = (check: Check, result: Result) => void;

/** A clock that is off by more than this keeps or drops tokens at the wrong time. */
const MOST_OFF_MS = 5_000;
const LOOK_AGAIN_MS = 500;
/** How often the bell is looked into before it counts as silent: half a minute. */
const MOST_LOOKS = 60;

const result = (outcome: Outcome, values: Result['values'] = {}): Result => ({
  outcome,
  values,
  error: null,
});

const asError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  throw error;
};

/** Whether the process answers, and what it says of its database and its queues. */
async function askHealth({ api, now }: TrialParts, report: Report): Promise<boolean> {
  const start = now();
  try {
    const { database, jobs } = await api.call(health, {});
    report('api', result('ok', { ms: now() - start }));
    report('database', result(database ? 'ok' : 'failed'));
    report('queues', result(jobs ? 'ok' : 'failed'));
    return database && jobs;
  } catch (error) {
    report('api', { ...result('failed'), error: asError(error) });
    report('database', result('skipped'));
    report('queues', result('skipped'));
    return false;
  }
}

/** Looks into the bell until the entry of this trial is there; false: it never came. */
async function awaitEntry({ api, wait, mark }: TrialParts): Promise<boolean> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const { content } = await api.call(notifications, { query: { limit: 15 } });
    if (content.some(({ values }) => values.mark === mark)) return true;
    await wait(LOOK_AGAIN_MS);
  }
  return false;
}

/** Rings the bell, and follows it through the database, the queue and a worker, and back over the live connection. */
async function ring(parts: TrialParts, level: Level, report: Report): Promise<void> {
  const { api, live, now, mark } = parts;
  let heard: number | null = null;
  const start = now();
  const stop = live.hear(['notifications'], () => {
    heard ??= now() - start;
  });
  try {
    const answer = await api.call(tryBell, { body: { level, mark } });
    // The server looked at its clock about halfway between.
    const off = Math.round(Date.parse(answer.now) - (start + now()) / 2);
    const isOff = Math.abs(off) > MOST_OFF_MS;
    report('clock', result(isOff ? 'notice' : 'ok', { seconds: Math.round(off / 100) / 10 }));
    const came = await awaitEntry(parts);
    report('bell', came ? result('ok', { ms: now() - start }) : result('failed'));
    if (!came) return report('live', result('skipped'));
    report('live', heard === null ? result('failed') : result('ok', { ms: heard }));
  } catch (error) {
    report('bell', { ...result('failed'), error: asError(error) });
    for (const check of ['clock', 'live'] as const) report(check, result('skipped'));
  } finally {
    stop();
  }
}

async function askAccounts({ api }: TrialParts, report: Report): Promise<void> {
  try {
    const all = await api.call(accounts, {});
    const count = all.filter(({ marketplaceId }) => marketplaceId === MARKETPLACE.MAGALU).length;
    report('magalu', result(count === 0 ? 'notice' : 'ok', { count }));
  } catch (error) {
    report('magalu', { ...result('failed'), error: asError(error) });
  }
}

/** Tries all that this installation stands on, and tells of each thing as soon as it is known. */
export async function runTrial(parts: TrialParts, level: Level, report: Report): Promise<void> {
  for (const check of CHECKS) report(check, result('running'));
  const { registry, list } = parts.sections;
  report('sections', result(registry === 'ready' ? 'ok' : 'failed', { count: list.length }));
  const isHealthy = await askHealth(parts, report);
  if (isHealthy) await ring(parts, level, report);
  else for (const check of ['clock', 'bell', 'live'] as const) report(check, result('skipped'));
  await askAccounts(parts, report);
}
