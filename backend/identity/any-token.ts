// Entering by a token that a registered host signed for a person.
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { ModuleName } from '../kernel/module.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AppContext } from '../platform/app-context.ts';
import { audit } from '../platform/audit.ts';
import { within } from '../platform/db.ts';
import { isText } from '../platform/validation.ts';
import { type HostSession, PublicKey } from './contract.ts';
import { normalise } from './email.ts';
import { consumeToken, type HostKey, hostOfKid } from './host-store.ts';
import { algorithmOf, importPublicKey, isEmbeddable } from './hosts.ts';
import { problem } from './problems.ts';
import { makeTokens } from './sessions.ts';
import * as store from './store.ts';
import { begin, hostCounters } from './throttle.ts';
import { ACCESS_SECONDS } from './tokens.ts';

/** The audience (`aud`) that a host's tokens must name. */
const AUDIENCE = 'primazia';
/** A host's token may hold this long at the most, in seconds. */
const LONGEST_SECONDS = 5 * 60;
/** Clocks differ: `nbf` and `iat` may lie ahead by this, in seconds. */
const SKEW_SECONDS = 60;

const HostClaims = z.object({
  // Unlike the other texts of a request, signed claims are not checked for invalid characters before.
  jti: z.string().min(1).max(200).refine(isText),
  exp: z.number(),
  iat: z.number().optional(),
  email: z.email().max(254).optional(),
  sub: z.string().max(254).optional(),
  module: ModuleName.optional(),
});

interface Voucher {
  jti: string;
  expiresAt: Date;
  /** The person that the host vouches for. */
  email: string;
  module: ModuleName | null;
}

/** What is wrong with the signed claims, in words for the log; null: nothing. */
function faultOf(claims: z.infer<typeof HostClaims>, host: HostKey, now: Date): string | null {
  const seconds = now.getTime() / 1000;
  const { exp, iat, module } = claims;
  // The tolerance applies to instants that lie ahead, never to the expiry.
  if (exp <= seconds) return 'expired';
  if (exp > seconds + LONGEST_SECONDS) return 'holds too long';
  if (iat !== undefined && iat > seconds + SKEW_SECONDS) return 'issued in the future';
  if (host.modules === null) return null;
  return module !== undefined && host.modules.includes(module) ? null : 'module not allowed';
}

/** Checks a token against the key that its host registered; a failure says why, for the log alone. */
async function verify(token: string, host: HostKey, now: Date): Promise<Result<Voucher, string>> {
  const key = PublicKey.parse(host.public_key);
  // The registered key decides the algorithm, never the token.
  const algorithm = algorithmOf(key);
  try {
    const { payload } = await jwtVerify(token, await importPublicKey(key), {
      algorithms: [algorithm],
      issuer: host.issuer,
      audience: AUDIENCE,
      clockTolerance: SKEW_SECONDS,
      currentDate: now,
      requiredClaims: ['exp', 'jti'],
    });
    const claims = HostClaims.safeParse(payload);
    if (!claims.success) return fail('claims');
    const fault = faultOf(claims.data, host, now);
    if (fault !== null) return fail(fault);
    const { jti, exp, sub, module = null } = claims.data;
    const email = claims.data.email ?? z.email().safeParse(sub).data;
    if (email === undefined) return fail('an unnamed user');
    return ok({ jti, expiresAt: new Date(exp * 1000), email: normalise(email), module });
  } catch (error) {
    if (error instanceof errors.JOSEError) return fail(error.code);
    throw error;
  }
}

/** The kid that a token's header names; null where it is none of ours. */
function kidOf(token: string): string | null {
  try {
    return z.uuid().safeParse(decodeProtectedHeader(token).kid).data ?? null;
  } catch (error) {
    // Whatever cannot be decoded is no token.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Uses up the token and finds the person that it names in the host's company. */
const redeem = (ctx: AppContext, host: HostKey, { jti, email, expiresAt }: Voucher) =>
  within(ctx.db, { company: host.company_id, email }, async (trx) => {
    const companyId = host.company_id;
    const token = { companyId, hostId: host.id, jti, expiresAt, now: ctx.clock() };
    if (!(await consumeToken(trx, token))) return fail('replayed');
    const person = await store.personByEmail(trx, email);
    const membership = person && (await store.membershipIn(trx, person.id, companyId));
    if (person === undefined || membership === undefined) return fail('not of the company');
    return ok({ person, membership });
  });

async function check(ctx: AppContext, token: string, foreign: string | null) {
  const kid = kidOf(token);
  if (kid === null) return fail('no kid of ours');
  const host = await within(ctx.db, { host: kid }, (trx) => hostOfKid(trx, kid));
  if (host === undefined) return fail('no such host');
  if (foreign !== null && !host.origins.includes(foreign)) return fail('another page');
  const voucher = await verify(token, host, ctx.clock());
  if (!voucher.ok) return voucher;
  const { module } = voucher.value;
  if (module !== null && !(await isEmbeddable(ctx, module))) return fail('module not installed');
  const found = await redeem(ctx, host, voucher.value);
  return found.ok ? ok({ host, voucher: voucher.value, ...found.value }) : found;
}

/**
 * Takes a token that a registered host signed, and gives an access token of the host's company for the person whom it
 * names. There is nothing to renew it with: the host asks again.
 * @param from where the call came from: the address, and the origin of the page, where it is none of ours
 * @throws Problem 401 `token_refused`, whatever is wrong with the token; 429 `too_many_attempts`
 */
export async function enterByHost(
  ctx: AppContext,
  token: string,
  { address, foreign }: { address: string; foreign: string | null },
): Promise<HostSession> {
  const attempt = await begin(ctx, hostCounters(address));
  const checked = await check(ctx, token, foreign);
  if (!checked.ok) {
    ctx.log.info("A host's token was refused", { reason: checked.error, address });
    throw problem('token_refused');
  }
  const { host, voucher, person, membership } = checked.value;
  const now = ctx.clock();
  const identity = {
    personId: person.id,
    companyId: membership.company.id,
    role: membership.role,
    sessionId: ctx.uuid(),
    // The host has authenticated the person: no password is asked for.
    mustChangePassword: false,
    host: { id: host.id, module: voucher.module },
  };
  const { tokens, refreshHash } = await makeTokens(ctx, identity, now);
  await within(ctx.db, { company: host.company_id, person: person.id }, async (trx) => {
    await store.insertSession(trx, {
      id: identity.sessionId,
      personId: person.id,
      refreshHash,
      now,
      expiresAt: new Date(now.getTime() + ACCESS_SECONDS * 1000),
      isTemporary: false,
      host: { companyId: host.company_id, ...identity.host },
    });
    await audit(trx, {
      companyId: host.company_id,
      personId: person.id,
      action: 'identity.entered_by_host',
      subject: String(host.id),
      values: { issuer: host.issuer, module: voucher.module, address },
      at: now,
    });
  });
  await attempt.succeeded();
  return {
    token: tokens.token,
    company_id: membership.company.id,
    company_name: membership.company.name,
    name: person.name,
    email: person.email,
    locale: person.locale,
  };
}
