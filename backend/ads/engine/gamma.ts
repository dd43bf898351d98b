// The gamma distribution: the range of a conversion, where few clicks are known. Pure; checked against published tables.

/** Lanczos' approximation with g = 7 and nine terms: about 15 digits. */
const LANCZOS = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1_259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12,
  9.984_369_578_019_572e-6, 1.505_632_735_149_311_6e-7,
] as const;

/** Sums end where a term adds less than this share. */
const PRECISE = 1e-15;
const MAX_TERMS = 10_000;
/** From this shape on, Wilson and Hilferty's approximation is exact to about six digits. */
const LARGE_SHAPE = 10_000;

/**
 * The natural logarithm of the gamma function.
 * @param x greater than zero
 */
export function lnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  const at = x - 1;
  const sum = LANCZOS.reduce((total, term, i) => (i === 0 ? term : total + term / (at + i)), 0);
  const shifted = at + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}

function bySeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * PRECISE; n++) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum * Math.exp(shape * Math.log(x) - x - lnGamma(shape));
}

/** Lentz's continued fraction of the upper part. */
function upperByFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1e300;
  let d = 1 / b;
  let product = d;
  for (let n = 1; n < MAX_TERMS; n++) {
    const a = -n * (n - shape);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const factor = c * d;
    product *= factor;
    if (Math.abs(factor - 1) < PRECISE) break;
  }
  return product * Math.exp(shape * Math.log(x) - x - lnGamma(shape));
}

/**
 * The share of a gamma distribution that is at most `x`.
 * @param shape greater than zero
 * @param rate greater than zero
 */
export function gammaShareUpTo(x: number, shape: number, rate = 1): number {
  const at = x * rate;
  if (at <= 0) return 0;
  if (shape > LARGE_SHAPE)
    return normalShareUpTo(3 * Math.sqrt(shape) * (Math.cbrt(at / shape) - 1 + 1 / (9 * shape)));
  return at < shape + 1 ? bySeries(shape, at) : 1 - upperByFraction(shape, at);
}

/** The share of the standard normal distribution that is at most `z`: half of a gamma distribution on either side. */
function normalShareUpTo(z: number): number {
  const half = gammaShareUpTo((z * z) / 2, 0.5) / 2;
  return z < 0 ? 0.5 - half : 0.5 + half;
}

/** Acklam's approximation of the normal quantile, exact to nine digits. */
function normalQuantile(share: number): number {
  const ratio = (terms: readonly number[], x: number) =>
    terms.reduce((sum, term) => sum * x + term, 0);
  if (share > 0.5) return -normalQuantile(1 - share);
  if (share < 0.024_25) {
    const q = Math.sqrt(-2 * Math.log(share));
    return (
      ratio(
        [
          -0.007_784_894_002_430_293, -0.322_396_458_041_136_5, -2.400_758_277_161_838,
          -2.549_732_539_343_734, 4.374_664_141_464_968, 2.938_163_982_698_783,
        ],
        q,
      ) /
      ratio(
        [
          0.007_784_695_709_041_462, 0.322_467_129_070_039_8, 2.445_134_137_142_996,
          3.754_408_661_907_416, 1,
        ],
        q,
      )
    );
  }
  const q = share - 0.5;
  const r = q * q;
  return (
    (ratio(
      [
        -39.696_830_286_653_76, 220.946_098_424_520_5, -275.928_510_446_968_7, 138.357_751_867_269,
        -30.664_798_066_147_16, 2.506_628_277_459_239,
      ],
      r,
    ) *
      q) /
    ratio(
      [
        -54.476_098_798_224_06, 161.585_836_858_040_9, -155.698_979_859_886_6,
        66.801_311_887_719_72, -13.280_681_552_885_72, 1,
      ],
      r,
    )
  );
}

/** A first guess, which `gammaQuantile` improves. */
function guessOf(share: number, shape: number): number {
  if (shape > 0.5) {
    const z = normalQuantile(share);
    const guess = shape * (1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape))) ** 3;
    if (guess > 0) return guess;
  }
  return Math.exp((Math.log(share) + lnGamma(shape + 1)) / shape);
}

/**
 * The value that a share of a gamma distribution is at most: Halley's steps from Wilson and Hilferty's guess, kept
 * between what is known to be too small and too large.
 * @param share between zero and one, both left out
 * @param shape greater than zero
 * @param rate greater than zero
 */
export function gammaQuantile(share: number, shape: number, rate = 1): number {
  let x = guessOf(share, shape);
  if (shape > LARGE_SHAPE) return x / rate;
  let low = 0;
  let high = Infinity;
  const lnFactor = -lnGamma(shape);
  for (let n = 0; n < 60; n++) {
    const error = gammaShareUpTo(x, shape) - share;
    if (error > 0) high = x;
    else low = x;
    const density = Math.exp((shape - 1) * Math.log(x) - x + lnFactor);
    const newton = error / density;
    const step = newton / (1 - (newton * ((shape - 1) / x - 1)) / 2);
    const next = x - step;
    // This close, rounding decides on which side of the bounds the next value lies.
    if (Math.abs(step) <= 1e-10 * x) return next / rate;
    const isInside = Number.isFinite(next) && next > low && next < high;
    x = isInside ? next : high === Infinity ? x * 2 : (low + high) / 2;
  }
  return x / rate;
}
