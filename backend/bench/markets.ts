// How many markets a second are recorded, by polls and by notifications with market data:
// `deno run -A backend/bench/markets.ts [offers] [listings]`. Every market changes in every round. No floor: compare it
// with itself.
import type { Market } from '../kernel/market.ts';
import { createIntake } from '../monitoring/notification-intake.ts';
import { offer, type Scene, scene } from '../testing/monitoring-scene.ts';
import { recordObserved } from '../testing/record-markets.ts';

const ROUNDS = 5;
const BATCH = 500;
const MARKETPLACE = 2;

const offers = Number(Deno.args[0] ?? 5);
const count = Number(Deno.args[1] ?? 2_000);
const skuOf = (n: number) => `MANY${n + 1}`;
const productOf = (n: number) => `P${n + 1}`;

async function addListings({ database: { owner }, company, ctx }: Scene): Promise<number[]> {
  const now = ctx.clock();
  const rows = await owner<{ id: number }[]>`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price,
      shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
      promotion_status, catalog_product_id, created_at, updated_at)
    select ${company.companyId}::bigint, ${company.accountId}::bigint, ${MARKETPLACE}::integer, 'MANY' || n,
      'Ad', 10000, 0, 'BRL', 'BR', 1, 'ENABLED', 'new', false, 'none', 'P' || n, ${now}, ${now}
    from generate_series(1, ${count}::integer) n returning id`;
  return rows.map(({ id }) => id);
}

function marketOf(the: Scene, n: number, round: number): Market {
  const competitors = Array.from({ length: offers - 1 }, (_, rank) =>
    offer(`R${rank}`, 9_500 + rank * 10 - round, { position: rank + 1 }),
  );
  const own = { offerId: skuOf(n), isOwn: true, position: offers };
  return {
    observedAt: the.ctx.clock(),
    buybox: { status: 'LOSING', winnerSellerId: 'R0', priceToWin: 9_000 - round, reason: null },
    offers: [...competitors, offer(the.company.sellerId, 10_000, own)],
  };
}

async function measure(what: string, the: Scene, work: (markets: Market[]) => Promise<void>) {
  for (let round = 0; round < ROUNDS; round++) {
    the.ctx.advance(1_000);
    const step = Math.round(the.ctx.clock().getTime() / 1_000) % 1_000;
    const markets = Array.from({ length: count }, (_, n) => marketOf(the, n, step));
    const started = performance.now();
    await work(markets);
    const perSecond = (count / (performance.now() - started)) * 1_000;
    console.log(`${what}: ${Math.round(perSecond)} markets/s of ${offers} offers`);
  }
}

const the = await scene();
const ids = await addListings(the);
await measure('looks', the, async (markets) => {
  const polls = markets.map((market, n) => ({ listingId: ids[n]!, market }));
  for (let from = 0; from < count; from += BATCH)
    await recordObserved(the.ctx, the.company.companyId, polls.slice(from, from + BATCH));
});
const intake = createIntake(the.ctx);
await measure('notices', the, async (markets) => {
  const { sellerId } = the.company;
  const notifications = markets.map((market, n) => {
    const subject = { catalogProductId: productOf(n), condition: null };
    return intake(MARKETPLACE, { sellerId, subject, about: 'market', market });
  });
  await Promise.all(notifications);
});
await the.close();
