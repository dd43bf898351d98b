import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Id } from '../kernel/id.ts';

export const Role = z.enum(['owner', 'manager', 'analyst']);
export type Role = z.infer<typeof Role>;

export const Company = z.object({ id: Id, name: z.string() });
export type Company = z.infer<typeof Company>;

/** An access token (15 minutes) and the refresh token (single use, 30 days) that renews it. */
const Tokens = z.object({ token: z.string(), refresh_token: z.string() });

export const SignedIn = Tokens.extend({
  name: z.string(),
  email: z.string(),
  companies: z.array(Company),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const CompanySession = Tokens.extend({
  company_id: Id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
});
export type CompanySession = z.infer<typeof CompanySession>;

/** What a refresh gives: the company is null where none was chosen yet. */
export const Refreshed = Tokens.extend({
  company_id: Id.nullable(),
  company_name: z.string().nullable(),
  name: z.string(),
  email: z.string(),
});
export type Refreshed = z.infer<typeof Refreshed>;

/** What the access token says (JWT claims beside the registered ones). */
export const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  company: z.number().int().nullable(),
  role: Role.nullable(),
});
export type Claims = z.infer<typeof Claims>;

export const login = endpoint({
  method: 'post',
  path: '/auth/login',
  access: 'public',
  tag: 'identity',
  summary: 'Signs in with e-mail and password',
  body: z.object({ email: z.email().max(254), password: z.string().min(1).max(200) }),
  answer: SignedIn,
});

export const chooseCompany = endpoint({
  method: 'post',
  path: '/auth/company',
  access: 'user',
  tag: 'identity',
  summary: 'Chooses the company to work in; the new tokens carry it',
  body: z.object({ companyId: Id }),
  answer: CompanySession,
});

export const companies = endpoint({
  method: 'get',
  path: '/auth/companies',
  access: 'user',
  tag: 'identity',
  summary: 'The companies that the person belongs to',
  answer: z.object({ companies: z.array(Company) }),
});

export const refresh = endpoint({
  method: 'post',
  path: '/auth/refresh',
  access: 'public',
  tag: 'identity',
  summary:
    'Renews the tokens; a refresh token works once, and one that comes back ends its session',
  body: z.object({ refresh_token: z.string().min(1).max(500) }),
  answer: Refreshed,
});

export const logout = endpoint({
  method: 'post',
  path: '/auth/logout',
  access: 'public',
  tag: 'identity',
  summary: 'Ends the session of a refresh token',
  body: z.object({ refresh_token: z.string().min(1).max(500) }),
  answer: z.object({ ended: z.boolean() }),
});
