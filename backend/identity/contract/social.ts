// Signing in by an identity provider (OpenID Connect). A page asks where to send the person, with a secret that it
// made and keeps; the provider sends the person back to the page with an answer; the page submits answer and secret,
// and gets what a password would have given. So no address contains our tokens, and an answer that somebody else
// caused is worth nothing in this browser.
import * as z from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { Instant } from '../../kernel/id.ts';
import { SignedIn, Temporary } from './signed-in.ts';

/** A provider, as `GET /site` names it. */
const ProviderId = z.string().regex(/^[a-z][a-z0-9]{0,29}$/);

const Going = z.object({
  provider: ProviderId,
  /** 32 random bytes in hex: only the browser that has them can use the answer. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
});
const Returning = Going.extend({
  /** The query with which the provider sent the person back, as it was in the address. */
  answer: z.string().min(1).max(6_000),
});

/** Where to send the person; `state` is what the provider's answer will name. It is valid for ten minutes. */
export const Visit = z.object({ url: z.string(), state: z.string() });
export type Visit = z.infer<typeof Visit>;

export const goToProvider = endpoint({
  method: 'post',
  path: '/auth/social',
  access: 'public',
  tag: 'identity',
  summary: 'Gets the address at which a user signs in with an identity provider',
  body: Going.extend({
    /** The e-mail that the provider may suggest. */
    email: z.email().max(254).optional(),
    /** Asks the provider to let the person choose again who it is. */
    anew: z.boolean().default(false),
  }),
  answer: Visit,
});

export const enterByProvider = endpoint({
  method: 'post',
  path: '/auth/social/return',
  access: 'public',
  tag: 'identity',
  summary: 'Signs in with the answer of an identity provider; single use',
  body: Returning.extend({ temporary: Temporary }),
  answer: SignedIn,
});

/** What a person signs in with. */
export const Ways = z.object({
  email: z.string(),
  hasPassword: z.boolean(),
  /** At the configured providers; at most one at each. */
  identities: z.array(
    z.object({
      provider: z.string(),
      /** As the provider last reported it; null: it reported none. */
      email: z.string().nullable(),
      linkedAt: Instant,
      usedAt: Instant,
    }),
  ),
});
export type Ways = z.infer<typeof Ways>;

/**
 * Proof of identity before the ways to sign in are changed: the password, or what a fresh sign-in at a linked provider
 * gave (valid for five minutes, in the same session).
 */
export const Proof = z.union([
  z.strictObject({ password: z.string().min(1).max(200) }),
  z.strictObject({ confirmation: z.string().min(1).max(2_000) }),
]);
export type Proof = z.infer<typeof Proof>;

export const waysToSignIn = endpoint({
  method: 'get',
  path: '/auth/ways',
  access: 'user',
  tag: 'identity',
  summary: "Lists the user's ways to sign in",
  answer: Ways,
});

export const goToOwnProvider = endpoint({
  method: 'post',
  path: '/auth/ways/visit',
  access: 'user',
  tag: 'identity',
  summary:
    'Gets the address at which a signed-in user links an identity provider or signs in there again',
  body: z.discriminatedUnion('purpose', [
    Going.extend({ purpose: z.literal('link'), proof: Proof }),
    Going.extend({ purpose: z.literal('confirm') }),
  ]),
  answer: Visit,
});

export const returnFromOwnProvider = endpoint({
  method: 'post',
  path: '/auth/ways/return',
  access: 'user',
  tag: 'identity',
  summary: 'Completes a link or a new sign-in at an identity provider; single use',
  body: Returning,
  answer: z.object({
    /** Of a fresh sign-in: it is proof for five minutes. Null: the provider was linked. */
    confirmation: z.string().nullable(),
    ways: Ways,
  }),
});

export const unlinkProvider = endpoint({
  method: 'post',
  path: '/auth/ways/unlink',
  access: 'user',
  tag: 'identity',
  summary:
    'Unlinks an identity provider and revokes the other sessions; never the last way to sign in',
  body: z.object({ provider: ProviderId, proof: Proof }),
  answer: Ways,
});
