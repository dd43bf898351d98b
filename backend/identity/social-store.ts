import type { Trx } from '../platform/db.ts';

/** The purposes of a redirect to a provider: sign-in, linking, re-authentication. */
export type Purpose = 'enter' | 'link' | 'confirm';

export interface Visit {
  stateHash: string;
  provider: string;
  purpose: Purpose;
  secretHash: string;
  nonce: string;
  codeVerifier: string;
  /** Who was signed in when it began. */
  owner: { personId: number; sessionId: string } | null;
  now: Date;
  expiresAt: Date;
}

/** Writes down that a person was sent to a provider. Scope `system`. */
export async function insertVisit(trx: Trx, visit: Visit): Promise<void> {
  await trx
    .insertInto('provider_visit')
    .values({
      state_hash: visit.stateHash,
      provider: visit.provider,
      purpose: visit.purpose,
      secret_hash: visit.secretHash,
      nonce: visit.nonce,
      code_verifier: visit.codeVerifier,
      person_id: visit.owner?.personId ?? null,
      session_id: visit.owner?.sessionId ?? null,
      created_at: visit.now,
      expires_at: visit.expiresAt,
    })
    .execute();
}

/**
 * Uses up a visit and returns it; undefined where no valid one began at this provider, in this browser and by the same
 * session. Scope `system`.
 */
export const consumeVisit = (
  trx: Trx,
  visit: Pick<Visit, 'stateHash' | 'provider' | 'secretHash' | 'owner' | 'now'>,
) =>
  trx
    .deleteFrom('provider_visit')
    .where('state_hash', '=', visit.stateHash)
    .where('secret_hash', '=', visit.secretHash)
    .where('provider', '=', visit.provider)
    .where('expires_at', '>', visit.now)
    .where('person_id', 'is not distinct from', visit.owner?.personId ?? null)
    .where('session_id', 'is not distinct from', visit.owner?.sessionId ?? null)
    .returning(['purpose', 'nonce', 'code_verifier', 'created_at'])
    .executeTakeFirst();

/** Removes visits that no person came back from; gives how many. Scope `system`. */
export async function sweepVisits(trx: Trx, now: Date): Promise<number> {
  const gone = await trx
    .deleteFrom('provider_visit')
    .where('expires_at', '<', now)
    .executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}

/** The key of an identity in the transaction's scope: an issuer contains no space. */
export const identityKey = ({ issuer, subject }: { issuer: string; subject: string }): string =>
  `${issuer} ${subject}`;

/** Whose identity it is; scope `identity`. */
export async function personOfIdentity(
  trx: Trx,
  identity: { issuer: string; subject: string },
): Promise<number | null> {
  const row = await trx
    .selectFrom('person_identity')
    .select('person_id')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** The identities of a person, by when they were linked. Scope `person`. */
export const identitiesOf = (trx: Trx, personId: number) =>
  trx
    .selectFrom('person_identity')
    .select(['issuer', 'subject', 'email', 'linked_at', 'used_at'])
    .where('person_id', '=', personId)
    .orderBy('linked_at')
    .execute();

/**
 * Links an identity to a person; false where it is another person's, or the person has another one of that issuer.
 * Scope `person`.
 */
export async function insertIdentity(
  trx: Trx,
  identity: {
    issuer: string;
    subject: string;
    personId: number;
    email: string | null;
    now: Date;
  },
): Promise<boolean> {
  const added = await trx
    .insertInto('person_identity')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      person_id: identity.personId,
      email: identity.email,
      linked_at: identity.now,
      used_at: identity.now,
    })
    .onConflict((row) => row.doNothing())
    .executeTakeFirstOrThrow();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Records that an identity was used, and what its provider calls it now; false where it is not the person's, or no longer.
 * Scope `person`.
 */
export async function touchIdentity(
  trx: Trx,
  identity: { issuer: string; subject: string; email: string | null; now: Date },
): Promise<boolean> {
  const touched = await trx
    .updateTable('person_identity')
    .set({ email: identity.email, used_at: identity.now })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirstOrThrow();
  return touched.numUpdatedRows > 0n;
}

/** Unlinks what a person has of an issuer; false where there was nothing. Scope `person`. */
export async function deleteIdentity(
  trx: Trx,
  identity: { personId: number; issuer: string },
): Promise<boolean> {
  const gone = await trx
    .deleteFrom('person_identity')
    .where('person_id', '=', identity.personId)
    .where('issuer', '=', identity.issuer)
    .executeTakeFirstOrThrow();
  return gone.numDeletedRows > 0n;
}

/** Unlinks whatever a person has linked; gives how many. Scope `person`. */
export async function deleteIdentities(trx: Trx, personId: number): Promise<number> {
  const gone = await trx
    .deleteFrom('person_identity')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}

/** Locks a person for this transaction, so that of two changes to the ways to sign in the second sees the first. Scope `person`. */
export const lockPerson = (trx: Trx, personId: number) =>
  trx
    .selectFrom('person')
    .select(['email', 'must_change_password', 'is_passwordless'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * From now on the person signs in by a provider alone: a password that was set for it is no longer valid,
 * and none has to be changed. Scope `person`.
 */
export async function makePasswordless(
  trx: Trx,
  personId: number,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ password_hash: passwordHash, must_change_password: false, is_passwordless: true })
    .where('id', '=', personId)
    .execute();
}
