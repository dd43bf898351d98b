/** Permissions without which listings cannot be synced, or prices not set. */
const NEEDED = [
  'open:portfolio-skus-seller:read',
  'open:portfolio-prices-seller:read',
  'open:portfolio-prices-seller:write',
  'open:portfolio-stocks-seller:read',
] as const;

/** The permissions that a seller is asked for. The last three open health and orders. */
export const SCOPES = [
  ...NEEDED,
  'open:portfolio-scores-seller:read',
  'open:order-order-seller:read',
  'open:order-delivery-seller:read',
] as const;

/** The permissions that a token's scope names. */
export const scopesIn = (scope: string): string[] => scope.split(/\s+/).filter(Boolean);

/** The needed permissions that a token lacks, by the scope that came with it; null: not reported. */
export function missingScopes(scope: string | null): string[] {
  if (scope === null) return [];
  const given = new Set(scopesIn(scope));
  return NEEDED.filter((one) => !given.has(one));
}
