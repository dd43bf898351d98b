import { expect, test } from '@playwright/test';
import { findLosingAd } from './ads.ts';
import { openAs, serverOf } from './server.ts';

const HISTORY = '/app/historico-de-precos';

const reais = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('at Amazon a price is accepted first and applied when it shows, and is taken back', async ({
  page,
  context,
  request,
}) => {
  const server = await serverOf(request);
  const ad = await findLosingAd(server, 'amazon');
  await server.call('post', '/v2/rules', {
    name: ad.title.slice(0, 60),
    strategy: 'WIN',
    minPrice: ad.target - 5,
    maxPrice: ad.price + 20,
    requiresApproval: true,
    status: 'enabled',
    listingIds: [ad.id],
  });

  await openAs(page, server, '/app/precificacao-automatica');
  await page.getByRole('searchbox').fill(ad.code);
  const listing = page.getByRole('row').filter({ hasText: ad.code });
  await expect(listing, 'the ASIN is the code').toContainText(`SKU ${ad.skuMarketplace}`);
  await expect(listing).toContainText('Amazon');
  await expect(listing.getByRole('link', { name: ad.title })).toHaveAttribute(
    'href',
    new RegExp(`^https://www\\.amazon\\.com\\.br/dp/${ad.code}$`),
  );
  await expect(listing.locator('img')).toHaveJSProperty('complete', true);
  await expect(listing).toContainText('pede aprovação');

  const history = await context.newPage();
  await history.goto(`${HISTORY}?listingId=${ad.id}`);
  const rows = history.getByRole('row').filter({ hasText: ad.code });
  const waiting = rows.filter({ hasText: 'Aguarda aprovação' });
  await expect(waiting).toHaveCount(1);
  // The market lives: where a rival has moved by now, another proposal stands in the place of the first.
  const target = (await waiting.locator('strong').first().textContent()) ?? '';
  const update = rows.filter({ has: history.getByText(target, { exact: true }) }).first();
  await expect(update).not.toHaveClass(/pz-row-changed/);
  await update.getByRole('button', { name: /Por que este preço/ }).click();
  await update.getByRole('button', { name: /Aprovar/ }).click();
  await history.mouse.move(0, 0);
  await expect(update, 'accepted is not applied').toContainText('Enviado');
  await expect(history.getByText('O marketplace recebeu o preço.')).toBeVisible();
  await expect(update).toContainText('Aplicado');
  await expect(listing).toContainText(target);

  await expect(update).not.toHaveClass(/pz-row-changed/);
  await update.getByRole('button', { name: /Desfazer/ }).click();
  const dialog = history.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Desfazer e manter a regra' }).check();
  await dialog.getByRole('button', { name: `Restaurar ${reais(ad.price)}` }).click();
  await history.mouse.move(0, 0);
  await expect(rows.filter({ hasText: 'Desfeito' })).toContainText(target);
  await expect(listing).toContainText(reais(ad.price));
});
