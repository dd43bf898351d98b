import { simulate } from './simulate.ts';

export interface ManyReport {
  seeds: number;
  calls: number;
  updates: number;
  /** Each with its seed and its whole story. */
  violations: string[];
}

/** Runs many simulations, one for each seed; prints those with violations. */
export function simulateMany(first: number, seeds: number): ManyReport {
  const report: ManyReport = { seeds, calls: 0, updates: 0, violations: [] };
  for (let seed = first; seed < first + seeds; seed++) {
    const { violation, calls, updates } = simulate(seed);
    report.calls += calls;
    report.updates += updates;
    if (violation === null) continue;
    const { lines } = simulate(seed, null, true);
    report.violations.push([`seed ${seed}: ${violation}`, ...lines].join('\n'));
    // A few violations are enough.
    if (report.violations.length === 5) break;
  }
  return report;
}
