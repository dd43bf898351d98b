// The first sync of an account: from decoding the marketplace's answers to written listings and their events. The
// marketplace is a generator in this process without a rate limit, so that only the product is measured.
import type postgres from 'postgres';
import { connectAccount } from '../../catalog/actions.ts';
import { syncAccount } from '../../catalog/sync.ts';
import type { RemoteListing } from '../../integrations/marketplace.ts';
import { marketplacesOf } from '../../integrations/registry.ts';
import { ok } from '../../kernel/result.ts';
import { copyWriter } from '../../platform/backup.ts';
import { toDb } from '../../platform/db.ts';
import { memoryMarketplace, remoteListing } from '../../testing/memory-marketplace.ts';
import { rounded } from '../../testing/statistics.ts';
import { seedCompany, testContext } from '../../testing/test-context.ts';
import { type BenchDatabase, withDatabases } from '../databases.ts';

export interface SyncMeasurement {
  bench: 'sync';
  name: string;
  value: number;
  unit: string;
  listings: number;
  cores: number;
}

const PAGE = 1_000;
const FLOOR_BATCH = 5_000;
const POLL_MS = 50;
const MEGABYTE = 1024 * 1024;

const skuOf = (n: number) => `MLB${String(n).padStart(9, '0')}`;
const listingOf = (sku: string): RemoteListing =>
  remoteListing(sku, { price: 1_000 + (Number(sku.slice(-5)) % 90_000) });

/** A marketplace with so many listings, none of them kept in memory. */
function generator(listings: number) {
  const market = memoryMarketplace(() => new Date(), { lifeSeconds: 24 * 3_600 });
  market.codes.add('code');
  market.scanListings = async function* () {
    for (let from = 0; from < listings; from += PAGE) {
      const length = Math.min(PAGE, listings - from);
      yield await Promise.resolve(ok(Array.from({ length }, (_, n) => skuOf(from + n))));
    }
  };
  market.getListings = (_session, skus) =>
    Promise.resolve(ok(new Map(skus.map((sku) => [sku, ok(listingOf(sku))]))));
  return market;
}

/** The same rows as fast as PostgreSQL takes them: COPY into a temporary table and one merge for each batch. */
async function writeFloor(owner: postgres.Sql, listings: number): Promise<number> {
  const { companyId, accountId } = await seedCompany(owner);
  const started = performance.now();
  for (let from = 0; from < listings; from += FLOOR_BATCH) {
    await owner.begin(async (sql) => {
      await sql`create temporary table fetched (like listing including generated) on commit drop`;
      await sql`alter table fetched alter column id drop not null`;
      const copy = await copyWriter(
        sql,
        `copy fetched (company_id, account_id, marketplace_id, sku_marketplace, sku, title, image_url, link, price,
          shipping_price, currency_code, country_code, stock, status, condition, listing_type_id, fulfillment,
          promotion_status, catalog_product_id, created_at, updated_at) from stdin`,
      );
      const ended = new Promise((resolve, reject) =>
        copy.once('finish', resolve).once('error', reject),
      );
      const at = new Date().toISOString();
      let text = '';
      for (let n = from; n < Math.min(from + FLOOR_BATCH, listings); n++) {
        const one = listingOf(skuOf(n));
        text += `${[
          companyId,
          accountId,
          2,
          one.skuMarketplace,
          one.sku,
          one.title,
          one.imageUrl,
          one.link,
          one.price,
          one.shippingPrice,
          one.currencyCode,
          one.countryCode,
          one.stock,
          one.status,
          one.condition,
          one.listingTypeId,
          one.fulfillment,
          one.promotionStatus,
          one.catalogProductId,
          at,
          at,
        ].join('\t')}\n`;
      }
      copy.end(text);
      await ended;
      await sql`
        insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, image_url, link,
          price, shipping_price, currency_code, country_code, stock, status, condition, listing_type_id,
          fulfillment, promotion_status, catalog_product_id, created_at, updated_at)
        select company_id, account_id, marketplace_id, sku_marketplace, sku, title, image_url, link,
          price, shipping_price, currency_code, country_code, stock, status, condition, listing_type_id,
          fulfillment, promotion_status, catalog_product_id, created_at, updated_at
        from fetched on conflict (company_id, account_id, sku_marketplace) do nothing`;
    });
  }
  return performance.now() - started;
}

/** Samples the memory of this process until it is stopped; gives the maximum of each half, in megabytes. */
function watchMemory() {
  const seen: number[] = [];
  const poll = () => seen.push(Deno.memoryUsage().rss / MEGABYTE);
  poll();
  const timer = setInterval(poll, POLL_MS);
  return () => {
    clearInterval(timer);
    poll();
    const half = Math.ceil(seen.length / 2);
    return { first: Math.max(...seen.slice(0, half)), second: Math.max(...seen.slice(half - 1)) };
  };
}

async function syncOnce({ app, owner }: BenchDatabase, listings: number) {
  const market = generator(listings);
  const { companyId } = await seedCompany(owner, { sellerId: market.sellerId });
  const ctx = {
    ...testContext(toDb(app)),
    clock: () => new Date(),
    marketplaces: marketplacesOf([market]),
  };
  const accountId = await connectAccount(ctx, companyId, market.slug, {
    code: 'code',
    params: {},
  });
  const run = async () => {
    const started = performance.now();
    const outcome = await syncAccount(ctx, { companyId, accountId }, new AbortController().signal);
    if (!outcome.ok) throw new Error(`the sync failed: ${outcome.error.message}`);
    return performance.now() - started;
  };
  const memory = watchMemory();
  const first = await run();
  const { first: early, second: late } = memory();
  const [row] = await owner<{ written: number; announced: number }[]>`
    select (select count(*) from listing) as written,
      (select coalesce(sum(jsonb_array_length(data -> 'listingIds')), 0)::integer from pgboss.job
        where name like 'event.%') as announced`;
  return { first, again: await run(), memory: { early, late }, ...row! };
}

/** Measures the first sync of an account with so many listings, and one more in which nothing changed. */
export const runSync = (
  listings: number,
): Promise<{ measurements: SyncMeasurement[]; faults: string[] }> =>
  withDatabases(['bench', 'bench_floor'], async ([ctx, floor]) => {
    const { first, again, memory, written, announced } = await syncOnce(ctx!, listings);
    const floorMs = await writeFloor(floor!.owner, listings);
    const measurements: SyncMeasurement[] = [];
    const add = (name: string, value: number, unit: string) =>
      measurements.push({
        bench: 'sync',
        name,
        value: rounded(value),
        unit,
        listings,
        cores: navigator.hardwareConcurrency,
      });
    add('first-sync', (listings * 1_000) / first, 'listings/s');
    add('first-sync.floor', (listings * 1_000) / floorMs, 'listings/s');
    add('first-sync.floor-ratio', first / floorMs, 'times');
    add('unchanged-sync', (listings * 1_000) / again, 'listings/s');
    add('memory.first-half', memory.early, 'MB');
    add('memory.second-half', memory.late, 'MB');
    const faults: string[] = [];
    if (written !== listings) faults.push(`${written} listings were written, and not ${listings}`);
    if (announced !== listings)
      faults.push(`Events announce ${announced} listings instead of ${listings}`);
    return { measurements, faults };
  });
