import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { pick } from './picker.ts';
import { openAs, type Server, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

let server: Server;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request);
});

const rows = (page: Page) => page.locator('tr[data-row]');
const parameter = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name);
const more = (page: Page) => page.getByRole('button', { name: /^Filtros adicionais/ });
const row = (page: Page, number: number) => page.getByRole('group', { name: `Filtro ${number}` });

const choose = (page: Page, number: number, label: RegExp, option: string) =>
  pick(row(page, number).getByRole('button', { name: label }), option);

test('filters are written by rows, shared by a link, and saved as a view', async ({ page }) => {
  await openAs(page, server, PRICING);
  await expect(rows(page).first()).toBeVisible();
  await more(page).click();
  await choose(page, 1, /Atributo/, 'Preço');
  await row(page, 1).getByRole('textbox', { name: 'De' }).fill('1');
  await row(page, 1).getByRole('textbox', { name: 'Até' }).fill('100,50');
  await page.getByRole('button', { name: 'Adicionar filtro' }).click();
  await choose(page, 2, /Atributo/, 'Estoque');
  await choose(page, 2, /Condição/, 'igual a');
  await row(page, 2).getByRole('textbox', { name: 'Valor' }).fill('0');
  await choose(page, 2, /Operador/, 'ou');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect.poll(parameter(page, 'where')).toBe('price:BETWEEN:1%7C100.5;|stock:=:0');
  await expect(page.getByRole('list', { name: 'Filtros ativos' })).toContainText('ou');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Visões: salvar e compartilhar' }).click();
  await page.getByRole('menuitem', { name: 'Salvar como nova visão' }).click();
  await page.getByRole('textbox', { name: /Nome da visão/ }).fill('Baratos ou sem estoque');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const view = page.getByRole('link', { name: 'Baratos ou sem estoque' });
  await expect(view).toHaveAttribute('aria-current', 'page');
  await page.goto(PRICING);
  await view.click();
  await expect.poll(parameter(page, 'where')).toContain('|stock:=:0');
  await page.getByRole('button', { name: 'Visões: salvar e compartilhar' }).click();
  await page.getByRole('menuitem', { name: 'Excluir “Baratos ou sem estoque”' }).click();
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await expect(view).toHaveCount(0);
});

test('columns are pinned, resized and ordered by keys, and stay so', async ({ page }) => {
  await openAs(page, server, PRICING);
  const header = (name: RegExp) => page.getByRole('columnheader', { name });
  await header(/^Preço/)
    .getByRole('button')
    .click();
  await header(/^Mín/)
    .getByRole('button', { name: /^Mín/ })
    .click({ modifiers: ['Shift'] });
  await expect.poll(parameter(page, 'orders')).toBe('price:asc;minPrice:asc');
  await expect(header(/^Mín/)).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toBeVisible();

  await page.getByRole('button', { name: 'Colunas e densidade' }).click();
  await page.getByRole('button', { name: 'Fixar a coluna Preço' }).press('Enter');
  await page.getByRole('button', { name: 'Mover Regra para antes' }).press('Enter');
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  const price = header(/^Preço/);
  const left = async () => (await price.boundingBox())?.x ?? 0;
  await page.setViewportSize({ width: 1100, height: 800 });
  const before = await left();
  await page.locator('.pz-table-frame').evaluate((frame) => frame.scrollBy(300, 0));
  expect(Math.abs((await left()) - before)).toBeLessThan(2);

  const width = price.getByRole('slider', { name: 'Largura da coluna Preço' });
  const breadth = async () => (await price.boundingBox())?.width ?? 0;
  const narrow = await breadth();
  await width.focus();
  await width.press('ArrowRight');
  await expect.poll(breadth).toBeGreaterThan(narrow);
  const drawn = await breadth();
  await page.reload();
  await expect.poll(breadth).toBe(drawn);
});

test('a page shows its first texts even if the others never load', async ({ page }) => {
  const rest = /\/kit-pt\./;
  await page.route(rest, () => {});
  const requested = page.waitForRequest(rest);
  await openAs(page, server, PRICING);
  await expect(rows(page).first()).toBeVisible();
  await requested;
  await expect(page.getByRole('button', { name: 'Colunas e densidade' })).toBeVisible();
  await expectAccessible(page);
});

test('a list fits a narrow window, with its filters and columns', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs(page, server, PRICING);
  await expect(rows(page).first()).toBeVisible();
  await more(page).click();
  await choose(page, 1, /Atributo/, 'Estoque');
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await overflow()).toBe(0);
  await expectAccessible(page);
});

test('all rows that match become a spreadsheet, with the columns that were chosen', async ({
  page,
}) => {
  await openAs(page, server, `${PRICING}?orders=price:desc`);
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Planilha ou impressão' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, '[role="dialog"]');
  await dialog.getByRole('checkbox', { name: 'Regra' }).uncheck();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar CSV' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^\d{8}-\d{6}\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  const [header, ...lines] = text.slice(1).trimEnd().split('\r\n');
  expect(text.codePointAt(0)).toBe(0xfeff);
  expect(header?.split(';').slice(0, 3)).toEqual(['Anúncio', 'Preço', 'Buybox']);
  expect(header).not.toContain('Regra');
  const { totalElements } = await server.call<{ totalElements: number }>(
    'post',
    '/v2/rules/listings/query',
    {},
  );
  expect(lines.length).toBe(totalElements);
});
