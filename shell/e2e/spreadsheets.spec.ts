import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { typed } from './listings.ts';
import { openAs, type Server, serverOf } from './server.ts';

const SHEETS = '/app/planilhas-de-regras';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

let server: Server;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request);
});

/** Listings that no rule prices yet. */
async function bareListings(count: number): Promise<PricedListing[]> {
  const path = '/v2/rules/listings/query?tab=no_rule&limit=50';
  const page = await server.call<{ content: PricedListing[] }>('post', path, { filters: [] });
  const bare = page.content.filter(({ status }) => status === 'ENABLED').slice(0, count);
  expect(bare).toHaveLength(count);
  return bare;
}

/** Downloads a file as CSV, and reads it. */
async function csvOf(page: Page, button: RegExp | string): Promise<string[]> {
  await page.getByRole('button', { name: button }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const text = readFileSync(await (await coming).path(), 'utf8');
  return text.replace(/^\uFEFF/, '').split('\r\n');
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo' }).press('Enter');
  const chooser = await coming;
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

const fitsIn = (page: Page) => () =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('a template is filled in, previewed, saved as far as it is valid, and undone', async ({
  page,
}) => {
  await openAs(page, server, SHEETS);
  await page.getByRole('button', { name: 'O que cada coluna significa' }).click();
  await expect(page.getByText('1 ativa, 2 desativada.')).toBeVisible();
  await expectAccessible(page);

  const [header = ''] = await csvOf(page, 'Modelo vazio');
  const columns = header.split(';');
  expect(columns).toEqual(expect.arrayContaining(['ID', 'Preço mínimo', 'Estratégia']));
  const line = (cells: Record<string, string>) =>
    [...columns.map((column) => cells[column] ?? ''), 'visto'].join(';');
  const listings = await bareListings(3);
  const rows = listings.map(({ id, price }, n) =>
    line({
      ID: String(id),
      // The last one has an ambiguous number.
      'Preço mínimo': n === 2 ? '1.299' : typed(price * 0.9),
      'Preço máximo': typed(Math.max(price * 2, 2_000)),
      Estratégia: 'Ganhar',
      'Pedir aprovação': 'Sim',
    }),
  );
  await choose(page, 'regras.pdf', 'x');
  await expect(page.getByText('regras.pdf não é uma planilha CSV nem XLSX.')).toBeVisible();
  await choose(page, 'regras.csv', [`${header};Minha nota`, ...rows].join('\r\n'));

  await expect(page).toHaveURL(/planilhas-de-regras\/\d+$/);
  await expect(page.getByText(/Nada foi salvo ainda\. O arquivo cria 2 regras/)).toBeVisible();
  await expect(page.getByText(/Coluna ignorada: .*Minha nota/)).toBeVisible();
  await page.getByRole('link', { name: /^Com erro/ }).click();
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.getByText('(R$ 1.299,00 ou R$ 1,299?)')).toBeVisible();
  await expectAccessible(page);
  const failed = await csvOf(page, 'Baixar 1 linha com erro');
  expect(failed[1]).toContain(';1.299;');
  expect(failed[1]).toContain('Pode ser milhar ou decimal');

  await page.getByRole('button', { name: 'Salvar só as 2 linhas válidas' }).click();
  await expect(page.getByText('2 regras salvas. 1 linha não foi salva.')).toBeVisible();
  await expect(page.getByRole('link', { name: listings[0]?.title ?? '' })).toHaveCount(0);
  await page.getByRole('link', { name: /^Novas/ }).click();
  await expect(page.getByText('Salva', { exact: true })).toHaveCount(2);

  await page.getByRole('button', { name: 'Desfazer 2 regras' }).click();
  await expectAccessible(page, '[role="alertdialog"]');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer 2 regras' }).click();
  await expect(page.getByText('2 regras restauradas.')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(fitsIn(page)).toBe(true);
  await expectAccessible(page);
  await page.getByRole('link', { name: '← Planilhas de regras' }).click();
  const past = page.locator('tr[data-row]').filter({ hasText: 'regras.csv' }).first();
  await expect(past).toContainText('Desfeita');
  await expect.poll(fitsIn(page)).toBe(true);
});
