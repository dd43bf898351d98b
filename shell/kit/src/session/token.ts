import { Role } from '@primazia/backend/identity/contract';

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

/**
 * Whether the token's role lets change things in the company, so that what would be refused is not offered. The server
 * alone decides; a token that does not tell is not judged here.
 */
export const mayWrite = (token: string | null): boolean =>
  token !== null && claimsOf(token).role !== Role.enum.analyst;
