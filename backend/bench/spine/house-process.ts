// The house under the bench, as a process of its own: put together as `main.ts` does, without pages and without
// owning the database or the sandbox. Whoever measures it shares no event loop with it.
import * as z from 'zod';
import { createApp } from '../../app.ts';
import type { TradingHouse } from '../../catalog/actions.ts';
import * as catalogJobs from '../../catalog/jobs.ts';
import * as catalogRoutes from '../../catalog/routes.ts';
import { authenticate } from '../../identity/actions.ts';
import * as identityRoutes from '../../identity/routes.ts';
import { createMarketplaces, sharedMeans } from '../../integrations/registry.ts';
import * as monitoringJobs from '../../monitoring/jobs.ts';
import * as monitoringRoutes from '../../monitoring/routes.ts';
import * as notificationsJobs from '../../notifications/jobs.ts';
import * as notificationsRoutes from '../../notifications/routes.ts';
import { readConfig } from '../../platform/config.ts';
import { openPool, toDb } from '../../platform/db.ts';
import { createJobs, type Worker } from '../../platform/jobs.ts';
import { createLiveHub } from '../../platform/live.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import * as platformRoutes from '../../platform/routes.ts';
import { openVault } from '../../platform/vault.ts';
import { startWorkers } from '../../platform/workers.ts';
import * as pricingJobs from '../../pricing/jobs.ts';
import * as pricingRoutes from '../../pricing/routes.ts';
import { seed } from '../../seed.ts';

const CONNECTIONS = 16;
const GRACE_MS = 3_000;
const VERSION = '0.0.0';

const Settings = z.object({
  BENCH_OWNER_URL: z.string(),
  BENCH_APP_URL: z.string(),
  BENCH_SANDBOX_URL: z.string(),
  BENCH_PORT: z.string(),
  BENCH_PASSWORD: z.string(),
});

const randomKey = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();

const settings = Settings.parse(Deno.env.toObject());
const databaseUrl = settings.BENCH_APP_URL;
const config = readConfig(
  {
    PORT: settings.BENCH_PORT,
    SANDBOX: 'on',
    MELI_BASE_URL: settings.BENCH_SANDBOX_URL,
    MELI_CALLS_PER_MINUTE: '0',
  },
  {
    jwtSecret: randomKey(),
    vaultKey: randomKey(),
    databaseAppPassword: '',
    postgresPassword: '',
    demoPassword: settings.BENCH_PASSWORD,
    amazonWebhookKey: randomKey(),
  },
  (path) => path,
);
const clock = () => new Date();
const log = createLog({ write: (line) => console.error(line), clock, level: 'warn' });
const pool = openPool(databaseUrl, CONNECTIONS);
const db = toDb(pool);
const spare = openPool(databaseUrl, 1);
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
  marketplaces: createMarketplaces(
    { mercadoLivre: config.mercadoLivre },
    clock,
    sharedMeans({ db: toDb(spare), log, metrics }),
  ),
};
const workers: Worker[] = [catalogJobs, monitoringJobs, pricingJobs, notificationsJobs].flatMap(
  (domain) => domain.workers(house),
);
jobs.register(workers);
await seed(house, settings.BENCH_OWNER_URL);
const running = await startWorkers(workers, { databaseUrl, log, graceMs: GRACE_MS });

const check = authenticate(house);
const live = createLiveHub({
  databaseUrl,
  publicUrl: config.publicUrl,
  authenticate: check,
  clock,
  log,
});
await live.start();
const routes = [
  ...platformRoutes.routes(house, { version: VERSION, workersHealthy: running.healthy }),
  ...[identityRoutes, catalogRoutes, monitoringRoutes, pricingRoutes, notificationsRoutes].flatMap(
    (domain) => domain.routes(house),
  ),
];
const app = createApp(house, routes, { authenticate: check, version: VERSION, live });
const server = Deno.serve(
  { hostname: '127.0.0.1', port: config.port, onListen: () => undefined },
  app.fetch,
);
console.log(`House ready at http://127.0.0.1:${server.addr.port}`);

// Closed when the bench is through with us, or gone.
for await (const _ of Deno.stdin.readable);
await Promise.all([server.shutdown(), live.close(), running.stop()]);
await Promise.all([pool.end({ timeout: 1 }), spare.end({ timeout: 1 })]);
Deno.exit(0);
