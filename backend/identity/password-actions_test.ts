import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { createMailer } from '../platform/mail.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  problemOf,
  refusalOf,
  SCENE_PASSWORD,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { drain, TEST_TIME, testConfig, testContext, waiting } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { NewPassword, passwordFaults } from './contract.ts';
import { workers } from './jobs.ts';
import { changePassword, forgotPassword, resetPassword } from './password-actions.ts';
import { PASSWORD_MAIL } from './password-mail.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const NEW = 'Outra#2027';
const HOUR = 60 * 60 * 1000;

let scene: IdentityScene;
let server: MailServer;
let serra: number;
let person: ScenePerson;

beforeAll(async () => {
  server = await startMailServer();
  scene = await identityScene();
  serra = await scene.company('Serra');
});
afterAll(async () => {
  await scene.close();
  await server.close();
});
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  scene.ctx.complaints.length = 0;
  server.mails.length = 0;
  server.refuses = false;
  await scene.database.owner`delete from attempt`;
  person = await scene.person('Lia', { [serra]: 'owner' });
});

/** Lets the queue send its mails to a real mail server. */
const post = () => {
  const mail = { smtpUrl: server.url, from: 'Primazia <prices@primazia.test>' };
  const { ctx } = scene;
  return drain(ctx, workers(ctx, createMailer({ mail, sandbox: false }, ctx.log)));
};

const forget = (email = person.email, locale: 'pt' | 'en' | 'es' = 'pt', from = HOME) =>
  forgotPassword(scene.ctx, { email, locale }, from);

const tokenIn = (text: string) => /change-password\?token=([\w-]+)/.exec(text)![1]!;

/** Requests a link, and reads it from the mail. */
async function mailedToken(): Promise<string> {
  await forget();
  await post();
  return tokenIn(server.mails.at(-1)!.text);
}

const reset = (token: string, password = NEW) =>
  resetPassword(scene.ctx, { token, password }, HOME);
const login = (password: string) =>
  identity.login(scene.ctx, { email: person.email, password }, HOME);

const faultsOf = async (work: Promise<unknown>) => {
  const { status, code, more } = await problemOf(work);
  assert.deepEqual([status, code], [422, 'invalid_request']);
  return more.faults!.map((fault) => [fault.path, fault.code]);
};

describe('a forgotten password', () => {
  it('is reset by a mailed link', async () => {
    const token = await mailedToken();
    const [mail] = server.mails;
    assert.deepEqual(mail!.to, [person.email]);
    assert.ok(mail!.text.includes(`http://localhost:8080/change-password?token=${token}`));
    await reset(token);
    assert.deepEqual(await refusalOf(login(SCENE_PASSWORD)), [401, 'invalid_credentials']);
    assert.equal((await login(NEW)).must_change_password, false);
  });

  it('is announced in the language of the caller', async () => {
    for (const locale of ['pt', 'en', 'es'] as const) await forget(person.email, locale);
    await post();
    const texts = server.mails.map(({ text }) => text).join('\n');
    for (const words of ['vale por 1 hora', 'valid for 1 hour', 'válido por 1 hora y']) {
      assert.ok(texts.includes(words), words);
    }
  });

  it('is announced in the language that the person chose, by any caller', async () => {
    await identity.chooseLanguage(scene.ctx, person.id, 'es');
    await forget(person.email, 'en');
    await post();
    assert.ok(server.mails[0]!.text.includes('El enlace es válido por 1 hora'));
  });

  it('is answered equally for a known and an unknown e-mail, and sends mail only for a known one', async () => {
    await forget('nobody@casa.test');
    const [job] = await waiting(scene.ctx, PASSWORD_MAIL);
    await forget(person.email);
    const jobs = await waiting(scene.ctx, PASSWORD_MAIL);
    assert.deepEqual(Object.keys(job!), Object.keys(jobs[1]!));
    await post();
    assert.deepEqual(
      server.mails.map(({ to }) => to),
      [[person.email]],
    );
  });

  it('ends every session of the person', async () => {
    const session = await scene.enter(person, serra);
    await reset(await mailedToken());
    assert.deepEqual(await refusalOf(identity.refresh(scene.ctx, session.refresh_token)), [
      401,
      'session_ended',
    ]);
  });

  it('unlinks the providers, with an audit entry', async () => {
    const { owner } = scene.database;
    await owner`insert into person_identity (issuer, subject, person_id, email, linked_at, used_at)
      values ('https://id.test', 'thief', ${person.id}, null, ${TEST_TIME}, ${TEST_TIME})`;
    await reset(await mailedToken());
    assert.equal(
      (await owner`select from person_identity where person_id = ${person.id}`).length,
      0,
    );
    const [entry] = await owner<{ values: object }[]>`
      select values from audit_log where action = 'identity.password_reset' and person_id = ${person.id}`;
    assert.deepEqual(entry!.values, { ended: 0, unlinked: 1, address: HOME });
  });

  it('lets no one in by the one before, also whose sign-in was under way', async () => {
    const changed = await hashPassword(NEW);
    // The checks of passwords wait in line, so that the password is changed between its reading and its check.
    const line = Array.from({ length: 40 }, () => verifyPassword(undefined, NEW));
    const entering = refusalOf(login(SCENE_PASSWORD));
    const { owner } = scene.database;
    while ((await owner`select from attempt`).length === 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await owner`update person set password_hash = ${changed} where id = ${person.id}`;
    assert.deepEqual(await entering, [401, 'invalid_credentials']);
    await Promise.all(line);
    assert.equal((await owner`select from session where person_id = ${person.id}`).length, 0);
  });

  it('and a concurrent change do not wait for each other', async () => {
    const token = await mailedToken();
    const session = await scene.enter(person, serra);
    const caller = await identity.authenticate(scene.ctx)(session.token, null);
    const { owner } = scene.database;
    const waiters = async () => {
      const [row] = await owner<{ n: number }[]>`
        select count(*) as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row!.n;
    };
    let ends: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await owner.begin(async (sql) => {
      await sql`select from person where id = ${person.id} for update`;
      const resetting = reset(token, 'Primeira#2027');
      while ((await waiters()) < 1);
      const given = { current_password: SCENE_PASSWORD, password: 'Segunda#2027' };
      ends = Promise.allSettled([resetting, changePassword(scene.ctx, caller, given)]);
      while ((await waiters()) < 2);
    });
    const [first, second] = await ends!;
    assert.equal(first!.status, 'fulfilled');
    assert.equal(second!.status === 'rejected' && second!.reason.code, 'session_ended');
    await login('Primeira#2027');
  });

  it('stores no token in the database, in jobs or in the log', async () => {
    const token = await mailedToken();
    const rows = [
      await scene.database.owner`select * from password_link`,
      await scene.database.owner`select * from pgboss.job`,
    ];
    assert.ok(rows.every((some) => some.length > 0));
    assert.equal(JSON.stringify(rows).includes(token), false);
    assert.equal(JSON.stringify(rows).includes(token.slice(11)), false);
    assert.deepEqual(scene.ctx.complaints, []);
  });

  it('is mailed later where the mail server does not take it now', async () => {
    server.refuses = true;
    await forget();
    await assert.rejects(post());
    server.refuses = false;
    await post();
    await reset(tokenIn(server.mails[0]!.text));
  });

  it('may be requested three times in a row, then is throttled', async () => {
    for (let n = 0; n < 3; n++) await forget();
    assert.deepEqual(await refusalOf(forget()), [429, 'too_many_attempts']);
    assert.deepEqual(await refusalOf(forget(person.email, 'pt', '192.0.2.9')), [
      429,
      'too_many_attempts',
    ]);
    for (let n = 0; n < 3; n++) await forget('nobody@casa.test');
    assert.deepEqual(await refusalOf(forget('nobody@casa.test')), [429, 'too_many_attempts']);
  });

  it('may be requested by many users of one address, up to a limit', async () => {
    for (let n = 0; n < 20; n++) await forget(`somebody-${n}@casa.test`);
    assert.deepEqual(await refusalOf(forget('one-more@casa.test')), [429, 'too_many_attempts']);
  });

  it('is refused where mail is not set up, outside of the sandbox', async () => {
    const ctx = testContext(scene.database.db, { config: { ...testConfig, sandbox: false } });
    const work = forgotPassword(ctx, { email: person.email, locale: 'pt' }, HOME);
    assert.deepEqual(await refusalOf(work), [503, 'mail_not_set_up']);
    assert.ok(ctx.complaints.join().includes('SMTP_URL'));
  });
});

describe('a link', () => {
  it('works once', async () => {
    const token = await mailedToken();
    await reset(token);
    assert.deepEqual(await refusalOf(reset(token, 'Terceira#3')), [422, 'link_ended']);
    await login(NEW);
  });

  it('works once however many use it at the same time', async () => {
    const token = await mailedToken();
    const passwords = Array.from({ length: 6 }, (_, n) => `Outra#202${n}`);
    const ends = await Promise.allSettled(passwords.map((password) => reset(token, password)));
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    const winner = ends.findIndex(({ status }) => status === 'fulfilled');
    await login(passwords[winner]!);
  });

  it('works for an hour, and not a moment longer', async () => {
    const token = await mailedToken();
    scene.ctx.advance(HOUR);
    assert.deepEqual(await refusalOf(reset(token)), [422, 'link_ended']);
    scene.ctx.advance(-1);
    await reset(token);
  });

  it('becomes invalid when a newer one is requested', async () => {
    const older = await mailedToken();
    const newer = await mailedToken();
    assert.deepEqual(await refusalOf(reset(older)), [422, 'link_ended']);
    await reset(newer);
  });

  it('ends when the password is changed', async () => {
    const token = await mailedToken();
    const session = await scene.enter(person, serra);
    const caller = await identity.authenticate(scene.ctx)(session.token, null);
    await changePassword(scene.ctx, caller, { current_password: SCENE_PASSWORD, password: NEW });
    assert.deepEqual(await refusalOf(reset(token)), [422, 'link_ended']);
  });

  it('is not one where its token is made up', async () => {
    const token = await mailedToken();
    const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
    for (const none of ['', 'nonsense', changed, 'A'.repeat(54)]) {
      assert.deepEqual(await refusalOf(reset(none)), [422, 'link_ended'], none);
    }
    await reset(token);
  });

  it('survives a password that is refused', async () => {
    const token = await mailedToken();
    assert.deepEqual(await faultsOf(reset(token, SCENE_PASSWORD)), [
      ['password', 'password_known'],
    ]);
    await reset(token);
  });
});

describe('changing the password', () => {
  const change = async (current: string, password: string) => {
    const session = await scene.enter(person, serra);
    const caller = await identity.authenticate(scene.ctx)(session.token, null);
    const given = { current_password: current, password };
    return { session, caller, work: changePassword(scene.ctx, caller, given) };
  };

  it('keeps the session and company, and ends all other sessions', async () => {
    const other = await scene.enter(person, serra);
    const { session, caller, work } = await change(SCENE_PASSWORD, NEW);
    const { token, refresh_token, company_id, company_name } = await work;
    assert.deepEqual([company_id, company_name], [serra, 'Serra']);
    const after = await identity.authenticate(scene.ctx)(token, null);
    assert.equal(after.sessionId, caller.sessionId);
    await identity.refresh(scene.ctx, refresh_token);
    for (const ended of [other, session]) {
      assert.equal((await refusalOf(identity.refresh(scene.ctx, ended.refresh_token)))[0], 401);
    }
    assert.deepEqual(await refusalOf(login(SCENE_PASSWORD)), [401, 'invalid_credentials']);
  });

  it('ends the forced change', async () => {
    await scene.database
      .owner`update person set must_change_password = true where id = ${person.id}`;
    const signedIn = await login(SCENE_PASSWORD);
    assert.equal(signedIn.must_change_password, true);
    const check = identity.authenticate(scene.ctx);
    const called = {
      method: 'post',
      path: '/auth/change-password',
      access: 'user',
      tag: 'identity',
    } as const;
    const caller = await check(signedIn.token, called);
    const given = { current_password: SCENE_PASSWORD, password: NEW };
    const renewed = await changePassword(scene.ctx, caller, given);
    assert.equal((await check(renewed.token, null)).personId, person.id);
    assert.equal((await login(NEW)).must_change_password, false);
  });

  it('needs the current one', async () => {
    const { work } = await change('Wrong#2026', NEW);
    assert.deepEqual(await faultsOf(work), [['current_password', 'password_wrong']]);
    await login(SCENE_PASSWORD);
  });

  it('may not be guessed at', async () => {
    for (let n = 0; n < 5; n++) await faultsOf((await change('Wrong#2026', NEW)).work);
    assert.deepEqual(await refusalOf((await change('Wrong#2026', NEW)).work), [
      429,
      'too_many_attempts',
    ]);
  });

  it('takes neither the old one nor the e-mail', async () => {
    const known = [['password', 'password_known']];
    assert.deepEqual(await faultsOf((await change(SCENE_PASSWORD, SCENE_PASSWORD)).work), known);
    const email = person.email.toUpperCase();
    assert.deepEqual(await faultsOf((await change(SCENE_PASSWORD, email)).work), known);
  });

  it('takes none that everybody tries first', async () => {
    const common = [['password', 'password_common']];
    assert.deepEqual(await faultsOf((await change(SCENE_PASSWORD, 'Senha@123')).work), common);
  });

  it('happens once however many do it at the same time', async () => {
    const session = await scene.enter(person, serra);
    const caller = await identity.authenticate(scene.ctx)(session.token, null);
    const passwords = Array.from({ length: 4 }, (_, n) => `Outra#202${n}`);
    const ends = await Promise.allSettled(
      passwords.map((password) =>
        changePassword(scene.ctx, caller, { current_password: SCENE_PASSWORD, password }),
      ),
    );
    const won = ends.flatMap(({ status }, n) => (status === 'fulfilled' ? [passwords[n]!] : []));
    assert.equal(won.length, 1);
    await login(won[0]!);
  });
});

describe('the rules of a password', () => {
  const cases: [password: string, faults: string[]][] = [
    ['Aurora#2026', []],
    ['Maçã&pão1', []],
    ['Ab#4567', ['password_too_short']],
    ['AURORA#2026', ['password_needs_lowercase']],
    ['aurora#2026', ['password_needs_uppercase']],
    ['Aurora2026', ['password_needs_special']],
    ['Aurora 2026', ['password_needs_special']],
    ['Aurora#doze', ['password_needs_digit']],
    [
      '',
      [
        'password_too_short',
        'password_needs_lowercase',
        'password_needs_uppercase',
        'password_needs_special',
        'password_needs_digit',
      ],
    ],
  ];
  for (const [password, faults] of cases) {
    it(`find in '${password}': ${faults.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(passwordFaults(password), faults);
      const parsed = NewPassword.safeParse(password);
      const reported = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
      assert.deepEqual(reported, faults);
    });
  }

  it('take any text that has one of each kind and is long enough', () => {
    const kinds = fc.tuple(
      fc.constantFrom('a', 'é', 'z'),
      fc.constantFrom('A', 'Ç', 'Z'),
      fc.constantFrom('#', '€', '🔒', '-'),
      fc.constantFrom('0', '9'),
      fc.string({ minLength: 4, maxLength: 40, unit: 'binary' }),
    );
    fc.assert(
      fc.property(kinds, fc.integer({ min: 0, max: 3 }), (parts, turn) => {
        const turned = [...parts.slice(turn), ...parts.slice(0, turn)];
        assert.deepEqual(passwordFaults(turned.join('')), []);
      }),
    );
  });
});
