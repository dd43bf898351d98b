import type { Role } from '@primazia/backend/identity/contract';
import type { Need } from '@primazia/backend/kernel/endpoint';

/** The claims of a JWT; none where it cannot be read. Its signature is not verified. */
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

/** When a JWT expires, in ms since the epoch; null where it has no such claim. */
export function expiresAt(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** The lifetime of a JWT, in ms; null where it has no such claims. */
export function lifeOf(token: string): number | null {
  const { exp, iat } = claimsOf(token);
  return typeof exp === 'number' && typeof iat === 'number' ? (exp - iat) * 1000 : null;
}

/** The session of an access token; null where it has no such claim. */
export function sessionOf(token: string): string | null {
  const { sid } = claimsOf(token);
  return typeof sid === 'string' ? sid : null;
}

/** The company of an access token; null where it has no such claim. */
export function companyOf(token: string): number | null {
  const { company } = claimsOf(token);
  return typeof company === 'number' ? company : null;
}

/** The roles that lack a permission. */
const BARRED: Readonly<Record<Need, readonly Role[]>> = {
  read: [],
  write: ['analyst'],
  own: ['analyst', 'manager'],
};

/**
 * Whether the token's role has the permission that an endpoint needs, so that the page does not offer what the server
 * would refuse. Only the server decides; a token without a role is not judged here.
 */
export function may(token: string | null, need: Need): boolean {
  if (token === null) return false;
  const { role } = claimsOf(token);
  return !BARRED[need].some((barred) => barred === role);
}
