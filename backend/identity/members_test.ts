import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Actor } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  refusalOf,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { drain, TEST_TIME, testConfig, testContext, waiting } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { addMember as addMemberContract, type Role } from './contract.ts';
import { workers } from './jobs.ts';
import { addMember, changeRole, membersOf, removeMember } from './members.ts';
import { resetPassword } from './password-actions.ts';
import { PASSWORD_MAIL } from './password-mail.ts';

let scene: IdentityScene;
let serra: number;
let norte: number;
let bia: ScenePerson;
let actor: Actor;
/** The sent mails. */
let letters: { to: string; text: string }[];

beforeAll(async () => {
  scene = await identityScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  letters = [];
  await scene.database.owner`delete from pgboss.job where name = ${PASSWORD_MAIL.name}`;
  serra = await scene.company('Serra');
  norte = await scene.company('Norte');
  bia = await scene.person('Bia', { [serra]: 'owner' });
  actor = scene.actor(bia, serra, 'owner');
});

const post = () =>
  drain(
    scene.ctx,
    workers(scene.ctx, {
      send: (letter) => {
        letters.push(letter);
        return Promise.resolve();
      },
    }),
  );

let newcomers = 0;
const newcomer = () => {
  newcomers += 1;
  return `nova-${newcomers}@casa.test`;
};
const add = (email: string, role: Role = 'analyst', by = actor) =>
  addMember(scene.ctx, by, { email, name: 'Nova Pessoa', role, locale: 'pt' });
const rolesOf = async (companyId: number) =>
  (await membersOf(scene.ctx, companyId)).map(({ name, role }) => [name, role]);

describe('adding a member', () => {
  it('who is new: gets a link by mail that sets the password and signs in', async () => {
    const email = newcomer();
    const member = await add(` ${email.toUpperCase()} `, 'manager');
    assert.deepEqual(member, {
      personId: member.personId,
      name: 'Nova Pessoa',
      email,
      role: 'manager',
      invited: true,
    });
    await post();
    assert.equal(letters[0]!.to, email);
    assert.match(letters[0]!.text, /empresa Serra/);
    const token = /token=([\w-]+)/.exec(letters[0]!.text)![1]!;
    // An invitation is valid longer than a requested link.
    scene.ctx.advance(71 * 3_600_000);
    await resetPassword(scene.ctx, { token, password: 'Minha#2027' }, HOME);
    const signedIn = await identity.login(scene.ctx, { email, password: 'Minha#2027' }, HOME);
    assert.deepEqual(signedIn.companies, [{ id: serra, name: 'Serra' }]);
    assert.equal(signedIn.must_change_password, false);
    const members = await membersOf(scene.ctx, serra);
    assert.equal(members.find((one) => one.email === email)!.invited, false);
  });

  it('who is known: keeps name and password, and gets no mail', async () => {
    const rui = await scene.person('Rui', { [norte]: 'owner' });
    const member = await add(rui.email);
    assert.deepEqual([member.personId, member.name, member.invited], [rui.id, 'Rui', false]);
    assert.deepEqual(await waiting(scene.ctx, PASSWORD_MAIL), []);
    assert.deepEqual(await rolesOf(norte), [['Rui', 'owner']]);
  });

  it('has to wait where a company adds very many, and never those of another', async () => {
    await add(newcomer());
    const eva = await scene.person('Eva', { [norte]: 'owner' });
    await scene.database.owner`
      update attempt set failures = 40 where key like 'add.company:%' and last_at = ${TEST_TIME}`;
    assert.deepEqual(await refusalOf(add(newcomer())), [429, 'too_many_attempts']);
    await add(newcomer(), 'analyst', scene.actor(eva, norte, 'owner'));
    scene.ctx.advance(3_600_000);
    await add(newcomer());
  });

  it('is done under a name of one line, as it is in the mail', () => {
    const body = { email: 'nova@casa.test', name: 'Nova', role: 'analyst' };
    assert.equal(addMemberContract.body?.safeParse(body).success, true);
    for (const name of ['Nova\nClick here', 'Nova\u0085', 'No\u0000va'])
      assert.equal(addMemberContract.body?.safeParse({ ...body, name }).success, false, name);
  });

  it('happens once, also when two owners do it at the same moment', async () => {
    const email = newcomer();
    const ends = await Promise.allSettled([add(email), add(email), add(email)]);
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.deepEqual(await refusalOf(add(email)), [409, 'already_member']);
    assert.equal((await waiting(scene.ctx, PASSWORD_MAIL)).length, 1);
  });

  it('of two companies at the same moment makes one person', async () => {
    const email = newcomer();
    const eva = await scene.person('Eva', { [norte]: 'owner' });
    const [here, there] = await Promise.all([
      add(email),
      add(email, 'analyst', scene.actor(eva, norte, 'owner')),
    ]);
    assert.equal(here.personId, there.personId);
  });

  it('who is new is refused where no mail could reach them, outside of the sandbox', async () => {
    const ctx = testContext(scene.database.db, { config: { ...testConfig, sandbox: false } });
    const given = {
      email: newcomer(),
      name: 'Nova',
      role: 'analyst' as const,
      locale: 'pt' as const,
    };
    assert.deepEqual(await refusalOf(addMember(ctx, actor, given)), [503, 'mail_not_set_up']);
  });
});

describe('the members of a company', () => {
  it('are listed by name, and those of others are not', async () => {
    const ana = await scene.person('Ana', { [serra]: 'analyst' });
    await scene.person('Zoe', { [norte]: 'owner' });
    const members = await membersOf(scene.ctx, serra);
    assert.deepEqual(members, [
      { personId: ana.id, name: 'Ana', email: ana.email, role: 'analyst', invited: false },
      { personId: bia.id, name: 'Bia', email: bia.email, role: 'owner', invited: false },
    ]);
  });

  it('change what they may do', async () => {
    const ana = await scene.person('Ana', { [serra]: 'analyst' });
    assert.equal((await changeRole(scene.ctx, actor, ana.id, 'manager')).role, 'manager');
    assert.deepEqual(await rolesOf(serra), [
      ['Ana', 'manager'],
      ['Bia', 'owner'],
    ]);
  });

  it('go', async () => {
    const ana = await scene.person('Ana', { [serra]: 'manager', [norte]: 'owner' });
    const session = await scene.enter(ana, serra);
    await removeMember(scene.ctx, actor, ana.id);
    assert.deepEqual(await rolesOf(serra), [['Bia', 'owner']]);
    assert.deepEqual(await rolesOf(norte), [['Ana', 'owner']]);
    const renewed = await identity.refresh(scene.ctx, session.refresh_token);
    assert.equal(renewed.company_id, null);
  });

  it('are not those of another company, by any caller', async () => {
    const zoe = await scene.person('Zoe', { [norte]: 'owner' });
    for (const work of [
      () => changeRole(scene.ctx, actor, zoe.id, 'analyst'),
      () => removeMember(scene.ctx, actor, zoe.id),
      () => removeMember(scene.ctx, actor, 987_654),
    ]) {
      assert.deepEqual(await refusalOf(work()), [404, 'not_found']);
    }
    assert.deepEqual(await rolesOf(norte), [['Zoe', 'owner']]);
  });
});

describe('the last owner', () => {
  it('cannot be removed, nor lose the role', async () => {
    await scene.person('Ana', { [serra]: 'manager' });
    for (const work of [
      () => changeRole(scene.ctx, actor, bia.id, 'manager'),
      () => removeMember(scene.ctx, actor, bia.id),
    ]) {
      assert.deepEqual(await refusalOf(work()), [409, 'last_owner']);
    }
    assert.equal((await changeRole(scene.ctx, actor, bia.id, 'owner')).role, 'owner');
  });

  it('is kept when two are removed at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const companyId = await scene.company('Dupla');
      const one = await scene.person('Um', { [companyId]: 'owner' });
      const two = await scene.person('Dois', { [companyId]: 'owner' });
      const as = (person: ScenePerson) => scene.actor(person, companyId, 'owner');
      const ends = await Promise.allSettled([
        changeRole(scene.ctx, as(one), one.id, 'analyst'),
        removeMember(scene.ctx, as(two), two.id),
        changeRole(scene.ctx, as(two), one.id, 'manager'),
      ]);
      assert.ok(ends.some(({ status }) => status === 'rejected'));
      const owners = (await rolesOf(companyId)).filter(([, role]) => role === 'owner');
      assert.equal(owners.length, 1);
    }
  });
});

describe('what the database allows of members', () => {
  it('is nothing in another company', async () => {
    const zoe = await scene.person('Zoe', { [norte]: 'owner' });
    await assert.rejects(
      within(scene.ctx.db, { company: serra }, (trx) =>
        trx
          .insertInto('membership')
          .values({ company_id: norte, person_id: bia.id, role: 'owner' })
          .execute(),
      ),
      /row-level security/,
    );
    const touched = await within(scene.ctx.db, { company: serra }, (trx) =>
      trx
        .updateTable('membership')
        .set({ role: 'analyst' })
        .where('person_id', '=', zoe.id)
        .execute(),
    );
    assert.equal(touched[0]!.numUpdatedRows, 0n);
  });

  it('cannot move a user to another company, or change a user’s identity', async () => {
    const move = within(scene.ctx.db, { company: serra }, (trx) =>
      trx.updateTable('membership').set({ company_id: norte }).execute(),
    );
    await assert.rejects(move, /permission denied/);
    const rename = within(scene.ctx.db, { person: bia.id }, (trx) =>
      trx.updateTable('person').set({ email: 'eve@casa.test' }).execute(),
    );
    await assert.rejects(rename, /permission denied/);
    const password = await within(scene.ctx.db, { company: serra }, (trx) =>
      trx.updateTable('person').set({ password_hash: 'x' }).where('id', '=', bia.id).execute(),
    );
    assert.equal(password[0]!.numUpdatedRows, 0n);
  });
});
