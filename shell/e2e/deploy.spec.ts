import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { freeListing } from './listings.ts';
import { openAs, type Server, serverOf } from './server.ts';
import { buildVariant } from './variant.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MODULE = join(ROOT, 'mfe-pricing');
const MODULES = join(process.env.PRIMAZIA_E2E_DATA ?? '', 'modules');
const PRICING = '/app/precificacao-automatica';
const RULES = '/app/regras-de-precificacao';
const HISTORY = '/app/historico-de-precos';
const TITLE = 'Histórico de preços';
const NEW_TITLE = 'Histórico, edição nova';
/** A list of modules that was read so long ago is read again at the next navigation. */
const A_WHILE = 6_000;

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name });

/** The violations of the content security policy that a page reports. */
async function violationsOf(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('tellViolation', (text: string) => violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample } = event;
      const reported = `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile} ${sample}`;
      (window as unknown as { tellViolation(text: string): void }).tellViolation(reported);
    });
  });
  return violations;
}

let request: APIRequestContext;
let server: Server;
let folder: string;
let build: string;

/** Runs the deploy command; returns its output. */
async function deploy(...args: string[]): Promise<string> {
  const script = join(ROOT, 'scripts', 'deploy.mjs');
  const given = [script, '--to', MODULES, ...args];
  return (await promisify(execFile)(process.execPath, given, { cwd: MODULE })).stdout;
}

test.use({ locale: 'pt-BR', colorScheme: 'light' });
test.beforeAll(async ({ playwright, baseURL }) => {
  request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  server = await serverOf(request);
  folder = mkdtempSync(join(tmpdir(), 'primazia-variant-'));
  const dist = join(MODULE, 'dist');
  build = buildVariant(dist, folder, `"${TITLE}"`, `"${NEW_TITLE}"`);
});
// The state before any deploy.
test.afterAll(async () => {
  await request.dispose();
  for (const one of [folder, join(MODULES, 'mfe-pricing')]) {
    rmSync(one, { recursive: true, force: true });
  }
});

test('an open page loads a deployed build at its next navigation, and the previous one after a rollback', async ({
  page,
}) => {
  const failed: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().includes('/modules/')) failed.push(request.url());
  });
  await page.clock.install();
  await openAs(page, server, HISTORY);
  await expect(pageTitle(page, TITLE)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  const reported = await deploy('--built', folder);
  expect(reported).toContain(`build ${build}`);
  expect(reported).toContain('Now live for all companies');
  await page.clock.fastForward(A_WHILE);
  await section(page, 'Regras de preço').click();
  await expect(page).toHaveURL(RULES);
  await section(page, TITLE).click();
  await expect(pageTitle(page, NEW_TITLE)).toBeVisible();

  expect(await deploy('--rollback')).toContain(`in the place of ${build}`);
  await page.clock.fastForward(A_WHILE);
  await section(page, 'Regras de preço').click();
  await section(page, TITLE).click();
  await expect(pageTitle(page, TITLE)).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(failed).toEqual([]);
});

test('a pinned company has its own build, whatever the others have', async ({ page }) => {
  const company = String(server.entered.company_id);
  expect(await deploy('--built', folder, '--pin', company)).toContain(`--unpin ${company}`);
  await openAs(page, server, HISTORY);
  await expect(pageTitle(page, NEW_TITLE)).toBeVisible();

  await page.goto('/companies');
  await page.getByRole('button', { name: 'Norte Eletrônicos' }).click();
  await expect(page).toHaveURL(/\/app\//);
  await section(page, TITLE).click();
  await expect(pageTitle(page, TITLE)).toBeVisible();
});

test('what was altered on its way does not run, be it an entry, a part of a module or the shell', async ({
  page,
}) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/integrity/i.test(message.text())) blocked.push(message.text());
  });
  const altering = async (pattern: RegExp) => {
    await page.route(pattern, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: `${text}\n;window.altered = true;` });
    });
  };
  for (const pattern of [
    /\/modules\/mfe-pricing\/[0-9a-f]{16}\/remoteEntry\.js$/,
    /\/modules\/mfe-pricing\/[0-9a-f]{16}\/__federation_expose_module\S*\.js$/,
    /^[^/]*\/\/[^/]*\/main\.[0-9a-f]+\.js$/,
  ]) {
    blocked.length = 0;
    await altering(pattern);
    await openAs(page, server, HISTORY);
    await expect.poll(() => blocked.length, { message: String(pattern) }).toBeGreaterThan(0);
    expect(await page.evaluate(() => 'altered' in window)).toBe(false);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('pages run only code from files of the product, and need no other', async ({
  page,
  context,
}) => {
  const violations = await violationsOf(context);
  await openAs(page, server, PRICING);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Navegação principal' });
  for (const link of await sidebar.getByRole('link').all()) {
    await link.click();
    await expect(title).toBeVisible();
  }
  for (const path of ['/companies', '/app/nothing-here']) {
    await page.goto(path);
    await expect(title).toBeVisible();
  }
  const { id } = await freeListing(server);
  await page.goto(`${HISTORY}/${id}`);
  const drawing = page.getByRole('img', { name: /^Preços de/ });
  await expect(drawing.locator('path').first()).toBeAttached();
  await drawing.hover();
  expect(violations).toEqual([]);

  const ran = await page.evaluate(async () => {
    const inline = document.createElement('script');
    inline.textContent = 'window.inlineRan = true;';
    document.body.append(inline);
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.handlerRan = true');
    document.body.append(button);
    button.click();
    const foreign = document.createElement('script');
    foreign.src = 'https://cdn.example/evil.js';
    document.body.append(foreign);
    // Later, since what a test runs itself may evaluate.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          resolve(Reflect.construct(Function, ['return true'])());
        } catch (error) {
          resolve(error instanceof EvalError ? 'refused' : error);
        }
      });
    });
    return { inline: 'inlineRan' in window, handler: 'handlerRan' in window, evaluated };
  });
  expect(ran).toEqual({ inline: false, handler: false, evaluated: 'refused' });
  await expect
    .poll(() => violations.map((reported) => reported.split(' ')[1]).sort())
    .toEqual(['script-src', 'script-src-attr', 'script-src-elem', 'script-src-elem']);
});
