// The summary of the arena's scores: over the seeds the median, and the value that nine of ten exceed.
import { toAmount } from '../../kernel/money.ts';
import { quantile } from '../../testing/statistics.ts';
import { finder, seedsOf } from './scores.ts';
import { ENTRANTS, type Entrant, type Score, SIMPLE_ENTRANTS } from './tournament.ts';

export interface Spread {
  median: number;
  p10: number;
}

/** One entrant's figures; money in reais. */
export interface Row {
  entrant: Entrant;
  profit: Spread;
  winningPercent: Spread;
  changesADay: Spread;
  pricePercent: Spread;
  worstDay: Spread;
  /** Profit relative to the best simple entrant on the seed, and to the oracle. */
  ofBestSimple: Spread;
  ofOracle: Spread;
  /** The same relative to the oracle, where the marketplace reports the price to win and where it does not. */
  ofOracleTold: Spread;
  ofOracleUntold: Spread;
  seedsBelowStatic: number;
}

const spread = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5) ?? Number.NaN,
  p10: quantile(values, 0.1) ?? Number.NaN,
});

export function rowsOf(scores: readonly Score[]): Row[] {
  const seeds = seedsOf(scores);
  const of = finder(scores);
  return ENTRANTS.map((entrant) => {
    const over = (figure: (score: Score) => number) =>
      spread(seeds.map((seed) => figure(of(entrant, seed))));
    const beside = (other: (seed: number) => number, figure = ({ profit }: Score) => profit) =>
      spread(seeds.map((seed) => figure(of(entrant, seed)) / other(seed)));
    const unreported = ({ profit, reported }: Score) => profit - reported;
    return {
      entrant,
      profit: over(({ profit }) => toAmount(profit)),
      winningPercent: over(({ winning }) => winning * 100),
      changesADay: over(({ changes }) => changes),
      pricePercent: over(({ price }) => price * 100),
      worstDay: over(({ worstDay }) => toAmount(worstDay)),
      ofBestSimple: beside((seed) =>
        Math.max(...SIMPLE_ENTRANTS.map((simple) => of(simple, seed).profit)),
      ),
      ofOracle: beside((seed) => of('oracle', seed).profit),
      ofOracleTold: beside(
        (seed) => of('oracle', seed).reported,
        ({ reported }) => reported,
      ),
      ofOracleUntold: beside((seed) => unreported(of('oracle', seed)), unreported),
      seedsBelowStatic: seeds.filter((seed) => of(entrant, seed).profit < of('static', seed).profit)
        .length,
    };
  });
}
