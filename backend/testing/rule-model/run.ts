import fc from 'fast-check';
import { competitor, openScene } from '../pricing-scene.ts';
import { COMMANDS, created } from './commands.ts';
import { MODEL_LIMITS, MODEL_PACE, Model, type ModelState } from './model.ts';

export interface RuleModelReport {
  /** Commands that were run. */
  commands: number;
  /** Updates that the sequences ended with, by their state. */
  states: Partial<Record<ModelState, number>>;
}

/**
 * Runs random sequences of commands on the product and on the model, each on its own listing. Throws at the first
 * difference, with the shortest sequence that shows it and the seed that reproduces it. `endOnFailure`: with the first
 * failing sequence, without shrinking.
 */
export async function ruleModel(
  sequences: number,
  seed: number,
  {
    makeModel = (clock: () => number) => new Model(clock),
    endOnFailure = false,
  }: { makeModel?: (clock: () => number) => Model; endOnFailure?: boolean } = {},
): Promise<RuleModelReport> {
  const scene = await openScene();
  let listings = 0;
  const report: RuleModelReport = { commands: 0, states: {} };
  // Days pass faster than markets and credentials are renewed here.
  await scene.database.owner`
    update company set stale_market_hours = 720, breaker_drops = 100000,
      max_step_percent = ${MODEL_LIMITS.step}, max_day_percent = ${MODEL_LIMITS.day},
      smallest_rise_percent = ${MODEL_PACE.smallestRise}, minutes_between_updates = ${MODEL_PACE.minutes},
      updates_per_hour = ${MODEL_PACE.hour}, updates_per_day = ${MODEL_PACE.day}`;
  try {
    await fc.assert(
      fc.asyncProperty(
        created,
        fc.commands(COMMANDS, { maxCommands: 24, size: 'max' }),
        async (first, sequence) => {
          listings += 1;
          const sku = `MLB${listings}`;
          const listingId = await scene.sell(sku, 10_000);
          await scene.see(listingId, 'LOSING', [competitor('R1', 9_500)]);
          const real = { scene, listingId, sku, ruleIds: [] };
          const model = makeModel(() => scene.ctx.clock().getTime());
          await fc.asyncModelRun(() => ({ model, real }), [first, ...sequence]);
          report.commands += model.commands;
          for (const { state } of model.updates) {
            report.states[state] = (report.states[state] ?? 0) + 1;
          }
        },
      ),
      { numRuns: sequences, seed, endOnFailure },
    );
  } finally {
    await scene.close();
  }
  return report;
}
