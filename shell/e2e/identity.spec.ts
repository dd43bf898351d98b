import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { COMPANY, type Login, linksTo, openAs, type Server, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';
const ANA = `ana-${Date.now()}@primazia.test`;
const ana: Login = { email: ANA, password: 'First-password-1' };

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const account = (page: Page) => page.getByRole('button', { name: /^Conta de/ });
const choose = async (page: Page, item: string | RegExp) => {
  await account(page).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** The next mail to Ana, after the earlier ones. */
async function nextLink(before: number): Promise<string> {
  await expect.poll(() => linksTo(ANA).length).toBeGreaterThan(before);
  return linksTo(ANA).at(-1) ?? '';
}

async function setPassword(page: Page, password: string) {
  await field(page, 'Nova senha').fill(password);
  await field(page, 'Repita a nova senha').fill(password);
  await page.getByRole('button', { name: 'Salvar a nova senha' }).click();
}

async function enter(page: Page, { email, password }: Login) {
  await page.getByLabel('E-mail').fill(email);
  await field(page, 'Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test.describe('the password', () => {
  test.describe.configure({ mode: 'serial' });

  test('is set by the link of an invitation, with its rules ticked off', async ({
    page,
    request,
  }) => {
    const owner = await serverOf(request);
    await owner.call('post', '/v1/members', { email: ANA, name: 'Ana Teste', role: 'manager' });
    const link = await nextLink(0);
    await page.goto(link);
    await expect(pageTitle(page, 'Trocar a senha')).toBeVisible();
    await expect(page, 'the token stands in no address').toHaveURL(/\/change-password$/);

    await field(page, 'Nova senha').fill('abc');
    const rules = page.getByRole('list').filter({ hasText: '8 caracteres ou mais' });
    await expect(rules.getByRole('listitem').filter({ hasText: 'cumprida' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Salvar a nova senha' }).click();
    await expect(page.getByText('A senha ainda não cumpre todas as regras.')).toBeVisible();
    await field(page, 'Nova senha').fill(ana.password);
    await expect(rules.getByRole('listitem').filter({ hasText: 'cumprida' })).toHaveCount(5);
    await field(page, 'Repita a nova senha').fill('something else');
    await page.getByRole('button', { name: 'Salvar a nova senha' }).click();
    await expect(page.getByText('As duas não são iguais.')).toBeVisible();
    await expectAccessible(page);
    await setPassword(page, ana.password);
    await expect(pageTitle(page, 'Senha trocada')).toBeVisible();

    await page.getByRole('link', { name: 'Entrar' }).click();
    await enter(page, ana);
    await expect(page, 'the only company opens by itself').toHaveURL('/app/dashboard');
    await page.goto(link);
    await setPassword(page, 'Another-one-2');
    await expect(page.getByRole('alert')).toContainText('O link já foi usado');
  });

  test('that is forgotten is reset by mail', async ({ page }) => {
    const before = linksTo(ANA).length;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await expect(page.getByText('Escreva o seu e-mail.')).toBeVisible();
    await page.getByLabel('E-mail').fill(ANA);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(pageTitle(page, 'Confira o seu e-mail')).toBeVisible();
    await page.goto(await nextLink(before));
    await setPassword(page, ana.password);
    await expect(page.getByText('Escolha uma senha que não seja a atual')).toBeVisible();
    ana.password = 'Second-password-2';
    await setPassword(page, ana.password);
    await expect(pageTitle(page, 'Senha trocada')).toBeVisible();
  });

  test('has to be changed first if someone else set it', async ({ page }) => {
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), must_change_password: true },
      });
    });
    await page.goto('/app/historico-de-precos');
    await enter(page, ana);
    await expect(page.getByText(/É o seu primeiro acesso/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voltar sem trocar' })).toHaveCount(0);
    await page.goto(PRICING);
    await expect(pageTitle(page, 'Trocar a senha'), 'nothing else is open').toBeVisible();
    await field(page, 'Senha atual').fill('not the password');
    await setPassword(page, 'Third-password-3');
    await expect(page.getByText('A senha atual não confere.')).toBeVisible();
    await field(page, 'Senha atual').fill(ana.password);
    ana.password = 'Third-password-3';
    await page.getByRole('button', { name: 'Salvar a nova senha' }).click();
    // It is shown for some seconds only, which a slow page behind it may take.
    await expect(page.getByText('Senha trocada. As outras sessões terminaram.')).toBeVisible();
    await expect(page).toHaveURL(PRICING);
  });

  test('signing out everywhere ends all tabs of this browser, and other sessions', async ({
    page,
    context,
    browser,
    request,
    baseURL,
  }) => {
    await openAs(page, await serverOf(request, ana), PRICING);
    const tab = await context.newPage();
    await tab.goto('/app/historico-de-precos');
    const elsewhere = await (
      await browser.newContext({ baseURL: baseURL ?? '', locale: 'pt-BR' })
    ).newPage();
    await openAs(elsewhere, await serverOf(request, ana), PRICING);
    await expect(pageTitle(elsewhere, 'Precificação automática')).toBeVisible();
    await expect(pageTitle(tab, 'Histórico de preços')).toBeVisible();

    await choose(page, 'Sair de todos os aparelhos');
    const dialog = page.getByRole('alertdialog');
    await expectAccessible(page, '[role=alertdialog]');
    await dialog.getByRole('button', { name: 'Sair de todos' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(tab).toHaveURL(/\/login/);
    await expect(elsewhere.getByRole('dialog', { name: 'Sua sessão terminou' })).toBeVisible();
    await elsewhere.context().close();
  });

  test('opens a session of one window on a foreign device, in the user’s language', async ({
    page,
    context,
    request,
  }) => {
    const { call } = await serverOf(request, ana);
    await call('put', '/auth/language', { locale: 'es' });
    await page.goto(`/login?from=${encodeURIComponent(PRICING)}`);
    await page.getByRole('checkbox', { name: 'Manter conectado' }).uncheck();
    await expect(page.getByText(/a sessão vale só nesta janela/)).toBeVisible();
    await expectAccessible(page);
    await enter(page, ana);
    await expect(pageTitle(page, 'Precios automáticos')).toBeVisible();

    const tab = await context.newPage();
    await tab.goto(PRICING);
    await expect(tab).toHaveURL(/\/login/);
    // The browser copies what the window stores into a window that is opened from it.
    const copied = context.waitForEvent('page');
    await page.evaluate((path) => {
      window.open(path);
    }, PRICING);
    await expect(await copied).toHaveURL(/\/login/);
    await page.reload();
    await expect(pageTitle(page, 'Precios automáticos')).toBeVisible();
    await expect(page).toHaveURL(PRICING);
  });
});

test('too many attempts, and a host’s token that is no good, are reported', async ({ page }) => {
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Too many',
        status: 429,
        code: 'too_many_attempts',
        values: { retryAfterSeconds: 2 },
      },
    }),
  );
  await page.goto('/login');
  await enter(page, ana);
  await expect(page.getByRole('alert')).toContainText('Tente de novo em 2 segundos.');
  await expect(page.getByRole('alert')).toContainText('Você já pode tentar de novo.');

  await page.goto('/companies?token=not-a-token&from=%2Fapp');
  await expect(pageTitle(page, 'A empresa não abriu')).toBeVisible();
  await expect(page, 'the token stands in no address').toHaveURL(/\/companies\?from=%2Fapp$/);
  await expectAccessible(page);
});

test.describe('inside', () => {
  let server: Server;
  test.beforeEach(async ({ page, request }) => {
    server = await serverOf(request);
    await openAs(page, server, PRICING);
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
  });

  test('a host’s link replaces no session without confirmation', async ({ page }) => {
    await page.goto('/companies?token=not-a-token');
    await expect(pageTitle(page, 'Você já entrou')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Ficar como/ }).click();
    await expect(page).toHaveURL(/\/app/);

    await page.goto('/companies?token=not-a-token');
    await page.getByRole('button', { name: 'Continuar pelo link' }).click();
    await expect(pageTitle(page, 'A empresa não abriu')).toBeVisible();
  });

  test('all price changes stop in every tab, and go on', async ({ page, context }) => {
    const stopped = (tab: Page) => tab.getByText('As alterações de preço estão paradas.');
    const tab = await context.newPage();
    await tab.goto('/app/historico-de-precos');
    await expect(pageTitle(tab, 'Histórico de preços')).toBeVisible();
    await choose(page, 'Parar todas as alterações de preço');
    await expect(page.getByRole('alertdialog')).toContainText(COMPANY);
    await page.getByRole('button', { name: 'Parar tudo' }).click();
    await expect(stopped(page)).toBeVisible();
    await expectAccessible(page);
    await expect(stopped(tab)).toBeVisible();
    await expect(tab.getByText(/Marina Demo parou todas as alterações/)).toBeVisible();
    await tab.getByRole('button', { name: 'Retomar', exact: true }).click();
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Retomar' }).click();
    await expect(stopped(tab)).toBeHidden();
    await expect(stopped(page)).toBeHidden();
  });

  test('without a network, and under maintenance, nothing is lost and pages recover', async ({
    page,
    context,
  }) => {
    await context.setOffline(true);
    await expect(page.getByText('Você está sem internet.')).toBeVisible();
    await page.getByRole('searchbox').fill('cafeteira');
    await context.setOffline(false);
    await expect(page.getByText('Conexão recuperada.')).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toContainText(/cafeteira/i);
    await expect(page.getByRole('searchbox')).toHaveValue('cafeteira');

    // It closes at the moment of the search request.
    let isClosed = false;
    await page.route('**/api/**', (route) => {
      isClosed ||= route.request().url().includes('search=aspirador');
      if (!isClosed) return route.continue();
      return route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Closed', status: 503, code: 'maintenance' },
      });
    });
    await page.getByRole('searchbox').fill('aspirador');
    await expect(pageTitle(page, 'Em manutenção')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(pageTitle(page, 'Em manutenção')).toBeVisible();
    await page.unroute('**/api/**');
    await expect(pageTitle(page, 'Em manutenção')).toBeHidden();
    await expect(page.getByRole('searchbox')).toHaveValue('aspirador');
    await expect(page.getByRole('row').nth(1)).toContainText(/aspirador/i);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('the menu of the account is reached and left with the keyboard', async ({ page }) => {
      await account(page).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: /Parar todas/ })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: 'Notificações' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(account(page)).toBeFocused();
    });
  });
});
