import type { Clock } from '../kernel/clock.ts';
import type { KnownMarketplaces } from '../kernel/marketplace.ts';
import type { ModuleInfo } from '../kernel/module.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Vault } from './vault.ts';

/** The services of every use case: all access to the machine, replaceable by tests. */
export interface AppContext {
  config: Config;
  db: Db;
  clock: Clock;
  /** A version-4 UUID; randomness is an argument too. */
  uuid: () => string;
  jobs: Jobs;
  vault: Vault;
  log: Log;
  /** The metrics of this process, for GET /metrics. */
  metrics: Metrics;
  /** The installed modules, with the manifests of their builds. */
  modules: () => Promise<readonly ModuleInfo[]>;
  /** The known marketplaces. */
  marketplaces: KnownMarketplaces;
}

/** The caller of a use case: a person in a company. */
export interface Actor {
  personId: number;
  companyId: number;
  role: 'owner' | 'manager' | 'analyst';
}

/** The rows that an actor may see: those of the company, and the person's own. */
export const scopeOf = ({ companyId, personId }: Actor) => ({
  company: companyId,
  person: personId,
});
