import { expect, type Page, test } from '@playwright/test';
import type { PricingSettings } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { chooseCompany, EMAIL, keepLanguageHere, PASSWORD } from './person.ts';
import { openAs, serverOf } from './server.ts';

const PHONE = { width: 360, height: 740 };
const PRICING = '/app/precificacao-automatica';
const HISTORY = '/app/historico-de-precos';

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );

/** Fills in the login page that is already open. */
async function fillIn(page: Page) {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test.describe('signing in', () => {
  test('a wrong password is reported, the right one signs in', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page).toHaveTitle('Entrar · Primazia');
    await expect(page.locator('#splash'), 'it is taken away').toHaveCount(0);
    await expect(page.getByLabel('E-mail')).toBeFocused();

    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Escreva o seu e-mail.')).toBeVisible();
    await expect(page.getByText('Escreva a sua senha.')).toBeVisible();

    await page.getByLabel('E-mail').fill(EMAIL);
    const password = page.getByLabel('Senha', { exact: true });
    await password.fill('not the password');
    await page.getByRole('button', { name: 'Mostrar: senha' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await password.press('Enter');
    await expect(page.getByRole('alert')).toContainText('E-mail ou senha incorretos');
    await expect(password).toBeFocused();
    await expectAccessible(page);

    await password.fill(PASSWORD);
    await password.press('Enter');
    await expect(page).toHaveURL(/\/companies$/);
    await expect(pageTitle(page, 'Escolha a empresa')).toBeVisible();
    await expectAccessible(page);
  });

  test('leads to the requested page, with the keyboard only', async ({ page }) => {
    await page.goto(`${HISTORY}?listingId=1`);
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await page.keyboard.type(EMAIL);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Casa Aurora' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: 'Norte Eletrônicos' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${HISTORY}?listingId=1`);
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  });

  // The other forms of such an address are covered by unit tests.
  test('never leads to another site', async ({ page, baseURL }) => {
    await page.goto(`/login?from=${encodeURIComponent('/\\example.org/app')}`);
    await fillIn(page);
    await chooseCompany(page, 'Casa Aurora');
    await expect(page).toHaveURL(new URL('/app/dashboard', baseURL).href);
  });

  test('reports that the server cannot be reached', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/api/auth/login', (route) => route.abort());
    await fillIn(page);
    await expect(page.getByRole('alert')).toContainText('Sem resposta do servidor');
  });
});

test('other sections are fetched once the first rows are shown, and not before', async ({
  page,
  request,
}) => {
  const fetched: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/modules/mfe-integrations/')) fetched.push(sent.url());
  });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/listings\/query/, async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, await serverOf(request), PRICING);
  await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
  // Longer than the delay of prefetching.
  await page.waitForTimeout(3_000);
  expect(fetched).toEqual([]);
  answer();
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
});

test.describe('inside', () => {
  test.beforeEach(async ({ page, request }) => {
    await openAs(page, await serverOf(request), PRICING);
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
  });

  test('the sidebar marks the page, and folds for good', async ({ page }) => {
    const navigation = page.getByRole('navigation', { name: 'Navegação principal' });
    const history = navigation.getByRole('link', { name: 'Histórico de preços' });
    await expect(page).toHaveURL(PRICING);
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
    await history.click();
    await expect(page).toHaveURL(HISTORY);
    await expect(page).toHaveTitle('Histórico de preços · Primazia');
    await expect(history).toHaveAttribute('aria-current', 'page');
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();

    await page.goBack();
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();

    await navigation.getByRole('link', { name: 'Contas de marketplace' }).click();
    await expect(pageTitle(page, 'Contas de marketplace')).toBeVisible();

    await page.goBack();
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
    await expect(pageTitle(page, 'Contas de marketplace')).toHaveCount(0);

    await navigation.getByRole('button', { name: 'Recolher o menu' }).click();
    await page.reload();
    await expect(navigation.getByRole('button', { name: 'Expandir o menu' })).toBeVisible();
    await expect(history).toBeVisible();
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
    await expectAccessible(page);
  });

  test('another language changes shell and module, and is kept', async ({ page, context }) => {
    await keepLanguageHere(page);
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => /list/.test(key)));
    await page.getByRole('searchbox').fill('cafeteira');
    await expect(page).toHaveURL(/search=cafeteira/);
    await page.evaluate(() => localStorage.setItem('primazia.list.any', '{}'));
    expect(await stored()).not.toEqual([]);
    const speak = async (language: string) => {
      await page.getByRole('button', { name: /^(Idioma|Language):/ }).click();
      await page.getByRole('menuitemradio', { name: language }).click();
    };
    // The menu is a separate chunk: it has to be loaded before the network is gone.
    await page.getByRole('button', { name: 'Idioma:' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeVisible();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await speak('English');
    await expect(page.getByText('O idioma não foi alterado.')).toBeVisible();
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
    await expect(page).toHaveURL(/search=cafeteira/);
    await context.setOffline(false);
    for (const [language, code, name, title] of [
      ['English', 'en-US', 'Language', 'Automatic pricing'],
      ['Español', 'es-AR', 'Idioma', 'Precios automáticos'],
    ] as const) {
      await speak(language);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(pageTitle(page, title)).toBeVisible();
      await expect(page, 'what was chosen in the list is cleared').toHaveURL(PRICING);
      expect(await stored()).toEqual([]);
      await expect(page).toHaveTitle(`${title} · Primazia`);
      await page.reload();
      await expect(pageTitle(page, title)).toBeVisible();
      await expect(page.getByRole('button', { name: `${name}:` })).toBeVisible();
    }
  });

  test('on a phone the menu is a drawer that keeps the focus', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    const open = page.getByRole('button', { name: 'Abrir o menu' });
    await open.click();
    const drawer = page.getByRole('dialog', { name: 'Navegação principal' });
    await expect(drawer).toBeVisible();
    await expectAccessible(page);
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(
        () =>
          document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();

    await open.click();
    await drawer.getByRole('link', { name: 'Histórico de preços' }).click();
    await expect(drawer).toBeHidden();
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('another company opens the same page with its own data', async ({ page }) => {
    await page.getByRole('link', { name: 'Casa Aurora. Trocar de empresa' }).click();
    await expect(page.getByRole('button', { name: /Casa Aurora/ })).toContainText('Aberta agora');
    await expectAccessible(page);
    // The same by an address that holds the session's own token, which it does not keep.
    const stored = await page.evaluate(() => localStorage.getItem('primazia.session') ?? '{}');
    const wanted = `from=${encodeURIComponent(PRICING)}`;
    await page.goto(`/companies?token=${JSON.parse(stored).token}&${wanted}`);
    await expect(page.getByRole('button', { name: /Casa Aurora/ })).toContainText('Aberta agora');
    await expect(page).toHaveURL(`/companies?${wanted}`);
    await chooseCompany(page, 'Norte Eletrônicos');
    await expect(page).toHaveURL(PRICING);
    await expect(page.getByRole('link', { name: /^Norte Eletrônicos\./ })).toBeVisible();
    await expect(pageTitle(page, 'Precificação automática')).toBeVisible();
  });

  test('another company in another tab does not take unsaved work away', async ({ page }) => {
    await page.goto('/app/regras-de-precificacao/nova');
    const name = page.getByLabel('Nome da regra');
    await name.fill('Chaleiras');
    const other = await page.context().newPage();
    const switchThere = async () => {
      await other.goto('/companies');
      await chooseCompany(other, 'Norte Eletrônicos');
    };
    await switchThere();
    const confirmation = page.getByRole('alertdialog', {
      name: 'Outra aba passou para Norte Eletrônicos',
    });
    await expectAccessible(page, '[role=alertdialog]');
    await confirmation.getByRole('button', { name: 'Continuar aqui' }).click();
    await expect(confirmation).toBeHidden();
    await expect(name).toHaveValue('Chaleiras');
    await expect(other.getByRole('link', { name: /^Casa Aurora\./ })).toBeVisible();

    await switchThere();
    await confirmation.getByRole('button', { name: 'Ir sem salvar' }).click();
    await expect(page.getByRole('link', { name: /^Norte Eletrônicos\./ })).toBeVisible();
    await expect(name).toHaveValue('');
  });

  test('signing out ends it here and on the server', async ({ page, request }) => {
    const stored = await page.evaluate(() => localStorage.getItem('primazia.session') ?? '{}');
    const { refreshToken } = JSON.parse(stored);
    const reported = page.waitForResponse('**/api/auth/logout');
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect((await reported).ok()).toBe(true);
    const renewed = await request.post('/api/auth/refresh', {
      data: { refresh_token: refreshToken },
    });
    expect(renewed.status()).toBe(401);
    await page.goto(HISTORY);
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });
});

test.describe('inside, where something is missing', () => {
  test('an ended session requires the password over the page and keeps what was typed', async ({
    page,
    request,
  }) => {
    await openAs(page, await serverOf(request), '/app/configuracao-de-precificacao');
    const step = page.getByLabel('Maior variação de uma vez (%)');
    await step.fill('29');
    // The present token has expired, and cannot be renewed.
    const ended = /\/api\/(v2\/pricing\/settings|auth\/refresh)$/;
    await page.route(ended, (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Expired', status: 401, code: 'token_expired' },
      }),
    );
    await page.getByRole('button', { name: 'Salvar a configuração' }).click();

    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await expect(dialog.getByLabel('Senha', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Senha incorreta');
    await page.unroute(ended);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(step).toHaveValue('29');
    await page.getByRole('button', { name: 'Salvar a configuração' }).click();
    await expect(page.getByText('Configuração salva.')).toBeVisible();
    const server = await serverOf(request);
    const saved = await server.call<PricingSettings>('get', '/v2/pricing/settings');
    await server.call('put', '/v2/pricing/settings', { ...saved, maxStepPercent: 30 });
  });

  test('an unavailable module is reported, and loads on retry', async ({ page, request }) => {
    await page.route('**/modules/mfe-pricing/**', (route) => route.abort());
    await openAs(page, await serverOf(request), HISTORY);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('Esta seção não carregou');
    await expect(page.getByRole('button', { name: /^Conta de/ })).toBeVisible();
    await expectAccessible(page);
    await notice.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(notice).toContainText('Esta seção não carregou');
    await page.unroute('**/modules/mfe-pricing/**');
    await notice.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  });

  test('without the registry the shell works, and finds it later', async ({ page, request }) => {
    await page.route('**/modules/registry.json*', (route) => route.abort());
    await openAs(page, await serverOf(request), '/app');
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('As seções não carregaram');
    await expectAccessible(page);
    await page.unroute('**/modules/registry.json*');
    await notice.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(pageTitle(page, 'Painel')).toBeVisible();
  });

  test('an unknown page inside is reported, with a way back', async ({ page, request }) => {
    await openAs(page, await serverOf(request), '/app/nao-existe');
    await expect(pageTitle(page, 'Página não encontrada')).toBeVisible();
    await expect(page).toHaveTitle('Página não encontrada · Primazia');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ir para o início' }).click();
    await expect(pageTitle(page, 'Painel')).toBeVisible();
  });
});

test('a signed-in person is led on from the login page', async ({ page, request }) => {
  await openAs(page, await serverOf(request), `/login?from=${encodeURIComponent(HISTORY)}`);
  await expect(page).toHaveURL(HISTORY);
  await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
});

test('an unknown page outside is reported', async ({ page }) => {
  await page.goto('/nao/existe');
  await expect(pageTitle(page, 'Página não encontrada')).toBeVisible();
  await expectAccessible(page);
});

test('one press is enough where a field was just put right', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/forgot-password');
  const send = page.getByRole('button', { name: 'Enviar o link' });
  await send.click();
  await expect(page.getByText('Escreva o seu e-mail.')).toBeVisible();
  await page.getByLabel('E-mail').fill('alguem@empresa.example');
  await send.click();
  await expect(pageTitle(page, 'Confira o seu e-mail')).toBeVisible();
});

test('a page of the shell that waits for the network is not taken for none', async ({
  page,
  context,
  request,
}) => {
  await openAs(page, await serverOf(request), HISTORY);
  await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Registro de atividades' }).click();
  await expect(page).toHaveURL(/auditoria/);
  await expect(page).toHaveTitle(/^(Carregando…|Registro de atividades) · Primazia$/);
  await expect(page.getByText('Página não encontrada')).toHaveCount(0);
  await context.setOffline(false);
  await expect(pageTitle(page, 'Registro de atividades')).toBeVisible();
});

test('the login page fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
