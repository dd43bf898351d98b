// npm run dev: a module in development, in a separate installation, with an open page.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, type Page, request, test } from '@playwright/test';
import { openAs, serverOf } from './server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const NAME = 'mfe-pricing';
const PARTS = ['src', 'locales', 'module.json', 'package.json', 'rspack.config.mjs'];
const TITLE = "title={t('pricing.title')}";

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

let place = '';
let folder = '';
let product: ChildProcess | null = null;
let address = '';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const taken = server.address();
      server.close(() => resolve(typeof taken === 'object' && taken !== null ? taken.port : 0));
    });
  });

/** Changes a file of the copy as it was at first. */
function edit(path: string, before: string, after: string): void {
  const text = readFileSync(join(ROOT, NAME, path), 'utf8');
  expect(text).toContain(before);
  writeFileSync(join(folder, path), text.replace(before, after));
}
const editPage = (after: string) => edit('src/pages/automatic-pricing.tsx', TITLE, after);

test.beforeAll(async () => {
  // Below the project, where the module's packages are found.
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  place = mkdtempSync(join(ROOT, 'test-results', 'dev-'));
  folder = join(place, NAME);
  for (const part of PARTS) cpSync(join(ROOT, NAME, part), join(folder, part), { recursive: true });
  const started = spawn(process.execPath, [join(ROOT, 'scripts', 'dev.mjs')], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      // Separate from the data of the product that the other journeys share.
      PRIMAZIA_DATA: `${process.env.PRIMAZIA_E2E_DATA}-dev`,
      SANDBOX: 'on',
      SANDBOX_HISTORY_DAYS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  product = started;
  address = await new Promise<string>((resolve, reject) => {
    let said = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /working tree: (\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    started.on('exit', () => reject(new Error(said)));
  });
});

test.afterAll(async () => {
  if (product !== null && product.exitCode === null) {
    const ended = new Promise((resolve) => product?.on('exit', resolve));
    product.kill();
    await ended;
  }
  rmSync(place, { recursive: true, force: true });
});

test('a change of a page appears immediately, and the state of the page is kept', async ({
  page,
}) => {
  const { origin } = new URL(address);
  const server = await serverOf(await request.newContext({ baseURL: origin }));
  await openAs(page, server, address);
  await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
  const tick = page.getByRole('table').getByRole('checkbox').nth(1);
  await tick.check();

  editPage('title="Preços na bancada"');
  await expect(pageTitle(page, 'Preços na bancada')).toBeVisible();
  await expect(tick).toBeChecked();

  editPage('title="Preços');
  const fault = page.getByRole('alert').filter({ hasText: 'automatic-pricing.tsx' });
  await expect(fault).toContainText('Unterminated string');
  await expect(pageTitle(page, 'Preços na bancada')).toBeVisible();
  editPage('title="Sem erro"');
  await expect(pageTitle(page, 'Sem erro')).toBeVisible();
  await expect(fault).toHaveCount(0);
  await expect(tick).toBeChecked();

  // A page that throws is reported as broken, and is shown again once it is fixed.
  editPage(`${TITLE} {...JSON.parse('{')}`);
  await expect(page.getByRole('table')).toHaveCount(0);
  editPage('title="De volta"');
  await expect(pageTitle(page, 'De volta')).toBeVisible();

  // What is no component cannot be replaced in place: the module is loaded again, and the page is not.
  await tick.check();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  edit('src/routes.tsx', 'const root =', 'export const more = 1;\nconst root =');
  await expect(tick).not.toBeChecked();
  await expect(pageTitle(page, 'De volta')).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
