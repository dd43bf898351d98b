import type { Role } from '@primazia/backend/identity/contract';
import type { Need } from '@primazia/backend/kernel/endpoint';

/** What a JWT says of itself; nothing where it cannot be read. It is read, not trusted. */
function claimsOf(token: string): Record<string, unknown> {
  const payload = token.split('.')[1];
  if (payload === undefined) return {};
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** When a JWT runs out, in ms since the epoch; null where it does not tell. */
export function expiresAt(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** How long a JWT was made to hold, in ms; null where it does not tell. */
export function lifeOf(token: string): number | null {
  const { exp, iat } = claimsOf(token);
  return typeof exp === 'number' && typeof iat === 'number' ? (exp - iat) * 1000 : null;
}

/** The session that an access token is of; null where it does not tell. */
export function sessionOf(token: string): string | null {
  const { sid } = claimsOf(token);
  return typeof sid === 'string' ? sid : null;
}

/** The company that an access token is of; null where it does not tell. */
export function companyOf(token: string): number | null {
  const { company } = claimsOf(token);
  return typeof company === 'number' ? company : null;
}

/** The roles that do not allow it. */
const BARRED: Readonly<Record<Need, readonly Role[]>> = {
  read: [],
  write: ['analyst'],
  own: ['analyst', 'manager'],
};

/**
 * Whether the token's role allows in the company what an endpoint says it needs, so that what would be refused is not
 * offered. The server alone decides; a token that does not tell is not judged here.
 */
export function may(token: string | null, need: Need): boolean {
  if (token === null) return false;
  const { role } = claimsOf(token);
  return !BARRED[need].some((barred) => barred === role);
}
