// The composition root: reads the settings, opens what the house stands on, wires the domains, and takes it all down
// again in the reverse order. It owns the clock and the randomness; everything else is handed them.
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import type { TradingHouse } from './catalog/actions.ts';
import * as catalogJobs from './catalog/jobs.ts';
import { allRoutes } from './domains.ts';
import { authenticate } from './identity/actions.ts';
import * as identityJobs from './identity/jobs.ts';
import { createMarketplaces, sharedMeans } from './integrations/registry.ts';
import * as monitoringJobs from './monitoring/jobs.ts';
import * as notificationsJobs from './notifications/jobs.ts';
import { type Config, givenSecrets, readConfig, readEnvironment } from './platform/config.ts';
import { openPool, toDb } from './platform/db.ts';
import { registerGauges, watchEventLoop } from './platform/gauges.ts';
import { forgetAnswers } from './platform/idempotency.ts';
import { createJobs, type Worker } from './platform/jobs.ts';
import { createLiveHub } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { canMail, MAIL_MISSING } from './platform/mail.ts';
import { createMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import * as retention from './platform/retention.ts';
import * as platformRoutes from './platform/routes.ts';
import { loadSecrets } from './platform/secrets.ts';
import { openVault } from './platform/vault.ts';
import { startWorkers } from './platform/workers.ts';
import * as pricingJobs from './pricing/jobs.ts';
import { PUSH } from './pricing/queues.ts';
import { DEMO_EMAIL, seed } from './seed.ts';
import { makeDataFolder } from './start/data-folder.ts';
import { openDatabase } from './start/database.ts';
import { createExit, type Exit } from './start/exit.ts';
import { listen } from './start/listen.ts';
import { openLog } from './start/log-file.ts';
import { whenReady } from './start/ready.ts';
import { openSandbox } from './start/sandbox.ts';
import { web } from './web.ts';

const ROOT = resolve(import.meta.dirname!, '..');
const CONNECTIONS = 16;
/** What the workers may take to end what they are at, in milliseconds. */
const GRACE = 3_000;

const clock = () => new Date();

async function readSettings(exit: Exit): Promise<{ config: Config; log: Log }> {
  const env = Deno.env.toObject();
  const environment = readEnvironment(env);
  const folder = (path: string) => resolve(ROOT, path);
  const dataFolder = folder(environment.PRIMAZIA_DATA);
  await makeDataFolder(dataFolder);
  const log = openLog(join(dataFolder, 'log', 'primazia.log'), clock, environment.LOG_LEVEL);
  exit.logTo(log);
  const secrets = await loadSecrets(dataFolder, givenSecrets(environment));
  return { config: readConfig(env, secrets, folder), log };
}

async function furnish(
  config: Config,
  { databaseUrl, ownerUrl }: { databaseUrl: string; ownerUrl: string },
  log: Log,
  exit: Exit,
) {
  const pool = openPool(databaseUrl, CONNECTIONS);
  exit.stops.add('database connections', () => pool.end({ timeout: 1 }));
  const db = toDb(pool);
  // For queues and rate limits, while every other connection may be held by those who wait for them.
  const spare = openPool(databaseUrl, 1);
  exit.stops.add('spare database connection', () => spare.end({ timeout: 1 }));
  const jobs = createJobs(toDb(spare));
  const metrics = createMetrics();
  const house: TradingHouse = {
    config,
    db,
    clock,
    uuid: () => crypto.randomUUID(),
    jobs,
    vault: await openVault(Uint8Array.fromBase64(config.secrets.vaultKey)),
    log,
    metrics,
    marketplaces: createMarketplaces(config, clock, sharedMeans({ db: toDb(spare), log, metrics })),
  };
  const workers: Worker[] = [
    ...[identityJobs, catalogJobs, monitoringJobs, pricingJobs, notificationsJobs].flatMap(
      (domain) => domain.workers(house),
    ),
    forgetAnswers(house),
    ...retention.workers(house, ownerUrl),
  ];
  // Also where no worker runs here: whoever emits an event has to know whom it reaches.
  jobs.register(workers);
  return { house, workers };
}

async function work(workers: Worker[], databaseUrl: string, log: Log, exit: Exit) {
  const running = await startWorkers(workers, { databaseUrl, log, graceMs: GRACE });
  exit.stops.add('workers', () => running.stop(), 6);
  return running.healthy;
}

async function main(exit: Exit): Promise<void> {
  const settings = await readSettings(exit);
  const { log } = settings;
  if (!canMail(settings.config)) {
    log.warn(MAIL_MISSING);
    console.warn(MAIL_MISSING);
  }
  const isApi = settings.config.role !== 'worker';
  const isWorker = settings.config.role !== 'api';

  const ownerUrl = await openDatabase(settings.config, log, exit);
  const databaseUrl = await migrate(ownerUrl, settings.config.secrets.databaseAppPassword, clock());
  const sandbox = await openSandbox(ROOT, settings.config, log, exit);
  const config = sandbox === null ? settings.config : sandbox.connect(settings.config);

  const { house, workers } = await furnish(config, { databaseUrl, ownerUrl }, log, exit);
  const companies = sandbox === null ? [] : await seed(house, ownerUrl);
  const workersHealthy = isWorker ? await work(workers, databaseUrl, log, exit) : () => true;

  const { version } = JSON.parse(await Deno.readTextFile(join(ROOT, 'package.json')));
  const check = authenticate(house);
  const health = { version, workersHealthy };
  const elapsed = () => performance.now();
  exit.stops.add('event loop watch', watchEventLoop(house.metrics, elapsed));
  let liveConnections: (() => number) | null = null;

  if (isApi) {
    const live = createLiveHub({
      databaseUrl,
      publicUrl: config.publicUrl,
      authenticate: check,
      clock,
      log,
    });
    await live.start();
    liveConnections = live.connections;
    const routes = allRoutes(house, health);
    const site = web({
      root: ROOT,
      publicUrl: config.publicUrl,
      sandbox: () => sandbox?.answersAt() ?? null,
      log,
    });
    const app = createApp(house, routes, { authenticate: check, version, live, site });
    listen(app.fetch, config.port, { live, log, exit });
  }
  registerGauges(house, { version, changes: PUSH, liveConnections, elapsed });
  if (config.metrics.port !== null) {
    const app = createApp(house, platformRoutes.routes(house, health), {
      authenticate: check,
      version,
    });
    listen(app.fetch, config.metrics.port, { live: null, log, exit, setting: 'METRICS_PORT' });
  }

  await whenReady(house, { isApi, isWorker, companies });
  if (!isApi) {
    console.log('Primazia is ready: its workers are at work');
    return;
  }
  console.log(`Primazia is ready at ${config.publicUrl}`);
  if (sandbox !== null) console.log(`Demo login: ${DEMO_EMAIL} / ${config.secrets.demoPassword}`);
}

const exit = createExit(Deno.args.includes('--lifeline'));
try {
  await main(exit);
} catch (error) {
  await exit.fail(error);
}
