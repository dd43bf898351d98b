import { workers as notificationWorkers } from '../notifications/jobs.ts';
import type { BreakerSight } from '../pricing/contract.ts';
import { workers } from '../pricing/jobs.ts';
import { getPriceSwitch } from '../pricing/safety/stop-switch.ts';
import { allowAnyMove, ruleMany, seeMany, sellMany } from './many-listings.ts';
import { competitor, type Scene } from './pricing-scene.ts';
import { drain } from './test-context.ts';

/** A rule that takes nine tenths off many listings at once: how many prices left, and what the breaker saw. */
export async function badRule(
  scene: Scene,
  count: number,
): Promise<{ left: number; sight: BreakerSight | null }> {
  await allowAnyMove(scene);
  const listings = await sellMany(scene, count, 10_000);
  await seeMany(scene, listings, [competitor('R1', 1_001)]);
  await ruleMany(scene, listings, { minPrice: 5, maxPrice: 200 });
  await drain(scene.ctx, [...workers(scene.ctx), ...notificationWorkers(scene.ctx)]);
  const { detail } = await getPriceSwitch(scene.ctx, scene.actor);
  return { left: scene.shop.pushes.length, sight: detail };
}
