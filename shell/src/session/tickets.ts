import { proxy } from 'valtio';

/**
 * Tokens that came in the address of the page, as a link of a mail or of a host. They are taken out of it at once, so
 * that they stand in no history and no screenshot, and are kept here until they are used.
 */
export interface Tickets {
  /** A host vouches for a person; `/companies?token=`. */
  host: string | null;
  /** A link of the mail to set a new password; `/change-password?token=`. */
  reset: string | null;
}

export const createTickets = (): Tickets => proxy<Tickets>({ host: null, reset: null });
