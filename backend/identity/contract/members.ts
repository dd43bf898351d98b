import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Locale } from '../../kernel/id.ts';
import { Role } from './claims.ts';
import { Email } from './credentials.ts';

export const Member = z.object({
  personId: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Invited, and has not set a password yet. */
  invited: z.boolean(),
});
export type Member = z.infer<typeof Member>;

const MemberParams = z.object({ personId: Id });
/** On one line: the invitation mail contains it. */
const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^\P{Cc}*$/u);

export const members = endpoint({
  method: 'get',
  path: '/v1/members',
  access: 'company',
  needs: 'read',
  tag: 'identity',
  summary: 'Lists the members of the company, by name',
  answer: z.object({ members: z.array(Member) }),
});

export const addMember = endpoint({
  method: 'post',
  path: '/v1/members',
  access: 'company',
  needs: 'own',
  tag: 'identity',
  summary: 'Adds a member by e-mail; a new user receives a link to set a password',
  body: z.object({
    email: Email,
    /** Of a new person; a person who is known keeps the name. */
    name: PersonName,
    role: Role,
    locale: Locale.optional(),
  }),
  answer: Member,
});

export const changeMember = endpoint({
  method: 'put',
  path: '/v1/members/{personId}',
  access: 'company',
  needs: 'own',
  tag: 'identity',
  summary: 'Changes the role of a member',
  params: MemberParams,
  body: z.object({ role: Role }),
  answer: Member,
});

export const removeMember = endpoint({
  method: 'delete',
  path: '/v1/members/{personId}',
  access: 'company',
  needs: 'own',
  tag: 'identity',
  summary: 'Removes a member from the company; never its last owner',
  params: MemberParams,
  answer: z.object({ removed: z.literal(true) }),
});
