// What a fresh sign-in at a provider gives: proof of identity, for a short while and in the same session.
import { errors, jwtVerify, SignJWT } from 'jose';
import type { AppContext } from '../platform/app-context.ts';
import type { VisitOwner } from './social-visits.ts';

const ISSUER = 'primazia';
const AUDIENCE = 'primazia-ways';
const ALGORITHM = 'HS256';
const TYPE = 'confirmation+jwt';
const SECONDS = 5 * 60;

const keyOf = ({ config }: AppContext) => new TextEncoder().encode(config.secrets.jwtSecret);

/** A text that proves for five minutes that the person of the session showed who it is. */
export function signConfirmation(
  ctx: AppContext,
  { personId, sessionId }: VisitOwner,
): Promise<string> {
  const seconds = Math.floor(ctx.clock().getTime() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(personId))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SECONDS)
    .sign(keyOf(ctx));
}

/** Whether a text is that proof, of this person and session, and still holds. */
export async function isConfirmation(
  ctx: AppContext,
  text: string,
  { personId, sessionId }: VisitOwner,
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(text, keyOf(ctx), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      subject: String(personId),
      currentDate: ctx.clock(),
      requiredClaims: ['exp', 'iat'],
    });
    return payload.sid === sessionId;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
