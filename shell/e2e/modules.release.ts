// Modules of the last release with the present server: in an ERP's page, which this version's loader serves, and in this
// version's shell. scripts/last-release.mjs builds them and runs this; `npm test` does not.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openPricing, title } from './hosts/element.ts';
import { detailsOf, ERP, type ErpHost, openErp } from './hosts/host.ts';
import { findLosingListing, type Listing, typed } from './listings.ts';
import { changeOffer, competitorsOn } from './market.ts';
import { openAs, type Server, serverOf } from './server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MODULES = join(process.env.PRIMAZIA_E2E_DATA ?? '', 'modules');
/** Where the last release is built. */
const RELEASE = process.env.PRIMAZIA_RELEASE ?? '';
const DEPLOYED = ['mfe-pricing', 'mfe-integrations'] as const;

interface Manifest {
  version: string;
  build: string;
  sidebar: { path: string }[];
}
const manifests = Object.fromEntries(
  DEPLOYED.map((name) => {
    const text = readFileSync(join(RELEASE, name, 'dist', 'module.json'), 'utf8');
    return [name, JSON.parse(text) as Manifest];
  }),
) as Record<(typeof DEPLOYED)[number], Manifest>;

const reais = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

/** Collects what a page writes to its console as an error, and what it throws. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

let server: Server;
let erp: ErpHost;

test.use({ locale: 'pt-BR', colorScheme: 'light', viewport: { width: 1360, height: 900 } });
test.beforeAll(async ({ baseURL }) => {
  erp = await openErp(baseURL ?? '');
  for (const name of DEPLOYED) {
    const dist = join(RELEASE, name, 'dist');
    const deploy = [join(ROOT, 'scripts', 'deploy.mjs'), '--to', MODULES, '--built', dist];
    const { stdout } = await promisify(execFile)(process.execPath, deploy, {
      cwd: join(ROOT, name),
    });
    expect(stdout).toContain(`build ${manifests[name].build}`);
  }
});
test.afterAll(async () => {
  await erp.close();
  for (const name of DEPLOYED) rmSync(join(MODULES, name), { recursive: true, force: true });
});
test.beforeEach(async ({ context, request }) => {
  server = await serverOf(request);
  await erp.serve(context);
});

async function rowOf(part: Page | Locator, listing: Listing): Promise<Locator> {
  await part.getByRole('searchbox').fill(listing.skuMarketplace);
  const row = part.getByRole('row').filter({ hasText: listing.skuMarketplace });
  await expect(row).toHaveCount(1);
  return row;
}

/** Creates a rule from a listing's row, watches its price arrive live, and edits the rule. */
async function priceListing(page: Page, part: Page | Locator, listing: Listing): Promise<void> {
  const row = await rowOf(part, listing);
  await row.getByRole('button', { name: /Criar regra/ }).click();
  const form = part.getByRole('dialog', { name: /regra de preço/ });
  await form.getByRole('radio', { name: 'Ganhar' }).check();
  await form.getByRole('textbox', { name: 'Preço mínimo' }).fill(typed(listing.target * 0.7));
  await form.getByRole('textbox', { name: 'Preço máximo' }).fill(typed(listing.price + 20));
  await form.getByRole('button', { name: 'Criar regra' }).click();
  await expect(form).toBeHidden();

  // Rows do not change under the pointer.
  await page.mouse.move(0, 0);
  await expect(row).toContainText(reais(listing.target));
  await expect(row).toContainText('Ganhando');

  // A row that has just changed ignores presses.
  await expect(row).not.toHaveClass(/pz-row-changed/);
  await row.getByRole('button', { name: /^Abrir a regra/ }).click();
  const maximum = form.getByRole('textbox', { name: 'Preço máximo' });
  await expect(maximum).toHaveValue(typed(listing.price + 20));
  await maximum.fill(typed(listing.price + 30));
  await form.getByRole('button', { name: 'Salvar regra' }).click();
  await expect(form).toBeHidden();
  await page.mouse.move(0, 0);
}

test('in a page of an ERP: a list, a rule that is created and edited, live updates, languages', async ({
  page,
}) => {
  const errors = errorsOf(page);
  const listing = await findLosingListing(server);
  // The token names the company: with the attribute `company`, elements of 0.1.0 get no live updates.
  const company = erp.companies['Casa Aurora'];
  await page.route(`${ERP}/primazia-token*`, (route) =>
    route.fallback({ url: `${ERP}/primazia-token?module=mfe-pricing&company=${company}` }),
  );
  const pricing = await openPricing(page);
  const { version } = manifests['mfe-pricing'];
  expect(await detailsOf(page, 'ready')).toEqual([{ module: 'mfe-pricing', version }]);
  await priceListing(page, pricing, listing);
  expect((await detailsOf(page, 'rule-saved')).length).toBeGreaterThan(0);

  await test.step('a competitor changes its price, and the row follows', async () => {
    const best = (await competitorsOn(listing.skuMarketplace)).find(
      ({ price }) => price === Math.round(listing.target * 100 + 1) / 100,
    );
    if (best === undefined) throw new Error('the best competitor is not on the product’s page');
    const price = Math.round(best.price * 95) / 100;
    await changeOffer(best.itemId, { price });
    await expect(await rowOf(pricing, listing)).toContainText(reais(price));
  });

  for (const [locale, heading] of [
    ['es-MX', 'Precios automáticos'],
    ['en', 'Automatic pricing'],
    ['pt-BR', 'Precificação automática'],
  ] as const) {
    await pricing.evaluate((node, name) => node.setAttribute('locale', name), locale);
    await expect(title(pricing, heading)).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('in a page of an ERP: the accounts, beside the list of prices', async ({ page }) => {
  const errors = errorsOf(page);
  await page.goto(`${ERP}/?elements=pricing,integrations&company=${erp.companies['Casa Aurora']}`);
  const accounts = page.locator('primazia-integrations');
  await expect(accounts.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(accounts.getByRole('article').first()).toContainText('Casa Aurora');
  await expect(page.locator('primazia-pricing').getByRole('row').nth(1)).toBeVisible();
  expect(errors).toEqual([]);
});

test('in this version’s shell: a rule is created and edited, and every page opens', async ({
  page,
}) => {
  const errors = errorsOf(page);
  const listing = await findLosingListing(server);
  const entry = `/modules/mfe-pricing/${manifests['mfe-pricing'].build}/remoteEntry.js`;
  const loaded = page.waitForResponse((response) => response.url().endsWith(entry));
  await openAs(page, server, '/app/precificacao-automatica');
  expect((await loaded).ok()).toBe(true);
  await priceListing(page, page, listing);
  for (const name of DEPLOYED)
    for (const { path } of manifests[name].sidebar) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  // A section of this version, beside them in one document.
  await page.getByRole('link', { name: 'Painel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  expect(errors).toEqual([]);
});
