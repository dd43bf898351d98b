import * as z from 'zod';
import { Id, Locale } from '../../kernel/id.ts';

export const Company = z.object({ id: Id, name: z.string() });
export type Company = z.infer<typeof Company>;

/**
 * Whether the new session is for one window, on another person's device: it ends an hour after its last renewal, and
 * twelve hours after it began.
 */
export const Temporary = z.boolean().default(false);

/** The language that the person chose, here or on another device; null: none yet. */
export const OwnLocale = Locale.nullable().default(null);

/** An access token (15 minutes) and the refresh token (single use, as long as the session) that renews it. */
export const Tokens = z.object({ token: z.string(), refresh_token: z.string() });

export const SignedIn = Tokens.extend({
  name: z.string(),
  email: z.string(),
  companies: z.array(Company),
  /** Until the password was changed every other call is refused with `password_change_required`. */
  must_change_password: z.boolean(),
  locale: OwnLocale,
});
export type SignedIn = z.infer<typeof SignedIn>;
