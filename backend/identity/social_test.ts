import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { within } from '../platform/db.ts';
import {
  HOME,
  type IdentityScene,
  identityScene,
  refusalOf,
  SCENE_PASSWORD,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { ProviderBrowser, startProvider, type TestProvider } from '../testing/oidc.ts';
import { testConfig } from '../testing/test-context.ts';
import * as identity from './actions.ts';
import { enterByProvider, goToProvider } from './social.ts';
import { openProviders, type Providers } from './social-provider.ts';
import { sweepVisits } from './social-store.ts';

let provider: TestProvider;
let scene: IdentityScene;
let providers: Providers;
let shop: number;

const newSecret = () => randomBytes(32).toString('hex');

/** Redirects to the provider and back; gives what the page submits. */
async function comeBackAs(
  login: string,
  { browser = new ProviderBrowser(), cancels = false, address = HOME } = {},
) {
  const secret = newSecret();
  const { url } = await goToProvider(
    scene.ctx,
    providers,
    { provider: 'acme', secret, anew: false },
    address,
  );
  const answer = await browser.visit(url, login, { cancels });
  return { provider: 'acme', secret, answer };
}

const enter = (given: Parameters<typeof enterByProvider>[2]) =>
  enterByProvider(scene.ctx, providers, given, HOME);
const enterAs = async (login: string) => await enter(await comeBackAs(login));

const actions = async () =>
  (
    await scene.database.owner<{ action: string }[]>`
      select action from audit_log where company_id = ${shop} order by at, id`
  ).map(({ action }) => action);

/** A person whom an owner invited, as `addMember` makes it. */
async function invited(name: string): Promise<ScenePerson> {
  const person = await scene.person(name, { [shop]: 'manager' });
  await scene.database.owner`update person set must_change_password = true where id = ${person.id}`;
  return person;
}

describe('signing in by a provider', () => {
  beforeAll(async () => {
    provider = await startProvider(testConfig.publicUrl);
    const signIn = { ...testConfig.signIn, providers: [provider.settings] };
    scene = await identityScene({ config: { ...testConfig, signIn } });
    // The provider uses the machine's time.
    scene.ctx.setTime(new Date());
    providers = openProviders(scene.ctx);
    shop = await scene.company('Casa Azul');
  });
  afterAll(async () => {
    await scene.close();
    await provider.close();
  });

  it('signs in an invited user without a password, and recognizes the user after a change of e-mail', async () => {
    const ana = await invited('Ana');
    await provider.order({ account: { login: 'ana', email: ana.email, isVerified: true } });
    const first = await enterAs('ana');
    assert.equal(first.email, ana.email);
    assert.equal(first.must_change_password, false);
    assert.deepEqual(first.companies, [{ id: shop, name: 'Casa Azul' }]);
    const caller = await identity.authenticate(scene.ctx)(first.token, null);
    const chosen = await identity.chooseCompany(scene.ctx, caller, shop);
    assert.equal(chosen.company_id, shop);
    assert.deepEqual((await actions()).slice(-2), [
      'identity.provider_linked',
      'identity.signed_in',
    ]);

    await provider.order({
      account: { login: 'ana', email: 'married@elsewhere.test', isVerified: false },
    });
    assert.equal((await enterAs('ana')).email, ana.email);
    assert.equal((await actions()).at(-1), 'identity.signed_in');

    assert.deepEqual(
      await refusalOf(
        identity.login(scene.ctx, { email: ana.email, password: SCENE_PASSWORD }, HOME),
      ),
      [401, 'invalid_credentials'],
      'a password that may have been set by someone else is no longer valid',
    );
    assert.equal(await identity.logoutEverywhere(scene.ctx, ana.id), 2);
    assert.deepEqual(await refusalOf(identity.authenticate(scene.ctx)(first.token, null)), [
      401,
      'session_ended',
    ]);
  });

  it('lets no one in by what is unlinked in that very moment', async () => {
    const eva = await invited('Eva');
    await provider.order({ account: { login: 'eva', email: eva.email, isVerified: true } });
    await enterAs('eva');
    const { owner } = scene.database;
    const given = await comeBackAs('eva');
    let entering: Promise<[number, string]> | undefined;
    await owner.begin(async (sql) => {
      await sql`delete from person_identity where person_id = ${eva.id}`;
      entering = refusalOf(enter(given));
      const isWaiting = () => owner`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await isWaiting()).length === 0);
    });
    assert.deepEqual(await entering, [422, 'social_ended']);
  });

  it('starts a session of one window on request', async () => {
    const zoe = await invited('Zoe');
    await provider.order({ account: { login: 'zoe', email: zoe.email, isVerified: true } });
    const back = await comeBackAs('zoe');
    const entered = await enter({ ...back, temporary: true });
    const now = scene.ctx.clock();
    scene.ctx.advance(60 * 60_000);
    assert.deepEqual(await refusalOf(identity.refresh(scene.ctx, entered.refresh_token)), [
      401,
      'session_ended',
    ]);
    scene.ctx.setTime(now);
  });

  it('rejects unknown users, and those with an unverified e-mail', async () => {
    assert.deepEqual(await refusalOf(enterAs('stranger@casa.test')), [403, 'social_unknown']);
    const bia = await invited('Bia');
    const account = { login: 'bia', email: bia.email, isVerified: false };
    await provider.order({ account });
    assert.deepEqual(await refusalOf(enterAs('bia')), [403, 'social_email_unverified']);
    await provider.order({ account: { ...account, email: null } });
    assert.deepEqual(await refusalOf(enterAs('bia')), [403, 'social_email_unverified']);
    await provider.order({ account: { ...account, isVerified: true } });
    assert.equal((await enterAs('bia')).email, bia.email);

    // The same e-mail at the provider, and another account: it may be another person by now.
    await provider.order({ account: { login: 'later', email: bia.email, isVerified: true } });
    assert.deepEqual(await refusalOf(enterAs('later')), [403, 'social_link_needed']);
  });

  it('links a user with a password only if the e-mail is proven, or a setting allows it', async () => {
    const caio = await scene.person('Caio', { [shop]: 'manager' });
    await provider.order({ account: { login: 'caio', email: caio.email, isVerified: true } });
    assert.deepEqual(await refusalOf(enterAs('caio')), [403, 'social_link_needed']);
    assert.equal((await actions()).at(-1), 'identity.sign_in_failed');

    const { owner } = scene.database;
    await owner`update person set email_verified_at = now() where id = ${caio.id}`;
    assert.equal((await enterAs('caio')).email, caio.email);
    const still = { email: caio.email, password: SCENE_PASSWORD };
    assert.equal((await identity.login(scene.ctx, still, HOME)).email, caio.email);

    const davi = await scene.person('Davi', { [shop]: 'manager' });
    await provider.order({ account: { login: 'davi', email: davi.email, isVerified: true } });
    const { config } = scene.ctx;
    const signIn = { ...config.signIn, linksByEmail: 'everybody' as const };
    const open = { ...scene.ctx, config: { ...config, signIn } };
    const back = await comeBackAs('davi');
    assert.equal((await enterByProvider(open, providers, back, HOME)).email, davi.email);
  });

  describe('takes no answer', () => {
    it('twice, and none that was altered', async () => {
      const back = await comeBackAs('ana');
      const altered = new URLSearchParams(back.answer);
      altered.set('state', `${altered.get('state')}x`);
      const others = { ...back, answer: String(altered) };
      assert.deepEqual(await refusalOf(enter(others)), [422, 'social_ended']);
      await enter(back);
      assert.deepEqual(await refusalOf(enter(back)), [422, 'social_ended']);
    });

    it('whose code was used before, in a sign-in that is open', async () => {
      const used = await comeBackAs('ana');
      await enter(used);
      const open = await comeBackAs('ana');
      const mixed = new URLSearchParams(open.answer);
      mixed.set('code', new URLSearchParams(used.answer).get('code') ?? '');
      const replayed = { ...open, answer: String(mixed) };
      assert.deepEqual(await refusalOf(enter(replayed)), [403, 'social_refused']);
    });

    it('in another browser than the one that started it', async () => {
      const back = await comeBackAs('ana');
      const elsewhere = { ...back, secret: newSecret() };
      assert.deepEqual(await refusalOf(enter(elsewhere)), [422, 'social_ended']);
      // Nor has the other browser used it up.
      assert.equal((await enter(back)).name, 'Ana');
    });

    it('of another issuer than the requested one', async () => {
      const back = await comeBackAs('ana');
      const mixed = new URLSearchParams(back.answer);
      mixed.set('iss', 'https://elsewhere.test');
      const given = { ...back, answer: String(mixed) };
      assert.deepEqual(await refusalOf(enter(given)), [403, 'social_refused']);
      const other = { ...(await comeBackAs('ana')), provider: 'other' };
      assert.deepEqual(await refusalOf(enter(other)), [404, 'not_found']);
    });

    it('later than ten minutes', async () => {
      const back = await comeBackAs('ana');
      const now = scene.ctx.clock();
      scene.ctx.advance(10 * 60_000 + 1);
      assert.deepEqual(await refusalOf(enter(back)), [422, 'social_ended']);
      const { db, clock } = scene.ctx;
      const swept = await within(db, { system: true }, (trx) => sweepVisits(trx, clock()));
      assert.ok(swept >= 1);
      scene.ctx.setTime(now);
    });

    for (const [how, reason] of [
      ['audience', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
      ['expired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
      ['issuer', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
      ['nonce', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
      ['signature', 'OAUTH_INVALID_RESPONSE'],
      ['unsigned', 'OAUTH_INVALID_RESPONSE'],
    ] as const) {
      it(`with a token that is wrong: ${how}`, async () => {
        const back = await comeBackAs('ana');
        await provider.order({ spoil: how });
        assert.deepEqual(await refusalOf(enter(back)), [403, 'social_refused']);
        assert.equal(JSON.parse(scene.ctx.complaints.at(-1) ?? '').reason, reason);
      });
    }
  });

  it('distinguishes a cancelled sign-in from an unavailable provider, and recovers with that', async () => {
    const cancelled = await comeBackAs('ana', { cancels: true });
    assert.deepEqual(await refusalOf(enter(cancelled)), [403, 'social_denied']);

    const afresh = openProviders(scene.ctx);
    const secret = newSecret();
    const going = { provider: 'acme', secret, anew: false };
    await provider.order({ status: 503 });
    assert.deepEqual(await refusalOf(goToProvider(scene.ctx, afresh, going, HOME)), [
      503,
      'social_unavailable',
    ]);
    await provider.order({ status: null });
    const { url } = await goToProvider(scene.ctx, afresh, going, HOME);
    const answer = await new ProviderBrowser().visit(url, 'ana');
    await provider.order({ status: 503 });
    const back = { provider: 'acme', secret, answer };
    assert.deepEqual(await refusalOf(enterByProvider(scene.ctx, afresh, back, HOME)), [
      503,
      'social_unavailable',
    ]);
    await provider.order({ status: null });
  });

  it('calls no host that its settings do not name', async () => {
    const { config } = scene.ctx;
    const strange = { ...provider.settings, hosts: ['localhost:1'] };
    const ctx = {
      ...scene.ctx,
      config: { ...config, signIn: { ...config.signIn, providers: [strange] } },
    };
    const going = { provider: 'acme', secret: newSecret(), anew: false };
    const work = goToProvider(ctx, openProviders(ctx), going, HOME);
    assert.deepEqual(await refusalOf(work), [503, 'social_unavailable']);
    assert.match(scene.ctx.complaints.join('\n'), /OIDC_ACME_HOSTS/);
  });

  it('lets an address that only sets out wait, and forgives a person who signs in', async () => {
    const address = '198.51.100.9';
    const back = await comeBackAs('ana', { address });
    await enterByProvider(scene.ctx, providers, back, address);
    const go = () =>
      goToProvider(
        scene.ctx,
        providers,
        { provider: 'acme', secret: newSecret(), anew: false },
        address,
      );
    for (let time = 0; time < 30; time += 1) await go();
    assert.deepEqual(await refusalOf(go()), [429, 'too_many_attempts']);
  });

  it('logs neither a token nor a code', () => {
    const log = scene.ctx.complaints.join('\n');
    assert.doesNotMatch(log, /eyJ|code=|only-for-tests/);
  });
});
