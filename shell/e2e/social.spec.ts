import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Login, linksTo, openAs, type Server, serverOf } from './server.ts';

const HISTORY = '/app/historico-de-precos';
const ROOT = join(import.meta.dirname, '..', '..');
const PORT = process.env.PRIMAZIA_E2E_OIDC_PORT ?? '';
const DENO = process.env.PRIMAZIA_E2E_DENO ?? 'deno';
const PHONE = { width: 360, height: 740 };

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const acme = (page: Page) => page.getByRole('button', { name: 'Continuar com Acme' });
const account = (page: Page) => page.getByRole('button', { name: /^Conta de/ });

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );

/** Signs in on the provider's own page. */
async function signInThere(page: Page, login: string) {
  await expect(page).toHaveURL(new RegExp(`^http://localhost:${PORT}/`));
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

let people = 0;

/** A user invited by the owner, and the link of the mail. */
async function invite(request: APIRequestContext): Promise<{ email: string; link: string }> {
  const owner = await serverOf(request);
  people += 1;
  const email = `social-${people}-${Date.now()}@primazia.test`;
  await owner.call('post', '/v1/members', { email, name: 'Ana Social', role: 'manager' });
  await expect.poll(() => linksTo(email).length).toBe(1);
  return { email, link: linksTo(email)[0] ?? '' };
}

/** A user who has set a password by that link. */
async function memberWithPassword(request: APIRequestContext): Promise<Login> {
  const { email, link } = await invite(request);
  const password = 'First-password-1';
  const token = new URLSearchParams(link.slice(link.indexOf('?'))).get('token');
  const response = await request.post('/api/auth/reset-password', { data: { token, password } });
  expect(response.ok()).toBe(true);
  return { email, password };
}

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test.describe('signing in by a provider', () => {
  test.describe.configure({ mode: 'serial' });
  let provider: ChildProcess;

  test.beforeAll(async ({ baseURL }) => {
    const script = join(ROOT, 'backend', 'testing', 'oidc-provider.ts');
    const flags = ['run', '-A', '--no-check', script, PORT, `${baseURL}/login/with/acme`];
    provider = spawn(DENO, flags, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise<void>((resolve, reject) => {
      provider.once('exit', () => reject(new Error('the provider of identities did not start')));
      provider.stdout?.on('data', (said: Buffer) => {
        if (said.includes('ready at')) resolve();
      });
    });
  });
  test.afterAll(() => {
    provider.kill();
  });
  test.beforeEach(async ({ context }) => {
    // The provider's page loads a font from the internet.
    await context.route(/fonts\.googleapis/, (route) => route.abort());
  });

  test('lets an invited person in, to where it wanted to go', async ({ page, request }) => {
    const { email } = await invite(request);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`${HISTORY}?q=cafeteira`);
    await expectAccessible(page);
    await acme(page).focus();
    await page.keyboard.press('Enter');
    await signInThere(page, email);
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
    await expect(page).toHaveURL(/historico-de-precos\?q=cafeteira/);
    expect(addresses.filter((address) => address.includes('eyJ'))).toEqual([]);
    await page.goBack();
    await expect(page, 'the answer stands in no history').not.toHaveURL(/code=/);

    await page.goto(HISTORY);
    await account(page).click();
    await page.getByRole('menuitem', { name: 'Formas de entrar' }).click();
    await expect(pageTitle(page, 'Formas de entrar')).toBeVisible();
    await expect(page.getByText('Não definida')).toBeVisible();
    await expect(page.getByText(/É a sua única forma de entrar/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  });

  test('explains why it failed, and how to continue', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(HISTORY);
    await acme(page).click();
    await page.getByRole('link', { name: /Cancel/ }).click();
    await expect(pageTitle(page, 'Não foi possível entrar com Acme')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('foi cancelada');
    await expect(page).toHaveURL(/\/login\/with\/acme$/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await signInThere(page, 'stranger@nowhere.test');
    await expect(page.getByRole('alert')).toContainText('Peça ao proprietário');
    await page.getByRole('button', { name: 'Usar outra conta' }).click();
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible();

    // An answer that was started by someone else.
    await page.goto('/login/with/acme?code=stolen&state=of-another');
    await expect(page.getByRole('alert')).toContainText('começou em outro navegador');
    await page.getByRole('link', { name: 'Voltar para o login' }).click();
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });

  test('is linked and unlinked with the password', async ({ page, request }) => {
    const me = await memberWithPassword(request);
    await openAs(
      page,
      await serverOf(request, me),
      '/ways-to-sign-in?from=%2Fapp%2Fhistorico-de-precos',
    );
    await page.getByRole('button', { name: 'Vincular Acme' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Senha', { exact: true }).fill('not the password');
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Vincular' }).click();
    await expect(dialog.getByText(/não é a senha|não confere/i)).toBeVisible();
    await dialog.getByLabel('Senha', { exact: true }).fill(me.password);
    await page.keyboard.press('Enter');
    await signInThere(page, 'private@elsewhere.test');
    await expect(page.getByText('Acme vinculado.')).toBeVisible();
    await expect(page.getByText(/private@elsewhere\.test/)).toBeVisible();

    await page.getByRole('button', { name: 'Desvincular Acme' }).click();
    await dialog.getByLabel('Senha', { exact: true }).fill(me.password);
    await dialog.getByRole('button', { name: 'Desvincular' }).click();
    await expect(page.getByText('Não vinculado')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Vincular Acme' })).toBeVisible();
    await page.getByRole('link', { name: 'Voltar' }).click();
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  });

  test('renews an ended session in a separate window, and keeps what was typed', async ({
    page,
    request,
  }) => {
    const me = await memberWithPassword(request);
    const server: Server = await serverOf(request, me);
    await openAs(page, server, HISTORY);
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
    const search = page.getByRole('searchbox');
    await search.fill('aspirador');
    await expect(page).toHaveURL(/aspirador/);
    const refresh_token = server.entered.refresh_token;
    await request.post('/api/auth/logout', { data: { refresh_token } });
    // The live connection ends with the session, and requests a new token.
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);

    const other = page.waitForEvent('popup');
    await acme(page).click();
    const popup = await other;
    await signInThere(popup, 'stranger@nowhere.test');
    await expect(popup.getByRole('alert')).toContainText('Ninguém aqui usa o e-mail');
    await expect(dialog).toBeVisible();
    await popup.getByRole('button', { name: 'Usar outra conta' }).click();
    const closed = popup.waitForEvent('close');
    await signInThere(popup, me.email);
    await closed;
    await expect(dialog).toBeHidden();
    await expect(search).toHaveValue('aspirador');
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  });

  test('brings back the session of a single window too, and none to the others', async ({
    page,
    request,
  }) => {
    const me = await memberWithPassword(request);
    await page.goto(HISTORY);
    await page.getByRole('checkbox', { name: 'Manter conectado' }).uncheck();
    await acme(page).click();
    await signInThere(page, me.email);
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
    const search = page.getByRole('searchbox');
    await search.fill('aspirador');
    await expect(page).toHaveURL(/aspirador/);
    const stored = () =>
      page.evaluate(() => ({
        kept: localStorage.getItem('primazia.session'),
        own: JSON.parse(sessionStorage.getItem('primazia.session') ?? '{}'),
      }));
    const { own } = await stored();
    await request.post('/api/auth/logout', { data: { refresh_token: own.refreshToken } });
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect(dialog).toBeVisible();

    const other = page.waitForEvent('popup');
    await acme(page).click();
    // The provider has a session, and shows no page.
    const popup = await other;
    if (!popup.isClosed()) await popup.waitForEvent('close');
    await expect(dialog).toBeHidden();
    await expect(search).toHaveValue('aspirador');
    const after = await stored();
    expect(after.own.refreshToken).not.toBe(own.refreshToken);
    expect(after.kept).toBeNull();
  });
});
