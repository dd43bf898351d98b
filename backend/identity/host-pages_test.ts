// The validity of tokens exchanged by hosts: on the pages of their own host, for its modules, as long as these are allowed.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from '@std/testing/bdd';
import type { Actor } from '../platform/app-context.ts';
import { within } from '../platform/db.ts';
import type { Called } from '../platform/http.ts';
import {
  type IdentityScene,
  identityScene,
  problemOf,
  refusalOf,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { signingHost } from '../testing/signing-host.ts';
import { drain, TEST_TIME } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { HostOrigin } from './contract.ts';
import { knownOrigins } from './host-origins.ts';
import { changeHost, hostsOf, revokeHost } from './hosts.ts';
import { SWEEP, workers } from './jobs.ts';

const RULES: Called = { method: 'get', path: '/v2/rules', access: 'company', tag: 'pricing' };
const ERP = 'https://erp.test';
const SHOP = 'https://shop.test:8443';
const ELSEWHERE = [403, 'foreign_origin'];
const OVER = [401, 'session_ended'];

let scene: IdentityScene;
let aurora: number;
let norte: number;
let boss: ScenePerson;
let actor: Actor;

beforeAll(async () => {
  scene = await identityScene();
  aurora = await scene.company('Aurora');
  norte = await scene.company('Norte');
  boss = await scene.person('Bia', { [aurora]: 'owner', [norte]: 'owner' });
  actor = scene.actor(boss, aurora, 'owner');
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.ctx.setTime(TEST_TIME);
  await scene.database.owner`delete from host_token`;
  await scene.database.owner`delete from session`;
  await scene.database.owner`delete from host`;
});

const check = (token: string, foreign: string | null, called: Called = RULES) =>
  identity.authenticate(scene.ctx)(token, called, foreign);

describe('a token that came through a host', () => {
  it("is good on that host's pages, on ours and at its server, and nowhere else", async () => {
    const { enter } = await signingHost(scene.ctx, actor, { origins: [ERP, SHOP] });
    await signingHost(scene.ctx, scene.actor(boss, norte, 'owner'), {
      origins: ['https://norte.test'],
    });
    const { token } = await enter(boss.email);
    for (const page of [null, ERP, SHOP]) {
      assert.equal((await check(token, page)).companyId, aurora, `${page}`);
      assert.equal((await check(token, page, null)).companyId, aurora, `${page}`);
    }
    for (const page of ['https://norte.test', 'https://shop.test', 'http://erp.test', 'null']) {
      assert.deepEqual(await refusalOf(check(token, page)), ELSEWHERE, page);
      // Live notifications are those of the company.
      assert.deepEqual(await refusalOf(check(token, page, null)), ELSEWHERE, page);
    }
  });

  it('is good on no page where its host has none', async () => {
    const { enter } = await signingHost(scene.ctx, actor);
    const { token } = await enter(boss.email);
    await check(token, null);
    assert.deepEqual(await refusalOf(check(token, ERP)), ELSEWHERE);
  });

  it("is exchanged by the host's server or its own pages", async () => {
    const { enter, sign } = await signingHost(scene.ctx, actor, { origins: [ERP] });
    await enter(boss.email, undefined, ERP);
    await enter(boss.email, undefined, null);
    assert.deepEqual(await refusalOf(enter(boss.email, undefined, SHOP)), [401, 'token_refused']);
    assert.notEqual(await sign(boss.email), await sign(boss.email));
  });

  it('is refused within a second on a removed page of the host, and stays valid on the others', async () => {
    const { host, enter } = await signingHost(scene.ctx, actor, { origins: [ERP, SHOP] });
    const { token } = await enter(boss.email);
    const held = identity.authenticate(scene.ctx);
    await held(token, RULES, SHOP);
    await changeHost(scene.ctx, actor, host.id, { origins: [ERP], modules: null });
    scene.ctx.advance(999);
    assert.deepEqual(await refusalOf(held(token, RULES, SHOP)), ELSEWHERE);
    await held(token, RULES, ERP);
  });

  it('ends within a second if the host may no longer show its module', async () => {
    const { host, enter } = await signingHost(scene.ctx, actor);
    const all = await enter(boss.email);
    const one = await enter(boss.email, 'mfe-pricing');
    const held = identity.authenticate(scene.ctx);
    await held(all.token, RULES);
    await changeHost(scene.ctx, actor, host.id, { origins: [], modules: ['mfe-pricing'] });
    scene.ctx.advance(999);
    assert.deepEqual(await refusalOf(held(all.token, RULES)), OVER);
    await held(one.token, RULES);
    await changeHost(scene.ctx, actor, host.id, { origins: [], modules: ['mfe-integrations'] });
    scene.ctx.advance(999);
    assert.deepEqual(await refusalOf(held(one.token, RULES)), OVER);
  });

  it('is renewed by another exchange; the previous session expires and is deleted soon', async () => {
    const { enter } = await signingHost(scene.ctx, actor, { origins: [ERP] });
    const { ctx, database } = scene;
    const count = async () => {
      const [row] = await database.owner<{ n: number }[]>`select count(*) as n from session`;
      return row!.n;
    };
    const sweep = async () => {
      await within(ctx.db, { system: true }, (trx) => ctx.jobs.send(trx, SWEEP, [{}]));
      await drain(ctx, workers(ctx));
    };
    const first = await enter(boss.email);
    ctx.advance(14 * 60_000);
    const second = await enter(boss.email);
    ctx.advance(60_000);
    assert.deepEqual(await refusalOf(check(first.token, ERP)), [401, 'token_expired']);
    await check(second.token, ERP);
    // Six hours of one page that is left open.
    for (let n = 0; n < 24; n++) {
      ctx.advance(15 * 60_000);
      await enter(boss.email);
      if (n % 4 === 3) await sweep();
    }
    assert.ok((await count()) <= 6, `${await count()} sessions`);
    ctx.advance(75 * 60_000);
    await sweep();
    assert.equal(await count(), 1);
    ctx.advance(1);
    await sweep();
    assert.equal(await count(), 0);
  });
});

describe('a token of a signed-in user', () => {
  it('is good on no page of others, whichever host has it registered', async () => {
    await signingHost(scene.ctx, actor, { origins: [ERP] });
    const { token } = await scene.enter(boss, aurora);
    await check(token, null);
    for (const page of [ERP, 'https://elsewhere.test', 'null']) {
      assert.deepEqual(await refusalOf(check(token, page)), ELSEWHERE, page);
      assert.deepEqual(await refusalOf(check(token, page, null)), ELSEWHERE, page);
    }
  });
});

describe('the pages of hosts', () => {
  it('are accepted as long as a host of some company has them, to the second, in every process', async () => {
    const ask = [knownOrigins(scene.ctx), knownOrigins(scene.ctx)];
    const known = (origin: string) => Promise.all(ask.map((knows) => knows(origin)));
    assert.deepEqual(await known(ERP), [false, false]);
    const ours = await signingHost(scene.ctx, actor, { origins: [SHOP, ERP] });
    const theirs = await signingHost(scene.ctx, scene.actor(boss, norte, 'owner'), {
      origins: [ERP],
    });
    scene.ctx.advance(999);
    assert.deepEqual([await known(ERP), await known(SHOP)].flat(), [true, true, true, true]);
    await revokeHost(scene.ctx, actor, ours.host.id);
    scene.ctx.advance(999);
    assert.deepEqual([await known(ERP), await known(SHOP)].flat(), [true, true, false, false]);
    await changeHost(scene.ctx, scene.actor(boss, norte, 'owner'), theirs.host.id, {
      origins: [],
      modules: null,
    });
    scene.ctx.advance(999);
    assert.deepEqual(await known(ERP), [false, false]);
  });

  it('are read once in a while, and not at all if they are not a valid origin', async () => {
    let reads = 0;
    const db = new Proxy(scene.ctx.db, {
      get(target, name) {
        if (name === 'transaction') reads += 1;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const knows = knownOrigins({ db, clock: scene.ctx.clock });
    await Promise.all(Array.from({ length: 50 }, () => knows(ERP)));
    const once = reads;
    assert.ok(once > 0);
    scene.ctx.advance(500);
    await knows(ERP);
    for (const odd of ['null', 'https://a.test/path', 'file://', `https://${'a'.repeat(300)}.test`])
      assert.equal(await knows(odd), false, odd);
    assert.equal(reads, once);
    scene.ctx.advance(500);
    await knows(ERP);
    assert.equal(reads, 2 * once);
  });

  it('show nothing of their hosts but that they are there', async () => {
    await signingHost(scene.ctx, actor, { origins: [ERP] });
    const seen = (scope: { origin: string } | { company: number }) =>
      within(scene.ctx.db, scope, async (trx) => {
        const rows = await trx.selectFrom('host').select('company_id').execute();
        return rows.map((row) => row.company_id);
      });
    assert.deepEqual(await seen({ company: norte }), []);
    assert.deepEqual(await seen({ origin: SHOP }), []);
    assert.deepEqual(await seen({ origin: '' }), []);
    assert.deepEqual(await seen({ origin: ERP }), [aurora]);
  });

  it('are named as browsers name them, letter for letter', () => {
    const good = ['https://erp.test', 'https://erp.test:8443', 'https://10.0.0.7', 'https://[::1]'];
    for (const origin of [...good, 'http://localhost', 'http://localhost:81', 'http://127.0.0.1:1'])
      assert.equal(HostOrigin.safeParse(origin).success, true, origin);
    for (const odd of [
      '',
      '*',
      'null',
      'erp.test',
      'http://erp.test',
      'http://localhost.erp.test',
      'http://localhost:99999',
      'http://127.0.0.2',
      'https://*.erp.test',
      'https://erp.test/',
      'https://erp.test/shop',
      'https://erp.test?x',
      'https://erp.test#x',
      'https://erp.test:443',
      'https://ERP.test',
      'https://user@erp.test',
      'https://erp .test',
      'https://érp.test',
      'https://erp.test,https://shop.test',
      'ftp://erp.test',
      'javascript:alert(1)',
      `https://${'a.'.repeat(100)}test`,
    ])
      assert.equal(HostOrigin.safeParse(odd).success, false, odd);
  });
});

describe('a host', () => {
  const change = (id: number, origins: string[], by = actor, ctx = scene.ctx) =>
    changeHost(ctx, by, id, { origins, modules: null });

  it('is changed by its company, which the audit log shows; each origin once', async () => {
    const { host } = await signingHost(scene.ctx, actor, { origins: [ERP] });
    const changed = await changeHost(scene.ctx, actor, host.id, {
      origins: [SHOP, ERP, SHOP],
      modules: ['mfe-integrations'],
    });
    const now = { origins: [SHOP, ERP], modules: ['mfe-integrations'], version: 2 };
    assert.deepEqual(changed, { ...host, ...now });
    const [entry] = await scene.database.owner`
      select action, subject, values from audit_log where company_id = ${aurora} order by id desc limit 1`;
    assert.deepEqual(
      { ...entry },
      {
        action: 'identity.host_changed',
        subject: String(host.id),
        values: { issuer: host.issuer, modules: ['mfe-integrations'], origins: [SHOP, ERP] },
      },
    );
  });

  it('is saved by one of two with the same version; a save without a version replaces it', async () => {
    const { host } = await signingHost(scene.ctx, actor, { origins: [ERP] });
    const save = (origin: string, version?: number) =>
      changeHost(scene.ctx, actor, host.id, { origins: [origin], modules: null, version });
    const answers = await Promise.all(
      [ERP, SHOP].map((origin) =>
        save(origin, host.version).then(
          ({ version }) => version,
          ({ code, more }) => [code, more.values],
        ),
      ),
    );
    assert.ok(answers.includes(2));
    assert.deepEqual(
      answers.filter((answer) => answer !== 2),
      [['conflict', { version: 2 }]],
    );
    assert.equal((await save(SHOP, 2)).version, 3);
    assert.equal((await save(ERP)).version, 4);
  });

  it('lists a module that is not installed any more by its name', async () => {
    const { host } = await signingHost(scene.ctx, actor, { modules: ['mfe-pricing'] });
    await scene.database.owner`
      update host set modules = '["mfe-moon", "mfe-pricing"]' where id = ${host.id}`;
    const [listed] = await hostsOf(scene.ctx, aurora);
    assert.deepEqual(listed!.modules, ['mfe-moon', 'mfe-pricing']);
  });

  it('is not changed by another company, nor once it is revoked', async () => {
    const { host } = await signingHost(scene.ctx, actor);
    const elsewhere = scene.actor(boss, norte, 'owner');
    assert.deepEqual(await refusalOf(change(host.id, [ERP], elsewhere)), [404, 'not_found']);
    await revokeHost(scene.ctx, actor, host.id);
    assert.deepEqual(await refusalOf(change(host.id, [ERP])), [404, 'not_found']);
  });

  it('has pages of one machine only outside of production, or in the sandbox', async () => {
    const local = 'http://localhost:3000';
    const { host } = await signingHost(scene.ctx, actor);
    const ctx = (sandbox: boolean, environment: 'production' | 'stage') => ({
      ...scene.ctx,
      config: { ...scene.ctx.config, sandbox, environment },
    });
    const refused = await problemOf(
      changeHost(ctx(false, 'production'), actor, host.id, {
        origins: [ERP, local],
        modules: null,
      }),
    );
    assert.deepEqual(
      refused.more.faults?.map(({ path, code }) => [path, code]),
      [['origins.1', 'origin_local']],
    );
    for (const other of [ctx(true, 'production'), ctx(false, 'stage')]) {
      const changed = await changeHost(other, actor, host.id, { origins: [local], modules: null });
      assert.deepEqual(changed.origins, [local]);
    }
    await assert.rejects(signingHost(ctx(false, 'production'), actor, { origins: [local] }), {
      code: 'invalid_request',
    });
  });
});
