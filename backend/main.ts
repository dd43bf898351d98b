// The composition root: reads the settings, opens what the house stands on, wires the domains, and takes it all down
// again in the reverse order. It owns the clock and the randomness; everything else is handed them.
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { furnish, openApi, setToWork } from './furnish.ts';
import { authenticate } from './identity/actions.ts';
import { companyIds } from './platform/companies.ts';
import { type Config, givenSecrets, readConfig } from './platform/config.ts';
import { within } from './platform/db.ts';
import { readEnvironment } from './platform/environment.ts';
import { registerGauges, watchEventLoop } from './platform/gauges.ts';
import { announceModules } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { canMail, MAIL_MISSING } from './platform/mail.ts';
import { migrate } from './platform/migrate.ts';
import * as platformRoutes from './platform/routes.ts';
import { loadSecrets } from './platform/secrets.ts';
import { PUSH } from './pricing/queues.ts';
import { DEMO_EMAIL, seed, seedCosts } from './seed.ts';
import { makeDataFolder } from './start/data-folder.ts';
import { openDatabase } from './start/database.ts';
import { createExit, type Exit } from './start/exit.ts';
import { listen } from './start/listen.ts';
import { openLog } from './start/log-file.ts';
import { whenReady } from './start/ready.ts';
import { openSandbox } from './start/sandbox.ts';
import { tellOffer } from './web/offers.ts';
import { web } from './web.ts';

const ROOT = resolve(import.meta.dirname!, '..');

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
  const databaseUrl = await migrate(ownerUrl, settings.config.secrets.databaseAppPassword);
  const sandbox = await openSandbox(ROOT, settings.config, log, exit);
  const config = sandbox === null ? settings.config : sandbox.connect(settings.config);

  const { stops } = exit;
  const furnished = await furnish({ config, databaseUrl, ownerUrl, log, stops });
  const { house } = furnished;
  const companies = sandbox === null ? [] : await seed(house, ownerUrl);
  const workersHealthy = isWorker ? await setToWork(furnished, { databaseUrl, stops }) : () => true;

  const { version } = JSON.parse(await Deno.readTextFile(join(ROOT, 'package.json')));
  const health = { version, workersHealthy };
  const elapsed = () => performance.now();
  stops.add('event loop watch', watchEventLoop(house.metrics, elapsed));
  let liveConnections: (() => number) | null = null;

  if (isApi) {
    await tellOffer(join(ROOT, 'shell', 'dist'), config.modulesFolder, house.uuid()).catch(
      (reason: unknown) => log.warn('MODULES_DIR cannot be written to', { reason }),
    );
    const site = web({
      root: ROOT,
      publicUrl: config.publicUrl,
      environment: config.environment,
      modules: config.modulesFolder,
      moduleOrigins: config.moduleOrigins,
      deployKey: config.deployKey,
      trustedProxies: config.trustedProxies,
      tellPages: (companies) =>
        within(house.db, { system: true }, (trx) => announceModules(trx, companies)),
      unknownCompanies: async (ids) => {
        const known = new Set(await companyIds(house.db));
        return ids.filter((id) => !known.has(id));
      },
      clock,
      uuid: house.uuid,
      sandbox: () => sandbox?.answersAt() ?? null,
      log,
    });
    const { app, live } = await openApi(house, databaseUrl, { ...health, site });
    liveConnections = live.connections;
    listen(app.fetch, config.port, { live, log, exit });
  }
  registerGauges(house, { version, changes: PUSH, liveConnections, elapsed });
  if (config.metrics.port !== null) {
    const app = createApp(house, platformRoutes.routes(house, health), {
      authenticate: authenticate(house),
      version,
    });
    listen(app.fetch, config.metrics.port, { live: null, log, exit, setting: 'METRICS_PORT' });
  }

  await whenReady(house, { isApi, isWorker, companies });
  // The ads are there once a worker has been at it.
  if (isWorker) for (const companyId of companies) await seedCosts(house, companyId);
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
