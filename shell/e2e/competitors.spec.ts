import { expect, test } from '@playwright/test';
import type { Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { findLosingListing } from './listings.ts';
import { openAs, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('a listing is compared with its competitors, and its rule is shown as a sentence', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  const listing = await findLosingListing(server);
  const rule = await server.call<Rule>('post', '/v2/rules', {
    name: 'Lida em palavras',
    listingIds: [listing.id],
    strategy: 'WIN',
    minPrice: listing.price,
    maxPrice: listing.price * 2,
    requiresApproval: true,
  });
  await openAs(page, server, `${PRICING}?search=${listing.code}`);
  const row = page.locator('tr[data-row]', { hasText: listing.code });
  const buybox = row.getByRole('button', { name: /comparar com os concorrentes$/ });
  await buybox.press('Enter');
  const comparison = page.getByRole('dialog', { name: 'Você e os concorrentes' });
  const table = comparison.getByRole('table', { name: 'Comparação das ofertas' });
  await expect(table.getByRole('rowheader', { name: 'Preço', exact: true })).toBeVisible();
  await expect(table.getByText(/é melhor|Igual/).first()).toBeVisible();
  await expectAccessible(page, '[role=dialog]');

  await table.getByRole('button', { name: 'O que é: Preço total' }).press('Enter');
  await expect(page.getByText(/O que o comprador paga: preço mais frete/)).toBeVisible();
  await page.keyboard.press('Escape');
  await comparison.getByRole('searchbox').fill('ninguém vende com este nome');
  await expect(comparison.getByText('Nenhum concorrente com este nome')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(table).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comparison).toHaveCount(0);
  await expect(buybox).toBeFocused();

  await page.setViewportSize({ width: 360, height: 740 });
  const cell = row.getByRole('button', { name: /^Ativa/ });
  await cell.click();
  const strategy = page.getByRole('dialog', { name: 'Estratégia de preço' });
  await expect(strategy.getByText(/^Bater o menor preço por/)).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(cell).toBeFocused();
  await buybox.click();
  await expect(table).toBeVisible();
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  await expectAccessible(page, '[role=dialog]');
  await comparison.getByRole('button', { name: 'Fechar' }).click();

  await cell.click();
  await strategy.getByRole('link', { name: rule.name }).click();
  await expect(page).toHaveURL(new RegExp(`/regras-de-precificacao/${rule.id}$`));
  const { version } = await server.call<Rule>('get', `/v2/rules/${rule.id}`);
  await server.call('put', `/v2/rules/${rule.id}/status`, { status: 'archived', version });
});
