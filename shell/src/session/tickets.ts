import { proxy } from 'valtio';

/**
 * Tokens that came in the address of the page, as a link of a mail or of a host. They are taken out of it at once, so
 * that they are in no history and no screenshot, and are kept here until they are used.
 */
export interface Tickets {
  /** A host vouches for a person; `/companies?token=`. */
  host: string | null;
  /** A link of the mail to set a new password; `/change-password?token=`. */
  reset: string | null;
  /** What a provider of identities sent a person back with; `/login/with/{provider}?state=`. */
  answer: string | null;
}

/**
 * Whom a host's token names, unchecked: enough to tell whether it takes the place of another person. Null: none, or it
 * is no token at all, which the server will say.
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
