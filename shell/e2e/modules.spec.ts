import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { editionOf, PRICING_BUILD } from './edition.ts';
import { keepLanguageHere } from './person.ts';
import { openAs, type Server, serverOf } from './server.ts';
import { openTrouble, type Trouble, type TroubledServer } from './trouble.ts';

const PRICING = '/app/precificacao-automatica';
const ACCOUNTS = '/app/channel';
const PATIENCE = 15_000;

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Navegação principal' }).getByRole('link', { name });
const pricing = (page: Page) => pageTitle(page, 'Precificação automática');
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' });

let server: Server;
let troubled: TroubledServer;

test.use({ locale: 'pt-BR', colorScheme: 'light' });
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  server = await serverOf(request);
  await request.dispose();
  troubled = await openTrouble(baseURL ?? '');
});
test.beforeEach(() => troubled.heal());
test.afterAll(() => troubled.close());

/** The second module works, whatever the state of the first. */
async function expectOthersWork(page: Page) {
  await section(page, 'Contas de marketplace').click();
  await expect(pageTitle(page, 'Contas de marketplace')).toBeVisible();
}

async function deployedBuild(): Promise<{ version: string; build: string }> {
  const answer = await fetch(`${troubled.origin}/modules/registry.json`);
  const list: { name: string; version: string; build: string }[] = await answer.json();
  const { version = '', build = '' } = list.find(({ name }) => name === 'mfe-pricing') ?? {};
  return { version, build };
}

test.describe('a failing module does not affect the others, is reported, and recovers by the retry', () => {
  const FAILURES: [Trouble, string, string][] = [
    ['dead', 'down', 'Esta seção não carregou'],
    ['silent', 'slow', 'Esta seção está demorando demais'],
    ['corrupt', 'tampered', 'Esta seção foi bloqueada por segurança'],
    ['throws', 'broken', 'Esta seção não funcionou'],
    ['too-new', 'too-new', 'Esta seção foi feita para outra versão'],
    ['undrawable', 'render', 'Algo deu errado'],
  ];
  for (const [trouble, failure, title] of FAILURES) {
    test(trouble, async ({ page }) => {
      troubled.trouble = trouble;
      if (trouble === 'silent') await page.clock.install();
      await openAs(page, server, troubled.origin + ACCOUNTS);
      await expect(pageTitle(page, 'Contas de marketplace')).toBeVisible();
      await section(page, 'Precificação automática').click();
      const place = page.getByRole('main').getByRole('alert').filter({ hasText: title });
      const expectFailure = () =>
        expect(async () => {
          if (trouble === 'silent') await page.clock.fastForward(PATIENCE);
          await expect(place).toBeVisible({ timeout: 5_000 });
        }).toPass();
      await expectFailure();
      // The others use the same component as the first.
      if (trouble === 'dead' || trouble === 'undrawable') await expectAccessible(page);
      const known = await deployedBuild();
      await expect
        .poll(() => troubled.incidents)
        .toMatchObject([
          {
            report: { module: 'mfe-pricing', ...known, failure, page: PRICING },
            recorded: true,
          },
        ]);
      await expectOthersWork(page);

      // When the person returns, it is retried.
      await page.goBack();
      await expectFailure();
      troubled.trouble = 'none';
      await retry(page).click();
      await expect(pricing(page)).toBeVisible();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expect(place).toBeHidden();
    });
  }
});

test('a new version takes over at the next section, and a new shell waits for the person', async ({
  page,
}) => {
  await page.clock.install();
  await openAs(page, server, troubled.origin + PRICING);
  await expect(pricing(page)).toBeVisible();

  await troubled.deploy('"Histórico de preços"', '"Histórico, edição nova"');
  troubled.rewrite.set(/^\/$/, (html) => html.replace(/main\.[0-9a-f]+\.js/, 'main.00000000.js'));
  await page.clock.fastForward(6_000);
  await section(page, 'Histórico de preços').click();
  await expect(pageTitle(page, 'Histórico, edição nova')).toBeVisible();
  expect(troubled.incidents).toEqual([]);

  const notice = page.getByRole('status').filter({ hasText: 'Há uma versão nova do Primazia' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Agora não' }).click();
  await expect(notice).toBeHidden();
  await page.clock.fastForward(6_000);
  await expectOthersWork(page);
  await expect(notice).toBeHidden();
});

test('a section that was left requests nothing, and opens again with its address and in the language of then', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/v\d\/(rules|monitoring|pricing\/first-run)/.test(pathname))
      requested.push(pathname);
  });
  await page.clock.install();
  await openAs(page, server, `${troubled.origin + PRICING}?limit=50`);
  const listing = page.getByRole('row').nth(1).getByRole('checkbox');
  await expect(listing).toBeVisible();
  const title = await pricing(page).elementHandle();
  if (title === null) throw new Error('The title is gone.');

  await expectOthersWork(page);
  await page.clock.fastForward(1_000);
  await expect.poll(() => title.evaluate((node) => node.isConnected)).toBe(false);
  requested.length = 0;
  // Polls of markets are planned again each minute, and the list follows what the market does.
  for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward(60_000);
  await expect(pageTitle(page, 'Contas de marketplace')).toBeVisible();
  expect(requested).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(/limit=50/);
  await expect(listing).toBeVisible();
  expect(requested).toContain('/api/v2/rules/listings/query');

  await expectOthersWork(page);
  await keepLanguageHere(page);
  await page.getByRole('button', { name: /^Idioma:/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(pageTitle(page, 'Marketplace accounts')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Automatic pricing' })
    .click();
  await expect(pageTitle(page, 'Automatic pricing')).toBeVisible();
  await expect(listing).toBeVisible();
});

/** A developer's machine with the pricing module, which has a distinctive text. */
async function openWorkshop(): Promise<HttpServer> {
  const own = editionOf('"Histórico de preços"', '"Histórico na bancada"');
  const workshop = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    const code = own.get(pathname.slice(1));
    const file = join(PRICING_BUILD, pathname);
    if (code !== undefined) {
      response.setHeader('content-type', 'text/javascript').end(code);
    } else if (pathname.endsWith('.css') && existsSync(file)) {
      createReadStream(file).pipe(response.setHeader('content-type', 'text/css'));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((done) => workshop.listen(0, 'localhost', done));
  return workshop;
}

test.describe("a developer's own build", () => {
  const HISTORY = '/app/historico-de-precos';
  let workshop: HttpServer;
  let address = '';
  test.beforeAll(async () => {
    workshop = await openWorkshop();
    address = `http://localhost:${(workshop.address() as AddressInfo).port}/`;
  });
  test.afterAll(() => {
    workshop.close();
  });
  const overridden = () => `${troubled.origin}${HISTORY}?modules=mfe-pricing@${address}`;

  /** Makes the product answer as in development. */
  function develop() {
    troubled.rewrite.set(/^\/api\/site$/, (text) =>
      JSON.stringify({ ...JSON.parse(text), environment: 'development' }),
    );
    troubled.allowsLocal = true;
  }

  test('replaces the deployed one, with a notice, and is removed by one click', async ({
    page,
  }) => {
    develop();
    await openAs(page, server, overridden());
    await expect(pageTitle(page, 'Histórico na bancada')).toBeVisible();
    await expect(page).toHaveURL(troubled.origin + HISTORY);
    const badge = page.getByRole('region', { name: 'Módulos em teste' });
    await expect(badge).toContainText(`mfe-pricing vem de ${new URL(address).host}`);
    await expectAccessible(page);
    await page.reload();
    await expect(pageTitle(page, 'Histórico na bancada')).toBeVisible();

    await badge.getByRole('button', { name: 'Voltar ao publicado' }).click();
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
    await expect(badge).toBeHidden();
    await page.reload();
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  });

  test('that is broken offers the deployed one in its place', async ({ page }) => {
    develop();
    const nobody = 'http://localhost:9/';
    await openAs(page, server, `${troubled.origin}${HISTORY}?modules=mfe-pricing@${nobody}`);
    const place = page.getByRole('main').getByRole('alert');
    await expect(place).toContainText(`mfe-pricing está apontado para ${nobody}`);
    const back = place.getByRole('button', { name: 'Voltar ao publicado' });
    const stood = await back.boundingBox();
    // The icon loads late, and does not shift what a user may press.
    await expect(place.locator('.notice-icon path').first()).toBeVisible();
    expect(await back.boundingBox()).toEqual(stood);
    await back.click();
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
  });

  test('is ignored in production, with the reason in the console', async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await openAs(page, server, overridden());
    await expect(pageTitle(page, 'Histórico de preços')).toBeVisible();
    expect(said).toContain('Modules cannot be overridden in production.');
    await expect(page.getByRole('region', { name: 'Módulos em teste' })).toBeHidden();
  });
});
