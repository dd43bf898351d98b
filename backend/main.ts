// The composition root: reads the settings, opens the resources, wires the domains, and stops everything in reverse order. It
// owns the clock and the randomness, which everything else gets as arguments.
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { authenticate } from './identity/actions.ts';
import { marketplaceSettings } from './integrations/registry.ts';
import type { Environment } from './kernel/settings.ts';
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
import { PUSH } from './pricing/updates/queues.ts';
import { READ_PAST } from './sales/actions.ts';
import { DEMO_EMAIL, seed, seedCosts } from './seed.ts';
import { seedPast } from './seed-past.ts';
import { createServices, openApi, startServices } from './services.ts';
import { makeDataFolder } from './start/data-folder.ts';
import { openDatabase } from './start/database.ts';
import { createExit, type Exit } from './start/exit.ts';
import { listen } from './start/listen.ts';
import { openLog } from './start/log-file.ts';
import { requirePages, whenReady } from './start/ready.ts';
import { openSandbox } from './start/sandbox.ts';
import { printOffer } from './web/offers.ts';
import { web } from './web.ts';

const ROOT = resolve(import.meta.dirname!, '..');

/** The marketplaces' settings, and their secrets. */
const GROUPS = marketplaceSettings();
const SECRET_NAMES = GROUPS.flatMap(({ secrets }) => Object.keys(secrets));

/** The pages are being built: a line on standard input reports their completion. */
const PAGES_FOLLOW = Deno.args.includes('--pages-follow');

const clock = () => new Date();

async function readSettings(exit: Exit): Promise<{ env: Environment; config: Config; log: Log }> {
  const env = Deno.env.toObject();
  const environment = readEnvironment(env, GROUPS);
  const folder = (path: string) => resolve(ROOT, path);
  const dataFolder = folder(environment.PRIMAZIA_DATA);
  await makeDataFolder(dataFolder);
  const log = openLog(join(dataFolder, 'log', 'primazia.log'), clock, environment.LOG_LEVEL);
  exit.logTo(log);
  const secrets = await loadSecrets(dataFolder, givenSecrets(env, GROUPS), SECRET_NAMES);
  return { env, config: readConfig(env, secrets, folder, GROUPS), log };
}

async function main(exit: Exit): Promise<void> {
  const { env, config, log } = await readSettings(exit);
  if (!canMail(config)) {
    log.warn(MAIL_MISSING);
    console.warn(MAIL_MISSING);
  }
  const isApi = config.role !== 'worker';
  const isWorker = config.role !== 'api';

  // Concurrently: at the first start the sandbox simulates the demo's past.
  const [{ ownerUrl, databaseUrl }, sandbox] = await Promise.all([
    openDatabase(config, log, exit).then(async (url) => ({
      ownerUrl: url,
      databaseUrl: await migrate(url, config.secrets.databaseAppPassword),
    })),
    openSandbox(ROOT, config, SECRET_NAMES, log, exit),
  ]);
  const { publicUrl, secrets } = config;
  const place = { environment: env, publicUrl, sandboxUrl: sandbox?.url ?? null, secrets };

  const { stops } = exit;
  const furnished = await createServices({ config, place, databaseUrl, ownerUrl, log, stops });
  const { ctx } = furnished;
  const companies = sandbox === null ? [] : await seed(ctx, ownerUrl);
  // The demo's past orders are imported from the sandbox at once, before orders are read from marketplaces.
  const seeded = Promise.withResolvers<void>();
  const later = { queues: [READ_PAST.name], after: seeded.promise };
  const workersHealthy = isWorker
    ? await startServices(furnished, { databaseUrl, stops, later })
    : () => true;

  const { version } = JSON.parse(await Deno.readTextFile(join(ROOT, 'package.json')));
  const health = { version, workersHealthy };
  const elapsed = () => performance.now();
  stops.add('event loop watch', watchEventLoop(ctx.metrics, elapsed));
  let liveConnections: (() => number) | null = null;

  if (isApi) {
    const site = web({
      root: ROOT,
      publicUrl: config.publicUrl,
      environment: config.environment,
      shell: config.shellFolder,
      modules: config.modulesFolder,
      moduleOrigins: config.moduleOrigins,
      deployKey: config.deployKey,
      trustedProxies: config.trustedProxies,
      notifyPages: (companies) =>
        within(ctx.db, { system: true }, (trx) => announceModules(trx, companies)),
      unknownCompanies: async (ids) => {
        const known = new Set(await companyIds(ctx.db));
        return ids.filter((id) => !known.has(id));
      },
      clock,
      uuid: ctx.uuid,
      sandbox: () => sandbox?.answersAt() ?? null,
      log,
    });
    const { app, live } = await openApi(ctx, databaseUrl, { ...health, site });
    liveConnections = live.connections;
    listen(app.fetch, config.port, { live, log, exit });
  }
  registerGauges(ctx, { version, changes: PUSH, liveConnections, elapsed });
  if (config.metrics.port !== null) {
    const app = createApp(ctx, platformRoutes.routes(ctx, health), {
      authenticate: authenticate(ctx),
      version,
    });
    listen(app.fetch, config.metrics.port, { live: null, log, exit, setting: 'METRICS_PORT' });
  }

  if (isApi && !PAGES_FOLLOW) await requirePages(config.port);
  await whenReady(ctx, { isApi, isWorker, companies });
  // The listings exist only after a worker has synced them.
  if (isWorker && sandbox !== null) {
    await Promise.all(
      companies.map(async (companyId) => {
        await seedCosts(ctx, companyId);
        await seedPast(ctx, companyId, sandbox.url);
      }),
    );
  }
  seeded.resolve();
  if (!isApi) {
    console.log('Primazia is ready: its workers are at work');
    return;
  }
  if (PAGES_FOLLOW) {
    await exit.written;
    await requirePages(config.port);
  }
  await printOffer(join(ROOT, 'shell', 'dist'), config.modulesFolder, ctx.uuid()).catch(
    (reason: unknown) => log.warn('MODULES_DIR cannot be written to', { reason }),
  );
  console.log(`Primazia is ready at ${config.publicUrl}`);
  if (sandbox !== null) console.log(`Demo login: ${DEMO_EMAIL} / ${config.secrets.demoPassword}`);
}

const exit = createExit(Deno.args.includes('--lifeline'));
try {
  await main(exit);
} catch (error) {
  await exit.fail(error);
}
