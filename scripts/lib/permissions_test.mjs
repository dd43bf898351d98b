import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { permissions } from './permissions.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The values of a permission flag; null where it is not given. */
function allowed(/** @type {string} */ flag, /** @type {NodeJS.ProcessEnv} */ env, folder = root) {
  const given = permissions({ root: folder, deno: '/usr/bin/deno', port: 8080, env });
  const found = given.find(
    (one) => one === `--allow-${flag}` || one.startsWith(`--allow-${flag}=`),
  );
  return found === undefined ? null : found.slice(`--allow-${flag}=`.length).split(',');
}

const DATABASE = { DATABASE_URL: 'postgres://owner:secret@db.example/primazia' };
const ALONE = { ...DATABASE, SANDBOX: 'off' };

describe('what the backend may do', () => {
  it('never is everything', () => {
    for (const env of [{}, DATABASE, ALONE]) {
      const given = permissions({ root, deno: '/usr/bin/deno', port: 8080, env });
      for (const flag of [
        '--allow-all',
        '-A',
        '--allow-net',
        '--allow-run',
        '--allow-read',
        '--allow-write',
      ])
        assert.equal(given.includes(flag), false, flag);
      assert.ok(given.includes('--no-prompt') && given.includes('--no-remote'));
    }
  });

  it('holds no program where it starts neither database nor sandbox', () => {
    assert.equal(allowed('run', ALONE), null);
    assert.deepEqual(allowed('run', DATABASE), ['/usr/bin/deno']);
    assert.equal(allowed('run', { SANDBOX: 'off' })?.includes('/usr/bin/deno'), false);
    assert.ok(allowed('run', { SANDBOX: 'off' })?.includes('cat'));
    assert.deepEqual(allowed('run', { ...DATABASE, MELI_CLIENT_ID: 'id' }), null);
  });

  it('reaches what its settings name, and neither mail nor Amazon without one', () => {
    const net = allowed('net', ALONE) ?? [];
    assert.ok(net.includes('db.example:5432'));
    assert.equal(
      net.some((entry) => entry.includes('/0')),
      false,
    );
    const withMail = allowed('net', { ...ALONE, SMTP_URL: 'smtps://me:secret@mail.example' }) ?? [];
    assert.deepEqual(
      withMail.filter((entry) => !net.includes(entry)),
      ['mail.example', '0.0.0.0/0:465'],
    );
    const withPort = allowed('net', { ...ALONE, SMTP_URL: 'smtp://mail.example:2525' }) ?? [];
    assert.ok(withPort.includes('0.0.0.0/0:2525'));
    assert.ok(allowed('net', { ...ALONE, METRICS_PORT: '9400' })?.includes('0.0.0.0:9400'));
    const withPages = allowed('net', { ...ALONE, PAGE_LOOK_HOSTS: 'www.shop.example' }) ?? [];
    assert.deepEqual(
      withPages.filter((entry) => !net.includes(entry)),
      ['www.shop.example', '0.0.0.0/0:443'],
    );
    const withProviders =
      allowed('net', {
        ...ALONE,
        OIDC_ACME_ISSUER: 'https://login.acme.example/realms/people',
        OIDC_ACME_HOSTS: 'keys.acme.example, tokens.acme.example:8443',
        OIDC_ACME_CLIENT_SECRET: 'https://secret.example',
        OIDC_OWN_ISSUER: 'http://localhost:8355',
      }) ?? [];
    assert.deepEqual(
      withProviders.filter((entry) => !net.includes(entry)),
      [
        'login.acme.example:443',
        'keys.acme.example:443',
        'tokens.acme.example:8443',
        'localhost:8355',
      ],
    );
  });

  it('allows the hosts of a marketplace by its folder', () => {
    const copy = mkdtempSync(join(tmpdir(), 'primazia-permissions-'));
    const folder = join(copy, 'backend', 'integrations', 'marketplaces', 'feira');
    mkdirSync(folder, { recursive: true });
    const network = { client: 'FEIRA_CLIENT_ID', isNeeded: true, addresses: ['FEIRA_BASE_URL'] };
    const hosts = { hosts: ['api.feira.example:443'], hostsOfClient: ['files.feira.example:443'] };
    writeFileSync(join(folder, 'network.json'), JSON.stringify({ ...network, ...hosts }));
    const known = { FEIRA_CLIENT_ID: 'id', FEIRA_BASE_URL: 'https://own.feira.example' };
    const net = allowed('net', { ...DATABASE, ...known }, copy) ?? [];
    for (const host of ['api', 'files', 'own'])
      assert.ok(net.includes(`${host}.feira.example:443`), host);
    assert.equal(allowed('run', { ...DATABASE, ...known }, copy), null, 'no sandbox is started');
    assert.equal(allowed('net', DATABASE, copy)?.includes('files.feira.example:443'), false);
    rmSync(copy, { recursive: true });
  });

  it('writes to its data, and to the modules where they lie elsewhere', () => {
    assert.deepEqual(allowed('write', { ...ALONE, PRIMAZIA_DATA: '/data' }), ['/data']);
    const env = { ...ALONE, PRIMAZIA_DATA: '/data', MODULES_DIR: '/srv/modules' };
    assert.deepEqual(allowed('write', env), ['/data', '/srv/modules']);
    assert.ok(allowed('read', env)?.includes('/srv/modules'));
  });

  it('names no secret on the command line', () => {
    const env = { ...ALONE, SMTP_URL: 'smtp://me:secret@mail.example', JWT_SECRET: 'secret' };
    const given = permissions({ root, deno: '/usr/bin/deno', port: 8080, env });
    assert.equal(given.join(' ').includes('secret'), false);
  });
});
