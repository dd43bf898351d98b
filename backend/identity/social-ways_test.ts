import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { createApp } from '../app.ts';
import type { SignInProvider } from '../platform/sign-in-settings.ts';
import {
  type IdentityScene,
  identityScene,
  SCENE_PASSWORD,
  type ScenePerson,
} from '../testing/identity-scene.ts';
import { ProviderBrowser, startProvider, type TestProvider } from '../testing/oidc.ts';
import { testConfig } from '../testing/test-context.ts';
import { authenticate } from './actions.ts';
import { routes } from './routes.ts';

let acme: TestProvider;
let umbra: TestProvider;
let scene: IdentityScene;
let shop: number;
let app: ReturnType<typeof createApp>;

const newSecret = () => randomBytes(32).toString('hex');
const password = { password: SCENE_PASSWORD };

async function call(method: string, path: string, token: string | null, body?: object) {
  const response = await app.request(`/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  return { status: response.status, answer };
}
const post = (path: string, token: string | null, body: object) => call('POST', path, token, body);
const refusal = async (work: ReturnType<typeof post>) => {
  const { status, answer } = await work;
  return [status, answer.code];
};

/** Signs in with the password. */
async function tokenOf({ email }: ScenePerson): Promise<string> {
  const { status, answer } = await post('/auth/login', null, { email, ...password });
  assert.equal(status, 200);
  return answer.token;
}

interface Trip {
  provider?: string;
  login: string;
  purpose?: 'link' | 'confirm';
  proof?: object;
  /** The provider is not requested to re-authenticate. */
  isStale?: boolean;
  /** The token that completes the sign-in, if it is another user's. */
  by?: string;
}

/** Redirects to a provider from within a session and back. */
async function travel(
  token: string,
  {
    provider = 'acme',
    login,
    purpose = 'link',
    proof = password,
    isStale = false,
    by = token,
  }: Trip,
) {
  const secret = newSecret();
  const going = { provider, secret, purpose, ...(purpose === 'link' ? { proof } : {}) };
  const gone = await post('/auth/ways/visit', token, going);
  assert.equal(gone.status, 200, JSON.stringify(gone.answer));
  const url = new URL(gone.answer.url);
  if (isStale) for (const wish of ['prompt', 'max_age']) url.searchParams.delete(wish);
  const answer = await new ProviderBrowser().visit(url.href, login);
  return await post('/auth/ways/return', by, { provider, secret, answer });
}

async function enterBy(login: string, provider = 'acme') {
  const secret = newSecret();
  const { answer: visit } = await post('/auth/social', null, { provider, secret });
  const answer = await new ProviderBrowser().visit(visit.url, login);
  return await post('/auth/social/return', null, { provider, secret, answer });
}

const linked = (answer: { identities: { provider: string }[] }) =>
  answer.identities.map(({ provider }) => provider);

describe('the ways to sign in', () => {
  beforeAll(async () => {
    acme = await startProvider(testConfig.publicUrl);
    umbra = await startProvider(testConfig.publicUrl, 'umbra');
    const providers: SignInProvider[] = [acme.settings, umbra.settings];
    scene = await identityScene({
      config: { ...testConfig, signIn: { providers, linksByEmail: 'invited' } },
    });
    scene.ctx.setTime(new Date());
    shop = await scene.company('Casa Azul');
    app = createApp(scene.ctx, routes(scene.ctx), {
      authenticate: authenticate(scene.ctx),
      version: 'test',
      checkAnswers: true,
    });
  });
  afterAll(async () => {
    await scene.close();
    await Promise.all([acme.close(), umbra.close()]);
  });

  it('include an account with another name after the password was entered', async () => {
    const eva = await scene.person('Eva', { [shop]: 'owner' });
    const token = await tokenOf(eva);
    const before = await call('GET', '/auth/ways', token);
    assert.deepEqual(before.answer, { email: eva.email, hasPassword: true, identities: [] });

    const going = { provider: 'acme', secret: newSecret(), purpose: 'link' };
    const wrong = await post('/auth/ways/visit', token, {
      ...going,
      proof: { password: 'Wrong#2026' },
    });
    assert.equal(wrong.status, 422);
    assert.equal(wrong.answer.faults[0].path, 'proof.password');
    assert.deepEqual(
      await refusal(
        post('/auth/ways/visit', token, { ...going, proof: { confirmation: 'x.y.z' } }),
      ),
      [403, 'confirmation_over'],
    );

    const { answer } = await travel(token, { login: 'eva@private.test' });
    assert.deepEqual(linked(answer.ways), ['acme']);
    assert.equal(answer.ways.identities[0].email, 'eva@private.test');
    assert.equal(answer.confirmation, null);
    assert.equal((await enterBy('eva@private.test')).answer.email, eva.email);

    const second = await travel(token, { login: 'eva@second.test' });
    assert.deepEqual([second.status, second.answer.code], [409, 'identity_taken']);
    const rita = await tokenOf(await scene.person('Rita', { [shop]: 'owner' }));
    const stolen = await travel(rita, { login: 'eva@private.test' });
    assert.deepEqual([stolen.status, stolen.answer.code], [409, 'identity_taken']);
  });

  it('are no one else’s: an answer counts in the session that set out, and for what it set out', async () => {
    const gil = await scene.person('Gil', { [shop]: 'owner' });
    const token = await tokenOf(gil);
    const other = await tokenOf(gil);
    const rui = await tokenOf(await scene.person('Rui', { [shop]: 'owner' }));
    for (const by of [other, rui]) {
      const back = await travel(token, { login: 'gil@private.test', by });
      assert.deepEqual([back.status, back.answer.code], [422, 'social_ended']);
    }
    const secret = newSecret();
    const going = { provider: 'acme', secret, purpose: 'link', proof: password };
    const { answer: visit } = await post('/auth/ways/visit', token, going);
    const answer = await new ProviderBrowser().visit(visit.url, 'gil@private.test');
    const back = { provider: 'acme', secret, answer };
    assert.deepEqual(await refusal(post('/auth/social/return', null, back)), [422, 'social_ended']);
    assert.equal((await post('/auth/ways/return', token, back)).status, 200);
  });

  it('cannot be added by a session that just ended', async () => {
    const noa = await scene.person('Noa', { [shop]: 'owner' });
    const token = await tokenOf(noa);
    const { owner } = scene.database;
    const secret = newSecret();
    const going = { provider: 'acme', secret, purpose: 'link', proof: password };
    const { answer: visit } = await post('/auth/ways/visit', token, going);
    const answer = await new ProviderBrowser().visit(visit.url, 'noa@private.test');
    // The session check of the last call is still cached.
    await owner`update session set ended_at = ${scene.ctx.clock()} where person_id = ${noa.id}`;
    const back = { provider: 'acme', secret, answer };
    assert.deepEqual(await refusal(post('/auth/ways/return', token, back)), [401, 'session_ended']);
    assert.equal((await owner`select from person_identity where person_id = ${noa.id}`).length, 0);
  });

  it('shrink, but for the last one, and end the sessions elsewhere', async () => {
    const hugo = await scene.person('Hugo', { [shop]: 'owner' });
    const token = await tokenOf(hugo);
    await travel(token, { login: 'hugo@private.test' });
    const elsewhere = (await enterBy('hugo@private.test')).answer.token;
    const unlinking = { provider: 'acme', proof: password };
    const { answer } = await post('/auth/ways/unlink', token, unlinking);
    assert.deepEqual(linked(answer), []);
    assert.deepEqual(await refusal(call('GET', '/auth/ways', elsewhere)), [401, 'session_ended']);
    assert.deepEqual(await refusal(enterBy('hugo@private.test')), [403, 'social_unknown']);
    assert.deepEqual(await refusal(post('/auth/ways/unlink', token, unlinking)), [
      404,
      'not_found',
    ]);
    const [entry] = await scene.database.owner<{ values: object }[]>`
      select values from audit_log where action = 'identity.provider_unlinked' and person_id = ${hugo.id}`;
    assert.deepEqual(entry?.values, { provider: 'acme', ended: 1 });
  });

  it('change without a password after a fresh sign-in at a linked provider', async () => {
    const iara = await scene.person('Iara', { [shop]: 'owner' });
    await scene.database.owner`update person set must_change_password = true where id = ${iara.id}`;
    await acme.order({ account: { login: 'iara', email: iara.email, isVerified: true } });
    const entered = await enterBy('iara');
    const token: string = entered.answer.token;
    const ways = await call('GET', '/auth/ways', token);
    assert.equal(ways.answer.hasPassword, false);

    const another = await travel(token, { purpose: 'confirm', login: 'somebody@else.test' });
    assert.deepEqual([another.status, another.answer.code], [403, 'social_other_account']);
    const stale = await travel(token, { purpose: 'confirm', login: 'iara', isStale: true });
    assert.deepEqual([stale.status, stale.answer.code], [403, 'social_not_fresh']);
    const { answer } = await travel(token, { purpose: 'confirm', login: 'iara' });
    const proof = { confirmation: answer.confirmation };
    assert.deepEqual(await refusal(post('/auth/ways/unlink', token, { provider: 'acme', proof })), [
      409,
      'last_way',
    ]);
    const strange = await post('/auth/ways/visit', token, {
      provider: 'umbra',
      secret: newSecret(),
      purpose: 'confirm',
    });
    assert.equal(strange.status, 404);

    const other = (await enterBy('iara')).answer.token;
    const asOther = { provider: 'umbra', secret: newSecret(), purpose: 'link', proof };
    assert.deepEqual(await refusal(post('/auth/ways/visit', other, asOther)), [
      403,
      'confirmation_over',
    ]);
    const both = await travel(token, { provider: 'umbra', login: 'iara@umbra.test', proof });
    assert.deepEqual(linked(both.answer.ways), ['acme', 'umbra']);
    const left = await post('/auth/ways/unlink', token, { provider: 'acme', proof });
    assert.deepEqual(linked(left.answer), ['umbra']);

    const now = scene.ctx.clock();
    scene.ctx.advance(5 * 60_000);
    assert.deepEqual(await refusal(post('/auth/ways/visit', token, { ...asOther, proof })), [
      403,
      'confirmation_over',
    ]);
    scene.ctx.setTime(now);
  });

  it('limit password attempts like signing in', async () => {
    const jose = await tokenOf(await scene.person('Jose', { [shop]: 'owner' }));
    const unlinking = { provider: 'acme', proof: { password: 'Wrong#2026' } };
    for (let time = 0; time < 5; time += 1) {
      assert.equal((await post('/auth/ways/unlink', jose, unlinking)).status, 422);
    }
    assert.deepEqual(await refusal(post('/auth/ways/unlink', jose, unlinking)), [
      429,
      'too_many_attempts',
    ]);
  });
});
