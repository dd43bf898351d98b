import { expect, type Page, test } from '@playwright/test';
import { rest } from './accessible.ts';
import { findLosingListing, type Listing, typed } from './listings.ts';
import { chooseCompany, signIn } from './person.ts';
import { serverOf } from './server.ts';

/** The folder of the README's screenshots: that of the README only on request, since each run gives different ones. */
const PICTURES = process.env.README_PICTURES ? 'docs' : 'test-results/pictures';

const reais = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(amount);

// With animations, as most people have them.
test.use({ reducedMotion: 'no-preference' });

/** The row of a listing in a list that was searched for it. */
async function rowOf(page: Page, listing: Listing) {
  const search = page.getByRole('searchbox');
  await search.fill(listing.skuMarketplace);
  const row = page.getByRole('row').filter({ hasText: listing.skuMarketplace });
  await expect(row).toHaveCount(1);
  return row;
}

/** Moves the pointer off the list, which keeps its rows in place under it. */
const letGo = (page: Page) => page.mouse.move(0, 0);

test('a competitor is cheaper, our price follows after approval, wins, and is taken back', async ({
  page,
  context,
  request,
}) => {
  const listing = await findLosingListing(await serverOf(request));

  await signIn(page);
  await chooseCompany(page, 'Casa Aurora');
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  await page.getByRole('link', { name: 'Precificação automática' }).click();
  await expect(page.getByRole('heading', { name: 'Precificação automática' })).toBeVisible();
  const rowInList = await rowOf(page, listing);
  await expect(rowInList).toContainText('Perdendo');
  await expect(rowInList).toContainText('Sem regra');

  const history = await context.newPage();
  await history.goto('/app/historico-de-precos');
  await history.getByRole('searchbox').fill(listing.skuMarketplace);
  await expect(history.getByText('Nada encontrado').first()).toBeVisible();

  await test.step('create a rule with approval, next to its preview', async () => {
    await rowInList.getByRole('button', { name: /Criar regra/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Ganhar' }).check();
    await dialog.getByRole('switch', { name: 'Pedir aprovação antes de cada alteração' }).check();
    await dialog.getByRole('textbox', { name: 'Preço mínimo' }).fill(typed(listing.target - 5));
    await dialog.getByRole('textbox', { name: 'Preço máximo' }).fill(typed(listing.price + 20));
    const preview = dialog.getByRole('complementary');
    await expect(preview).toContainText(reais(listing.target));
    await expect(preview.getByRole('row', { name: /uma promoção começa/ })).toContainText(
      'Bloqueado',
    );
    await expect(
      dialog.getByRole('switch', { name: 'Pedir aprovação antes de cada alteração' }),
    ).toBeChecked();
    await expect(dialog.getByText(/nunca abaixo de/)).toBeVisible();
    // The other tab is in front: a background tab is paused, its animations too.
    await page.bringToFront();
    await rest(page);
    await page.screenshot({ path: `${PICTURES}/rule.png` });
    await dialog.getByRole('button', { name: 'Criar regra' }).click();
    await expect(dialog).toBeHidden();
  });

  const update = history.getByRole('row').filter({ hasText: listing.skuMarketplace }).first();
  await test.step('the pending update arrives live, with its reason', async () => {
    await expect(update).toContainText('Aguarda aprovação');
    await expect(update).toContainText(reais(listing.target));
    await history
      .getByRole('button', { name: /Por que este preço/ })
      .first()
      .click();
    await expect(history.getByText(/O melhor concorrente é/)).toBeVisible();
    await expect(history.getByText(`dá ${reais(listing.target)}`)).toBeVisible();
    await letGo(history);
    await history.bringToFront();
    await rest(history);
    await history.screenshot({ path: `${PICTURES}/history.png` });
  });

  await test.step('approve it, and see it applied', async () => {
    // A row that has just changed ignores presses: the price under the pointer may have been another.
    await expect(update).not.toHaveClass(/pz-row-changed/);
    await update.getByRole('button', { name: /Aprovar/ }).click();
    await letGo(history);
    await expect(update).toContainText('Aplicado');
  });

  await test.step('the listing wins the buybox', async () => {
    await letGo(page);
    await expect(rowInList).toContainText('Ganhando');
    await expect(rowInList).toContainText(reais(listing.target));
  });

  await test.step('undo it, and keep the rule', async () => {
    await expect(update).not.toHaveClass(/pz-row-changed/);
    await update.getByRole('button', { name: /Desfazer/ }).click();
    const dialog = history.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: /Restaurar|Abrir a regra/ });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Desfazer e manter a regra' }).check();
    await dialog.getByRole('button', { name: `Restaurar ${reais(listing.price)}` }).click();
    await letGo(history);
    const undone = history.getByRole('row').filter({ hasText: 'Desfeito' });
    await expect(undone).toContainText(reais(listing.target));
    await expect(rowInList).toContainText(reais(listing.price));
    await expect(rowInList).toContainText('Perdendo');
  });
});
