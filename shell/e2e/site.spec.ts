import { expect, type Page, test } from '@playwright/test';
import type { Site } from '@primazia/backend/platform/contract';
import { expectAccessible } from './accessible.ts';
import { linksTo, openAs, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';
const TEST_PAGE = '/app/test/magalu';
const VIA_INTEGRATION = '/app/integration/test/magalu';

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Navegação principal' });

/** The page assumes another environment; the server reports its own. */
const pretend = (page: Page, environment: Site['environment']) =>
  page.route('**/api/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), environment } });
  });

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('in production there is no test page, and no test banner', async ({ page, request }) => {
  await openAs(page, await serverOf(request), TEST_PAGE);
  await expect(pageTitle(page, 'Página não encontrada')).toBeVisible();
  expect((await page.goto(VIA_INTEGRATION))?.status()).toBe(404);
  await expect(pageTitle(page, 'Página não encontrada')).toBeVisible();
  await expect(page.locator('.environment')).toHaveCount(0);
  const refused = await request.post('/api/v1/notifications/test', {
    headers: { authorization: `Bearer ${(await serverOf(request)).entered.token}` },
    data: { level: 'info', mark: 'x' },
  });
  expect(refused.status()).toBe(404);
  const unknown = await request.get('/api/v1/test/accounts?marketplaceId=3', {
    headers: { authorization: `Bearer ${(await serverOf(request)).entered.token}` },
  });
  expect(unknown.status()).toBe(404);

  const help = sidebar(page).getByRole('link', { name: /^Ajuda e treinamento/ });
  await expect(help).toHaveAttribute('href', /^https:\/\//);
  await expect(help).toHaveAttribute('target', '_blank');
  await expect(help).toHaveAttribute('rel', /noopener/);
});

test('the stage shows its environment, and has a test page', async ({ page, request }) => {
  await pretend(page, 'stage');
  await page.goto('/login');
  await expect(page.getByText('Teste', { exact: true })).toBeVisible();
  await openAs(page, await serverOf(request), VIA_INTEGRATION);
  await expect(pageTitle(page, 'Página de teste')).toBeVisible();
  await expect(page).toHaveTitle('Página de teste · Primazia');

  // Its code cannot be fetched at first: the shell reports that, and fetches it again on retry.
  let isLost = true;
  await page.route('**/*.js', (route) =>
    isLost && route.request().url().includes('test-page') ? route.abort() : route.continue(),
  );
  await page.goto(TEST_PAGE);
  const broken = page.getByRole('alert');
  await expect(broken).toContainText('Uma parte desta página não chegou.');
  await expect(sidebar(page)).toBeVisible();
  await expectAccessible(page);
  isLost = false;
  await broken.getByRole('button', { name: 'Tentar de novo' }).click();
  const check = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');
  await expect(check('Banco de dados')).toHaveText('Funciona');
  await expect(check('Fila de trabalho')).toHaveText('Funciona');
  await expect(check('Contas conectadas: Magalu')).toHaveText('1');
  await expect(page.getByRole('heading', { name: 'Contas: Magalu' })).toBeVisible();
  await expectAccessible(page);
});

test('pages that connect an account have no sidebar', async ({ page, request }) => {
  await openAs(page, await serverOf(request), '/app/channel');
  await expect(sidebar(page)).toBeVisible();
  for (const path of ['/app/channel/amazon/integrations', '/app/channel/meli/integrations']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(sidebar(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Abrir o menu' })).toHaveCount(0);
  }
  await page.goto('/app/integration/amazon');
  await expect(page, 'of its own it has no entry in the sidebar').toHaveTitle(
    'Contas de marketplace · Primazia',
  );
  await page.getByRole('link', { name: 'Primazia' }).click();
  await expect(sidebar(page)).toBeVisible();
  await expect(pageTitle(page, 'Painel'), 'the first page').toBeVisible();
});

test('an installation under maintenance shows that to every visitor, and opens automatically', async ({
  page,
}) => {
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Closed', status: 503, code: 'maintenance' },
    }),
  );
  await page.goto(PRICING);
  await expect(pageTitle(page, 'Em manutenção')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/**');
  await expect(pageTitle(page, 'Em manutenção')).toBeHidden();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('who only reads is offered nothing that would be refused', async ({ page, request }) => {
  const email = `rui-${Date.now()}@primazia.test`;
  const password = 'Only-reads-1';
  const owner = await serverOf(request);
  await owner.call('post', '/v1/members', { email, name: 'Rui Leitor', role: 'analyst' });
  await expect.poll(() => linksTo(email).length).toBe(1);
  const token = new URL(linksTo(email)[0] ?? '', 'http://x').searchParams.get('token');
  expect((await request.post('/api/auth/reset-password', { data: { token, password } })).ok()).toBe(
    true,
  );
  await pretend(page, 'stage');
  await openAs(page, await serverOf(request, { email, password }), TEST_PAGE);
  await expect(pageTitle(page, 'Página de teste')).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Registro de atividades' })).toHaveCount(0);
  await expect(sidebar(page).getByRole('link', { name: 'Primazia no seu ERP' })).toHaveCount(0);
  await sidebar(page).getByRole('link', { name: 'Equipe' }).click();
  await expect(page.getByText('Só proprietários mudam a equipe.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Convidar pessoa' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sair', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Parar todas/ })).toHaveCount(0);
});
