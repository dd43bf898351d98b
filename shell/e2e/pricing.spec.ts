import { expect, type Page, test } from '@playwright/test';
import type { Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { findLosingListing, freeListing, type Listing, typed } from './listings.ts';
import { PASSWORD } from './person.ts';
import { openAs, type Server, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';
const HISTORY = '/app/historico-de-precos';

const reais = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

const form = (page: Page) => page.getByRole('dialog', { name: /regra de preço/ });
const minimum = (page: Page) => form(page).getByRole('textbox', { name: 'Preço mínimo' });
const maximum = (page: Page) => form(page).getByRole('textbox', { name: 'Preço máximo' });
const create = (page: Page) => form(page).getByRole('button', { name: 'Criar regra' });
const save = (page: Page) => form(page).getByRole('button', { name: 'Salvar regra' });
const leaving = (page: Page) => page.getByRole('alertdialog', { name: 'Sair sem salvar?' });

/** A rule that changes no price without approval. */
const ruleOf = (listing: Listing, more: object = {}) => ({
  name: listing.title.slice(0, 60),
  strategy: 'MATCH',
  minPrice: listing.price - 1,
  maxPrice: listing.price + 1,
  requiresApproval: true,
  status: 'disabled',
  listingIds: [listing.id],
  ...more,
});

test.use({ locale: 'pt-BR', colorScheme: 'light' });

let server: Server;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request);
});

test.describe('the form of a rule', () => {
  let listing: Listing;
  let open: (page: Page) => Promise<void>;
  test.beforeEach(async () => {
    listing = await freeListing(server);
    open = async (page) => {
      await openAs(page, server, `${PRICING}?listingId=${listing.id}`);
      await expect(minimum(page)).toBeVisible();
    };
  });

  test('shows faults at the fields, and what someone else saved in between', async ({ page }) => {
    await open(page);
    await minimum(page).fill(typed(listing.price));
    await maximum(page).fill(typed(listing.price - 1));
    await create(page).click();
    await expect(form(page).getByText(/^Deve ser maior que o mínimo/)).toBeVisible();
    await expect(maximum(page)).toBeFocused();

    await minimum(page).fill(typed(listing.price * 0.2));
    await maximum(page).fill(typed(listing.price + 5));
    await create(page).click();
    const low = page.getByRole('alertdialog', { name: 'Mínimo muito baixo' });
    await expect(low).toContainText('menos de 30%');
    await low.getByRole('button', { name: 'Voltar' }).click();
    await expect(low).toBeHidden();
    await expect(minimum(page)).toHaveValue(typed(listing.price * 0.2));

    await minimum(page).fill(typed(listing.price - 3));
    const rule = await server.call<Rule>('post', '/v2/rules', ruleOf(listing));
    await expect(form(page).getByText('Este anúncio ganhou uma regra')).toBeVisible();
    await create(page).click();
    await expect(form(page).getByText('Este anúncio ganhou uma regra')).toBeVisible();
    await form(page).getByRole('button', { name: 'Abrir a regra' }).click();
    await expect(save(page)).toBeVisible();

    await minimum(page).fill(typed(listing.price - 4));
    await server.call('put', `/v2/rules/${rule.id}`, {
      rule: ruleOf(listing, { minPrice: listing.price - 5 }),
      version: rule.version,
    });
    await save(page).click();
    await expect(form(page).getByText('Alguém salvou esta regra')).toBeVisible();
    await form(page).getByRole('button', { name: 'Abrir a versão salva' }).click();
    await expect(minimum(page)).toHaveValue(typed(listing.price - 5));
  });

  test('is not lost by Back, nor by another page, without confirmation', async ({ page }) => {
    await openAs(page, server, PRICING);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Trocar a senha' }).click();
    await page.getByRole('link', { name: 'Voltar sem trocar' }).click();
    await page
      .getByRole('button', { name: /Criar regra/ })
      .first()
      .click();
    await minimum(page).fill('12,34');
    const opened = page.url();
    // Back to a page without a module: there the form would be unmounted before the confirmation.
    await page.evaluate(() => history.go(-2));
    await expect(leaving(page)).toBeVisible();
    await expectAccessible(page, '[role=alertdialog]');
    await leaving(page).getByRole('button', { name: 'Continuar editando' }).click();
    await expect(leaving(page)).toBeHidden();
    await expect(minimum(page)).toHaveValue('12,34');
    await expect(page).toHaveURL(opened);

    // It returns into the form a moment after the dialog closed.
    await expect(form(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await leaving(page).getByRole('button', { name: 'Sair sem salvar' }).click();
    await expect(form(page)).toBeHidden();
    await expect(page).toHaveURL(PRICING);
  });

  test('keeps what was typed over the end of the session, and saves it once where an answer gets lost', async ({
    page,
    request,
  }) => {
    await open(page);
    await minimum(page).fill(typed(listing.price - 2));
    await maximum(page).fill(typed(listing.price + 2));
    const { refresh_token } = server.entered;
    await page.route('**/api/v2/rules', async (route) => {
      await request.post('/api/auth/logout', { data: { refresh_token } });
      await route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Expired', status: 401, code: 'token_expired' },
      });
    });
    await create(page).click();
    const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await again.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.unroute('**/api/v2/rules');
    await page.keyboard.press('Enter');
    await expect(again).toBeHidden();
    await expect(minimum(page)).toHaveValue(typed(listing.price - 2));

    const keys: (string | undefined)[] = [];
    await page.route('**/api/v2/rules', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      // The server does it, but the answer is lost.
      await route.fetch();
      await route.abort();
    });
    await create(page).click();
    await expect(page.getByText('Regra criada.')).toBeVisible();
    await expect(form(page)).toBeHidden();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });
});

test.describe('addresses', () => {
  test('of an unknown listing, or an invalid one, are reported and corrected', async ({ page }) => {
    await openAs(page, server, `${PRICING}?listingId=987654321`);
    await expect(page.getByText('Este anúncio não existe nesta empresa.')).toBeVisible();
    await expect(page).toHaveURL(PRICING);
    await page.goto(`${PRICING}?page=abc&limit=7&orders=moon&tab=losing`);
    await expect(page.getByText('Parte do endereço não era válida')).toBeVisible();
    await expect(page).toHaveURL(`${PRICING}?tab=losing`);
    await page.goto(`${PRICING}?listingId=%F0`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('a decision that changed is reported with its price, and an undo may change the rule first', async ({
  page,
}) => {
  const listing = await findLosingListing(server);
  const made = ruleOf(listing, {
    strategy: 'WIN',
    minPrice: listing.target - 5,
    maxPrice: listing.price + 20,
    status: 'enabled',
  });
  await server.call('post', '/v2/rules', made);
  await openAs(page, server, `${HISTORY}?listingId=${listing.id}`);
  const update = page.getByRole('row').filter({ hasText: listing.skuMarketplace }).last();
  await expect(update).toContainText('Aguarda aprovação');

  await page.route('**/apply', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'decision_changed',
        values: { newPrice: listing.target - 1 },
      },
    }),
  );
  await expect(update).not.toHaveClass(/pz-row-changed/);
  await update.getByRole('button', { name: /Aprovar/ }).click();
  await expect(page.getByText(`A nova proposta é ${reais(listing.target - 1)}.`)).toBeVisible();
  await page.unroute('**/apply');
  await update.getByRole('button', { name: /Aprovar/ }).click();
  await page.mouse.move(0, 0);
  await expect(update).toContainText('Aplicado');

  await expect(update).not.toHaveClass(/pz-row-changed/);
  await update.getByRole('button', { name: /Desfazer/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Desfazer a alteração de preço' });
  await dialog.getByRole('radio', { name: 'Mudar a regra e depois desfazer' }).check();
  await dialog.getByRole('button', { name: 'Abrir a regra' }).click();
  await minimum(page).fill(typed(listing.price - 1));
  await form(page)
    .getByRole('button', { name: /^Salvar e restaurar/ })
    .click();
  await expect(form(page)).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Desfeito' })).toBeVisible();
});
