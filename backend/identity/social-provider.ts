// The client of identity providers; openid-client does what OpenID Connect asks for.

import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { Problem } from '../kernel/problem.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { SignInProvider } from '../platform/sign-in-settings.ts';
import { problem } from './problems.ts';
import { ForeignHostError, fetchFrom } from './social-fetch.ts';
import { createTtlCache } from './ttl-cache.ts';

/** Time limit of each request to a provider, in seconds: all of them together leave our own answer within its limit. */
const PATIENCE_SECONDS = 5;
/** A provider's endpoints seldom change; the library renews its keys. */
const DISCOVERY_MILLISECONDS = 60 * 60 * 1000;

/** What a provider reports of a person, once its token was checked. */
export interface Reported {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified that e-mail. */
  isEmailVerified: boolean;
}

export interface Departure {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Wishes {
  /** The e-mail that the provider may suggest. */
  email?: string | undefined;
  /** `choose`: it asks who it is; `prove`: it asks for the proof again, no matter who is signed in there. */
  prompt?: 'choose' | 'prove';
}

export interface Expected {
  nonce: string;
  codeVerifier: string;
  /** How long ago the person may have shown the provider who it is, in seconds; undefined: at any time. */
  maxAge?: number;
}

/** The clients of an installation's providers. */
export interface Providers {
  /** @throws Problem 404 `not_found` */
  named(id: string): SignInProvider;
  ofIssuer(issuer: string): SignInProvider | undefined;
  /** @throws Problem 503 `social_unavailable` */
  departure(provider: SignInProvider, wishes: Wishes): Promise<Departure>;
  /**
   * Takes the answer with which a person came back.
   * @throws Problem 403 `social_denied`, `social_refused`, `social_not_fresh`; 503 `social_unavailable`
   */
  arrival(provider: SignInProvider, answer: URLSearchParams, expected: Expected): Promise<Reported>;
}

/** By the header where the provider supports it, as the standard prefers. */
function authenticationBy(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

const discover = ({ issuer, clientId, clientSecret, hosts }: SignInProvider) =>
  discovery(new URL(issuer), clientId, {}, authenticationBy(clientSecret), {
    timeout: PATIENCE_SECONDS,
    [customFetch]: fetchFrom(hosts),
    execute: [
      // The token comes straight from the provider; its signature is checked all the same.
      enableNonRepudiationChecks,
      // Settings allow plain http for this machine alone.
      ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
    ],
  });

const refused = () => problem('social_refused');
const unavailable = () => problem('social_unavailable');

/** OAuth errors by which a person or a provider refuses; others are faults of our settings. */
const NOES = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];
const TROUBLES = ['server_error', 'temporarily_unavailable'];

/** The library's codes for a missing or malformed answer. */
const NO_ANSWER = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
];
/** The library's codes for a sign-in that is too old, or of unknown age. */
const NOT_FRESH = ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'OAUTH_INVALID_RESPONSE'];

/** What the library found wrong with an answer. */
function problemOfCode(code: string, needsRecentSignIn: boolean): Problem {
  if (NO_ANSWER.includes(code)) return unavailable();
  if (needsRecentSignIn && NOT_FRESH.includes(code)) {
    return problem('social_not_fresh');
  }
  return refused();
}

/** The problem of an OAuth error that a provider answered instead of a code or a token. */
function problemOfWord(word: string, isTrouble: boolean): Problem {
  if (NOES.includes(word)) {
    return problem('social_denied');
  }
  return isTrouble || TROUBLES.includes(word) ? unavailable() : refused();
}

/**
 * The Problem of a failed exchange with a provider. The log gets the kind of failure and no message, since messages may
 * contain codes and tokens.
 */
function problemOf(
  { log }: AppContext,
  { id }: SignInProvider,
  error: unknown,
  needsRecentSignIn: boolean,
): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause instanceof ForeignHostError) {
    const setting = `OIDC_${id.toUpperCase()}_HOSTS`;
    log.warn(`A provider's document names a host that is not in ${setting}`, { host: cause.host });
    return unavailable();
  }
  if (error instanceof AuthorizationResponseError) {
    log.info('Identity provider redirected without an authorization code', {
      provider: id,
      reason: error.error,
    });
    return problemOfWord(error.error, false);
  }
  // Also for a code that was used before, and for a wrong client secret.
  if (error instanceof ResponseBodyError) {
    log.warn('Identity provider refused the authorization code', {
      provider: id,
      reason: error.error,
    });
    return problemOfWord(error.error, error.status >= 500);
  }
  const code = error instanceof ClientError ? error.code : undefined;
  log.warn('Identity provider gave an unexpected answer', {
    provider: id,
    reason: code ?? cause.name,
  });
  return code === undefined ? unavailable() : problemOfCode(code, needsRecentSignIn);
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
/** Some providers write it as a text. */
const isTrue = (value: unknown) => value === true || value === 'true';

/** The parameters by which the provider prompts the person. */
function promptParameters(
  configuration: Configuration,
  prompt: Wishes['prompt'],
): Record<string, string> {
  if (prompt === undefined) return {};
  if (prompt === 'prove') return { prompt: 'login', max_age: '0' };
  const known = configuration.serverMetadata().prompt_values_supported;
  const chooses = Array.isArray(known) && known.includes('select_account');
  return { prompt: chooses ? 'select_account' : 'login' };
}

/** Creates the clients of the configured providers; each reads its discovery document at its first use. */
export function openProviders(ctx: AppContext): Providers {
  const { providers } = ctx.config.signIn;
  const keep = createTtlCache<Configuration>(ctx.clock, DISCOVERY_MILLISECONDS);
  const redirectOf = ({ id }: SignInProvider) => `${ctx.config.publicUrl}/login/with/${id}`;

  /** The provider's cached discovery document; a failure is not cached, so that the next call tries again. */
  const configurationOf = (provider: SignInProvider) => keep(provider.id, () => discover(provider));

  return {
    named(id) {
      const provider = providers.find((one) => one.id === id);
      if (provider === undefined)
        throw kernelProblem('not_found', { detail: 'Identity provider not found' });
      return provider;
    },
    // Settings may lack the slash that a provider writes.
    ofIssuer: (issuer) =>
      providers.find((one) => new URL(one.issuer).href === new URL(issuer).href),

    async departure(provider, { email, prompt }) {
      try {
        const configuration = await configurationOf(provider);
        const state = randomState();
        const nonce = randomNonce();
        const codeVerifier = randomPKCECodeVerifier();
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: redirectOf(provider),
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(email === undefined ? {} : { login_hint: email }),
          ...promptParameters(configuration, prompt),
        });
        return { url: url.href, state, nonce, codeVerifier };
      } catch (error) {
        throw problemOf(ctx, provider, error, false);
      }
    },

    async arrival(provider, answer, { nonce, codeVerifier, maxAge }) {
      try {
        const configuration = await configurationOf(provider);
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${redirectOf(provider)}?${answer}`),
          {
            expectedState: answer.get('state') ?? '',
            expectedNonce: nonce,
            pkceCodeVerifier: codeVerifier,
            idTokenExpected: true,
            ...(maxAge === undefined ? {} : { maxAge }),
          },
        );
        const claims = tokens.claims();
        const { issuer, userinfo_endpoint } = configuration.serverMetadata();
        // The library accepts one issuer of many tenants for all of them; an identity needs the exact issuer.
        if (claims?.iss !== issuer) throw refused();
        // Many providers report an e-mail only at the userinfo endpoint.
        const isReported = claims.email !== undefined || userinfo_endpoint === undefined;
        const reported = isReported
          ? claims
          : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return {
          issuer,
          subject: claims.sub,
          email: textOf(reported.email),
          isEmailVerified: isTrue(reported.email_verified),
        };
      } catch (error) {
        throw problemOf(ctx, provider, error, maxAge !== undefined);
      }
    },
  };
}
