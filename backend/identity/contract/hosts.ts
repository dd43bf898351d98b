import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Id, Instant } from '../../kernel/id.ts';
import { ModuleName } from '../../kernel/module.ts';

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

/** The origin of a page served from the same machine, which needs no certificate. */
const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;
const SECURE = /^https:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;

/** Whether an origin is one of the machine that the browser runs on. */
export const isLocalOrigin = (origin: string): boolean => LOCAL.test(origin);

/**
 * The origin of a host's pages, letter for letter as browsers send it: `https://erp.example`, with its port where that
 * is not the usual one. `http://localhost` and `http://127.0.0.1` are accepted outside of production only.
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

/** The limit of origins of one host. */
export const MAX_HOST_ORIGINS = 20;
const HostOrigins = z.array(HostOrigin).max(MAX_HOST_ORIGINS);
const HostModules = z.array(ModuleName).min(1).nullable();

export const Host = z.object({
  id: Id,
  /** What the host's tokens have to name as their `iss`. */
  issuer: z.string(),
  /** What the header of the host's tokens has to name; made here, so that it leads to one company only. */
  kid: z.string(),
  algorithm: z.enum(['RS256', 'ES256']),
  /** The modules that the host may show; null: the whole product. */
  modules: z.array(ModuleName).nullable(),
  /** The origins of the host's pages, on which its tokens are valid. Empty: only servers may use them. */
  origins: z.array(z.string()),
  /** Grows by one with each change. */
  version: z.int(),
  createdAt: Instant,
  revokedAt: Instant.nullable(),
});
export type Host = z.infer<typeof Host>;

/** A module that a host may show. */
export const EmbeddableModule = z.object({
  name: ModuleName,
  /** In the language of the request. */
  label: z.string(),
  /** The tag of its element. */
  tag: z.string(),
});
export type EmbeddableModule = z.infer<typeof EmbeddableModule>;

export const hosts = endpoint({
  method: 'get',
  path: '/v1/hosts',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'Lists the hosts of the company, newest first, revoked ones included',
  answer: z.object({
    hosts: z.array(Host),
    /** The installed modules that a host may show, by name. */
    embeddable: z.array(EmbeddableModule).optional(),
  }),
});

export const registerHost = endpoint({
  method: 'post',
  path: '/v1/hosts',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'Registers the public key with which a host signs tokens for members of the company',
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
  summary: 'Changes the origins of a host and the modules that it may embed',
  params: z.object({ hostId: Id }),
  body: z.object({
    origins: HostOrigins,
    modules: HostModules,
    /** The version that the person saw: 409 where another person has changed the host since. Without it, this change replaces any other. */
    version: z.int().min(1).optional(),
  }),
  answer: Host,
});

export const revokeHost = endpoint({
  method: 'delete',
  path: '/v1/hosts/{hostId}',
  access: 'company',
  needs: 'own',
  tag: 'hosts',
  summary: 'Revokes a host: its tokens are rejected and its sessions revoked',
  params: z.object({ hostId: Id }),
  answer: Host,
});
