import { workers as notificationWorkers } from '../notifications/jobs.ts';
import type { BreakerSight } from '../pricing/contract.ts';
import { workers } from '../pricing/jobs.ts';
import { getPriceSwitch } from '../pricing/switch.ts';
import { drain } from './house.ts';
import { allowAnyMove, ruleMany, seeMany, sellMany } from './pricing-crowd.ts';
import { rival, type Scene } from './pricing-scene.ts';

/** A rule that takes nine tenths off many ads at once: how many prices left, and what the breaker saw. */
export async function badRule(
  scene: Scene,
  count: number,
): Promise<{ left: number; sight: BreakerSight | null }> {
  await allowAnyMove(scene);
  const ads = await sellMany(scene, count, 10_000);
  await seeMany(scene, ads, [rival('R1', 1_001)]);
  await ruleMany(scene, ads, { minPrice: 5, maxPrice: 200 });
  await drain(scene.house, [...workers(scene.house), ...notificationWorkers(scene.house)]);
  const { detail } = await getPriceSwitch(scene.house, scene.actor);
  return { left: scene.shop.pushes.length, sight: detail };
}
