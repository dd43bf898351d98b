import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Locale } from '../../kernel/id.ts';
import { Email, NewPassword, Password } from './credentials.ts';
import { Refreshed } from './sessions.ts';

export const forgotPassword = endpoint({
  method: 'post',
  path: '/auth/forgot-password',
  access: 'public',
  tag: 'identity',
  summary: 'Sends a link to set a new password; the answer is the same for an unknown e-mail',
  body: z.object({ email: Email, locale: Locale.optional() }),
  answer: z.object({ sent: z.literal(true) }),
});

export const resetPassword = endpoint({
  method: 'post',
  path: '/auth/reset-password',
  access: 'public',
  tag: 'identity',
  summary:
    "Sets a new password with the single-use token of an e-mailed link, and revokes all of the user's sessions",
  body: z.object({ token: z.string().min(1).max(500), password: NewPassword }),
  answer: z.object({ changed: z.literal(true) }),
});

export const changePassword = endpoint({
  method: 'post',
  path: '/auth/change-password',
  access: 'user',
  tag: 'identity',
  summary: 'Changes the password; this session gets new tokens, all others are revoked',
  body: z.object({ current_password: Password, password: NewPassword }),
  answer: Refreshed,
});
