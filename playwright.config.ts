import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { denoBinary } from './scripts/lib/deno.mjs';

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port is free')),
      );
    });
  });

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'primazia-e2e-'));
  // Started by root, the database inside runs as another user, who has to pass.
  chmodSync(folder, 0o711);
  return join(folder, 'data');
}

// Read by the workers too, which inherit the environment and have to meet the same server.
process.env.PRIMAZIA_E2E_PORT ??= String(await freePort());
// Where a provider of identities is awaited; the test that needs one starts it there.
process.env.PRIMAZIA_E2E_OIDC_PORT ??= String(await freePort());
process.env.PRIMAZIA_E2E_DENO ??= denoBinary(import.meta.dirname);
process.env.PRIMAZIA_E2E_DATA ??= freshFolder();
// With it the journeys change what competitors ask.
process.env.SANDBOX_CONTROL_TOKEN ??= 'only-for-browser-tests';
process.env.DEMO_PASSWORD ??= 'only-for-browser-tests';

const port = process.env.PRIMAZIA_E2E_PORT;
const browser = process.env.PRIMAZIA_BROWSER;

export default defineConfig({
  testDir: 'shell/e2e',
  // With modules of the last release instead: scripts/last-release.mjs.
  testMatch: process.env.PRIMAZIA_RELEASE === undefined ? '**/*.spec.ts' : '**/*.release.ts',
  outputDir: process.env.PRIMAZIA_E2E_OUTPUT ?? 'test-results/failures',
  // One market for all: what one test changes, another one would see.
  workers: 1,
  // So that one journey that fails by chance does not refuse the others' result. `npm test` names it: it is a bug.
  retries: 1,
  forbidOnly: true,
  // No measure of speed: a machine that others take most of is slow, and a journey on it right all the same.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // What moves is rendered again sixty times a second. The first journey is made with it.
    reducedMotion: 'reduce',
    // A recording costs a quarter of the time; `--trace on` makes one of a test that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a test is gone before code that is compiled once more, to be faster from then on, pays back.
        '--js-flags=--no-maglev,--no-turbofan',
      ],
    },
  },
  webServer: {
    command: 'exec node start.mjs',
    env: {
      PORT: port,
      PRIMAZIA_DATA: process.env.PRIMAZIA_E2E_DATA,
      SANDBOX: 'on',
      // The journeys wait for what a notification reports; the repair of lost ones has tests of its own.
      SANDBOX_LOSS_PERCENT: '0',
      // The journeys begin with what they find on a first day.
      SANDBOX_HISTORY_DAYS: '0',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      PRIMAZIA_ROLE: 'all',
      PRIMAZIA_ENVIRONMENT: '',
      PRIMAZIA_MAINTENANCE: '',
      MODULES_DIR: '',
      MODULE_ORIGINS: '',
      DEPLOY_KEY: '',
      OIDC_ACME_ISSUER: `http://localhost:${process.env.PRIMAZIA_E2E_OIDC_PORT}`,
      OIDC_ACME_CLIENT_ID: 'primazia-test',
      OIDC_ACME_CLIENT_SECRET: 'only-for-tests-of-sign-in',
    },
    wait: { stdout: /Demo login: / },
    stdout: 'pipe',
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
