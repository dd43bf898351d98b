import { expect, type Page, test } from '@playwright/test';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { openAs, type Server, serverOf } from './server.ts';

const PRICING = '/app/precificacao-automatica';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

/** A listing with such a relation to others; the first sync fetches it. */
async function listingOf(
  { call }: Server,
  groupType: 'relation' | 'variation',
): Promise<PricedListing> {
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

const rowOf = (page: Page, listing: PricedListing) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: listing.title }) });
const healthOf = (page: Page, listing: PricedListing) =>
  rowOf(page, listing).getByRole('button', { name: `saúde ${listing.healthScore} de 100` });

test('a listing shows its health and its variations, and each opens what is behind it', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  const listing = await listingOf(server, 'variation');
  await openAs(page, server, `${PRICING}?search=${encodeURIComponent(listing.skuMarketplace)}`);
  const health = healthOf(page, listing);
  await health.click();
  const dialog = page.getByRole('dialog', { name: 'Saúde do anúncio' });
  const gauge = dialog.getByRole('img', { name: `Saúde ${listing.healthScore}%` });
  await expect(gauge).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Falta' }).first()).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(health).toBeFocused();

  await rowOf(page, listing).getByRole('button', { name: 'variações. Fora do buybox' }).click();
  const variations = page.getByRole('dialog', { name: 'Variações' });
  await expect(variations.getByRole('columnheader', { name: 'Cor' })).toBeVisible();
  await expect(variations.getByRole('rowheader', { name: `${listing.sku}-1` })).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await variations.getByRole('button', { name: 'Fechar' }).click();
  await expect(variations).toHaveCount(0);
});

test('on a phone a family is read as on a desk, and leads to its other listings', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const server = await serverOf(request);
  const listing = await listingOf(server, 'relation');
  await openAs(
    page,
    server,
    `${PRICING}?search=${encodeURIComponent(listing.skuMarketplace)}`,
    'en',
  );
  await page.getByRole('button', { name: 'variations. In the buybox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Variations' });
  const table = dialog.getByRole('table');
  await expect(table.getByRole('row', { name: '(this listing)' })).toContainText(listing.sku ?? '');
  await expectAccessible(page, '[role=dialog]');
  expect(await table.evaluate((one) => one.scrollWidth <= one.parentElement!.clientWidth)).toBe(
    true,
  );
  await table.getByRole('link').first().click();
  await expect(page).toHaveURL(/listingId=\d+/);
  await expect(dialog).toHaveCount(0);
});
