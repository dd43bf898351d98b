// A whole installation under test: real processes of the product over one database, a balancer before its APIs, and the
// sandbox as both marketplaces. A process that dies is started again, as a supervisor does.
import { join } from 'node:path';
import type postgres from 'postgres';
import {
  connectAccount,
  type MarketplaceContext,
  requestListingRefresh,
  withAccount,
} from '../catalog/actions.ts';
import * as catalogJobs from '../catalog/jobs.ts';
import { connectMarketplaces } from '../integrations/registry.ts';
import { toAmount } from '../kernel/money.ts';
import { ok } from '../kernel/result.ts';
import * as monitoringJobs from '../monitoring/jobs.ts';
import * as notificationsJobs from '../notifications/jobs.ts';
import type { Actor } from '../platform/app-context.ts';
import { openPool, toDb, within } from '../platform/db.ts';
import { createJobs } from '../platform/jobs.ts';
import { migrate } from '../platform/migrate.ts';
import { freePort } from '../platform/postgres.ts';
import { RuleInput } from '../pricing/contract.ts';
import * as pricingJobs from '../pricing/jobs.ts';
import { createRule } from '../pricing/rules/actions.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
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
import { openBalancer } from './balancer.ts';
import { type Death, keep, type Stops } from './keeper.ts';
import { type Pick, pickListings } from './listings.ts';
import { TRAPS } from './points.ts';
import { settled } from './settled.ts';
import { until } from './wait.ts';
import { CLOCK_AHEAD, type Clocks } from './wrong-date.ts';

/** The marketplaces whose markets the product follows there. */
export type PlantShop = Exclude<Shop, 'magalu'>;

export interface PlantOptions {
  seed: number;
  roles: readonly Process['role'][];
  /** So many listings of ours at each marketplace. */
  listings: Partial<Record<PlantShop, number>>;
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

const SELLERS: Record<PlantShop, string> = {
  mercadolivre: '810000001',
  amazon: 'A1CASAAURORA01',
  shopee: '310000001',
};
const GRANTS = {
  shopee: (sellerId: string) => ({
    code: `demo-shopee-${sellerId}`,
    params: { shop_id: sellerId },
  }),
  mercadolivre: (sellerId: string) => ({ code: `TG-demo-${sellerId}`, params: {} }),
  amazon: (sellerId: string) => ({
    code: `demo-amazon-${sellerId}`,
    params: { selling_partner_id: sellerId },
  }),
};
const CLIENT = 'primazia-sandbox';
const WEBHOOK_KEY = 'webhook-key-under-test';
const AMAZON_STORE = 'A2Q3Y263D00KWC';
const AWS_ACCOUNT = '000000000000';
/** From the first attempt to the last one, so that the second comes after a second: 8 attempts, and 17. */
const RETRY_SPANS = { mercadolivre: 127_000, amazon: 65_535_000 };
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

/** The sandbox in the place of the marketplaces, without a limit. */
const application = (sandboxUrl: string) => ({
  MELI_CLIENT_ID: CLIENT,
  MELI_CLIENT_SECRET: CLIENT,
  MELI_BASE_URL: sandboxUrl,
  MELI_CALLS_PER_MINUTE: '0',
  AMAZON_CLIENT_ID: CLIENT,
  AMAZON_CLIENT_SECRET: CLIENT,
  AMAZON_BASE_URL: `${sandboxUrl}/amazon`,
  AMAZON_LOGIN_URL: `${sandboxUrl}/amazon`,
  AMAZON_MARKETPLACE_ID: AMAZON_STORE,
  AMAZON_WEBHOOK_KEY: WEBHOOK_KEY,
  AMAZON_RATE_LIMITS: 'off',
  AMAZON_AWS_ACCOUNT: AWS_ACCOUNT,
});

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
  const picks = await connect(ctx, owner, companyId, sandbox, options.listings);
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
  });

/** Connects the accounts and reads only the needed listings instead of syncing all. */
async function connect(
  ctx: MarketplaceContext,
  owner: postgres.Sql,
  companyId: number,
  sandbox: Sandbox,
  wanted: PlantOptions['listings'],
): Promise<Pick[]> {
  const picks: Pick[] = [];
  for (const [shop, count] of Object.entries(wanted) as [PlantShop, number][]) {
    const accountId = await connectAccount(ctx, companyId, shop, GRANTS[shop](SELLERS[shop]));
    const subscribed = await withAccount(
      ctx,
      companyId,
      accountId,
      async (marketplace, session) => (await marketplace.subscribe?.(session, new Map())) ?? ok({}),
    );
    if (!subscribed.ok)
      throw new Error(`Cannot subscribe to notifications of ${shop}: ${subscribed.error.message}`);
    const some = pickListings(sandbox, shop, count);
    const listings = some.map(({ skuMarketplace }) => skuMarketplace);
    await within(ctx.db, { company: companyId }, (trx) =>
      requestListingRefresh(ctx, trx, { companyId, accountId, listings }),
    );
    picks.push(...some);
  }
  await owner`delete from pgboss.job where name = 'catalog.sync'`;
  await owner`update account set last_synced_at = now()`;
  return picks;
}

/** Puts each listing under a rule of its own, once its market is known. */
async function rule(
  ctx: MarketplaceContext,
  owner: postgres.Sql,
  actor: Actor,
  picks: readonly Pick[],
): Promise<PlantListing[]> {
  await until('all ads and their markets are known', READY_MS, async () => {
    const [row] = await owner<{ known: number }[]>`select count(*) as known from market`;
    return row!.known === picks.length;
  });
  const rows = await owner<{ id: number; sku: string }[]>`
    select id, sku_marketplace as sku from listing`;
  const idOf = new Map(rows.map(({ id, sku }) => [sku, id]));
  const listings: PlantListing[] = [];
  for (const pick of picks) {
    const listingId = idOf.get(pick.skuMarketplace)!;
    const input = RuleInput.parse({
      name: `Vencer ${pick.skuMarketplace}`,
      listingIds: [listingId],
      strategy: 'WIN',
      minPrice: toAmount(Math.floor(pick.low / 2)),
      maxPrice: toAmount(pick.high * 3),
    });
    const { id } = await createRule(ctx, actor, input);
    listings.push({ ...pick, companyId: actor.companyId, listingId, ruleId: id });
  }
  return listings;
}
