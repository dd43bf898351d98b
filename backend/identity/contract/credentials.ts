// What people sign in with, as it is typed.
import * as z from 'zod';

export const Email = z.email().max(254);

/** A password as it is typed in; only a new one has to keep to the rules. */
export const Password = z.string().min(1).max(200);

const RULES: [code: string, holds: (password: string) => boolean][] = [
  ['password_too_short', (password) => [...password].length >= 8],
  ['password_needs_lowercase', (password) => /\p{Ll}/u.test(password)],
  ['password_needs_uppercase', (password) => /\p{Lu}/u.test(password)],
  ['password_needs_special', (password) => /[^\p{L}\p{N}\s]/u.test(password)],
  ['password_needs_digit', (password) => /\p{Nd}/u.test(password)],
];

/** The rules of a new password that this one breaks, as fault codes. */
export const passwordFaults = (password: string): string[] =>
  RULES.filter(([, holds]) => !holds(password)).map(([code]) => code);

/** A new password: every violated rule is a separate fault, so that a form can list all. */
export const NewPassword = z
  .string()
  .max(200)
  .superRefine((password, context) => {
    for (const message of passwordFaults(password)) context.addIssue({ code: 'custom', message });
  });
