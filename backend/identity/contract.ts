import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { Id, Instant, Locale } from '../kernel/id.ts';
import { PageQuery, pageOf } from '../kernel/page.ts';
import { Company, SignedIn, Tokens } from './contract/signed-in.ts';

export * from './contract/signed-in.ts';
export * from './contract/social.ts';

export const Role = z.enum(['owner', 'manager', 'analyst']);
export type Role = z.infer<typeof Role>;

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

/** The modules that a host page may show by themselves, by the names of their `module.json`. */
export const EmbeddedModule = z.enum(['mfe-pricing', 'mfe-integrations']);
export type EmbeddedModule = z.infer<typeof EmbeddedModule>;

/** What the access token says (JWT claims beside the registered ones). A token of the version before lacks the last. */
export const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  company: z.number().int().nullable(),
  role: Role.nullable(),
  must_change_password: z.boolean().default(false),
  /** The registered host that vouched for the person; null: the person signed in. */
  host: z.number().int().nullable().default(null),
  /** The only module that the token is good for; null: all of them. */
  module: EmbeddedModule.nullable().default(null),
});
export type Claims = z.infer<typeof Claims>;

const Email = z.email().max(254);
/** A password as it is typed in; only a new one has to keep to the rules. */
const Password = z.string().min(1).max(200);

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

/** A new password: every broken rule is a fault of its own, so that a form can name them all. */
export const NewPassword = z
  .string()
  .max(200)
  .superRefine((password, context) => {
    for (const message of passwordFaults(password)) context.addIssue({ code: 'custom', message });
  });

export const login = endpoint({
  method: 'post',
  path: '/auth/login',
  access: 'public',
  tag: 'identity',
  summary: 'Signs in with e-mail and password',
  body: z.object({ email: Email, password: Password }),
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

export const logoutEverywhere = endpoint({
  method: 'post',
  path: '/auth/logout-everywhere',
  access: 'user',
  tag: 'identity',
  summary: 'Ends every session of the person, this one included, and tells how many',
  answer: z.object({ ended: z.int() }),
});

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

/** What a host's token gives: an access token of one company, and no refresh token. */
export const HostSession = z.object({
  token: z.string(),
  company_id: Id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
});
export type HostSession = z.infer<typeof HostSession>;

export const anyToken = endpoint({
  method: 'post',
  path: '/auth/any-token',
  access: 'public',
  fromHosts: true,
  tag: 'identity',
  summary:
    "Takes a token that a registered host signed for a person, and gives one of the host's company",
  body: z.object({ token: z.string().min(1).max(8_192) }),
  answer: HostSession,
});

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
/** On one line: it stands in the letter that invites. */
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
  summary: 'The people of the company, by name',
  answer: z.object({ members: z.array(Member) }),
});

export const addMember = endpoint({
  method: 'post',
  path: '/v1/members',
  access: 'company',
  needs: 'own',
  tag: 'identity',
  summary: 'Adds a person by e-mail; somebody new gets a mail with a link to set a password',
  body: z.object({
    email: Email,
    /** Of somebody new; a person who is known keeps the name. */
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
  summary: 'Changes what a person may do in the company',
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
  summary: 'Takes a person out of the company; never its last owner',
  params: MemberParams,
  answer: z.object({ removed: z.literal(true) }),
});

/** Unpadded base64url, as a JWK writes its numbers. */
const Base64Url = (least: number) =>
  z
    .string()
    .min(least)
    .max(1_400)
    .regex(/^[A-Za-z0-9_-]+$/);
const KeyNotes = {
  kid: z.string().max(200).optional(),
  use: z.literal('sig').optional(),
  key_ops: z.array(z.literal('verify')).optional(),
};

/** A public key for signatures: RSA of 2048 bits or more, or of the curve P-256. A private part is refused. */
export const PublicKey = z.discriminatedUnion('kty', [
  z.strictObject({
    kty: z.literal('RSA'),
    n: Base64Url(342),
    e: Base64Url(2),
    alg: z.literal('RS256').optional(),
    ...KeyNotes,
  }),
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: Base64Url(43),
    y: Base64Url(43),
    alg: z.literal('ES256').optional(),
    ...KeyNotes,
  }),
]);
export type PublicKey = z.infer<typeof PublicKey>;

/** Where a page that is served from the same machine stands: it needs no certificate there. */
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;
const SECURE = /^https:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** Whether an origin is one of the machine that the browser runs on. */
export const isLocalOrigin = (origin: string): boolean => LOCAL.test(origin);

/**
 * The origin of a host's pages, letter for letter as browsers send it: `https://erp.example`, with its port where that
 * is not the usual one. `http://localhost` and `http://127.0.0.1` are taken outside of production only.
 */
export const HostOrigin = z
  .string()
  .max(200)
  .refine(
    (text) =>
      (SECURE.test(text) || LOCAL.test(text)) &&
      URL.canParse(text) &&
      new URL(text).origin === text,
    { error: 'origin_invalid' },
  );

/** More pages than these are more than one host. */
export const MAX_HOST_ORIGINS = 20;
const HostOrigins = z.array(HostOrigin).max(MAX_HOST_ORIGINS);
const HostModules = z.array(EmbeddedModule).min(1).nullable();

export const Host = z.object({
  id: Id,
  /** What the host's tokens have to name as their `iss`. */
  issuer: z.string(),
  /** What the header of the host's tokens has to name; made here, so that it leads to one company only. */
  kid: z.string(),
  algorithm: z.enum(['RS256', 'ES256']),
  /** The modules that the host may show; null: the whole product. */
  modules: z.array(EmbeddedModule).nullable(),
  /** Where the host's pages stand: its tokens are good there and nowhere else. None: servers alone may use them. */
  origins: z.array(z.string()),
  createdAt: Instant,
  revokedAt: Instant.nullable(),
});
export type Host = z.infer<typeof Host>;

export const hosts = endpoint({
  method: 'get',
  path: '/v1/hosts',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'The hosts whose tokens the company takes, newest first, revoked ones included',
  answer: z.object({ hosts: z.array(Host) }),
});

export const registerHost = endpoint({
  method: 'post',
  path: '/v1/hosts',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'Registers the public key with which a host signs tokens for people of the company',
  body: z.object({
    issuer: z.string().trim().min(1).max(200),
    publicKey: PublicKey,
    modules: HostModules.default(null),
    origins: HostOrigins.default([]),
  }),
  answer: Host,
});

export const changeHost = endpoint({
  method: 'put',
  path: '/v1/hosts/{hostId}',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'Changes where the pages of a host stand, and which modules it may show',
  params: z.object({ hostId: Id }),
  body: z.object({ origins: HostOrigins, modules: HostModules }),
  answer: Host,
});

export const revokeHost = endpoint({
  method: 'delete',
  path: '/v1/hosts/{hostId}',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'Takes no more tokens of a host, and ends the sessions that it began',
  params: z.object({ hostId: Id }),
  answer: Host,
});

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** Null: nobody who is known, or the product itself. */
  personId: Id.nullable(),
  /** The person's name when it happened. */
  personName: z.string().nullable(),
  /** `<domain>.<what was done>`, such as `pricing.rule_created`. */
  action: z.string(),
  /** What it was done to. */
  subject: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditLog = endpoint({
  method: 'get',
  path: '/v1/audit',
  access: 'company',
  needs: 'write',
  tag: 'identity',
  summary: 'Who did what in the company, newest first',
  query: PageQuery.extend({
    personId: Id.optional(),
    action: z.string().min(1).max(80).optional(),
  }),
  answer: pageOf(AuditEntry),
});

/** Which columns a list shows and how, or a question that was given a name: filters, orders, tab and search. */
export const ListViewKind = z.enum(['columns', 'view']);
export type ListViewKind = z.infer<typeof ListViewKind>;

/** More than these of one kind nobody keeps apart. */
export const MAX_LIST_VIEWS = 50;
const MAX_CONTENT = 8 * 1024;

export const ListViewName = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(80, { error: 'too_long' });

export const ListView = z.object({
  kind: ListViewKind,
  name: ListViewName,
  /** What the page wrote, as it wrote it; 8 KB at most. */
  content: z
    .record(z.string(), z.unknown())
    .refine((content) => JSON.stringify(content).length <= MAX_CONTENT, { error: 'too_large' }),
  /** Of each kind one at most: the list opens with it. */
  isDefault: z.boolean().default(false),
});
export type ListView = z.infer<typeof ListView>;

const listParams = z.object({ list: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/) });
const listViewsAnswer = z.object({ views: z.array(ListView) });

export const listViews = endpoint({
  method: 'get',
  path: '/v1/list-views/{list}',
  access: 'company',
  needs: 'read',
  tag: 'lists',
  summary: 'The column sets and views of a list that the caller keeps in this company, by name',
  params: listParams,
  answer: listViewsAnswer,
});

export const saveListView = endpoint({
  method: 'put',
  path: '/v1/list-views/{list}',
  access: 'company',
  needs: 'read',
  tag: 'lists',
  summary: 'Keeps a column set or a view, in place of one with the same name',
  params: listParams,
  body: ListView,
  answer: listViewsAnswer,
});

export const deleteListView = endpoint({
  method: 'delete',
  path: '/v1/list-views/{list}',
  access: 'company',
  needs: 'read',
  tag: 'lists',
  summary: 'Forgets a column set or a view',
  params: listParams,
  query: z.object({ kind: ListViewKind, name: ListViewName }),
  answer: listViewsAnswer,
});
