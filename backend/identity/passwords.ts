import { hash, verify } from '@node-rs/argon2';

// OWASP's password storage cheat sheet: argon2id, 19 MiB, two passes, one lane.
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password is known for. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$qazXSh8o4X8B09Pl1N2NXA$XQUI94YSPZVSkQfiQT1dofIluSYwNLTrvonD2+FYLR0';

/** The argon2id hash of a password, as a PHC string with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Whether the password is the one of the hash. Without a hash (an unknown e-mail) the same work is done in vain,
 * so that the time of the answer does not tell who has an account.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  const right = await verify(stored ?? NOBODY, password);
  return right && stored !== undefined;
}
