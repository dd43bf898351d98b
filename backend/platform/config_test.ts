import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { ConfigError, readConfig, type Secrets } from './config.ts';

const made: Secrets = {
  jwtSecret: 'made jwt secret',
  vaultKey: 'made vault key',
  databaseAppPassword: 'made app password',
  postgresPassword: 'made postgres password',
  demoPassword: 'made demo password',
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
      secrets: made,
      mercadoLivre: {
        baseUrl: 'http://127.0.0.1:8081',
        clientId: 'primazia-sandbox',
        clientSecret: 'primazia-sandbox',
        redirectUri: 'http://localhost:8080/api/oauth/mercadolivre',
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
    assert.equal(
      config.mercadoLivre.redirectUri,
      'https://primazia.example/api/oauth/mercadolivre',
    );
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
      [{ PUBLIC_URL: 'primazia' }, /PUBLIC_URL must be an address/],
      [{ PUBLIC_URL: 'https://a.example/b' }, /PUBLIC_URL must be an origin without a path/],
      [{ JWT_SECRET: 'short' }, /JWT_SECRET must have at least 32 bytes/],
      [{ VAULT_KEY: 'x'.repeat(32) }, /VAULT_KEY must be 32 bytes in base64/],
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
});
