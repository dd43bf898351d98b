import { expect, type Page, test } from '@playwright/test';
import type { CostsOfListing } from '@primazia/backend/catalog/contract';
import type { PricingSettings } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { findLosingListing, type Listing, typed } from './listings.ts';
import { pick } from './picker.ts';
import { openAs, type Server, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';
const SETTINGS = '/app/configuracao-de-precificacao';

const reais = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

const form = (page: Page) => page.getByRole('dialog', { name: /regra de preço/ });
const preview = (page: Page) => form(page).getByRole('complementary');

test.use({ locale: 'pt-BR', colorScheme: 'light' });

let server: Server;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request);
});

/** What sells at a price so that 40 % of it are left: no tax, a fee of 10 %. */
const costFor = (price: number) => Math.floor(price * 50) / 100;

test('a rule finds its price above a margin, and is backtested before it is created', async ({
  page,
}) => {
  const listing: Listing = await findLosingListing(server);
  await openAs(page, server, `${PRICING}?listingId=${listing.id}`);

  await test.step('the Primazia strategy is preselected, and shows what it would do', async () => {
    await expect(form(page).getByRole('radio', { name: 'Primazia' })).toBeChecked();
    await expect(form(page).getByText(/^Ganhar o buybox pelo preço mais alto/)).toBeVisible();
    await expect(
      preview(page).getByRole('row', { name: /o mais barato e não ganha/ }),
    ).toContainText('R$');
  });

  await test.step('the minimum follows from what the listing costs', async () => {
    await pick(form(page).getByRole('button', { name: /Mínimo por/ }), /^Margem/);
    await form(page).getByRole('textbox', { name: 'Margem mínima (%)' }).fill('10');
    await form(page)
      .getByLabel('Custo do produto')
      .fill(typed(costFor(listing.price)));
    await form(page).getByLabel('Imposto (%)').fill('0');
    await form(page).getByLabel('Tarifa do marketplace (%)').fill('10');
    await form(page).getByLabel('Tarifa fixa').fill('0');
    const margins = form(page).getByRole('table', { name: 'Margem' });
    await expect(margins.getByRole('row', { name: /^Hoje/ })).toContainText('40%');
    await form(page).getByRole('button', { name: 'Salvar os custos' }).click();
    await expect(page.getByText('Custos salvos.')).toBeVisible();
    const minimum = Math.ceil((costFor(listing.price) / 0.8) * 100) / 100;
    await expect(form(page).getByText(`Neste anúncio o mínimo é ${reais(minimum)}.`)).toBeVisible();
    await expect(margins.getByRole('row', { name: /^No mínimo/ })).toContainText('10%');
    await expectAccessible(page, '[role=dialog]');
  });

  await test.step('backtested, compared with the past and with no rule', async () => {
    await preview(page).getByRole('button', { name: 'Simular no passado' }).click();
    const backtest = page.getByRole('dialog', { name: 'Simulação da regra' });
    await backtest.getByRole('radio', { name: 'Últimos 7 dias' }).check();
    await backtest.getByRole('button', { name: 'Começar' }).click();
    const figures = backtest.getByRole('table', { name: 'Resultado' });
    await expect(figures).toBeVisible();
    await expect(figures.getByRole('row', { name: /^Tempo ganhando/ })).toContainText('%');
    await expect(backtest.getByText(/no mercado real eles reagiriam/).last()).toBeVisible();
    await expect(backtest.getByRole('img', { name: 'Preço médio por dia' })).toBeVisible();
    await backtest.getByRole('button', { name: 'Ver como tabela' }).first().click();
    await expect(backtest.getByRole('table', { name: 'Preço médio por dia' })).toBeVisible();
    const download = page.waitForEvent('download');
    await backtest.getByRole('button', { name: 'Baixar CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await expectAccessible(page, '[role=dialog]:last-of-type');
    await backtest.getByRole('button', { name: 'Voltar' }).click();
    await expect(backtest).toBeHidden();
  });

  // Typed costs are kept and passed on.
  await form(page).getByLabel('Tarifa fixa').fill('1,00');
  await form(page).getByRole('button', { name: 'Criar regra' }).click();
  await expect(page.getByText('Regra criada.')).toBeVisible();
  const costs = await server.call<CostsOfListing>('get', `/v1/listings/${listing.id}/costs`);
  expect(costs.feeFixed).toBe(1);
  await expect(form(page)).toBeHidden();
  await page.getByRole('searchbox').fill(listing.skuMarketplace);
  await expect(page.getByRole('row').filter({ hasText: listing.skuMarketplace })).toContainText(
    'Primazia',
  );
});

test('one rule for several listings shows what it would do with each, within the company’s settings', async ({
  page,
}) => {
  await openAs(page, server, `${PRICING}?tab=no_rule`);
  await page
    .getByRole('checkbox', { name: /^Selecionar: / })
    .first()
    .check();
  await page
    .getByRole('checkbox', { name: /^Selecionar: / })
    .nth(1)
    .check();
  await page.getByRole('button', { name: 'Criar uma regra para 2 anúncios' }).click();
  const all = form(page).getByRole('region', { name: 'Em todos os anúncios da regra' });
  await expect(all).toContainText('de 2');
  await expect(all.getByRole('listitem').filter({ hasText: 'R$' })).toHaveCount(2);
  await form(page).getByRole('button', { name: 'Voltar' }).click();
  await expect(form(page)).toBeHidden();

  const before = await server.call<PricingSettings>('get', '/v2/pricing/settings');
  await page.getByRole('link', { name: 'Configuração de preços' }).click();
  const step = page.getByLabel('Maior variação de uma vez (%)');
  await expect(step).toHaveValue('30');
  await expectAccessible(page);
  await step.fill('70');
  await page.getByRole('button', { name: 'Salvar a configuração' }).click();
  await expect(page.getByText(/^Não pode ser menor do que a maior variação/)).toBeVisible();
  await step.fill('25');
  const minutes = page.getByLabel('Minutos entre duas alterações de um anúncio');
  await minutes.fill('0');
  await minutes.blur();
  await expect(minutes).toHaveAttribute('aria-invalid', 'true');
  await minutes.fill('90');
  await page.getByLabel('Menor aumento (% do preço)').fill('0,5');
  await page.getByRole('button', { name: 'Salvar a configuração' }).click();
  await expect(page.getByText('Configuração salva.')).toBeVisible();
  await page.goto(SETTINGS);
  await expect(page.getByLabel('Maior variação de uma vez (%)')).toHaveValue('25');
  await expect(minutes).toHaveValue('90');
  await expect(page.getByLabel('Menor aumento (% do preço)')).toHaveValue('0,5');

  await page.locator('input[type=file]').setInputFiles({
    name: 'custos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('SKU;Custo\r\nnada-assim;10,00\r\n'),
  });
  const sheet = page.getByRole('dialog', { name: 'Custos de custos.csv' });
  await expect(sheet.getByText('Linha 2', { exact: false })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await sheet.getByRole('button', { name: 'Voltar' }).click();
  await server.call('put', '/v2/pricing/settings', before);
});
