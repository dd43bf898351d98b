import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { type Environment, givenSettings } from '../kernel/settings.ts';
import type { Manifest, Place } from './manifest.ts';
import { settingsOf as amazonOf } from './marketplaces/amazon/settings.ts';
import { settingsOf as magaluOf } from './marketplaces/magalu/settings.ts';
import { settingsOf as mercadoLivreOf } from './marketplaces/mercadolivre/settings.ts';
import { connectMarketplaces, MANIFESTS, marketplaceSettings } from './registry.ts';

const place = (environment: Environment, sandboxUrl: string | null = null): Place => ({
  environment,
  publicUrl: 'http://localhost:8080',
  sandboxUrl,
  secrets: { amazonWebhookKey: 'made webhook key' },
});

describe('the links to shops', () => {
  it('contain the seller, and stay on the hosts of the marketplace', () => {
    for (const { name, shopLinks, linkHosts } of MANIFESTS)
      for (const link of Object.values(shopLinks)) {
        const { protocol, hostname } = new URL(link.replace('{seller}', 'A1'));
        assert.equal(protocol, 'https:');
        assert.ok(
          link.includes('{seller}') && linkHosts.some((host) => hostname.endsWith(`.${host}`)),
          name,
        );
      }
    const amazonOf = (country: string) =>
      MANIFESTS.find(({ slug }) => slug === 'amazon')?.shopLinks[country];
    assert.equal(amazonOf('MX'), 'https://www.amazon.com.mx/sp?seller={seller}');
  });
});

describe('the settings of Mercado Livre', () => {
  it('lead to its own API', () => {
    assert.deepEqual(mercadoLivreOf(place({ MELI_CLIENT_ID: 'a', MELI_CLIENT_SECRET: 'b' })), {
      baseUrl: 'https://api.mercadolibre.com',
      clientId: 'a',
      clientSecret: 'b',
      redirectUri: 'http://localhost:8080/app/channel/meli/integrations',
      callsPerMinute: 1_500,
    });
  });

  it('lead to the sandbox if there is one, whatever their path', () => {
    const environment = { MELI_BASE_URL: 'https://elsewhere.example' };
    assert.deepEqual(mercadoLivreOf(place(environment, 'http://127.0.0.1:8081')), {
      baseUrl: 'http://127.0.0.1:8081',
      clientId: 'primazia-sandbox',
      clientSecret: 'primazia-sandbox',
      redirectUri: 'http://localhost:8080/app/channel/meli/integrations',
      consentPages: {
        BR: 'http://localhost:8080/sandbox/consent/mercadolivre',
        MX: 'http://localhost:8080/sandbox/consent/mercadolivre',
      },
      adsPages: { BR: 'http://localhost:8080/sandbox/ads/mercadolivre' },
      callsPerMinute: 1_500,
    });
  });
});

describe('the settings of Magalu', () => {
  const redirectUri = 'http://localhost:8080/app/integration/magalu';
  const webhookUrl = 'http://localhost:8080/api/webhooks/magalu';

  it('lead to the sandbox where there is one', () => {
    assert.deepEqual(magaluOf(place({}, 'http://127.0.0.1:8081')), {
      baseUrl: 'http://127.0.0.1:8081/magalu',
      loginUrl: 'http://127.0.0.1:8081/magalu',
      clientId: 'primazia-sandbox',
      clientSecret: 'primazia-sandbox',
      redirectUri,
      consentPage: 'http://localhost:8080/sandbox/consent/magalu',
      webhookUrl,
      isPaced: true,
    });
  });

  it('lead to Magalu where the product is known there, and nowhere else', () => {
    assert.equal(magaluOf(place({})), null);
    const environment = {
      MAGALU_CLIENT_ID: 'c',
      MAGALU_CLIENT_SECRET: 'd',
      MAGALU_BASE_URL: 'https://api-sandbox.magalu.com/',
      MAGALU_RATE_LIMITS: 'off',
    };
    assert.deepEqual(magaluOf(place(environment)), {
      baseUrl: 'https://api-sandbox.magalu.com',
      loginUrl: 'https://id.magalu.com',
      clientId: 'c',
      clientSecret: 'd',
      redirectUri,
      consentPage: 'https://id.magalu.com/login',
      webhookUrl,
      isPaced: false,
    });
  });
});

describe('the settings of Amazon', () => {
  it('lead to the sandbox where there is one', () => {
    assert.deepEqual(amazonOf(place({}, 'http://127.0.0.1:8081')), {
      baseUrl: 'http://127.0.0.1:8081/amazon',
      loginUrl: 'http://127.0.0.1:8081/amazon',
      adsUrl: 'http://127.0.0.1:8081/amazon-ads',
      ads: {
        clientId: 'primazia-sandbox',
        clientSecret: 'primazia-sandbox',
        redirectUri: 'http://localhost:8080/app/channel/amazon/integrations',
      },
      clientId: 'primazia-sandbox',
      clientSecret: 'primazia-sandbox',
      redirectUri: 'http://localhost:8080/app/channel/amazon/integrations',
      applicationId: 'primazia-sandbox',
      consentPage: 'http://localhost:8080/sandbox/consent/amazon',
      marketplaceId: 'A2Q3Y263D00KWC',
      webhookKey: 'made webhook key',
      isPaced: true,
      delivery: { queueArn: null, eventBus: { accountId: '000000000000', region: 'us-east-1' } },
    });
  });

  it('lead to Amazon where the product is known there, and nowhere else', () => {
    assert.equal(amazonOf(place({})), null);
    const environment = {
      AMAZON_CLIENT_ID: 'c',
      AMAZON_CLIENT_SECRET: 'd',
      AMAZON_MARKETPLACE_ID: 'ATVPDKIKX0DER',
      AMAZON_WEBHOOK_KEY: 'a key of sixteen bytes',
      AMAZON_QUEUE_ARN: 'arn:aws:sqs:us-east-1:123456789012:offers',
      AMAZON_AWS_ACCOUNT: '123456789012',
    };
    assert.deepEqual(amazonOf(place(environment)), {
      baseUrl: 'https://sellingpartnerapi-na.amazon.com',
      loginUrl: 'https://api.amazon.com',
      adsUrl: 'https://advertising-api.amazon.com',
      ads: {
        clientId: 'c',
        clientSecret: 'd',
        redirectUri: 'http://localhost:8080/app/channel/amazon/integrations',
      },
      clientId: 'c',
      clientSecret: 'd',
      redirectUri: 'http://localhost:8080/app/channel/amazon/integrations',
      applicationId: null,
      consentPage: null,
      marketplaceId: 'ATVPDKIKX0DER',
      webhookKey: 'a key of sixteen bytes',
      isPaced: true,
      delivery: {
        queueArn: 'arn:aws:sqs:us-east-1:123456789012:offers',
        eventBus: { accountId: '123456789012', region: 'us-east-1' },
      },
    });
  });

  it('name a store that there is, and a key of notifications', () => {
    const [group] = marketplaceSettings(MANIFESTS.filter(({ slug }) => slug === 'amazon'));
    const wrong = group?.schema.safeParse({ AMAZON_MARKETPLACE_ID: 'BR' });
    assert.match(wrong?.error?.message ?? '', /must be one of A2Q3Y263D00KWC \(BR\)/);
    const environment = { AMAZON_CLIENT_ID: 'c', AMAZON_CLIENT_SECRET: 'd' };
    assert.throws(() => amazonOf({ ...place(environment), secrets: {} }), /amazonWebhookKey/);
  });
});

describe('the registry', () => {
  const asManifest = (manifest: Manifest, isSetUp: boolean): Manifest => ({
    ...manifest,
    connection: manifest.connection && {
      ...manifest.connection,
      connect: (given, means) => (isSetUp ? manifest.connection!.connect(given, means) : null),
    },
  });

  it('includes marketplaces that are not configured', () => {
    const manifests = MANIFESTS.map((one) =>
      one.slug === 'shopee' ? { ...one, connection: null } : asManifest(one, one.slug === 'amazon'),
    );
    const marketplaces = connectMarketplaces(
      place({}, 'http://127.0.0.1:9'),
      () => new Date(),
      {},
      manifests,
    );
    assert.deepEqual(
      marketplaces.all.map(({ id, slug }) => [id, slug]),
      [[1, 'amazon']],
    );
    assert.deepEqual(
      marketplaces.known.map(({ slug }) => slug),
      MANIFESTS.map(({ slug }) => slug),
    );
    const connectorOf = (slug: string) =>
      marketplaces.known.find((one) => one.slug === slug)?.hasConnector;
    assert.deepEqual([connectorOf('mercadolivre'), connectorOf('shopee')], [true, false]);
    assert.equal(marketplaces.factsOf(2)?.slug, 'mercadolivre');
    assert.equal(marketplaces.factsOf(999), null);
  });

  it('describes every setting', () => {
    for (const { schema } of marketplaceSettings())
      for (const [name, setting] of Object.entries(schema.shape))
        assert.ok(setting.description, name);
    assert.deepEqual(givenSettings({ A: ' a ', B: ' ', C: undefined, D: 'd' }, ['A', 'B', 'C']), {
      A: 'a',
    });
  });
});
