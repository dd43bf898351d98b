// All entrants in the same worlds.
import { type Size, USUAL_SIZE } from './assumptions.ts';
import { primazia, thompson } from './engine-entrant.ts';
import { knowing, oracleScore } from './oracle.ts';
import { play } from './play.ts';
import { RULE_NAMES, RULES } from './rules.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';
import { type EntrantScore, entrantScoreOf } from './score.ts';
import type { Entrant } from './view.ts';
import { drawWorld, type World } from './world.ts';

export const ENTRANT_NAMES = ['PRIMAZIA', 'thompson', ...RULE_NAMES, 'knowing'] as const;
export type EntrantName = (typeof ENTRANT_NAMES)[number];

export function entrantOf(name: EntrantName, world: World): Entrant {
  if (name === 'PRIMAZIA') return primazia();
  if (name === 'thompson') return thompson();
  return name === 'knowing' ? knowing(world) : RULES[name]();
}

/** What one entrant made of one world, beside the oracle. */
export interface Result extends EntrantScore {
  scenario: ScenarioName;
  seed: number;
  entrant: EntrantName;
  goal: number;
  /** Score and profit as shares of the oracle's. */
  ofOracle: number;
  profitOfOracle: number;
}

/** Every entrant in the world of a seed. */
export function playSeed(
  scenario: ScenarioName,
  seed: number,
  size: Size = USUAL_SIZE,
  entrants: readonly EntrantName[] = ENTRANT_NAMES,
): Result[] {
  const world = drawWorld(seed, SCENARIOS[scenario], size);
  const oracle = oracleScore(world);
  return entrants.map((entrant) => {
    const score = entrantScoreOf(world, play(world, entrantOf(entrant, world)));
    return {
      scenario,
      seed,
      entrant,
      goal: world.scenario.goal,
      ...score,
      ofOracle: score.score / oracle.score,
      profitOfOracle: score.profit / oracle.profit,
    };
  });
}
