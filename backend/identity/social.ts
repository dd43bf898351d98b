// Signing in by an identity provider. Issuer and subject identify the person; the e-mail does so only once, and only
// where both the provider and we have reason to believe that it is the person's.

import type { AppContext } from '../platform/app-context.ts';
import { auditPerson } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import type { SignedIn, Visit } from './contract.ts';
import { normalise } from './email.ts';
import { unknownPassword } from './passwords.ts';
import { problem } from './problems.ts';
import { openSession } from './sessions.ts';
import type { Providers, Reported } from './social-provider.ts';
import * as socialStore from './social-store.ts';
import { finishVisit, startVisit, visitOver } from './social-visits.ts';
import * as store from './store.ts';
import { begin, forgiven, socialCounters } from './throttle.ts';

/**
 * Sends a person who is not signed in to a provider. Each time counts until the person has come in.
 * @param address where the call came from
 * @throws Problem 404 `not_found`; 429 `too_many_attempts`; 503 `social_unavailable`
 */
export async function goToProvider(
  ctx: AppContext,
  providers: Providers,
  given: { provider: string; secret: string; email?: string | undefined; anew: boolean },
  address: string,
): Promise<Visit> {
  const provider = providers.named(given.provider);
  await begin(ctx, socialCounters(address));
  const leaving = { provider, secret: given.secret, purpose: 'enter', owner: null } as const;
  const wishes = { email: given.email, ...(given.anew ? { prompt: 'choose' as const } : {}) };
  return await startVisit(ctx, providers, leaving, wishes);
}

/** What is needed of a person to open a session. */
type Person = { id: number } & NonNullable<Awaited<ReturnType<typeof store.personById>>>;

/** The person that an identity is linked to. */
async function linkedPerson(ctx: AppContext, reported: Reported): Promise<Person | null> {
  const scope = { identity: socialStore.identityKey(reported) };
  const id = await within(ctx.db, scope, (trx) => socialStore.personOfIdentity(trx, reported));
  if (id === null) return null;
  return await within(ctx.db, { person: id }, async (trx) => ({
    id,
    ...(await store.personById(trx, id)),
  }));
}

/** Writes to the audit log of each of the person's companies that a sign-in by a provider was refused. */
const noteRefusal = (ctx: AppContext, personId: number, values: object) =>
  within(ctx.db, { person: personId }, (trx) =>
    auditPerson(trx, {
      personId,
      action: 'identity.sign_in_failed',
      values,
      at: ctx.clock(),
    }),
  );

/**
 * Who may be linked by the e-mail that the provider reported: a person who is known here, whose mail the provider has
 * verified, and whose e-mail no other person can have made up.
 * @throws Problem 403 `social_email_unverified`, `social_unknown`, `social_link_needed`
 */
async function personByEmail(ctx: AppContext, reported: Reported, values: object): Promise<Person> {
  if (reported.email === null || !reported.isEmailVerified) {
    throw problem('social_email_unverified');
  }
  const email = normalise(reported.email);
  const person = await within(ctx.db, { email }, (trx) => store.personByEmail(trx, email));
  if (person === undefined) {
    throw problem('social_unknown');
  }
  // Invited and never signed in: this person has no known password.
  const isInvited = person.must_change_password;
  const isVerified = person.email_verified_at !== null;
  if (!isInvited && !isVerified && ctx.config.signIn.linksByEmail !== 'everybody') {
    await noteRefusal(ctx, person.id, { ...values, reason: 'social_link_needed' });
    throw problem('social_link_needed');
  }
  return person;
}

/** Links the provider's identity to a person for the first time. Scope `person`. */
async function link(
  ctx: AppContext,
  trx: Trx,
  { id }: Person,
  reported: Reported,
  { provider, unknownHash }: { provider: string; unknownHash: string },
): Promise<void> {
  const now = ctx.clock();
  const { must_change_password: isInvited } = await socialStore.lockPerson(trx, id);
  if (!(await socialStore.insertIdentity(trx, { ...reported, personId: id, now }))) {
    // The e-mail belongs to another person at the provider, or another window was faster.
    throw problem('social_link_needed', {
      detail: 'Another account of this provider is already linked',
    });
  }
  if (isInvited) await socialStore.makePasswordless(trx, id, unknownHash);
  await auditPerson(trx, {
    personId: id,
    action: 'identity.provider_linked',
    values: { provider, by: 'email' },
    at: now,
  });
}

/**
 * Signs a person in with the answer of a provider, and opens a session without a company. No password is asked for, nor
 * has one to be changed.
 * @param address where the call came from; a successful sign-in takes back the visit counted for it
 * @throws Problem 404 `not_found`; 422 `social_ended`; 403 `social_denied`, `social_refused`,
 *   `social_email_unverified`, `social_unknown`, `social_link_needed`; 503 `social_unavailable`
 */
export async function enterByProvider(
  ctx: AppContext,
  providers: Providers,
  given: { provider: string; secret: string; answer: string; temporary?: boolean },
  address: string,
): Promise<SignedIn> {
  const provider = providers.named(given.provider);
  const returning = { provider, secret: given.secret, answer: given.answer, owner: null };
  const { reported } = await finishVisit(ctx, providers, returning);
  const values = { address, provider: provider.id };
  const known = await linkedPerson(ctx, reported);
  const person = known ?? (await personByEmail(ctx, reported, values));
  const unknownHash = known === null ? await unknownPassword() : '';
  // A person who was invited has no password to be changed from now on.
  const mustChange = known?.must_change_password ?? false;
  const entering = { ...person, must_change_password: mustChange };
  const signedIn = await openSession(ctx, entering, {
    values,
    isTemporary: given.temporary ?? false,
    alongside: async (trx) => {
      if (known === null) {
        await link(ctx, trx, person, reported, { provider: provider.id, unknownHash });
      } else if (!(await socialStore.touchIdentity(trx, { ...reported, now: ctx.clock() }))) {
        // Unlinked at this moment: that ended the person's sessions, and would not end this one.
        throw visitOver();
      }
    },
  });
  await forgiven(ctx, socialCounters(address));
  return signedIn;
}
