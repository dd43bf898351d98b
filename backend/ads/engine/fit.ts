// How much the keywords of an account differ, learned once a week from the account itself. Pure.
import { lnGamma } from './gamma.ts';

/** The strengths to try. */
export const STRENGTHS = [0.3, 0.5, 0.75, 1, 1.5, 2.5, 4, 8] as const;

/** Of one keyword: orders and matured clicks. */
export interface Counted {
  orders: number;
  clicks: number;
}

export interface Fit {
  conversion: number;
  strength: number;
  /** The logarithm of the marginal likelihood. */
  likelihood: number;
}

const LOWEST = Math.log(1e-6);
const HIGHEST = Math.log(1);
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Steps of the golden-section search: they find the conversion to eight digits. */
const CUTS = 40;

/** `Σ lnΓ(a+y) − lnΓ(a) + a·ln(b/(b+E)) + y·ln(E/(b+E))` with `b = a/p`; the factor E^y, which is the same for all, is left out. */
export function marginalLikelihood(
  keywords: readonly Counted[],
  strength: number,
  conversion: number,
): number {
  const b = strength / conversion;
  const lnB = Math.log(b);
  const lnGammaOfStrength = lnGamma(strength);
  return keywords.reduce((sum, { orders, clicks }) => {
    const lnSum = Math.log(b + clicks);
    const gamma = orders === 0 ? 0 : lnGamma(strength + orders) - lnGammaOfStrength;
    return sum + gamma + strength * (lnB - lnSum) - orders * lnSum;
  }, 0);
}

/** The likeliest conversion for one strength. */
function bestConversion(keywords: readonly Counted[], strength: number): Fit {
  const at = (ln: number) => marginalLikelihood(keywords, strength, Math.exp(ln));
  let low = LOWEST;
  let high = HIGHEST;
  let left = high - GOLDEN * (high - low);
  let right = low + GOLDEN * (high - low);
  let atLeft = at(left);
  let atRight = at(right);
  for (let cut = 0; cut < CUTS; cut++) {
    if (atLeft > atRight) {
      high = right;
      [right, atRight] = [left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = at(left);
    } else {
      low = left;
      [left, atLeft] = [right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = at(right);
    }
  }
  const ln = (low + high) / 2;
  return { conversion: Math.exp(ln), strength, likelihood: at(ln) };
}

/**
 * The conversion of an account (or an ad group), and its weight for each of its keywords: the pair with the greatest likelihood.
 * Null: no order is known, so nothing can be learned, and the earlier result still holds.
 * @param keywords of one company alone
 */
export function fitPrior(keywords: readonly Counted[]): Fit | null {
  // Always summed up in the same order, as rounding must not move the result.
  const seen = keywords
    .filter(({ clicks }) => clicks > 0)
    .sort((a, b) => a.clicks - b.clicks || a.orders - b.orders);
  if (!seen.some(({ orders }) => orders > 0)) return null;
  return STRENGTHS.map((strength) => bestConversion(seen, strength)).reduce((best, fit) =>
    fit.likelihood > best.likelihood ? fit : best,
  );
}
