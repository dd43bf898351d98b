import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { enterByHost } from '../identity/any-token.ts';
import { type Host, type HostSession, PublicKey } from '../identity/contract.ts';
import { registerHost } from '../identity/hosts.ts';
import type { ModuleName } from '../kernel/module.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { HOME } from './identity-scene.ts';

/** A system that signs tokens for people of a company, with the key that it registered. */
export interface SigningHost {
  host: Host;
  /** A token of two minutes for a person, for one module or for all. */
  sign(email: string, module?: ModuleName): Promise<string>;
  /** Exchanges such a token, from the page of `foreign`, or from the host's server. */
  enter(email: string, module?: ModuleName, foreign?: string | null): Promise<HostSession>;
}

const ISSUER = 'https://signing.test';
let tokens = 0;

export async function signingHost(
  ctx: AppContext,
  actor: Actor,
  given: { modules?: ModuleName[] | null; origins?: string[] } = {},
): Promise<SigningHost> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const host = await registerHost(ctx, actor, {
    issuer: ISSUER,
    publicKey: PublicKey.parse(await exportJWK(publicKey)),
    modules: given.modules ?? null,
    origins: given.origins ?? [],
  });
  const sign = (email: string, module?: ModuleName) => {
    tokens += 1;
    const seconds = Math.floor(ctx.clock().getTime() / 1_000);
    return new SignJWT({ email, ...(module === undefined ? {} : { module }) })
      .setProtectedHeader({ alg: 'ES256', kid: host.kid })
      .setIssuer(ISSUER)
      .setAudience('primazia')
      .setJti(`signed-${tokens}`)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 120)
      .sign(privateKey);
  };
  return {
    host,
    sign,
    enter: async (email, module, foreign = null) =>
      enterByHost(ctx, await sign(email, module), { address: HOME, foreign }),
  };
}
