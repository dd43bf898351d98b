// How often something pure is done in a second.
import process from 'node:process';

/** Of this core's time, and by the clock on the wall, which others on the machine slow down. */
export interface Rate {
  perSecond: number;
  perWallSecond: number;
}

/** Of the core's time: by the clock on the wall a busy machine takes longer to compile what is called. */
const WARM_UP_MS = 2_000;

const coreMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * Calls `work` for one case after the other, round after round, first for two seconds that do not count.
 * @param cases how many there are; `work` gets its index
 */
export function rateOf(seconds: number, cases: number, work: (n: number) => unknown): Rate {
  const run = (ms: number): Rate => {
    let count = 0;
    const startedAt = performance.now();
    const spent = coreMs();
    while (coreMs() - spent < ms) {
      for (let n = 0; n < cases; n++) if (work(n) === undefined) throw new Error('no answer');
      count += cases;
    }
    const per = (passed: number) => Math.round((count / passed) * 1_000);
    return {
      perSecond: per(coreMs() - spent),
      perWallSecond: per(performance.now() - startedAt),
    };
  };
  run(WARM_UP_MS);
  return run(seconds * 1_000);
}
