// An identity provider for tests: oidc-provider with its own sign-in page, in a separate process. The typed name is the
// subject of the user, and `POST /testing` sets the e-mail; it can also corrupt tokens, since the provider itself issues
// only valid ones.
//
//   deno run -A backend/testing/oidc-provider.ts PORT REDIRECT_URI...
import { createServer } from 'node:http';
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { Order, type Spoiled, TEST_CLIENT } from './oidc-orders.ts';

const HOUR = 3_600;

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'tests' };
}

/** The same token with one thing wrong. */
async function spoil(token: string, how: Spoiled, key: JWK): Promise<string> {
  const claims: JWTPayload = decodeJwt(token);
  const wrong: Partial<Record<Spoiled, JWTPayload>> = {
    audience: { aud: 'somebody-else' },
    expired: { iat: Number(claims.iat) - 2 * HOUR, exp: Number(claims.iat) - HOUR },
    issuer: { iss: 'https://elsewhere.test' },
    nonce: { nonce: 'of-another-sign-in' },
  };
  if (how === 'unsigned') {
    const [, payload] = token.split('.');
    return `${btoa('{"alg":"none"}').replaceAll('=', '')}.${payload}.`;
  }
  const signer = how === 'signature' ? await signingKey() : key;
  return await new SignJWT({ ...claims, ...wrong[how] })
    .setProtectedHeader({ alg: 'RS256', kid: 'tests' })
    .sign(await importJWK(signer, 'RS256'));
}

async function main([port = '', ...redirectUris]: string[]): Promise<void> {
  const issuer = `http://localhost:${port}`;
  const key = await signingKey();
  const accounts = new Map<string, NonNullable<Order['account']>>();
  let spoiled: Spoiled | null = null;
  let status: number | null = null;

  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: TEST_CLIENT.id,
        client_secret: TEST_CLIENT.secret,
        redirect_uris: redirectUris,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // oidc-provider's own type of a key is wider than the one of jose in what it calls undefined.
    jwks: { keys: [key as never] },
    cookies: { keys: ['only-for-tests'] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
    findAccount(_ctx: KoaContextWithOIDC, login: string) {
      const { email, isVerified } = accounts.get(login) ?? { email: login, isVerified: true };
      return {
        accountId: login,
        claims: () => ({
          sub: login,
          ...(email === null ? {} : { email, email_verified: isVerified }),
        }),
      };
    },
    // Skips the consent page.
    async loadExistingGrant({ oidc }: KoaContextWithOIDC) {
      const clientId = oidc.client?.clientId ?? '';
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/token' || spoiled === null) return;
    const body = ctx.body as { id_token?: string };
    if (body.id_token === undefined) return;
    body.id_token = await spoil(body.id_token, spoiled, key);
    spoiled = null;
  });

  const answer = provider.callback();
  createServer(async (request, response) => {
    if (request.url === '/testing') {
      const parts: Uint8Array[] = [];
      for await (const part of request) parts.push(part);
      const order = Order.parse(JSON.parse(await new Blob(parts as BlobPart[]).text()));
      if (order.account !== undefined) accounts.set(order.account.login, order.account);
      if (order.spoil !== undefined) spoiled = order.spoil;
      if (order.status !== undefined) status = order.status;
      response.end();
    } else if (status !== null) {
      response.writeHead(status).end();
    } else await answer(request, response);
  }).listen(Number(port), () => console.log(`ready at ${issuer}`));
}

if (import.meta.main) await main(Deno.args);
