import type { Locale } from '../kernel/id.ts';
import { problem as kernelProblem } from '../kernel/problems.ts';
import type { Actor, AppContext } from '../platform/app-context.ts';
import { audit, auditAct } from '../platform/audit.ts';
import { type Trx, within } from '../platform/db.ts';
import type { Member, Role } from './contract.ts';
import { normalise } from './email.ts';
import * as memberStore from './member-store.ts';
import { demandMail } from './password-actions.ts';
import { PASSWORD_MAIL } from './password-mail.ts';
import { unknownPassword } from './passwords.ts';
import { problem } from './problems.ts';
import * as store from './store.ts';
import { addCounters, begin } from './throttle.ts';

/** The people of a company, by name. */
export const membersOf = (ctx: AppContext, companyId: number): Promise<Member[]> =>
  within(ctx.db, { company: companyId }, (trx) => memberStore.membersOf(trx, companyId));

/**
 * Adds a person by e-mail. A new person is mailed a link to set a password.
 * @throws Problem 409 `already_member`; 429 `too_many_attempts`; 503 `mail_not_set_up` where a new person
 *   could not be mailed
 */
export async function addMember(
  ctx: AppContext,
  actor: Actor,
  given: { email: string; name: string; role: Role; locale: Locale },
): Promise<Member> {
  const { companyId } = actor;
  const { role, locale } = given;
  const email = normalise(given.email);
  await begin(ctx, addCounters(companyId));
  const known = await within(ctx.db, { email }, (trx) => store.personByEmail(trx, email));
  if (known === undefined) demandMail(ctx);
  const passwordHash = await unknownPassword();
  return await within(ctx.db, { company: companyId, email }, async (trx) => {
    const now = ctx.clock();
    const newId = await store.insertNewPerson(trx, { email, name: given.name, passwordHash, now });
    const personId = newId ?? (await store.personByEmail(trx, email))!.id;
    if (!(await memberStore.insertMember(trx, { companyId, personId, role }))) {
      throw problem('already_member');
    }
    if (newId !== null) {
      const companyName = await memberStore.companyName(trx, companyId);
      await ctx.jobs.send(trx, PASSWORD_MAIL, [
        { email, locale, occasion: { kind: 'invited', companyName } },
      ]);
    }
    await audit(trx, {
      companyId,
      personId: actor.personId,
      action: 'identity.member_added',
      subject: String(personId),
      values: { email, role, isNew: newId !== null },
      at: now,
    });
    return (await memberStore.memberOf(trx, companyId, personId))!;
  });
}

/**
 * The member as it is now, with the company's owners locked.
 * @throws Problem 404 `not_found`; 409 `last_owner` where the company would be left without an owner
 */
async function lockMember(trx: Trx, companyId: number, personId: number, next: Role | null) {
  const owners = await memberStore.lockOwners(trx, companyId);
  const member = await memberStore.memberOf(trx, companyId, personId);
  if (member === undefined) {
    throw kernelProblem('not_found', { detail: 'Member not found' });
  }
  if (next !== 'owner' && owners.length === 1 && owners[0] === personId) {
    throw problem('last_owner');
  }
  return member;
}

/**
 * Changes what a person may do in the company; it is in force within a second.
 * @throws Problem 404 `not_found`; 409 `last_owner`
 */
export const changeRole = (
  ctx: AppContext,
  actor: Actor,
  personId: number,
  role: Role,
): Promise<Member> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId } = actor;
    const member = await lockMember(trx, companyId, personId, role);
    await memberStore.setRole(trx, { companyId, personId, role });
    await auditAct(ctx, trx, actor, {
      action: 'identity.member_role_changed',
      subject: String(personId),
      values: { from: member.role, to: role },
    });
    return { ...member, role };
  });

/**
 * Removes a person from the company; the person's sessions lose it within a second.
 * @throws Problem 404 `not_found`; 409 `last_owner`
 */
export const removeMember = (ctx: AppContext, actor: Actor, personId: number): Promise<void> =>
  within(ctx.db, { company: actor.companyId }, async (trx) => {
    const { companyId } = actor;
    const member = await lockMember(trx, companyId, personId, null);
    // Before the removal: the log keeps the name of the actor, who may be the same person.
    await auditAct(ctx, trx, actor, {
      action: 'identity.member_removed',
      subject: String(personId),
      values: { email: member.email, role: member.role },
    });
    await memberStore.deleteMember(trx, { companyId, personId });
  });
