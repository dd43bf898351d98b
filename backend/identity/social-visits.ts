// Visits to a provider: a person is sent there, and comes back with an answer.
import { createHash } from 'node:crypto';
import type { AppContext } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import type { SignInProvider } from '../platform/sign-in-settings.ts';
import type { Visit } from './contract.ts';
import { problem } from './problems.ts';
import type { Providers, Reported, Wishes } from './social-provider.ts';
import * as socialStore from './social-store.ts';

/** A person may take this long at the provider. */
const VISIT_MILLISECONDS = 10 * 60 * 1000;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Who was signed in when a visit began, and has to be when it ends. */
export interface VisitOwner {
  personId: number;
  sessionId: string;
}

export interface Leaving {
  provider: SignInProvider;
  /** The secret of the browser that may use the answer. */
  secret: string;
  purpose: socialStore.Purpose;
  /** Null: no person is signed in. */
  owner: VisitOwner | null;
}

/**
 * Sends a person to a provider.
 * @throws Problem 503 `social_unavailable`
 */
export async function startVisit(
  ctx: AppContext,
  providers: Providers,
  { provider, secret, purpose, owner }: Leaving,
  wishes: Wishes,
): Promise<Visit> {
  const { url, state, nonce, codeVerifier } = await providers.departure(provider, wishes);
  const now = ctx.clock();
  await within(ctx.db, { system: true }, (trx) =>
    socialStore.insertVisit(trx, {
      stateHash: hashOf(state),
      provider: provider.id,
      purpose,
      secretHash: hashOf(secret),
      nonce,
      codeVerifier,
      owner,
      now,
      expiresAt: new Date(now.getTime() + VISIT_MILLISECONDS),
    }),
  );
  return { url, state };
}

export const visitOver = () => problem('social_ended');

export interface Returning {
  provider: SignInProvider;
  secret: string;
  /** The query that the provider sent. */
  answer: string;
  owner: VisitOwner | null;
}

/**
 * Takes the answer with which a person came back; the visit is used up, whatever the outcome.
 * @throws Problem 422 `social_ended` where no such visit is open in this browser and session; and what
 *   `Providers.arrival` throws
 */
export async function finishVisit(
  ctx: AppContext,
  providers: Providers,
  { provider, secret, answer, owner }: Returning,
): Promise<{ reported: Reported; purpose: socialStore.Purpose }> {
  const said = new URLSearchParams(answer);
  const now = ctx.clock();
  const visit = await within(ctx.db, { system: true }, (trx) =>
    socialStore.consumeVisit(trx, {
      stateHash: hashOf(said.get('state') ?? ''),
      provider: provider.id,
      secretHash: hashOf(secret),
      owner,
      now,
    }),
  );
  if (visit === undefined) throw visitOver();
  const purpose = visit.purpose as socialStore.Purpose;
  const seconds = Math.ceil((now.getTime() - visit.created_at.getTime()) / 1000);
  const reported = await providers.arrival(provider, said, {
    nonce: visit.nonce,
    codeVerifier: visit.code_verifier,
    // A sign-in before the visit proves nothing.
    ...(purpose === 'confirm' ? { maxAge: seconds } : {}),
  });
  return { reported, purpose };
}
