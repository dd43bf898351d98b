import { expect, type Page, test } from '@playwright/test';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { openAs, type Server, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

/** An ad that stands so to others; the first sync brings it. */
async function adOf({ call }: Server, groupType: 'relation' | 'variation'): Promise<PricedListing> {
  const where = (field: string, condition: string, value: string) => ({
    field,
    condition,
    value,
    logicalOperator: 'AND',
  });
  const filters = [where('groupType', '=', groupType), where('healthScore', '<=', '90')];
  let found: PricedListing | undefined;
  await expect
    .poll(async () => {
      const path = '/v2/rules/listings/query?page=0&limit=1';
      const page = await call<{ content: PricedListing[] }>('post', path, { filters });
      found = page.content[0];
      return found !== undefined;
    })
    .toBe(true);
  return found!;
}

const rowOf = (page: Page, ad: PricedListing) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: ad.title }) });
const healthOf = (page: Page, ad: PricedListing) =>
  rowOf(page, ad).getByRole('button', { name: `saúde ${ad.healthScore} de 100` });

test('an ad shows its health and its variations, and each opens what is behind it', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  const ad = await adOf(server, 'variation');
  await openAs(page, server, `${PRICING}?search=${encodeURIComponent(ad.skuMarketplace)}`);
  const health = healthOf(page, ad);
  await health.click();
  const dialog = page.getByRole('dialog', { name: 'Saúde do anúncio' });
  const gauge = dialog.getByRole('img', { name: `Saúde ${ad.healthScore}%` });
  await expect(gauge).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Falta' }).first()).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(health).toBeFocused();

  await rowOf(page, ad).getByRole('button', { name: 'variações. Fora do buybox' }).click();
  const variations = page.getByRole('dialog', { name: 'Variações' });
  await expect(variations.getByRole('columnheader', { name: 'Cor' })).toBeVisible();
  await expect(variations.getByRole('rowheader', { name: `${ad.sku}-1` })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await variations.getByRole('button', { name: 'Fechar' }).click();
  await expect(variations).toHaveCount(0);
});

test('on a phone a family is read as on a desk, and leads to its other ads', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const server = await serverOf(request);
  const ad = await adOf(server, 'relation');
  await openAs(page, server, `${PRICING}?search=${encodeURIComponent(ad.skuMarketplace)}`, 'en');
  await page.getByRole('button', { name: 'variations. In the buybox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variations' });
  const table = dialog.getByRole('table');
  await expect(table.getByRole('row', { name: '(this ad)' })).toContainText(ad.sku ?? '');
  await expectAccessible(page, '[role=dialog]');
  expect(await table.evaluate((one) => one.scrollWidth <= one.parentElement!.clientWidth)).toBe(
    true,
  );
  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/listingId=\d+/);
  await expect(dialog).toHaveCount(0);
});
