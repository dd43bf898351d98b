/** Permissions without which listings cannot be synced, or prices not set. */
const NEEDED = [
  'open:portfolio-skus-seller:read',
  'open:portfolio-prices-seller:read',
  'open:portfolio-prices-seller:write',
  'open:portfolio-stocks-seller:read',
] as const;

/** What a seller is asked to permit. Without the last three there is no health, and there are no orders. */
export const SCOPES = [
  ...NEEDED,
  'open:portfolio-scores-seller:read',
  'open:order-order-seller:read',
  'open:order-delivery-seller:read',
] as const;

/** The needed permissions that a token lacks, by the scope that came with it; null: none was told. */
export function missingScopes(scope: string | null): string[] {
  if (scope === null) return [];
  const given = new Set(scope.split(/\s+/));
  return NEEDED.filter((one) => !given.has(one));
}
