// A seller passes a marketplace's page of consent, as in a browser, and the connectors read the result.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { tenantIdOf } from '../sandbox/world/tenants.ts';
import { NEWCOMER } from '../sandbox/world.ts';
import type { AccountSession, Marketplace, Marketplaces } from './marketplace.ts';
import { connectMarketplaces } from './registry.ts';

const clock = () => new Date();
const HOME = 'http://localhost:8080';
const BACK = {
  mercadolivre: `${HOME}/app/channel/meli/integrations`,
  amazon: `${HOME}/app/channel/amazon/integrations`,
  magalu: `${HOME}/app/integration/magalu`,
  shopee: `${HOME}/app/integration/shopee`,
} as const;
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const STATE = 'a state that comes back';

describe('the pages of consent', () => {
  let sandbox: Sandbox;
  let marketplaces: Marketplaces;

  beforeAll(async () => {
    const partnerKey = 'only for this test';
    const shopee = { partnerKey };
    sandbox = await startSandbox({ tickMs: 0, ratePerMinute: 100_000, publicUrl: HOME, shopee });
    const place = {
      environment: { AMAZON_RATE_LIMITS: 'off', AMAZON_WEBHOOK_KEY: 'only for this test' },
      publicUrl: HOME,
      sandboxUrl: sandbox.url,
      secrets: { shopeePartnerKey: partnerKey },
    };
    marketplaces = connectMarketplaces(place, clock);
  });
  afterAll(() => sandbox.stop());

  const marketplaceOf = (slug: string): Marketplace => {
    const found = marketplaces.bySlug(slug);
    assert.ok(found?.consent);
    return found;
  };
  /** The page of consent, to which the product's own address redirects. */
  const addressOf = (slug: string) =>
    marketplaceOf(slug)
      .consent!.pageOf({ state: STATE, codeChallenge: CHALLENGE, countryCode: 'BR' })
      .replace(HOME, sandbox.url);

  /** Fills in the page's form as a browser does, and gives where it leads. */
  async function answer(slug: string, seller: string, button: 'allow' | 'refuse') {
    const page = await fetch(addressOf(slug));
    assert.equal(page.status, 200);
    const text = await page.text();
    assert.ok(text.includes(`value="${seller}"`), `${seller} may be chosen`);
    const fields = [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!.replaceAll('&amp;', '&')] as [string, string],
    );
    const query = new URLSearchParams([...fields, ['seller', seller], ['answer', button]]);
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? '';
    const went = await fetch(`${new URL(action, sandbox.url)}?${query}`, { redirect: 'manual' });
    assert.equal(went.status, 302);
    return new URL(went.headers.get('location') ?? '');
  }

  it('of Mercado Livre give a code that is valid once, for its requester', async () => {
    const mercadoLivre = marketplaceOf('mercadolivre');
    const back = await answer('mercadolivre', String(NEWCOMER.id), 'allow');
    assert.equal(back.origin + back.pathname, BACK.mercadolivre);
    assert.equal(back.searchParams.get('state'), STATE);
    const code = back.searchParams.get('code') ?? '';
    const grant = { code, params: {}, codeVerifier: VERIFIER };
    const granted = await mercadoLivre.authorize(grant);
    assert.ok(granted.ok);
    assert.deepEqual(
      granted.value.map(({ sellerId, nickname }) => [sellerId, nickname]),
      [[String(NEWCOMER.id), NEWCOMER.nickname]],
    );
    const again = await mercadoLivre.authorize(grant);
    assert.equal(!again.ok && again.error.code, 'invalid_grant');

    for (const wrong of [{ codeVerifier: 'w'.repeat(43) }, {}]) {
      const next = await answer('mercadolivre', String(NEWCOMER.id), 'allow');
      const stolen = { code: next.searchParams.get('code') ?? '', params: {}, ...wrong };
      const refused = await mercadoLivre.authorize(stolen);
      assert.equal(!refused.ok && refused.error.code, 'invalid_grant');
    }
  });

  it('of Amazon return the seller with the code', async () => {
    const amazon = marketplaceOf('amazon');
    const back = await answer('amazon', NEWCOMER.amazon.id, 'allow');
    assert.equal(back.origin + back.pathname, BACK.amazon);
    assert.equal(back.searchParams.get('state'), STATE);
    const params = { selling_partner_id: back.searchParams.get('selling_partner_id') ?? '' };
    assert.equal(params.selling_partner_id, NEWCOMER.amazon.id);
    const code = back.searchParams.get('spapi_oauth_code') ?? '';
    const granted = await amazon.authorize({ code, params });
    assert.ok(granted.ok);
    assert.equal(granted.value[0]?.nickname, NEWCOMER.amazon.name);
    const again = await amazon.authorize({ code, params });
    assert.equal(!again.ok && again.error.code, 'invalid_grant');
  });

  it('of ID Magalu require the choice of an organisation, and give a code that is valid once', async () => {
    const magalu = marketplaceOf('magalu');
    const tenantId = tenantIdOf(NEWCOMER.id);
    const back = await answer('magalu', tenantId, 'allow');
    assert.equal(back.origin + back.pathname, BACK.magalu);
    assert.equal(back.searchParams.get('state'), STATE);
    const grant = { code: back.searchParams.get('code') ?? '', params: {} };
    const granted = await magalu.authorize(grant);
    assert.ok(granted.ok);
    const [seller] = granted.value;
    assert.deepEqual([seller?.sellerId, seller?.nickname], [tenantId, NEWCOMER.nickname]);
    const again = await magalu.authorize(grant);
    assert.equal(!again.ok && again.error.code, 'invalid_grant');
  });

  it('of Shopee return the shop with the code, or a main account with several shops', async () => {
    const shopee = marketplaceOf('shopee');
    const shop = String(NEWCOMER.shopee.shopId);
    const back = await answer('shopee', shop, 'allow');
    assert.equal(back.origin + back.pathname, BACK.shopee);
    assert.equal(back.searchParams.get('state'), STATE);
    assert.equal(back.searchParams.get('shop_id'), shop);
    const code = back.searchParams.get('code') ?? '';
    const granted = await shopee.authorize({ code, params: { shop_id: shop } });
    assert.ok(granted.ok);
    const [own] = granted.value;
    assert.deepEqual([own?.sellerId, own?.nickname], [shop, NEWCOMER.shopee.name]);
    const again = await shopee.authorize({ code, params: { shop_id: shop } });
    assert.equal(!again.ok && again.error.code, 'invalid_grant');
    const session = { sellerId: shop, accessToken: own?.credentials.accessToken ?? '' };
    const ids: string[] = [];
    for await (const page of shopee.scanListings(session)) ids.push(...(page.ok ? page.value : []));
    const listings = await shopee.getListings(session, ids);
    assert.ok(listings.ok && ids.length > 12);
    assert.ok([...listings.value.values()].every(({ ok }) => ok));

    const main = (await answer('shopee', 'main-410000002', 'allow')).searchParams;
    const params = { main_account_id: main.get('main_account_id') ?? '' };
    const opened = await shopee.authorize({ code: main.get('code') ?? '', params });
    assert.ok(opened.ok);
    assert.deepEqual(
      opened.value.map(({ sellerId, nickname }) => [sellerId, nickname]),
      [
        ['310000002', 'Norte Eletrônicos'],
        ['310000004', 'Norte Outlet'],
      ],
    );
    // One pair for both: each shop is renewed separately, once.
    for (const seller of opened.value) {
      const renewed = await shopee.refresh(seller.credentials, seller);
      assert.ok(renewed.ok, seller.sellerId);
      const used = await shopee.refresh(seller.credentials, seller);
      assert.equal(!used.ok && used.error.code, 'invalid_grant');
    }
  });

  it('bring a seller to the market with listings that can be read, once', async () => {
    await answer('mercadolivre', String(NEWCOMER.id), 'allow');
    const { sellers, products } = sandbox.world();
    await answer('mercadolivre', String(NEWCOMER.id), 'allow');
    assert.equal(sandbox.world().products.length, products.length);
    assert.ok(sellers.has(NEWCOMER.id));

    const own: Record<string, string> = {
      mercadolivre: String(NEWCOMER.id),
      amazon: NEWCOMER.amazon.id,
      magalu: tenantIdOf(NEWCOMER.id),
    };
    for (const [slug, seller] of Object.entries(own)) {
      const marketplace = marketplaceOf(slug);
      const back = (await answer(slug, seller, 'allow')).searchParams;
      const granted = await marketplace.authorize({
        code: back.get('code') ?? back.get('spapi_oauth_code') ?? '',
        params: { selling_partner_id: back.get('selling_partner_id') ?? '' },
        codeVerifier: VERIFIER,
      });
      assert.ok(granted.ok);
      const { sellerId, credentials } = granted.value[0]!;
      const session: AccountSession = { sellerId, accessToken: credentials.accessToken };
      const ids: string[] = [];
      for await (const page of marketplace.scanListings(session)) {
        assert.ok(page.ok);
        ids.push(...page.value);
      }
      assert.equal(ids.length, 36, slug);
      const got = await marketplace.getListings(session, ids);
      assert.ok(got.ok);
      assert.ok(
        [...got.value.values()].every(({ ok }) => ok),
        slug,
      );
    }
  });

  it('sends back a person who refuses, and never to an address that is not ours', async () => {
    const back = await answer('mercadolivre', String(NEWCOMER.id), 'refuse');
    assert.deepEqual(Object.fromEntries(back.searchParams), {
      error: 'access_denied',
      state: STATE,
    });
    for (const change of [
      { redirect_uri: 'https://evil.example/app' },
      { redirect_uri: 'javascript:alert(1)' },
      { state: '' },
      { code_challenge: '' },
    ]) {
      const address = new URL(addressOf('mercadolivre'));
      for (const [name, value] of Object.entries(change)) address.searchParams.set(name, value);
      for (const path of [address.pathname, `${address.pathname}/answer`]) {
        address.pathname = path;
        const page = await fetch(address, { redirect: 'manual' });
        assert.equal(page.status, 400, JSON.stringify(change));
      }
    }
    assert.equal((await fetch(`${sandbox.url}/sandbox/consent/elsewhere`)).status, 404);
  });
});

describe('the marketplaces’ own pages of consent', () => {
  const environment = {
    MELI_CLIENT_ID: 'product',
    MELI_CLIENT_SECRET: 'secret',
    AMAZON_CLIENT_ID: 'product',
    AMAZON_CLIENT_SECRET: 'secret',
    AMAZON_MARKETPLACE_ID: 'A1AM78C64UM0Y8',
    AMAZON_WEBHOOK_KEY: 'only for this test',
  };
  const open = (applicationId: string | undefined) =>
    connectMarketplaces(
      {
        environment: { ...environment, AMAZON_APPLICATION_ID: applicationId },
        publicUrl: HOME,
        sandboxUrl: null,
        secrets: {},
      },
      clock,
    );
  const request = { state: STATE, codeChallenge: CHALLENGE };

  it('are those of the country', () => {
    const { consent } = open('an application').bySlug('mercadolivre') ?? {};
    assert.deepEqual(consent?.countries, ['BR', 'MX']);
    const page = new URL(consent.pageOf({ ...request, countryCode: 'MX' }));
    assert.equal(page.origin, 'https://auth.mercadolibre.com.mx');
    assert.deepEqual(Object.fromEntries(page.searchParams), {
      response_type: 'code',
      client_id: 'product',
      redirect_uri: BACK.mercadolivre,
      state: STATE,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    assert.throws(() => consent.pageOf({ ...request, countryCode: 'US' }), RangeError);
  });

  it('are, at Amazon, those of each store, for an application that has an id', () => {
    const { consent } = open('an application').bySlug('amazon') ?? {};
    // First the store of accounts that name none, which is a setting.
    assert.deepEqual(consent?.countries, ['MX', 'BR', 'US', 'CA']);
    const origins = consent.countries.map(
      (countryCode) => new URL(consent.pageOf({ ...request, countryCode })).origin,
    );
    assert.deepEqual(
      origins.map((origin) => origin.replace('https://sellercentral.', '')),
      ['amazon.com.mx', 'amazon.com.br', 'amazon.com', 'amazon.ca'],
    );
    const page = new URL(consent.pageOf({ ...request, countryCode: 'MX' }));
    assert.equal(page.pathname, '/apps/authorize/consent');
    assert.deepEqual(Object.fromEntries(page.searchParams), {
      application_id: 'an application',
      redirect_uri: BACK.amazon,
      state: STATE,
    });
    assert.throws(() => consent.pageOf({ ...request, countryCode: 'DE' }), RangeError);
    assert.equal(open(undefined).bySlug('amazon')?.consent, undefined);
  });
});
