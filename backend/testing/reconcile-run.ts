import { reconcile } from '../pricing/jobs.ts';
import { ruleMany, seeMany, sellMany } from './many-listings.ts';
import { callFailure } from './memory-marketplace.ts';
import { competitor, type PushEnd, type Scene } from './pricing-scene.ts';

const CYCLE_MS = 3 * 60_000;
const never = new AbortController().signal;

export interface ReconcileReport {
  /** Updates whose fate was open after the first sending. */
  open: number;
  /** Listings whose price here, at the marketplace, or in their last applied update is another. */
  differences: number;
  /** Pushes beyond one for each listing. */
  again: number;
}

/**
 * Prices many listings while a tenth of the pushes gets no answer (half of those were applied) and reads fail, then deletes
 * every job that would settle them, and runs two cycles of reconciliation.
 */
export async function reconcileRun(scene: Scene, count: number): Promise<ReconcileReport> {
  const listings = await sellMany(scene, count, 10_000);
  await seeMany(scene, listings, [competitor('R1', 9_500)]);
  await ruleMany(scene, listings, {});
  scene.shop.ends = listings.map((_, n): PushEnd => {
    if (n % 10 !== 0) return 'confirm';
    return n % 20 === 0 ? 'lose' : 'unavailable';
  });
  scene.shop.blind = callFailure('unavailable', '503');
  await scene.work();
  const [sent] = await scene.database.owner<{ count: number }[]>`
    select count(*) from price_update where state <> 'applied'`;

  scene.shop.blind = null;
  for (let cycle = 0; cycle < 2; cycle++) {
    await scene.database.owner`delete from pgboss.job where name like 'pricing.%'`;
    scene.ctx.advance(CYCLE_MS);
    await reconcile(scene.ctx, never);
    await scene.work();
  }

  const rows = await scene.database.owner<{ sku: string; price: number; applied: number | null }[]>`
    select l.sku_marketplace as sku, l.price, (select u.new_price from price_update u
      where u.listing_id = l.id and u.state = 'applied' order by u.id desc limit 1) as applied
    from listing l`;
  const differences = rows.filter(
    ({ sku, price, applied }) => price !== applied || scene.shop.shown(sku) !== applied,
  ).length;
  return { open: sent!.count, differences, again: scene.shop.pushes.length - count };
}
