import { expect, type Page, test } from '@playwright/test';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { findLosingListing, typed } from './listings.ts';
import { openAs, type Server, serverOf } from './server.ts';

const RULES = '/app/regras-de-precificacao';
const REPLAYS = '/app/simulacao-de-regras';
const NAME = 'Cozinha sem prejuízo';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

let server: Server;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request);
});

/** Listings that may be given a rule. */
async function freeListings(count: number): Promise<PricedListing[]> {
  const path = '/v2/rules/listings/query?tab=no_rule&limit=100';
  const page = await server.call<{ content: PricedListing[] }>('post', path, {});
  const listings = page.content.filter(({ status }) => status === 'ENABLED').slice(0, count);
  expect(listings).toHaveLength(count);
  return listings;
}
const ruleNow = (id: number) => server.call<Rule>('get', `/v2/rules/${id}`);
const cents = (amount: number) => Math.round(amount * 100) / 100;

/** Nothing exceeds the edge of the window. */
const expectFits = async (page: Page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
};

test('a rule for two listings is created, edited concurrently with someone else, disabled and restored', async ({
  page,
}) => {
  const listings = await freeListings(2);
  const lowest = Math.min(...listings.map(({ price }) => price));
  const minimum = Math.floor(lowest * 80) / 100;
  await openAs(page, server, RULES);
  // A list without rules has one more.
  await page.getByRole('button', { name: 'Nova regra' }).first().click();

  await test.step('its listings are found by searching, and the typed text stays', async () => {
    const name = page.getByLabel('Nome da regra');
    await page.getByRole('button', { name: 'Criar regra' }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    const form = page.getByRole('link', { name: 'Configuração', exact: true });
    await expect(form, 'its tab is still marked').toHaveAttribute('aria-current', 'page');
    await name.fill(NAME);
    await page.getByRole('textbox', { name: 'Preço mínimo' }).fill(typed(minimum));
    await page.getByRole('button', { name: 'Criar regra' }).click();
    await expect(page.getByRole('alert').getByText(/^Escolha ao menos um anúncio/)).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar anúncios' }).click();
    const picker = page.getByRole('dialog', { name: 'Adicionar anúncios' });
    for (const { skuMarketplace, title } of listings) {
      await picker.getByRole('searchbox').fill(skuMarketplace);
      await expect(picker.getByRole('checkbox')).toHaveCount(1);
      await picker.getByRole('checkbox', { name: `Selecionar: ${title}` }).check();
    }
    await expectAccessible(page, '[role=dialog]');
    await picker.getByRole('button', { name: 'Adicionar 2 anúncios' }).click();
    await expect(page.getByRole('heading', { name: '2 anúncios da regra' })).toBeVisible();
    await page.getByRole('link', { name: 'Configuração', exact: true }).click();
    await expect(page.getByLabel('Nome da regra')).toHaveValue(NAME);
  });

  await test.step('it shows what it would do with both before it is saved', async () => {
    const preview = page.getByRole('complementary', { name: 'O que a regra faria agora' });
    await expect(preview.getByRole('table', { name: /^O que acontece/ })).toContainText('R$');
    const all = preview.getByRole('region', { name: 'Em todos os anúncios da regra' });
    await expect(all).toContainText('de 2');
    await expect(page.getByText(/^Afeta 2 anúncios · 2 entram/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Criar regra' }).click();
    await expect(page.getByText('Regra criada.')).toBeVisible();
    await expect(page).toHaveURL(/regras-de-precificacao\/\d+$/);
  });
  const id = Number(page.url().split('/').at(-1));

  await test.step('its address opens it again, and unsaved work is not left behind', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible();
    await page.getByRole('textbox', { name: 'Preço máximo' }).fill(typed(lowest * 3));
    await page.getByRole('link', { name: 'Anúncios 2' }).click();
    await page.getByRole('link', { name: 'Configuração', exact: true }).click();
    await page.getByRole('link', { name: 'Histórico de preços' }).click();
    const guard = page.getByRole('alertdialog', { name: 'Sair sem salvar?' });
    await guard.getByRole('button', { name: 'Continuar editando' }).click();
    await expect(page.getByRole('textbox', { name: 'Preço máximo' })).toHaveValue(
      typed(lowest * 3),
    );
  });

  await test.step('what someone else saved is shown, and both changes are kept', async () => {
    const { version, id: _, createdAt: __, updatedAt: ___, ...rule } = await ruleNow(id);
    const edit = { rule: { ...rule, minPrice: cents(minimum - 1) }, version };
    await server.call('put', `/v2/rules/${id}`, edit);
    await expect(page.getByText('Alguém salvou esta regra')).toBeVisible();
    await expect(page.getByLabel('O que mudou')).toContainText('Preço mínimo');
    await page.getByRole('button', { name: 'Continuar com as minhas alterações' }).click();
    await page.getByRole('button', { name: 'Salvar regra' }).click();
    await expect(page.getByText('Salvo com sucesso')).toBeVisible();
    const saved = await ruleNow(id);
    expect([saved.minPrice, saved.maxPrice]).toEqual([cents(minimum - 1), cents(lowest * 3)]);
  });

  await test.step('it is put to rest at once, and back to work by undoing that', async () => {
    await page.getByRole('navigation', { name: 'Onde você está' }).getByRole('link').click();
    const row = page.getByRole('row').filter({ hasText: NAME });
    await expect(row.getByRole('link', { name: '2', exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Desativar' }).click();
    await expect(row.getByText('Desativada')).toBeVisible();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row.getByText('Ativa', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('on a phone too', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page);
    await page.getByRole('link', { name: NAME }).click();
    await expect(page.getByRole('button', { name: 'Salvar regra' })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
  const { version } = await ruleNow(id);
  await server.call('put', `/v2/rules/${id}/status`, { status: 'archived', version });
});

test('a rule is tried on the past: the link shows the same report, and its draft becomes the rule', async ({
  page,
}) => {
  // Its market was polled: there is something to backtest.
  const listing = await findLosingListing(server);
  const made = await server.call<Rule>('post', '/v2/rules', {
    name: 'Simulada',
    listingIds: [listing.id],
    strategy: 'WIN',
    requiresApproval: true,
    status: 'disabled',
    minPrice: Math.floor(listing.price * 50) / 100,
  });
  await openAs(page, server, REPLAYS);
  await page.getByRole('combobox', { name: 'Regra' }).fill('Simulada');
  await page.getByRole('option', { name: 'Simulada' }).click();
  await expect(page.getByRole('radio', { name: 'O da regra (1)' })).toBeChecked();
  await page.getByRole('radio', { name: 'Outro período' }).check();
  await page.getByRole('button', { name: 'Começar' }).click();
  await expect(page.getByText('Escreva um número inteiro de 1 a 90.')).toBeVisible();
  await page.getByLabel('Quantos dias').fill('5');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Começar' }).click();
  await expect(page).toHaveURL(/simulacao-de-regras\?id=\d+$/);
  const figures = page.getByRole('table', { name: 'Resultado' });
  await expect(figures).toBeVisible();
  await page.reload();
  await expect(figures).toBeVisible();
  await expect(page.getByText('Últimos 5 dias')).toBeVisible();
  await expect(page.getByText('Simulada.', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Usar esta regra' }).click();
  await expect(page).toHaveURL(new RegExp(`regras-de-precificacao/${made.id}\\?simulacao=`));
  await page.getByRole('button', { name: 'Salvar regra' }).click();
  await expect(page.getByText('Salvo com sucesso')).toBeVisible();
  expect((await ruleNow(made.id)).status).toBe('enabled');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(REPLAYS);
  const earlier = page.getByRole('row').filter({ hasText: listing.title });
  await expect(earlier.getByRole('link', { name: 'Simulada' })).toBeVisible();
  await expect(earlier.getByText('Concluída')).toBeVisible();
  await expectFits(page);
  const { version } = await ruleNow(made.id);
  await server.call('put', `/v2/rules/${made.id}/status`, { status: 'archived', version });
});
