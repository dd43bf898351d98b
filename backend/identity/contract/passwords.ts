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
  summary:
    'Mails a link to set a new password; the answer is the same where nobody has that e-mail',
  body: z.object({ email: Email, locale: Locale.optional() }),
  answer: z.object({ sent: z.literal(true) }),
});

export const resetPassword = endpoint({
  method: 'post',
  path: '/auth/reset-password',
  access: 'public',
  tag: 'identity',
  summary:
    'Sets a new password with the token of a mailed link, once, and ends every session of the person',
  body: z.object({ token: z.string().min(1).max(500), password: NewPassword }),
  answer: z.object({ changed: z.literal(true) }),
});

export const changePassword = endpoint({
  method: 'post',
  path: '/auth/change-password',
  access: 'user',
  tag: 'identity',
  summary: 'Changes the password: this session goes on under new tokens, all others end',
  body: z.object({ current_password: Password, password: NewPassword }),
  answer: Refreshed,
});
