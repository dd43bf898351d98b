import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { simulateMany } from '../../testing/price-simulation/many.ts';
import { simulate } from '../../testing/price-simulation/simulate.ts';
import { BROKEN } from '../../testing/price-simulation/story.ts';

describe('the life of a price update, simulated', () => {
  it('ends on the right price whatever is lost, delayed, duplicated or killed', () => {
    const report = simulateMany(1, 2_000);
    assert.deepEqual(report.violations, []);
    assert.ok(report.calls > 15_000, `${report.calls} calls left`);
    assert.ok(report.updates > 20_000, `${report.updates} updates were written`);
  });

  it('gives the same result for the same seed', () => {
    const once = simulate(7, null, true);
    assert.ok(once.lines.length > 20);
    assert.deepEqual(simulate(7, null, true), once);
    assert.notDeepEqual(simulate(8, null, true).lines, once.lines);
  });

  for (const broken of BROKEN) {
    it(`detects a simulation that is built wrong: ${broken}`, () => {
      const seeds = Array.from({ length: 400 }, (_, n) => n + 1);
      const found = seeds.map((seed) => simulate(seed, broken)).find(({ violation }) => violation);
      assert.ok(found, 'nothing was found out');
      const again = simulate(found.seed, broken, true);
      assert.equal(again.violation, found.violation);
      assert.match(again.lines.at(-1)!, /VIOLATION/);
    });
  }
});
