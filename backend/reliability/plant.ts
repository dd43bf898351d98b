// A whole installation under test: real processes of the product over one database, a balancer before its APIs, and the
// sandbox as all marketplaces. A process that dies is started again, as a supervisor does.
import { join } from 'node:path';
import type postgres from 'postgres';
import type { MarketplaceContext } from '../catalog/actions.ts';
import * as catalogJobs from '../catalog/jobs.ts';
import { connectMarketplaces } from '../integrations/registry.ts';
import { toAmount } from '../kernel/money.ts';
import * as monitoringJobs from '../monitoring/jobs.ts';
import * as notificationsJobs from '../notifications/jobs.ts';
import type { Actor } from '../platform/app-context.ts';
import { openPool, toDb } from '../platform/db.ts';
import { createJobs } from '../platform/jobs.ts';
import { migrate } from '../platform/migrate.ts';
import { freePort } from '../platform/postgres.ts';
import { RuleInput } from '../pricing/contract.ts';
import * as pricingJobs from '../pricing/jobs.ts';
import { createRule } from '../pricing/rules/actions.ts';
import { type Sandbox, SHOPEE_PARTNER_KEY, startSandbox } from '../sandbox/sandbox.ts';
import type { Shop } from '../sandbox/world.ts';
import { createStops } from '../start/stops.ts';
import { ANY_PACE } from '../testing/any-pace.ts';
import { makeRoot, type Process } from '../testing/processes.ts';
import {
  TEST_APP_PASSWORD,
  testDatabaseName,
  testServerUrl,
  withDatabase,
} from '../testing/server.ts';
import { seedCompany, testContext } from '../testing/test-context.ts';
import { watchCompetitor } from '../testing/things.ts';
import { application, connectAll, WEBHOOK_KEY } from './accounts.ts';
import { openBalancer } from './balancer.ts';
import { type Death, keep, type Stops } from './keeper.ts';
import type { Pick } from './listings.ts';
import { TRAPS } from './points.ts';
import { settled } from './settled.ts';
import { until } from './wait.ts';
import { CLOCK_AHEAD, type Clocks } from './wrong-date.ts';

export interface PlantOptions {
  seed: number;
  roles: readonly Process['role'][];
  /** So many listings of ours at each marketplace. */
  listings: Partial<Record<Shop, number>>;
  /** The superuser's address; by default that of the tests' server. */
  server?: string;
  /** Least and most milliseconds until Amazon deals with a price that it accepted. */
  acceptMs?: readonly [number, number];
  /** Further settings of all processes. */
  env?: Record<string, string>;
  /** Run the product armed, so that traps can be set. */
  armed?: boolean;
  /** How far the clocks of armed processes are ahead, in milliseconds, each in turn; by default they are right. */
  clocks?: Clocks;
}

export interface Plant {
  sandbox: Sandbox;
  /** The product's insides in this process, which works no queue. */
  ctx: MarketplaceContext;
  owner: postgres.Sql;
  listings: PlantListing[];
  /** Those that run now. */
  processes(): readonly Process[];
  /** All that ended, and were started again. */
  deaths(): readonly Death[];
  /** Folder of the traps. */
  traps: string;
  /** Waits until as many processes are ready as there should be. */
  whole(): Promise<void>;
  /** Waits until nothing is under way any more. */
  settled(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface PlantListing extends Pick {
  ruleId: number;
}

/**
 * From the first attempt to the last one, so that the second comes after a second: 8 attempts, and 17. Magalu and Shopee try
 * five and four times; there the second comes after eight seconds, so that a slow API does not miss all of them.
 */
const RETRY_SPANS = {
  mercadolivre: 127_000,
  amazon: 65_535_000,
  magalu: 120_000,
  shopee: 56_000,
};
/** Nothing is measured by it: a machine that has much else to do takes its time. */
const READY_MS = 180_000;
const STOP_SECONDS = 20;
/** Characters. */
const LAST_WORDS = 4_000;

/** Opens a plant whose listings all are at the answer of their rules. */
export async function openPlant(options: PlantOptions): Promise<Plant> {
  const stops = createStops((message, error, fields) => console.error(message, fields, error));
  try {
    return await open(options, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

/** A fresh database, made up to date. */
async function openDatabase(server: string, stops: Stops) {
  const name = testDatabaseName();
  const admin = openPool(withDatabase(server, 'postgres'), 1);
  stops.add('administrator', () => admin.end({ timeout: 1 }));
  await admin`create database ${admin(name)}`;
  stops.add(
    'database',
    async () => {
      await admin`drop database if exists ${admin(name)} with (force)`;
      await admin`drop role if exists ${admin(`${name}_app`)}`;
    },
    STOP_SECONDS,
  );
  const ownerUrl = withDatabase(server, name);
  const appUrl = await migrate(ownerUrl, TEST_APP_PASSWORD);
  const owner = openPool(ownerUrl, 3);
  stops.add('connections', () => owner.end({ timeout: 1 }));
  return { ownerUrl, appUrl, owner };
}

/** The product's insides in this process, to prepare with; it works no queue. */
function openContext(sandboxUrl: string, appUrl: string, stops: Stops): MarketplaceContext {
  const pool = openPool(appUrl, 4);
  const spare = openPool(appUrl, 1);
  stops.add('connections of the installation', async () => {
    await Promise.all([pool.end({ timeout: 1 }), spare.end({ timeout: 1 })]);
  });
  const clock = () => new Date();
  const jobs = createJobs(toDb(spare));
  const ctx: MarketplaceContext = {
    ...testContext(toDb(pool)),
    clock,
    uuid: () => crypto.randomUUID(),
    jobs,
    marketplaces: connectMarketplaces(
      {
        environment: application(sandboxUrl),
        publicUrl: 'http://localhost:8080',
        sandboxUrl: null,
        secrets: {},
      },
      clock,
    ),
  };
  jobs.register(
    [catalogJobs, monitoringJobs, pricingJobs, notificationsJobs].flatMap((domain) =>
      domain.workers(ctx),
    ),
  );
  return ctx;
}

const environment = (ownerUrl: string, root: string, sandboxUrl: string, traps: string) => ({
  DATABASE_URL: ownerUrl,
  PRIMAZIA_DATA: join(root, 'data'),
  DATABASE_APP_PASSWORD: TEST_APP_PASSWORD,
  JWT_SECRET: 'a secret that signs tokens in tests only',
  VAULT_KEY: btoa('k'.repeat(32)),
  LOG_LEVEL: 'warn',
  SANDBOX: 'off',
  ...application(sandboxUrl),
  [TRAPS]: traps,
});

async function open(options: PlantOptions, stops: Stops): Promise<Plant> {
  const { ownerUrl, appUrl, owner } = await openDatabase(
    options.server ?? (await testServerUrl()),
    stops,
  );
  const root = await makeRoot();
  stops.add('folder', () => Deno.remove(root, { recursive: true }), STOP_SECONDS);
  const traps = join(root, 'traps');
  await Deno.mkdir(traps);

  const places = options.roles.map((role, n) => ({
    role,
    port: freePort(null),
    env: { ...options.env, [CLOCK_AHEAD]: String(options.clocks?.[n] ?? 0) },
  }));
  const apis = places.flatMap(({ role, port }) =>
    role === 'api' ? [`http://127.0.0.1:${port}`] : [],
  );
  const balancer = openBalancer(() => apis);
  stops.add('balancer', () => balancer.stop());
  const sandbox = await openSandbox(options, balancer.url);
  stops.add('sandbox', () => sandbox.stop());

  const ctx = openContext(sandbox.url, appUrl, stops);
  const { companyId, actor, accountId: unused } = await seedCompany(owner, {});
  await owner`delete from account where id = ${unused}`;
  // The competitors leap far, and nothing here is about the breaker, or about moves that wait for a person.
  await owner`
    update company set breaker_percent = 90, max_step_percent = 1000, max_day_percent = 1000,
      ${owner(ANY_PACE)}`;
  const picks = await connectAll(ctx, owner, companyId, sandbox, options.listings);
  const keeper = keep(
    root,
    places,
    environment(ownerUrl, root, sandbox.url, traps),
    options.armed ? 'backend/reliability/armed-process.ts' : 'backend/main.ts',
    stops,
  );
  await keeper.whole();
  const listings = await rule(ctx, owner, actor, picks);
  const plant: Plant = {
    sandbox,
    ctx,
    owner,
    listings,
    traps,
    processes: keeper.processes,
    deaths: () => keeper.deaths,
    whole: keeper.whole,
    settled: async (ms) => {
      try {
        await settled(owner, sandbox, ms);
      } catch (error) {
        // The processes and their output no longer exist when the failure is read.
        for (const { role, pid, said } of keeper.processes())
          console.error(`Last output of ${role} ${pid}:\n${said().slice(-LAST_WORDS)}`);
        throw error;
      }
    },
    close: () => stops.run(),
  };
  await plant.settled(READY_MS);
  return plant;
}

/** Each notification is delivered twice. */
const TWICE = { lossPercent: 0, duplicatePercent: 100, timeoutMs: 3_000 };

const openSandbox = ({ seed, acceptMs = [200, 1_000] }: PlantOptions, url: string) =>
  startSandbox({
    seed,
    tickMs: 0,
    limited: false,
    webhookUrl: `${url}/api/webhooks/mercadolivre`,
    delivery: {
      lossPercent: 0,
      duplicatePercent: 10,
      timeoutMs: 3_000,
      retrySpanMs: RETRY_SPANS.mercadolivre,
    },
    amazon: {
      webhookUrl: `${url}/api/webhooks/amazon`,
      webhookKey: WEBHOOK_KEY,
      acceptMs,
      delivery: {
        lossPercent: 0,
        duplicatePercent: 10,
        timeoutMs: 3_000,
        retrySpanMs: RETRY_SPANS.amazon,
      },
    },
    magalu: {
      webhookUrl: `${url}/api/webhooks/magalu`,
      acceptMs,
      delivery: { ...TWICE, retrySpanMs: RETRY_SPANS.magalu },
    },
    shopee: {
      webhookUrl: `${url}/api/webhooks/shopee`,
      partnerKey: SHOPEE_PARTNER_KEY,
      delivery: { ...TWICE, retrySpanMs: RETRY_SPANS.shopee },
    },
  });

/** Watches a competitor of a listing: identical, just observed, and not polled again. */
async function watch(
  owner: postgres.Sql,
  watched: { companyId: number; listingId: number; price: number },
): Promise<void> {
  const id = await watchCompetitor(owner, { ...watched, mark: 'far shop', at: new Date() });
  await owner`
    update watched_competitor set state = 'ready', comparison = 'IDENTICAL' where id = ${id}`;
}

/** Puts each listing under a rule of its own, once its market is known. */
async function rule(
  ctx: MarketplaceContext,
  owner: postgres.Sql,
  actor: Actor,
  picks: readonly Pick[],
): Promise<PlantListing[]> {
  const reported = picks.filter(({ watchedPrice }) => watchedPrice === null).length;
  await until('all listings and their markets are known', READY_MS, async () => {
    const [row] = await owner<{ listings: number; markets: number }[]>`
      select (select count(*) from listing) as listings, (select count(*) from market) as markets`;
    return row!.listings === picks.length && row!.markets >= reported;
  });
  const rows = await owner<{ id: number; sku: string }[]>`
    select id, sku_marketplace as sku from listing`;
  const idOf = new Map(rows.map(({ id, sku }) => [sku, id]));
  const listings: PlantListing[] = [];
  for (const pick of picks) {
    const { skuMarketplace, watchedPrice, low, high } = pick;
    const { companyId } = actor;
    const listingId = idOf.get(skuMarketplace)!;
    if (watchedPrice !== null) await watch(owner, { companyId, listingId, price: watchedPrice });
    const input = RuleInput.parse({
      name: `Vencer ${skuMarketplace}`,
      listingIds: [listingId],
      strategy: 'WIN',
      minPrice: toAmount(Math.floor(low / 2)),
      maxPrice: toAmount(watchedPrice === null ? high * 3 : low),
      ...(watchedPrice !== null && { competition: 'EXTERNAL', allMarketplaces: true }),
    });
    const { id } = await createRule(ctx, actor, input);
    listings.push({ ...pick, companyId: actor.companyId, listingId, ruleId: id });
  }
  return listings;
}
