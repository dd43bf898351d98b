// The circuit breaker over many price updates: large drops within some minutes stop all price changes of a company.
import type { AppContext } from '../../platform/app-context.ts';
import type { Trx } from '../../platform/db.ts';
import type { BreakerSight } from '../contract.ts';
import { type Leaving, largeDrops, tripped } from './engine/circuit-breaker.ts';
import { stopPrices } from './stop-switch.ts';
import { breakerTerms, countDrops, dropsSince, lockSwitch } from './stop-switch-store.ts';

/**
 * Checks the prices that are to leave against the breaker, and counts their large drops. Only those wait for each other:
 * the switch stays locked until the caller's transaction ends, so that the count is exact over all processes.
 * @returns whether prices are stopped, and what the breaker saw where it is the one that stopped them
 */
export async function passBreaker(
  ctx: AppContext,
  trx: Trx,
  companyId: number,
  leaving: readonly Leaving[],
): Promise<{ stopped: boolean; tripped: BreakerSight | null }> {
  if (largeDrops(leaving, await breakerTerms(trx, companyId)).length === 0) {
    return { stopped: false, tripped: null };
  }
  const { stopped, breaker } = await lockSwitch(trx, companyId);
  if (stopped) return { stopped, tripped: null };
  const drops = largeDrops(leaving, breaker);
  const ids = drops.map((drop) => drop.id);
  const now = ctx.clock();
  const since = new Date(now.getTime() - breaker.minutes * 60_000);
  const sight = tripped(drops, await dropsSince(trx, companyId, since, ids), breaker);
  if (sight === null) {
    await countDrops(trx, companyId, ids, now);
    return { stopped: false, tripped: null };
  }
  await stopPrices(ctx, trx, companyId, { reason: 'breaker', detail: sight });
  return { stopped: true, tripped: sight };
}
