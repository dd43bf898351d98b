import {
  ACCOUNT_CONNECTED,
  ACCOUNT_DISCONNECTED,
  AccountConnected,
  AccountDisconnected,
} from '../catalog/contract.ts';
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
import { BELL_TRIED, BellTried } from './contract.ts';
import {
  type Entry,
  entriesOfDisconnection,
  entriesOfPauses,
  entriesOfSwitch,
  entriesOfTrial,
  entriesOfUpdates,
  type Passed,
  passedByConnection,
  passedBySwitch,
  passedByUpdates,
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

const CONNECTED: DomainEvent<AccountConnected> = {
  name: ACCOUNT_CONNECTED,
  schema: AccountConnected,
};

const TRIED: DomainEvent<BellTried> = { name: BELL_TRIED, schema: BellTried };

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
  passedBy: (event: T) => Passed[] = () => [],
): Promise<void> {
  for (const [companyId, ofCompany] of Map.groupBy(jobs, (job) => job.data.companyId)) {
    signal.throwIfAborted();
    const entries = ofCompany.flatMap((job) => entriesOf(job.data, job.id));
    const passed = ofCompany.flatMap((job) => passedBy(job.data));
    await ring(house, companyId, entries, passed);
  }
}

/** The queues that notifications works. */
export function workers(house: House): Worker[] {
  const updates: Worker<PriceUpdatesMoved> = {
    queue: queue('notifications.price-updates', UPDATES_MOVED),
    consumes: UPDATES_MOVED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfUpdates, passedByUpdates),
  };
  const pauses: Worker<RulesPaused> = {
    queue: queue('notifications.rules-paused', PAUSED),
    consumes: PAUSED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfPauses),
  };
  const switches: Worker<PriceSwitchMoved> = {
    queue: queue('notifications.price-switch', SWITCH_MOVED),
    consumes: SWITCH_MOVED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfSwitch, passedBySwitch),
  };
  const disconnections: Worker<AccountDisconnected> = {
    queue: queue('notifications.account-disconnected', DISCONNECTED),
    consumes: DISCONNECTED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfDisconnection),
  };
  const connections: Worker<AccountConnected> = {
    queue: queue('notifications.account-connected', CONNECTED),
    consumes: CONNECTED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, () => [], passedByConnection),
  };
  const trials: Worker<BellTried> = {
    queue: queue('notifications.trial', TRIED),
    consumes: TRIED,
    handle: (jobs, signal) => ringAll(house, jobs, signal, entriesOfTrial),
  };
  return [updates, pauses, switches, disconnections, connections, trials];
}
