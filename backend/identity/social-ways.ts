// What a person signs in with: linking and unlinking providers from inside a session, with proof of who it is.

import { problem as kernelProblem } from '../kernel/problems.ts';
import type { AppContext } from '../platform/app-context.ts';
import { auditPerson } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import { problem as platformProblem } from '../platform/problems.ts';
import { sessionOver } from './access.ts';
import type { Proof, Visit, Ways } from './contract.ts';
import { verifyPassword } from './passwords.ts';
import { fault, problem } from './problems.ts';
import { isConfirmation, signConfirmation } from './social-confirmation.ts';
import type { Providers, Reported } from './social-provider.ts';
import * as socialStore from './social-store.ts';
import { finishVisit, startVisit, type VisitOwner } from './social-visits.ts';
import * as store from './store.ts';
import { begin, changeCounters } from './throttle.ts';

const hasPassword = (person: { must_change_password: boolean; is_passwordless: boolean }) =>
  !person.must_change_password && !person.is_passwordless;

/** What a person signs in with, as `trx` sees it. Scope `person`. */
async function waysIn(trx: Trx, providers: Providers, personId: number): Promise<Ways> {
  const person = await store.personById(trx, personId);
  const identities = await socialStore.identitiesOf(trx, personId);
  return {
    email: person.email,
    hasPassword: hasPassword(person),
    identities: identities.flatMap((identity) => {
      const provider = providers.ofIssuer(identity.issuer);
      // Of a provider that is no longer configured: signing in by it is impossible.
      if (provider === undefined) return [];
      return {
        provider: provider.id,
        email: identity.email,
        linkedAt: identity.linked_at.toISOString(),
        usedAt: identity.used_at.toISOString(),
      };
    }),
  };
}

/** What a person signs in with. */
export const waysOf = (ctx: AppContext, providers: Providers, personId: number): Promise<Ways> =>
  within(ctx.db, { person: personId }, (trx) => waysIn(trx, providers, personId));

/**
 * Demands proof of identity before the ways to sign in are changed: a person who finds an open window has none.
 * @throws Problem 422 with a fault at `proof.password`; 403 `confirmation_over`; 429 `too_many_attempts`
 */
async function demandProof(ctx: AppContext, owner: VisitOwner, proof: Proof): Promise<void> {
  if ('confirmation' in proof) {
    if (await isConfirmation(ctx, proof.confirmation, owner)) return;
    throw problem('confirmation_over');
  }
  const { personId } = owner;
  const attempt = await begin(ctx, changeCounters(personId));
  const person = await within(ctx.db, { person: personId }, (trx) =>
    store.personById(trx, personId),
  );
  if (!(await verifyPassword(person.password_hash, proof.password))) {
    const faults = [fault('proof.password', 'password_wrong')];
    throw platformProblem('invalid_request', { faults });
  }
  await attempt.succeeded();
}

type Going = { provider: string; secret: string } & (
  | { purpose: 'confirm' }
  | { purpose: 'link'; proof: Proof }
);

/**
 * Sends the person who is signed in to a provider: to link it, or to sign in there afresh.
 * @throws Problem 404 `not_found`, also where a fresh sign-in is asked of a provider that is not linked; what
 *   `demandProof` throws; 503 `social_unavailable`
 */
export async function goToOwnProvider(
  ctx: AppContext,
  providers: Providers,
  owner: VisitOwner,
  given: Going,
): Promise<Visit> {
  const provider = providers.named(given.provider);
  const ways = await waysOf(ctx, providers, owner.personId);
  const identity = ways.identities.find((one) => one.provider === provider.id);
  const { secret, purpose } = given;
  if (given.purpose === 'link') {
    await demandProof(ctx, owner, given.proof);
  } else if (identity === undefined) {
    throw kernelProblem('not_found', { detail: 'This provider is not linked' });
  }
  const email = identity?.email ?? ways.email;
  const prompt = purpose === 'link' ? 'choose' : 'prove';
  return await startVisit(ctx, providers, { provider, secret, purpose, owner }, { email, prompt });
}

/**
 * @throws Problem 409 `identity_taken` where it is another person's, or the person has another one of that provider;
 *   401 `session_ended` where the session is over
 */
async function linkOwn(
  ctx: AppContext,
  trx: Trx,
  { personId, sessionId }: VisitOwner,
  reported: Reported,
  provider: string,
): Promise<void> {
  const now = ctx.clock();
  await socialStore.lockPerson(trx, personId);
  // The session check is cached for a moment, and a link lasts.
  if ((await store.lockSession(trx, sessionId, now)) === undefined) throw sessionOver();
  const own = await socialStore.identitiesOf(trx, personId);
  const isOwn = own.some(
    ({ issuer, subject }) => issuer === reported.issuer && subject === reported.subject,
  );
  if (isOwn) return;
  if (!(await socialStore.insertIdentity(trx, { ...reported, personId, now }))) {
    throw problem('identity_taken');
  }
  await auditPerson(trx, {
    personId,
    action: 'identity.provider_linked',
    values: { provider, by: 'person' },
    at: now,
  });
}

/** @throws Problem 403 `social_other_account` where the provider names another person */
async function confirmOwn(trx: Trx, { personId }: VisitOwner, reported: Reported): Promise<void> {
  const own = await socialStore.identitiesOf(trx, personId);
  const isOwn = own.some(
    ({ issuer, subject }) => issuer === reported.issuer && subject === reported.subject,
  );
  if (!isOwn) {
    throw problem('social_other_account');
  }
}

/**
 * Takes the answer of a provider to which a person was sent from the same session: links the provider, or confirms the
 * person's identity.
 * @throws Problem 404 `not_found`; 422 `social_ended`; 403 `social_denied`, `social_refused`, `social_not_fresh`,
 *   `social_other_account`; 409 `identity_taken`; 503 `social_unavailable`
 */
export async function returnFromOwnProvider(
  ctx: AppContext,
  providers: Providers,
  owner: VisitOwner,
  given: { provider: string; secret: string; answer: string },
): Promise<{ confirmation: string | null; ways: Ways }> {
  const provider = providers.named(given.provider);
  const returning = { provider, secret: given.secret, answer: given.answer, owner };
  const { reported, purpose } = await finishVisit(ctx, providers, returning);
  const ways = await within(ctx.db, { person: owner.personId }, async (trx) => {
    if (purpose === 'link') await linkOwn(ctx, trx, owner, reported, provider.id);
    else await confirmOwn(trx, owner, reported);
    return await waysIn(trx, providers, owner.personId);
  });
  const confirmation = purpose === 'confirm' ? await signConfirmation(ctx, owner) : null;
  return { confirmation, ways };
}

/**
 * Unlinks a provider. The user's other sessions end, as after a change of the password: one of them may be by the account that
 * is no longer trusted.
 * @throws Problem 404 `not_found` where it is not linked; 409 `last_way`; and what `demandProof` throws
 */
export async function unlinkProvider(
  ctx: AppContext,
  providers: Providers,
  owner: VisitOwner,
  given: { provider: string; proof: Proof },
): Promise<Ways> {
  const provider = providers.named(given.provider);
  await demandProof(ctx, owner, given.proof);
  const { personId, sessionId } = owner;
  return await within(ctx.db, { person: personId }, async (trx) => {
    const now = ctx.clock();
    const person = await socialStore.lockPerson(trx, personId);
    const own = await socialStore.identitiesOf(trx, personId);
    const isOf = ({ issuer }: { issuer: string }) => providers.ofIssuer(issuer)?.id === provider.id;
    const identity = own.find(isOf);
    if (identity === undefined) throw kernelProblem('not_found');
    const isElsewhere = own.some((one) => !isOf(one) && providers.ofIssuer(one.issuer));
    if (!hasPassword(person) && !isElsewhere) {
      throw problem('last_way');
    }
    await socialStore.deleteIdentity(trx, { personId, issuer: identity.issuer });
    const ended = await store.endSessions(trx, personId, now, sessionId);
    await auditPerson(trx, {
      personId,
      action: 'identity.provider_unlinked',
      values: { provider: provider.id, ended },
      at: now,
    });
    return await waysIn(trx, providers, personId);
  });
}
