import { expect, test } from '@playwright/test';
import { findLosingListing } from './listings.ts';
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
  const listing = await findLosingListing(server, 'amazon');
  await server.call('post', '/v2/rules', {
    name: listing.title.slice(0, 60),
    strategy: 'WIN',
    minPrice: listing.target - 5,
    maxPrice: listing.price + 20,
    requiresApproval: true,
    status: 'enabled',
    listingIds: [listing.id],
  });

  await openAs(page, server, '/app/precificacao-automatica');
  await page.getByRole('searchbox').fill(listing.code);
  const rowInList = page.getByRole('row').filter({ hasText: listing.code });
  await expect(rowInList, 'the ASIN is the code').toContainText(`SKU ${listing.skuMarketplace}`);
  await expect(rowInList).toContainText('Amazon');
  await expect(rowInList.getByRole('link', { name: listing.title })).toHaveAttribute(
    'href',
    new RegExp(`^https://www\\.amazon\\.com\\.br/dp/${listing.code}$`),
  );
  await expect(rowInList.locator('img')).toHaveJSProperty('complete', true);
  await expect(rowInList).toContainText('pede aprovação');

  const history = await context.newPage();
  await history.goto(`${HISTORY}?listingId=${listing.id}`);
  const rows = history.getByRole('row').filter({ hasText: listing.code });
  const waiting = rows.filter({ hasText: 'Aguarda aprovação' });
  await expect(waiting).toHaveCount(1);
  // The market changes: if a competitor has changed its price by now, another proposal replaces the first.
  const target = (await waiting.locator('strong').first().textContent()) ?? '';
  const update = rows.filter({ has: history.getByText(target, { exact: true }) }).first();
  await expect(update).not.toHaveClass(/pz-row-changed/);
  await update.getByRole('button', { name: /Por que este preço/ }).click();
  await expect(history.getByText(/O melhor concorrente é|Quem ganha o buybox é/)).toContainText(
    'um vendedor sem nome informado',
  );
  await expect(history.getByRole('link', { name: /^Ver a loja/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.amazon\.com\.br\/sp\?seller=[A-Z0-9]+$/,
  );
  await update.getByRole('button', { name: /Aprovar/ }).click();
  await history.mouse.move(0, 0);
  await expect(update, 'accepted is not applied').toContainText('Enviado');
  await expect(history.getByText('O marketplace recebeu o preço.')).toBeVisible();
  await expect(update).toContainText('Aplicado');
  await expect(rowInList).toContainText(target);

  await expect(update).not.toHaveClass(/pz-row-changed/);
  await update.getByRole('button', { name: /Desfazer/ }).click();
  const dialog = history.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Desfazer e manter a regra' }).check();
  await dialog.getByRole('button', { name: `Restaurar ${reais(listing.price)}` }).click();
  await history.mouse.move(0, 0);
  await expect(rows.filter({ hasText: 'Desfeito' })).toContainText(target);
  await expect(rowInList).toContainText(reais(listing.price));
});
