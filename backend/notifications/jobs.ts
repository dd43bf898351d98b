import { ACCOUNT_DISCONNECTED, AccountDisconnected } from '../catalog/contract.ts';
import type { House } from '../platform/house.ts';
import type { DomainEvent, Job, Queue, Worker } from '../platform/jobs.ts';
import {
  PRICE_SWITCH_MOVED,
  PRICE_UPDATES_MOVED,
  PriceSwitchMoved,
  PriceUpdatesMoved,
  RULES_PAUSED,
  RulesPaused,
} from '../pricing/contract.ts';
import { ring } from './actions.ts';
import {
  type Entry,
  entriesOfDisconnection,
  entriesOfPauses,
  entriesOfSwitch,
  entriesOfUpdates,
} from './entries.ts';

const UPDATES_MOVED: DomainEvent<PriceUpdatesMoved> = {
  name: PRICE_UPDATES_MOVED,
  schema: PriceUpdatesMoved,
};
const PAUSED: DomainEvent<RulesPaused> = { name: RULES_PAUSED, schema: RulesPaused };
const SWITCH_MOVED: DomainEvent<PriceSwitchMoved> = {
  name: PRICE_SWITCH_MOVED,
  schema: PriceSwitchMoved,
};

const DISCONNECTED: DomainEvent<AccountDisconnected> = {
  name: ACCOUNT_DISCONNECTED,
  schema: AccountDisconnected,
};

const queue = <T>(name: string, event: DomainEvent<T>): Queue<T> => ({
  name,
  schema: event.schema,
  batch: 50,
  concurrency: 1,
  expireInSeconds: 60,
  retryLimit: 8,
  retryDelay: 2,
  policy: 'standard',
});

/** Rings each company's bell once for all that its events tell. */
async function ringAll<T extends { companyId: number }>(
  house: House,
  jobs: Job<T>[],
  signal: AbortSignal,
  entriesOf: (event: T, occasion: string) => Entry[],
): Promise<void> {
  for (const [companyId, ofCompany] of Map.groupBy(jobs, (job) => job.data.companyId)) {
    signal.throwIfAborted();
    const entries = ofCompany.flatMap((job) => entriesOf(job.data, job.id));
    await ring(house, companyId, entries);
  }
}

/** The queues that notifications works. */
export function workers(house: House): Worker[] {
  const updates: Worker<PriceUpdatesMoved> = {
    queue: queue('notifications.price-updates', UPDATES_MOVED),
    consumes: UPDATES_MOVED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfUpdates),
  };
  const pauses: Worker<RulesPaused> = {
    queue: queue('notifications.rules-paused', PAUSED),
    consumes: PAUSED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfPauses),
  };
  const switches: Worker<PriceSwitchMoved> = {
    queue: queue('notifications.price-switch', SWITCH_MOVED),
    consumes: SWITCH_MOVED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfSwitch),
  };
  const disconnections: Worker<AccountDisconnected> = {
    queue: queue('notifications.account-disconnected', DISCONNECTED),
    consumes: DISCONNECTED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfDisconnection),
  };
  return [updates, pauses, switches, disconnections];
}
