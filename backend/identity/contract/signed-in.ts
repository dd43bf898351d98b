import * as z from 'zod';
import { Id } from '../../kernel/id.ts';

export const Company = z.object({ id: Id, name: z.string() });
export type Company = z.infer<typeof Company>;

/** An access token (15 minutes) and the refresh token (single use, 30 days) that renews it. */
export const Tokens = z.object({ token: z.string(), refresh_token: z.string() });

export const SignedIn = Tokens.extend({
  name: z.string(),
  email: z.string(),
  companies: z.array(Company),
  /** Until the password was changed every other call is refused with `password_change_required`. */
  must_change_password: z.boolean(),
});
export type SignedIn = z.infer<typeof SignedIn>;
