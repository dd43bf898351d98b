import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { ConfigError, readConfig, type Secrets } from './config.ts';

const made: Secrets = {
  jwtSecret: 'made jwt secret',
  vaultKey: 'made vault key',
  databaseAppPassword: 'made app password',
  postgresPassword: 'made postgres password',
  demoPassword: 'made demo password',
  amazonWebhookKey: 'made webhook key',
};
const read = (env: Record<string, string | undefined>) =>
  readConfig(env, made, (path) => `/home/${path}`);

const faultOf = (env: Record<string, string>): string => {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  throw new Error(`nothing wrong was found in ${JSON.stringify(env)}`);
};

describe('the settings', () => {
  it('need nothing', () => {
    assert.deepEqual(read({}), {
      port: 8080,
      dataFolder: '/home/.primazia',
      databaseUrl: null,
      role: 'all',
      sandbox: true,
      publicUrl: 'http://localhost:8080',
      trustedProxies: [],
      mail: { smtpUrl: null, from: 'Primazia <no-reply@localhost>' },
      retention: { snapshots: 90, updates: 730, notifications: 180, audit: 730 },
      metrics: { token: null, port: null },
      logLevel: 'info',
      maintenance: false,
      secrets: made,
      earlierVaultKeys: [],
      mercadoLivre: {
        baseUrl: 'http://127.0.0.1:8081',
        clientId: 'primazia-sandbox',
        clientSecret: 'primazia-sandbox',
        redirectUri: 'http://localhost:8080/api/oauth/mercadolivre',
        callsPerMinute: 1_500,
      },
      amazon: {
        baseUrl: 'http://127.0.0.1:8081/amazon',
        loginUrl: 'http://127.0.0.1:8081/amazon',
        clientId: 'primazia-sandbox',
        clientSecret: 'primazia-sandbox',
        redirectUri: 'http://localhost:8080/api/oauth/amazon',
        marketplaceId: 'A2Q3Y263D00KWC',
        webhookKey: 'made webhook key',
        isPaced: true,
        delivery: {
          queueArn: null,
          eventBus: { accountId: '000000000000', region: 'us-east-1' },
        },
      },
    });
  });

  it('are taken as given', () => {
    const config = read({
      PORT: '9000',
      PRIMAZIA_DATA: 'elsewhere',
      DATABASE_URL: 'postgres://owner:pw@db:5432/primazia',
      PRIMAZIA_ROLE: 'worker',
      PUBLIC_URL: 'https://primazia.example/',
      DEMO_PASSWORD: 'given demo password',
      MELI_CLIENT_ID: 'app',
      MELI_CLIENT_SECRET: 'app secret',
    });
    assert.equal(config.dataFolder, '/home/elsewhere');
    assert.equal(config.role, 'worker');
    assert.equal(config.publicUrl, 'https://primazia.example');
    assert.deepEqual(config.secrets, { ...made, demoPassword: 'given demo password' });
    assert.equal(config.sandbox, false);
    assert.equal(config.mercadoLivre.baseUrl, 'https://api.mercadolibre.com');
    assert.equal(config.amazon, null);
    assert.equal(
      config.mercadoLivre.redirectUri,
      'https://primazia.example/api/oauth/mercadolivre',
    );
  });

  it('say who sends mail, by what server, and which proxies are believed', () => {
    const { mail, trustedProxies } = read({
      SMTP_URL: 'smtps://user:password@mail.example:465',
      MAIL_FROM: 'Primazia <prices@primazia.example>',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7',
    });
    assert.deepEqual(mail, {
      smtpUrl: 'smtps://user:password@mail.example:465',
      from: 'Primazia <prices@primazia.example>',
    });
    assert.equal(trustedProxies.length, 2);
    const { from } = read({ PUBLIC_URL: 'https://primazia.example' }).mail;
    assert.equal(from, 'Primazia <no-reply@primazia.example>');
  });

  it('reach Amazon where the product is known there', () => {
    const application = { MELI_CLIENT_ID: 'a', MELI_CLIENT_SECRET: 'b', AMAZON_CLIENT_ID: 'c' };
    assert.match(faultOf(application), /AMAZON_CLIENT_SECRET is needed beside AMAZON_CLIENT_ID/);
    const { amazon } = read({
      ...application,
      AMAZON_CLIENT_SECRET: 'd',
      AMAZON_MARKETPLACE_ID: 'ATVPDKIKX0DER',
      AMAZON_WEBHOOK_KEY: 'a key of sixteen bytes',
      AMAZON_QUEUE_ARN: 'arn:aws:sqs:us-east-1:123456789012:offers',
      AMAZON_AWS_ACCOUNT: '123456789012',
    });
    assert.deepEqual(amazon, {
      baseUrl: 'https://sellingpartnerapi-na.amazon.com',
      loginUrl: 'https://api.amazon.com',
      clientId: 'c',
      clientSecret: 'd',
      redirectUri: 'http://localhost:8080/api/oauth/amazon',
      marketplaceId: 'ATVPDKIKX0DER',
      webhookKey: 'a key of sixteen bytes',
      isPaced: true,
      delivery: {
        queueArn: 'arn:aws:sqs:us-east-1:123456789012:offers',
        eventBus: { accountId: '123456789012', region: 'us-east-1' },
      },
    });
    assert.match(faultOf({ AMAZON_MARKETPLACE_ID: 'BR' }), /AMAZON_MARKETPLACE_ID must be one of/);
  });

  it('keep the sandbox where it is asked for, a real application or not', () => {
    assert.equal(
      read({ SANDBOX: 'on', MELI_CLIENT_ID: 'a', MELI_CLIENT_SECRET: 'b' }).sandbox,
      true,
    );
  });

  it('count an empty value as not given', () => {
    assert.equal(read({ PORT: '', JWT_SECRET: '  ' }).port, 8080);
  });

  it('are named where they are wrong, with the cure', () => {
    for (const [env, expected] of [
      [{ PORT: 'eighty' }, /PORT must be a port number/],
      [{ PORT: '70000' }, /PORT must be between 1 and 65535/],
      [
        { DATABASE_URL: 'mysql://db' },
        /DATABASE_URL must be an address that begins with postgres:\/\//,
      ],
      [{ PRIMAZIA_ROLE: 'both' }, /PRIMAZIA_ROLE must be all, api or worker/],
      [{ SANDBOX: 'yes' }, /SANDBOX must be on or off/],
      [{ PUBLIC_URL: 'localhost:80' }, /PUBLIC_URL/],
      [
        { TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' },
        /TRUSTED_PROXIES must be addresses or networks/,
      ],
      [{ SMTP_URL: 'mail.example:587' }, /SMTP_URL must be an address that begins with smtp:\/\//],
      [{ MAIL_FROM: 'Primazia' }, /MAIL_FROM must be an e-mail address/],
      [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /MAIL_FROM must be an e-mail address/],
      [{ PUBLIC_URL: 'primazia' }, /PUBLIC_URL must be an address/],
      [{ PUBLIC_URL: 'https://a.example/b' }, /PUBLIC_URL must be an origin without a path/],
      [{ JWT_SECRET: 'short' }, /JWT_SECRET must have at least 32 bytes/],
      [{ VAULT_KEY: 'x'.repeat(32) }, /VAULT_KEY must be 32 bytes in base64/],
      [
        { VAULT_KEYS_EARLIER: `${btoa('k'.repeat(32))}, short` },
        /VAULT_KEYS_EARLIER must be keys of 32 bytes/,
      ],
      [
        { SANDBOX: 'off' },
        /MELI_CLIENT_ID is needed while SANDBOX is off[\s\S]*MELI_CLIENT_SECRET/,
      ],
      [{ MELI_CLIENT_ID: 'app' }, /MELI_CLIENT_SECRET is needed beside MELI_CLIENT_ID/],
    ] as [Record<string, string>, RegExp][]) {
      assert.match(faultOf(env), expected);
    }
  });

  it('are all named at once, and secrets are not repeated', () => {
    const message = faultOf({ PORT: 'x', SANDBOX: 'x', JWT_SECRET: 'my-short-secret' });
    assert.match(message, /PORT[\s\S]*SANDBOX[\s\S]*JWT_SECRET/);
    assert.equal(message.includes('my-short-secret'), false);
  });

  it('keep rows for as long as is said, and for a month at least', () => {
    assert.equal(read({ RETENTION_UPDATE_DAYS: '400' }).retention.updates, 400);
    for (const wrong of ['7', '-90', 'ever', '90.5']) {
      assert.match(faultOf({ RETENTION_SNAPSHOT_DAYS: wrong }), /RETENTION_SNAPSHOT_DAYS must be/);
    }
  });
});
