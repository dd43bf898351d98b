import type { Locale } from '../kernel/id.ts';
import type { AppContext } from '../platform/app-context.ts';
import { auditPerson } from '../platform/audit.ts';
import { within } from '../platform/db.ts';
import { canMail, MAIL_MISSING } from '../platform/mail.ts';
import { problem as platformProblem } from '../platform/problems.ts';
import { sessionOver } from './access.ts';
import { isCommon } from './common-passwords.ts';
import type { Refreshed } from './contract.ts';
import { normalise } from './email.ts';
import { PASSWORD_MAIL } from './password-mail.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { fault, problem } from './problems.ts';
import { type Identity, membershipOf, refreshedAs, rotate } from './sessions.ts';
import * as socialStore from './social-store.ts';
import * as store from './store.ts';
import { begin, changeCounters, forgotCounters, welcome } from './throttle.ts';
import { readLink } from './tokens.ts';

/** @throws Problem 503 `mail_not_set_up` where no mail can be sent */
export function demandMail(ctx: AppContext): void {
  if (canMail(ctx.config)) return;
  ctx.log.warn(MAIL_MISSING);
  throw problem('mail_not_set_up');
}

/**
 * Has a link mailed to the person with this e-mail. Nothing here depends on whether a person has it: that is looked up when
 * the mail is written.
 * @param address where the call came from
 * @throws Problem 429 `too_many_attempts`, 503 `mail_not_set_up`
 */
export async function forgotPassword(
  ctx: AppContext,
  given: { email: string; locale: Locale },
  address: string,
): Promise<void> {
  demandMail(ctx);
  const email = normalise(given.email);
  await begin(ctx, forgotCounters(email, address));
  await within(ctx.db, { email }, (trx) =>
    ctx.jobs.send(trx, PASSWORD_MAIL, [
      { email, locale: given.locale, occasion: { kind: 'forgotten' } },
    ]),
  );
}

const faulty = (...[path, code]: Parameters<typeof fault>) =>
  platformProblem('invalid_request', { faults: [fault(path, code)] });

interface Known {
  email: string;
  password_hash: string;
}

/** @throws Problem 422 with `password_known` or `password_common` at `password` where anybody would try it first */
async function refuseKnown(person: Known, password: string): Promise<void> {
  const isOld = await verifyPassword(person.password_hash, password);
  if (isOld || normalise(password) === person.email) {
    throw faulty('password', 'password_known');
  }
  if (isCommon(password)) throw faulty('password', 'password_common');
}

const linkOver = () => problem('link_ended');

/**
 * Sets a new password by the token of a mailed link, which works once, and ends every session of the person. Providers
 * are unlinked: someone with the old password may have linked an account of its own. A provider that reports the
 * person's e-mail is linked again at its next sign-in, since that e-mail is verified by now.
 * @param address where the call came from; it is known for the account from now on
 * @throws Problem 422 `link_ended`; 422 with a fault at `password`
 */
export async function resetPassword(
  ctx: AppContext,
  given: { token: string; password: string },
  address: string,
): Promise<void> {
  const read = readLink(given.token);
  if (read === null) throw linkOver();
  const { personId } = read;
  const link = { personId, tokenHash: read.hash, now: ctx.clock() };
  const person = await within(ctx.db, { person: personId }, async (trx) =>
    (await store.isGoodLink(trx, link)) ? await store.personById(trx, personId) : null,
  );
  if (person === null) throw linkOver();
  await refuseKnown(person, given.password);
  const passwordHash = await hashPassword(given.password);
  await within(ctx.db, { person: personId }, async (trx) => {
    const isMine = await store.consumeLink(trx, link);
    if (!isMine) throw linkOver();
    const at = ctx.clock();
    const isSet = await store.setPassword(trx, personId, person.password_hash, passwordHash, at);
    // Changed at this moment by somebody who knew the old password.
    if (!isSet) throw linkOver();
    const unlinked = await socialStore.deleteIdentities(trx, personId);
    const ended = await store.endSessions(trx, personId, at, null);
    const values = { ended, unlinked, address };
    await auditPerson(trx, { personId, action: 'identity.password_reset', values, at });
  });
  await welcome(ctx, person.email, address);
}

/**
 * Changes the password: the caller's session continues under new tokens, all others end, and so does an open link.
 * @throws Problem 422 with a fault at `current_password` or `password`; 429 `too_many_attempts`;
 *   401 `session_ended` where the session is over
 */
export async function changePassword(
  ctx: AppContext,
  actor: Pick<Identity, 'personId' | 'sessionId'>,
  given: { current_password: string; password: string },
): Promise<Refreshed> {
  const { personId, sessionId } = actor;
  const attempt = await begin(ctx, changeCounters(personId));
  const person = await within(ctx.db, { person: personId }, (trx) =>
    store.personById(trx, personId),
  );
  if (!(await verifyPassword(person.password_hash, given.current_password))) {
    throw faulty('current_password', 'password_wrong');
  }
  await attempt.succeeded();
  await refuseKnown(person, given.password);
  const passwordHash = await hashPassword(given.password);
  return await within(ctx.db, { person: personId }, async (trx) => {
    const now = ctx.clock();
    // Locked before the session, in the same order as everything else that changes a password and ends sessions.
    await socialStore.lockPerson(trx, personId);
    const session = await store.lockSession(trx, sessionId, now);
    if (session === undefined) throw sessionOver();
    const isSet = await store.setPassword(trx, personId, person.password_hash, passwordHash);
    // Another change was faster: it ended this session, or set the password that holds now.
    if (!isSet) throw sessionOver();
    await store.deleteLink(trx, personId);
    const ended = await store.endSessions(trx, personId, now, sessionId);
    const membership = await membershipOf(trx, session);
    const tokens = await rotate(ctx, trx, session, { membership, mustChangePassword: false }, now);
    const values = { ended };
    await auditPerson(trx, { personId, action: 'identity.password_changed', values, at: now });
    return refreshedAs(tokens, membership, person);
  });
}
