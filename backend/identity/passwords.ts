import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import { problem } from '../kernel/problems.ts';

// OWASP's password storage cheat sheet: argon2id, 19 MiB, two passes, one lane.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password is known for. */
const UNKNOWN_PERSON =
  '$argon2id$v=19$m=19456,t=2,p=1$qazXSh8o4X8B09Pl1N2NXA$XQUI94YSPZVSkQfiQT1dofIluSYwNLTrvonD2+FYLR0';

/** Each takes 19 MiB and a core while it lasts. */
const AT_ONCE = 4;
/** In a longer queue callers would time out: further requests are refused and asked to try again. */
const MOST_WAITING = 100;
const room = bulkhead(AT_ONCE, MOST_WAITING);

/** @throws Problem 503 where too many wait, so that a flood of sign-ins takes neither the memory nor the time of all */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await room.execute(work);
  } catch (error) {
    if (!(error instanceof BulkheadRejectedError)) throw error;
    throw problem('service_not_available', { detail: 'Too many passwords are being checked' });
  }
}

/** The argon2id hash of a password, as a PHC string with its own salt. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, COST));

/** The hash of a random password, for persons without one. */
export const unknownPassword = (): Promise<string> =>
  hashPassword(randomBytes(32).toString('base64url'));

/**
 * Whether the password is the one of the hash. Without a hash (an unknown e-mail) the same work is done in vain,
 * so that the time of the answer does not reveal who has an account.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  const right = await inTurn(() => verify(stored ?? UNKNOWN_PERSON, password));
  return right && stored !== undefined;
}
