import { proxy } from 'valtio';

/**
 * Tokens from the address of the page, by a link of an e-mail or of a host. They are removed from it at once, so that
 * no history or screenshot has them, and are kept here until they are used.
 */
export interface Tickets {
  /** The token of a host for a person; `/companies?token=`. */
  host: string | null;
  /** The token of an e-mail's link to set a new password; `/change-password?token=`. */
  reset: string | null;
  /** The query with which an identity provider redirected; `/login/with/{provider}?state=`. */
  answer: string | null;
}

/**
 * The person in a host's token, unverified: enough to know whether it replaces another person. Null: it names none, or
 * is not a token, which the server will report.
 */
export function personNamedBy(token: string): string | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return null;
    const { email, sub } = claims as { email?: unknown; sub?: unknown };
    const named = email ?? sub;
    return typeof named === 'string' ? named.trim().toLowerCase() : null;
  } catch {
    return null;
  }
}

export const createTickets = (): Tickets =>
  proxy<Tickets>({ host: null, reset: null, answer: null });
