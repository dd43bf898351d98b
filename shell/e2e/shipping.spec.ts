import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openAs, serverOf } from './server.ts';

const CREDIT = '/app/credito-de-frete';
const RECORDS = '/app/cadastros-de-frete';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

const dialogOf = (page: Page) => page.getByRole('dialog');
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('shipping credit is added from 1.00, and each entry stays in the statement', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, server, CREDIT);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crédito de frete');
  await expect(page.getByText('Nenhum lançamento ainda')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Adicionar crédito' }).click();
  const amount = dialogOf(page).getByRole('textbox', { name: 'Valor do crédito' });
  await amount.fill('0,99');
  await dialogOf(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialogOf(page)).toContainText('O crédito mínimo é de R$ 1,00.');
  await expectAccessible(page, '[role=dialog]');
  await amount.fill('150,40');
  await dialogOf(page).getByRole('textbox', { name: 'Descrição' }).fill('Pix de maio');
  await dialogOf(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect(dialogOf(page)).toBeHidden();

  const path = '/v1/shipping/credit';
  const cost = { operation: 'shipping_cost', amount: 20.4, note: 'Etiqueta', reference: 'label-1' };
  const spent = await server.call<{ id: number }>('post', path, cost);
  await server.call('post', path, {
    operation: 'reversal',
    reverses: spent.id,
    note: '',
    reference: 'label-1-back',
  });
  await page.reload();
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Estorno do lançamento 2' })).toContainText('R$ 150,40');
  await expect(rows.filter({ hasText: 'Custo de frete' })).toContainText('-R$ 20,40');
  await expect(rows.filter({ hasText: 'Pix de maio' })).toContainText('Recarga de crédito');
  const sums = page.locator('.credit__sums');
  await expect(sums).toHaveText('SaldoR$ 150,40EntradasR$ 170,80SaídasR$ 20,40');

  const filters = 'operation:IN:credit_top_up';
  await page.goto(`${CREDIT}?filters=${encodeURIComponent(filters)}`);
  await expect(sums).toHaveText(
    'SaldoR$ 150,40Entradas neste filtroR$ 150,40Saídas neste filtroR$ 0,00',
  );
  await expect(rows.filter({ hasText: 'Custo de frete' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Planilha ou impressão' }).click();
  const downloading = page.waitForEvent('download');
  await dialogOf(page)
    .getByRole('button', { name: /CSV|planilha/i })
    .click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain('Recarga de crédito;Pix de maio;');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(CREDIT);
  await expect(sums).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(360);
});

test('a sender is entered, found without accents, edited and removed', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const server = await serverOf(request);
  // Those of an attempt that failed.
  const { content: earlier } = await server.call<{ content: { id: number }[] }>(
    'get',
    '/v1/shipping/records?tab=sender&limit=50',
  );
  for (const { id } of earlier) await server.call('delete', `/v1/shipping/records/${id}`);
  await openAs(page, server, RECORDS);
  await expect(page.getByText('Nenhum remetente')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Novo remetente' }).click();
  const dialog = dialogOf(page);
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const save = dialog.getByRole('button', { name: 'Salvar' });
  await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Depósito Jundiaí');
  await field('CPF ou CNPJ').fill('12.ABC.345/01DE-36');
  await field('CEP').fill('1320');
  await save.click();
  await expect(dialog).toContainText('Este CPF ou CNPJ não é válido');
  await expect(dialog).toContainText('O CEP tem 8 dígitos');
  await expectAccessible(page, '[role=dialog]');
  await field('CPF ou CNPJ').fill('12.abc.345/01de-35');
  await field('CEP').fill('13201-000');
  await field('Telefone').fill('11 98765-4321');
  await dialog.getByRole('combobox', { name: 'Município' }).fill('jundiai');
  await dialog.getByRole('option', { name: 'Jundiaí (SP)' }).click();
  await save.click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Depósito Jundiaí' });
  await expect(row).toContainText('12.ABC.345/01DE-35');
  await expect(row).toContainText('(11) 98765-4321');
  await expect(row).toContainText('13201-000, Jundiaí (SP)');

  await page.getByRole('searchbox').fill('jundiai');
  await page.waitForURL(/search=jundiai/);
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^Editar/ }).click();
  await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Galpão Jundiaí');
  await dialog.getByRole('switch', { name: 'Ativo' }).press('Space');
  await save.click();
  await expect(dialog).toBeHidden();
  const edited = page.getByRole('row').filter({ hasText: 'Galpão Jundiaí' });
  await expect(edited).toContainText('Inativo');

  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });
  await edited.getByRole('button', { name: /^Remover/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(edited).toHaveCount(0);
});
