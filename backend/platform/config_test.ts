import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { onOrOff, type SettingsGroup } from '../kernel/settings.ts';
import { readConfig, type Secrets } from './config.ts';
import { ConfigError } from './environment.ts';

const made: Secrets = {
  jwtSecret: 'made jwt secret',
  vaultKey: 'made vault key',
  databaseAppPassword: 'made app password',
  postgresPassword: 'made postgres password',
  demoPassword: 'made demo password',
  shopWebhookKey: 'made webhook key',
};
/** Settings of two marketplaces; the second one is optional. */
const GROUPS: SettingsGroup[] = [
  {
    schema: z.object({ SHOP_ID: z.string().optional(), SHOP_SECRET: z.string().optional() }),
    client: { id: 'SHOP_ID', secret: 'SHOP_SECRET' },
    isNeeded: true,
    secrets: { shopWebhookKey: 'SHOP_WEBHOOK_KEY' },
  },
  {
    schema: z.object({
      FAIR_ID: z.string().optional(),
      FAIR_SECRET: z.string().optional(),
      FAIR_LIMITS: onOrOff.default('on'),
    }),
    client: { id: 'FAIR_ID', secret: 'FAIR_SECRET' },
    isNeeded: false,
    secrets: {},
  },
];

const read = (env: Record<string, string | undefined>) =>
  readConfig(env, made, (path) => `/home/${path}`, GROUPS);

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
      environment: 'production',
      helpUrl: 'https://vendedores.mercadolivre.com.br',
      moduleOrigins: [],
      shellFolder: '/home/shell/dist',
      modulesFolder: '/home/.primazia/modules',
      deployKey: null,
      signIn: { providers: [], linksByEmail: 'invited' },
      trustedProxies: [],
      mail: { smtpUrl: null, from: 'Primazia <no-reply@localhost>' },
      pageLook: { hosts: [], contact: null },
      retention: {
        snapshots: 90,
        updates: 730,
        notifications: 180,
        audit: 730,
        orders: 730,
        recipients: 90,
        daySums: 400,
      },
      metrics: { token: null, port: null },
      logLevel: 'info',
      maintenance: false,
      secrets: made,
      earlierVaultKeys: [],
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
      SHOP_ID: 'app',
      SHOP_SECRET: 'app secret',
      SHOP_WEBHOOK_KEY: 'given webhook key',
    });
    assert.equal(config.dataFolder, '/home/elsewhere');
    assert.equal(config.role, 'worker');
    assert.equal(config.publicUrl, 'https://primazia.example');
    assert.deepEqual(config.secrets, {
      ...made,
      demoPassword: 'given demo password',
      shopWebhookKey: 'given webhook key',
    });
    assert.equal(config.sandbox, false);
  });

  it('contain the sender and the server of mail, and the trusted proxies', () => {
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

  it('of marketplaces are checked with the others', () => {
    const application = { SHOP_ID: 'a', SHOP_SECRET: 'b', FAIR_ID: 'c' };
    assert.match(faultOf(application), /FAIR_SECRET is needed beside FAIR_ID/);
    assert.match(faultOf({ FAIR_LIMITS: 'never' }), /FAIR_LIMITS must be on or off/);
  });

  it('contain the folder of deployed modules and the deploy key', () => {
    const key = 'a-key-of-at-least-24-characters';
    const config = read({ MODULES_DIR: '../modules', DEPLOY_KEY: key });
    assert.equal(config.modulesFolder, '/home/../modules');
    assert.equal(config.deployKey, key);
    assert.equal(read({ PRIMAZIA_DATA: 'data' }).modulesFolder, '/home/data/modules');
    const fault = faultOf({ DEPLOY_KEY: 'too-short' });
    assert.match(fault, /DEPLOY_KEY must have at least 24 characters/);
    assert.equal(fault.includes('too-short'), false);
  });

  it('contain the environment, the training site and the origins of modules', () => {
    const config = read({
      PRIMAZIA_ENVIRONMENT: 'stage',
      HELP_URL: 'https://learn.example/primazia',
      MODULE_ORIGINS: 'https://modules.example, http://localhost:4210',
    });
    assert.equal(config.environment, 'stage');
    assert.equal(config.helpUrl, 'https://learn.example/primazia');
    assert.deepEqual(config.moduleOrigins, ['https://modules.example', 'http://localhost:4210']);
    assert.match(
      faultOf({ MODULE_ORIGINS: 'http://localhost:4210' }),
      /MODULE_ORIGINS must not name http:\/\/localhost:4210 while PRIMAZIA_ENVIRONMENT is production/,
    );
  });

  it('name any number of providers to sign in with, in the order of their names', () => {
    const acme = {
      OIDC_ACME_ISSUER: 'https://login.acme.example/realms/people',
      OIDC_ACME_CLIENT_ID: 'primazia',
      OIDC_ACME_CLIENT_SECRET: 'a secret of acme',
    };
    const own = {
      OIDC_OWN_ISSUER: 'http://localhost:8355',
      OIDC_OWN_CLIENT_ID: 'own',
      OIDC_OWN_CLIENT_SECRET: 'a secret of our own',
      OIDC_OWN_LABEL: 'Nossa conta',
      OIDC_OWN_HOSTS: 'keys.own.example, tokens.own.example:8443',
    };
    const { signIn } = read({ ...own, ...acme, OIDC_LINK_BY_EMAIL: 'everybody' });
    assert.equal(signIn.linksByEmail, 'everybody');
    assert.deepEqual(
      signIn.providers.map(({ id, name, hosts }) => [id, name, ...hosts]),
      [
        ['acme', 'Acme', 'login.acme.example'],
        ['own', 'Nossa conta', 'localhost:8355', 'keys.own.example', 'tokens.own.example:8443'],
      ],
    );
    const faults: [Record<string, string>, RegExp][] = [
      [{ ...acme, OIDC_ACME_CLIENT_SECRET: ' ' }, /OIDC_ACME_CLIENT_SECRET is needed/],
      [{ OIDC_ACME_LABEL: 'Acme' }, /OIDC_ACME_ISSUER is needed/],
      [{ ...acme, OIDC_ACME_ISSUER: 'http://acme.example' }, /OIDC_ACME_ISSUER must be an https/],
      [{ ...acme, OIDC_ACME_ISSUER: 'https://acme.example?a=b' }, /OIDC_ACME_ISSUER must be/],
      [{ ...acme, OIDC_ACME_ISSUER: 'https://u:p@acme.example' }, /OIDC_ACME_ISSUER must be/],
      [{ ...acme, OIDC_ACME_LABEL: 'a\nb' }, /OIDC_ACME_LABEL must have 40 characters/],
      [{ ...acme, OIDC_ACME_HOSTS: 'https://keys.example' }, /OIDC_ACME_HOSTS must be names/],
      [{ ...acme, OIDC_ACME_SECRET: 'x' }, /OIDC_ACME_SECRET is no setting/],
      [
        { ...acme, ...own, OIDC_OWN_ISSUER: acme.OIDC_ACME_ISSUER },
        /OIDC_OWN_ISSUER is that of OIDC_ACME_ISSUER/,
      ],
      [{ OIDC_LINK_BY_EMAIL: 'yes' }, /OIDC_LINK_BY_EMAIL must be invited or everybody/],
    ];
    for (const [env, expected] of faults) {
      const fault = faultOf(env);
      assert.match(fault, expected);
      assert.doesNotMatch(fault, /a secret of/);
    }
  });

  it('use the sandbox if it is requested, even with a real application', () => {
    assert.equal(read({ SANDBOX: 'on', SHOP_ID: 'a' }).sandbox, true);
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
      [{ PAGE_LOOK_HOSTS: 'https://shop.example/' }, /PAGE_LOOK_HOSTS must be names of hosts/],
      [
        { PAGE_LOOK_HOSTS: 'www.shop.example' },
        /PAGE_LOOK_CONTACT is needed beside PAGE_LOOK_HOSTS/,
      ],
      [{ SMTP_URL: 'mail.example:587' }, /SMTP_URL must be an address that begins with smtp:\/\//],
      [{ MAIL_FROM: 'Primazia' }, /MAIL_FROM must be an e-mail address/],
      [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /MAIL_FROM must be an e-mail address/],
      [{ DATABASE_URL: 'postgres://me:5%off@db/x' }, /DATABASE_URL has a % .*%25$/],
      [{ PUBLIC_URL: 'primazia' }, /PUBLIC_URL must be an address/],
      [{ PUBLIC_URL: 'https://a.example/b' }, /PUBLIC_URL must be an origin without a path/],
      [{ PRIMAZIA_ENVIRONMENT: 'test' }, /PRIMAZIA_ENVIRONMENT must be production, stage or/],
      [{ HELP_URL: 'http://learn.example' }, /HELP_URL must be an address that begins with https/],
      [{ HELP_URL: 'javascript:alert(1)' }, /HELP_URL must be an address that begins with https/],
      [{ MODULE_ORIGINS: 'https://a.example/b' }, /MODULE_ORIGINS must be https origins/],
      [{ MODULE_ORIGINS: 'http://a.example' }, /MODULE_ORIGINS must be https origins/],
      [{ JWT_SECRET: 'short' }, /JWT_SECRET must have at least 32 bytes/],
      [{ VAULT_KEY: 'x'.repeat(32) }, /VAULT_KEY must be 32 bytes in base64/],
      [
        { VAULT_KEYS_EARLIER: `${btoa('k'.repeat(32))}, short` },
        /VAULT_KEYS_EARLIER must be keys of 32 bytes/,
      ],
      [{ SANDBOX: 'off' }, /SHOP_ID is needed while SANDBOX is off[\s\S]*SHOP_SECRET/],
      [{ SHOP_ID: 'app' }, /SHOP_SECRET is needed beside SHOP_ID/],
      [{ OTEL_DENO: 'true' }, /OTEL_TRACES_SAMPLER must begin with parentbased_/],
      [
        { OTEL_DENO: '1', OTEL_TRACES_SAMPLER: 'always_on' },
        /OTEL_TRACES_SAMPLER must begin with parentbased_/,
      ],
    ] as [Record<string, string>, RegExp][]) {
      assert.match(faultOf(env), expected);
    }
  });

  it('are all named at once, and secrets are not repeated', () => {
    const message = faultOf({ PORT: 'x', SANDBOX: 'x', JWT_SECRET: 'my-short-secret' });
    assert.match(message, /PORT[\s\S]*SANDBOX[\s\S]*JWT_SECRET/);
    assert.equal(message.includes('my-short-secret'), false);
  });

  it('have a retention of at least a month', () => {
    assert.equal(read({ RETENTION_UPDATE_DAYS: '400' }).retention.updates, 400);
    for (const wrong of ['7', '-90', 'ever', '90.5']) {
      assert.match(faultOf({ RETENTION_SNAPSHOT_DAYS: wrong }), /RETENTION_SNAPSHOT_DAYS must be/);
    }
  });
});
