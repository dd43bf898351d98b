import { setTimeout } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import type { PriceMarks, Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { findLosingListing, type Listing } from './listings.ts';
import { openAs, type Server, serverOf } from './server.ts';

const APPLIED_MS = 40_000;
const money = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

const drawing = (page: Page) => page.getByRole('img', { name: /^Preços de/ });
const pins = (page: Page) => page.getByRole('region', { name: 'Alterações no gráfico' });
const panel = (page: Page) => page.getByRole('dialog', { name: /^Alteração de/ });
const marksOf = (server: Server, { id }: Listing) =>
  server.call<PriceMarks>('get', `/v2/rules/listings/${id}/marks`);

/** A listing whose price a rule has just set, and then been stopped. */
async function pricedListing(server: Server): Promise<Listing> {
  const listing = await findLosingListing(server);
  const rule = await server.call<Rule>('post', '/v2/rules', {
    name: listing.title.slice(0, 60),
    strategy: 'WIN',
    minPrice: listing.target - 1,
    maxPrice: listing.price + 1,
    listingIds: [listing.id],
  });
  const until = Date.now() + APPLIED_MS;
  while (!(await marksOf(server, listing)).marks.some(({ state }) => state === 'applied')) {
    if (Date.now() > until) throw new Error('the price never reached the marketplace');
    await setTimeout(300);
  }
  const { version } = await server.call<Rule>('get', `/v2/rules/${rule.id}`);
  await server.call('put', `/v2/rules/${rule.id}/status`, { status: 'disabled', version });
  return listing;
}

/** The strokes of the lines: without any the chart is blank. */
const strokes = (page: Page) =>
  drawing(page)
    .locator('path[stroke="#0072B2" i], path[stroke="rgb(0,114,178)"]')
    .evaluateAll((paths) => paths.filter((path) => path.getAttribute('d')?.includes('L')).length);

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('a listing shows over time what its price did, and why', async ({ page, request }) => {
  const server = await serverOf(request);
  const listing = await pricedListing(server);
  const [mark] = (await marksOf(server, listing)).marks;
  if (mark === undefined) throw new Error('the listing has no price update');
  await openAs(page, server, `/app/historico-de-precos/${listing.id}?days=1`);
  await expect(page.getByRole('heading', { name: 'Histórico do anúncio' })).toBeVisible();
  await expect.poll(() => strokes(page)).toBeGreaterThan(0);
  await expectAccessible(page);

  await test.step('a pin opens its update, and the focus returns', async () => {
    const pin = pins(page).getByRole('button', { name: money(mark.newPrice) });
    await pin.focus();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText('Por que este preço?')).toBeVisible();
    await expect(panel(page).getByText(money(mark.oldPrice)).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(pin).toBeFocused();
  });

  await test.step('pressed in the drawing it does the same, up to the undo', async () => {
    await drawing(page).locator('path[fill="#0072b2" i]').last().click();
    await panel(page).getByRole('button', { name: 'Desfazer' }).click();
    const undo = page.getByRole('dialog').filter({ hasText: money(mark.oldPrice) });
    await expect(undo.getByRole('radiogroup')).toBeVisible();
    await undo.getByRole('button', { name: 'Voltar' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('lines are toggled by a press, and all are available as a table', async () => {
    const own = page.getByRole('button', { name: 'Seu preço' });
    await own.click();
    await expect(own).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => strokes(page)).toBe(0);
    await own.click();
    await expect.poll(() => strokes(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Ver como tabela' }).click();
    const table = page.getByRole('table', { name: /^Preços de/ });
    await expect(table.getByRole('cell', { name: money(mark.oldPrice) }).first()).toBeVisible();
    await expect(table.getByRole('columnheader', { name: 'Melhor concorrente' })).toBeVisible();
    await page.getByRole('button', { name: 'Ver como gráfico' }).click();
  });

  await test.step('the period is in the address', async () => {
    await page.getByRole('button', { name: '90 dias' }).click();
    await expect(page).toHaveURL(/days=90/);
    await page.reload();
    await expect(page.getByRole('button', { name: '90 dias' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect.poll(() => strokes(page)).toBeGreaterThan(0);
  });

  await test.step('it has a dark theme, and fits a phone', async () => {
    const grounds = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await grounds();
    const text = () => drawing(page).locator('text').first().getAttribute('fill');
    const written = await text();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(text).not.toBe(written);
    await expect.poll(grounds).not.toBe(light);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(pins(page)).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await expectAccessible(page);
  });
});
