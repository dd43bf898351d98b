/** An e-mail as it is stored and compared: people write theirs in many ways. */
export const normalise = (email: string): string => email.trim().toLowerCase();
