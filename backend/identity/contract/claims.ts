// The claims of the access token.
import * as z from 'zod';
import { ModuleName } from '../../kernel/module.ts';

export const Role = z.enum(['owner', 'manager', 'analyst']);
export type Role = z.infer<typeof Role>;

/** The private claims of the access token (JWT). A token of the previous version lacks the last. */
export const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  company: z.number().int().nullable(),
  role: Role.nullable(),
  must_change_password: z.boolean().default(false),
  /** The registered host that vouched for the person; null: the person signed in. */
  host: z.number().int().nullable().default(null),
  /** The only module that the token opens; null: all of them. */
  module: ModuleName.nullable().default(null),
});
export type Claims = z.infer<typeof Claims>;
