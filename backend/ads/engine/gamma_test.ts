import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { gammaQuantile, gammaShareUpTo, lnGamma } from './gamma.ts';

const near = (is: number, expected: number, digits = 1e-9) =>
  assert.ok(
    Math.abs(is - expected) <= digits * Math.max(1, Math.abs(expected)),
    `${is}, not ${expected}`,
  );

describe('the gamma function', () => {
  it('is the factorial, and half of it at halves', () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n++) {
      near(lnGamma(n), Math.log(factorial), 1e-13);
      factorial *= n;
    }
    near(lnGamma(0.5), Math.log(Math.PI) / 2, 1e-13);
    near(lnGamma(1.5), Math.log(Math.sqrt(Math.PI) / 2), 1e-13);
    near(lnGamma(0.3), 1.095_797_994_818_075, 1e-12);
  });
});

describe('quantiles', () => {
  // A chi-square distribution of n degrees is a gamma distribution of shape n / 2 and rate 1/2: from printed tables.
  const CHI_SQUARE = [
    [1, 0.015_791, 2.705_543],
    [2, 0.210_721, 4.605_17],
    [4, 1.063_623, 7.779_44],
    [10, 4.865_182, 15.987_179],
    [30, 20.599_235, 40.256_024],
    [100, 82.358_136, 118.498_004],
  ] as const;
  for (const [degrees, tenth, ninetieth] of CHI_SQUARE) {
    it(`are those of the table of chi-square for ${degrees} degrees of freedom`, () => {
      near(gammaQuantile(0.1, degrees / 2, 0.5), tenth, 1e-6);
      near(gammaQuantile(0.9, degrees / 2, 0.5), ninetieth, 1e-6);
    });
  }

  it('are those of the exponential distribution at shape 1', () => {
    for (const share of [0.001, 0.1, 0.5, 0.9, 0.999])
      near(gammaQuantile(share, 1, 4), -Math.log(1 - share) / 4, 1e-11);
  });

  it('invert the distribution, 10,000 times', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 9_000, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (shape, share) => near(gammaShareUpTo(gammaQuantile(share, shape), shape), share, 1e-8),
      ),
      { numRuns: 10_000 },
    ));

  it('go on without a break where the shape is large', () => {
    near(gammaQuantile(0.9, 10_001) / gammaQuantile(0.9, 9_999), 10_001 / 9_999, 1e-5);
    near(gammaShareUpTo(10_200, 10_001), gammaShareUpTo(10_198, 9_999), 1e-4);
  });
});
