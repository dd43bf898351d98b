// The services and workers of a process, wired once for the product and the benches that measure it.
import { resolve } from 'node:path';
import type { Hono } from 'hono';
import * as adsJobs from './ads/jobs.ts';
import { createApp } from './app.ts';
import type { MarketplaceContext } from './catalog/actions.ts';
import * as catalogJobs from './catalog/jobs.ts';
import { allRoutes } from './domains.ts';
import { authenticate } from './identity/actions.ts';
import { knownOrigins } from './identity/host-origins.ts';
import * as identityJobs from './identity/jobs.ts';
import * as insightsJobs from './insights/jobs.ts';
import type { Place } from './integrations/manifest.ts';
import { connectMarketplaces, sharedMeans } from './integrations/registry.ts';
import * as monitoringJobs from './monitoring/jobs.ts';
import * as notificationsJobs from './notifications/jobs.ts';
import type { Config } from './platform/config.ts';
import { databaseClock, keepPolling, timeOf } from './platform/database-clock.ts';
import { openPool, toDb } from './platform/db.ts';
import type { AppEnv } from './platform/http.ts';
import { forgetAnswers } from './platform/idempotency.ts';
import { createJobs, type Worker } from './platform/jobs.ts';
import { createLiveHub } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import * as retention from './platform/retention.ts';
import type { HealthOptions } from './platform/routes.ts';
import { openVault } from './platform/vault.ts';
import { startWorkers, type WorkersOptions } from './platform/workers.ts';
import * as pricingJobs from './pricing/jobs.ts';
import * as salesJobs from './sales/jobs.ts';
import type { Stops } from './start/stops.ts';
import { moduleDirectory } from './web/module-directory.ts';
import { openRegistry } from './web/registry.ts';

/** The folder that holds the modules of the working tree. */
const ROOT = resolve(import.meta.dirname!, '..');
const CONNECTIONS = 16;
/** How long running jobs may take to end, in milliseconds. */
const GRACE = 3_000;

export interface ServicesOptions {
  config: Config;
  /** The addresses of the marketplaces, and their settings. */
  place: Place;
  /** The application's address, behind row-level security. */
  databaseUrl: string;
  /** The address of the owner of the tables. */
  ownerUrl: string;
  log: Log;
  /** Registers what has to be closed at the end. */
  stops: Stops;
}

export interface Services {
  ctx: MarketplaceContext;
  workers: Worker[];
}

/** The workers of all queues. */
export const workersOf = (ctx: MarketplaceContext, ownerUrl: string): Worker[] => [
  ...[
    identityJobs,
    catalogJobs,
    monitoringJobs,
    salesJobs,
    pricingJobs,
    adsJobs,
    insightsJobs,
    notificationsJobs,
  ].flatMap((domain) => domain.workers(ctx)),
  forgetAnswers(ctx),
  ...retention.workers(ctx, ownerUrl),
];

/** Opens the resources of the product and creates its workers, without starting them. */
export async function createServices({
  config,
  place,
  databaseUrl,
  ownerUrl,
  log,
  stops,
}: ServicesOptions): Promise<Services> {
  const pool = openPool(databaseUrl, CONNECTIONS);
  stops.add('database connections', () => pool.end({ timeout: 1 }));
  // For queues and rate limits, since all other connections may be held by callers that wait for these.
  const spare = openPool(databaseUrl, 1);
  stops.add('spare database connection', () => spare.end({ timeout: 1 }));
  // A separate connection: reading the time does not delay other statements, and is not delayed by them.
  const timePool = openPool(databaseUrl, 1);
  stops.add('database connection of the clock', () => timePool.end({ timeout: 1 }));
  const time = await databaseClock(
    () => performance.now(),
    () => timeOf(timePool),
  );
  stops.add('clock', keepPolling(time, log));
  const { clock } = time;
  const jobs = createJobs(toDb(spare));
  const metrics = createMetrics();
  const ctx: MarketplaceContext = {
    config,
    db: toDb(pool),
    clock,
    uuid: () => crypto.randomUUID(),
    jobs,
    vault: await openVault(
      Uint8Array.fromBase64(config.secrets.vaultKey),
      config.earlierVaultKeys.map((key) => Uint8Array.fromBase64(key)),
    ),
    log,
    metrics,
    modules: moduleDirectory(
      openRegistry({
        root: ROOT,
        modules: config.modulesFolder,
        origins: config.moduleOrigins,
        clock,
        log,
      }),
    ),
    marketplaces: connectMarketplaces(place, clock, sharedMeans({ db: toDb(spare), log, metrics })),
  };
  const workers = workersOf(ctx, ownerUrl);
  // Also in processes without workers: emitting an event needs its consumers.
  jobs.register(workers);
  return { ctx, workers };
}

/** Starts the workers; returns whether they can reach their queues. */
export async function startServices(
  { ctx: { clock, log }, workers }: Services,
  {
    databaseUrl,
    stops,
    later,
  }: Pick<ServicesOptions, 'databaseUrl' | 'stops'> & Pick<WorkersOptions, 'later'>,
): Promise<() => boolean> {
  const running = await startWorkers(workers, {
    databaseUrl,
    clock,
    log,
    graceMs: GRACE,
    ...(later && { later }),
  });
  stops.add('workers', () => running.stop(), 6);
  return running.healthy;
}

/** The API with its live events; `site` answers everything else. */
export async function openApi(
  ctx: MarketplaceContext,
  databaseUrl: string,
  { site, ...health }: HealthOptions & { site?: Hono<AppEnv> },
) {
  const check = authenticate(ctx);
  const knowsOrigin = knownOrigins(ctx);
  const { clock, log } = ctx;
  const live = createLiveHub({
    databaseUrl,
    publicUrl: ctx.config.publicUrl,
    knowsOrigin,
    authenticate: check,
    clock,
    log,
  });
  await live.start();
  const app = createApp(ctx, allRoutes(ctx, health), {
    authenticate: check,
    knowsOrigin,
    version: health.version,
    live,
    ...(site && { site }),
  });
  return { app, live };
}
