import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Locale } from '../../kernel/id.ts';
import { Email, Password } from './credentials.ts';
import { Company, OwnLocale, SignedIn, Temporary, Tokens } from './signed-in.ts';

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

export const login = endpoint({
  method: 'post',
  path: '/auth/login',
  access: 'public',
  tag: 'identity',
  summary: 'Signs in with e-mail and password',
  body: z.object({ email: Email, password: Password, temporary: Temporary }),
  answer: SignedIn,
});

export const chooseCompany = endpoint({
  method: 'post',
  path: '/auth/company',
  access: 'user',
  tag: 'identity',
  summary: 'Selects the company to work in; the new tokens name it',
  body: z.object({ companyId: Id }),
  answer: CompanySession,
});

export const companies = endpoint({
  method: 'get',
  path: '/auth/companies',
  access: 'user',
  tag: 'identity',
  summary: 'Lists the companies of the user',
  answer: z.object({ companies: z.array(Company) }),
});

export const refresh = endpoint({
  method: 'post',
  path: '/auth/refresh',
  access: 'public',
  tag: 'identity',
  summary: 'Renews the tokens; a refresh token works once, and its reuse revokes the session',
  keyed:
    'The same key with the same refresh token, within two minutes and before the new refresh token was used, gives that again: the answer was lost. Make it up at random',
  body: z.object({ refresh_token: z.string().min(1).max(500) }),
  answer: Refreshed,
});

export const logout = endpoint({
  method: 'post',
  path: '/auth/logout',
  access: 'public',
  tag: 'identity',
  summary: 'Revokes the session of a refresh token',
  body: z.object({ refresh_token: z.string().min(1).max(500) }),
  answer: z.object({ ended: z.boolean() }),
});

export const logoutEverywhere = endpoint({
  method: 'post',
  path: '/auth/logout-everywhere',
  access: 'user',
  tag: 'identity',
  summary: 'Revokes all sessions of the user, this one included, and returns how many',
  answer: z.object({ ended: z.int() }),
});

export const chooseLanguage = endpoint({
  method: 'put',
  path: '/auth/language',
  access: 'user',
  tag: 'identity',
  summary: "Stores the user's language, for e-mails and for devices without a choice of their own",
  body: z.object({ locale: Locale }),
  answer: z.object({ locale: Locale }),
});

/** What a host's token gives: an access token of one company, and no refresh token. */
export const HostSession = z.object({
  token: z.string(),
  company_id: Id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  locale: OwnLocale,
});
export type HostSession = z.infer<typeof HostSession>;

export const anyToken = endpoint({
  method: 'post',
  path: '/auth/any-token',
  access: 'public',
  fromHosts: true,
  tag: 'identity',
  summary:
    "Exchanges a token that a registered host signed for a user for one of the host's company",
  body: z.object({ token: z.string().min(1).max(8_192) }),
  answer: HostSession,
});
