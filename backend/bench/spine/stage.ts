// The environment of the bench, newly created: the embedded PostgreSQL with the product's settings, the sandbox and the
// product in a separate process each, and both demo companies with their listings.
import { dirname, join } from 'node:path';
import type postgres from 'postgres';
import { openPool } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { migrate } from '../../platform/migrate.ts';
import { freePort, startPostgres } from '../../platform/postgres.ts';
import { DEMO_EMAIL } from '../../seed.ts';
import { createStops } from '../../start/stops.ts';
import { ANY_PACE } from '../../testing/any-pace.ts';
import { inLanes, waitFor } from '../../testing/lanes.ts';
import { MARKETPLACE } from '../../testing/marketplaces.ts';
import { type Api, signIn } from './api.ts';
import { type Listing, planOf, ruleOf, type StoredListing } from './listings.ts';
import { type Usage, usageOf } from './meter.ts';
import { startChild } from './processes.ts';
import { openStall, type Stall } from './stall.ts';

/** As the settings of the product name the sandbox's client. */
const CLIENT = { id: 'primazia-sandbox', secret: 'primazia-sandbox' };
/** How the marketplace refuses a price that its own automation sets. */
const NOT_MODIFIABLE = 'item.price.not_modifiable';
const DATABASE = 'bench';
const FLOOR_DATABASE = 'bench_floor';
const STOP_SECONDS = 15;
const SYNC_MS = 120_000;
const SETTLE_MS = 60_000;
const LANES = 8;

/** A listing with its own rule. */
export interface RuledListing extends Listing {
  ruleId: number;
}

export interface Stage {
  stall: Stall;
  serverUrl: string;
  /** What a notification of Amazon bears. */
  webhookKey: string;
  /** The product's database, as one who sees all. */
  owner: postgres.Sql;
  /** Another database with the same tables, for the floor. */
  floor: postgres.Sql;
  listings: RuledListing[];
  /** Lets all rules work without approval, and leaves out the listings whose price the marketplace sets itself. */
  releaseRules(): Promise<RuledListing[]>;
  /** CPU time that all processes have used so far; null: the system does not report it. */
  usage(): Promise<Usage | null>;
  /** Waits until nothing is under way any more; false: something still was after a minute. */
  settled(): Promise<boolean>;
  close(): Promise<void>;
}

const log = createLog({
  write: (line) => console.error(line),
  clock: () => new Date(),
  level: 'warn',
});

const withDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Opens everything. Where a part fails to open, those before it are closed. */
export async function openStage(options: { seed: number; listings: number }): Promise<Stage> {
  const stops = createStops((message, error, fields) => log.error(message, error, fields));
  try {
    return await open(options, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

type Stops = ReturnType<typeof createStops>;

async function openDatabases(stops: Stops) {
  const folder = await Deno.makeTempDir({ prefix: 'primazia-bench-' });
  stops.add('folder', () => Deno.remove(folder, { recursive: true }), STOP_SECONDS);
  // Started as root, the server runs as another user, who has to get through.
  await Deno.chmod(folder, 0o711);
  const password = crypto.randomUUID();
  const server = await startPostgres({ folder: join(folder, 'postgres'), password, log });
  stops.add(
    'PostgreSQL',
    async () => {
      await server.stop();
      // The cluster lies elsewhere where the server's user could not get into our folder.
      if (!server.data.startsWith(folder))
        await Deno.remove(dirname(server.data), { recursive: true });
    },
    STOP_SECONDS,
  );
  const admin = openPool(server.url, 1);
  try {
    for (const name of [DATABASE, FLOOR_DATABASE]) await admin`create database ${admin(name)}`;
  } finally {
    await admin.end({ timeout: 1 });
  }
  const ownerUrl = withDatabase(server.url, DATABASE);
  const floorUrl = withDatabase(server.url, FLOOR_DATABASE);
  const appUrl = await migrate(ownerUrl, password);
  await migrate(floorUrl, password);
  const owner = openPool(ownerUrl, 2);
  stops.add('database connections', () => owner.end({ timeout: 1 }));
  const floor = openPool(floorUrl, 4);
  stops.add("the floor's connections", () => floor.end({ timeout: 1 }));
  const lock = await Deno.readTextFile(join(server.data, 'postmaster.pid'));
  return { ownerUrl, appUrl, owner, floor, serverPid: Number(lock.split('\n')[0]) };
}

async function open(
  { seed, listings: wanted }: { seed: number; listings: number },
  stops: Stops,
): Promise<Stage> {
  const { ownerUrl, appUrl, owner, floor, serverPid } = await openDatabases(stops);
  const stall = await openStall(seed, CLIENT);
  stops.add('sandbox', () => stall.stop(), STOP_SECONDS);
  const password = crypto.randomUUID();
  const webhookKey = crypto.randomUUID();
  const app = await startChild(
    'backend/bench/spine/app-process.ts',
    {
      BENCH_OWNER_URL: ownerUrl,
      BENCH_APP_URL: appUrl,
      BENCH_SANDBOX_URL: stall.url,
      BENCH_PORT: String(freePort(null)),
      BENCH_PASSWORD: password,
      BENCH_WEBHOOK_KEY: webhookKey,
    },
    /^Installation ready at (.+)$/,
  );
  stops.add('installation', () => app.stop(), STOP_SECONDS);

  if (!(await waitFor(SYNC_MS, 100, () => isSynced(owner))) || !(await settled(owner, stall))) {
    throw new Error('the first sync did not end in time');
  }
  // Competitors change prices here more than in reality: the breaker would stop all prices, and large changes would wait for
  // approval, as intended.
  await owner`
    update company set breaker_drops = 100000, max_step_percent = 1000, max_day_percent = 1000,
      ${owner(ANY_PACE)}`;
  const apis = await signIn(app.said, DEMO_EMAIL, password);
  const planned = await planListings(stall, await storedListings(owner));
  const listings = await inLanes(planned.slice(0, wanted), LANES, async (listing) => {
    const rule = await apiOf(apis, listing).createRule(ruleOf(listing, { requiresApproval: true }));
    return { ...listing, ruleId: rule.id };
  });
  await settled(owner, stall);

  return {
    stall,
    serverUrl: app.said,
    webhookKey,
    owner,
    floor,
    listings,
    async releaseRules() {
      await inLanes(listings, LANES, (listing) =>
        apiOf(apis, listing).updateRule(
          listing.ruleId,
          ruleOf(listing, { requiresApproval: false }),
          1,
        ),
      );
      await settled(owner, stall);
      const refused = await owner<{ listing_id: number }[]>`
        select listing_id from price_update
        where state = 'rejected' and failure ->> 'code' = ${NOT_MODIFIABLE}`;
      const ids = new Set(refused.map((row) => row.listing_id));
      return listings.filter((listing) => !ids.has(listing.listingId));
    },
    usage: () => usageOf({ app: app.pid, sandbox: stall.pid, postgres: serverPid }),
    settled: () => settled(owner, stall),
    close: () => stops.run(),
  };
}

function apiOf(apis: ReadonlyMap<number, Api>, listing: StoredListing): Api {
  const api = apis.get(listing.companyId);
  if (api === undefined) throw new Error(`no person is signed in for company ${listing.companyId}`);
  return api;
}

async function isSynced(owner: postgres.Sql): Promise<boolean> {
  const [row] = await owner<{ open: number }[]>`
    select count(*) as open from account where last_synced_at is null`;
  return row?.open === 0;
}

/** Nothing to do: no job that is due, no price on its way, and no notification either. */
const settled = (owner: postgres.Sql, stall: Stall): Promise<boolean> =>
  waitFor(SETTLE_MS, 100, async () => {
    if ((await stall.pending()) > 0) return false;
    const [row] = await owner<{ open: number }[]>`
      select (select count(*) from price_update where state in ('sent', 'retry'))
        + (select count(*) from pgboss.job where state <= 'active' and start_after <= now()
            and name <> 'dead-letters') as open`;
    // Read again: a price that arrived in between is then recorded.
    return row?.open === 0 && (await stall.pending()) === 0;
  });

/** The listings that can be priced: not those whose price the marketplace's own automation moves, as far as that is known. */
const storedListings = (owner: postgres.Sql): Promise<StoredListing[]> =>
  owner<StoredListing[]>`
    select l.id as "listingId", l.company_id as "companyId", a.seller_id as "sellerId",
      l.sku_marketplace as "itemId", l.shipping_price as "shippingPrice"
    from listing l join account a on a.id = l.account_id
    where l.marketplace_id = ${MARKETPLACE.MERCADO_LIVRE} and l.status = 'ENABLED' and l.condition = 'new' and l.promotion_status = 'none'
      and l.catalog_product_id is not null
      and not exists (select from listing_particulars p
        where p.company_id = l.company_id and p.listing_id = l.id and p.automated_since is not null)
    order by l.sku_marketplace`;

async function planListings(stall: Stall, stored: StoredListing[]): Promise<Listing[]> {
  const planned = await inLanes(stored, LANES, async (listing) =>
    planOf(listing, await stall.item(listing.itemId)),
  );
  return planned.filter((listing) => listing !== null);
}
