import { setTimeout } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import type { PricedListing, PriceUpdate, Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { findLosingListing } from './listings.ts';
import { openAs, type Server, serverOf } from './server.ts';

const HISTORY = '/app/historico-de-precos';
const PRICING = '/app/precificacao-automatica';
const NAME = 'Volta tudo ao normal';
const LISTINGS = 3;
const HOUR_MS = 3_600_000;
const LATE_MS = 120_000;

/** Listings of one country whose price a rule may lower slightly. */
async function cheaperListings(server: Server): Promise<PricedListing[]> {
  // Once one listing is found its market has been polled, and so have those of others.
  await findLosingListing(server);
  const path = '/v2/rules/listings/query?tab=losing&limit=200';
  const mercadoLivre = {
    field: 'marketplaceId',
    condition: '=',
    value: '2',
    logicalOperator: 'AND',
  };
  const { content } = await server.call<{ content: PricedListing[] }>('post', path, {
    filters: [mercadoLivre],
  });
  return content
    .filter(
      ({ rule, status, stock, promotionStatus, bestRivalPrice, price }) =>
        rule === null &&
        status === 'ENABLED' &&
        stock > 0 &&
        promotionStatus !== 'started' &&
        bestRivalPrice !== null &&
        bestRivalPrice < price &&
        bestRivalPrice > price * 0.9,
    )
    .slice(0, LISTINGS);
}

/** Moves the pointer off the list, which keeps its rows in place under it. */
const letGo = (page: Page) => page.mouse.move(0, 0);
const dialogOf = (page: Page) => page.getByRole('dialog');
/** The rows in a state; the header row has none. */
const rowsIn = (page: Page, state: string) => page.getByRole('row').filter({ hasText: state });

test('many prices are approved at once, and all that the rule did is taken back', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  const listings = await cheaperListings(server);
  expect(listings).toHaveLength(LISTINGS);
  const rule = await server.call<Rule>('post', '/v2/rules', {
    name: NAME,
    listingIds: listings.map(({ id }) => id),
    strategy: 'WIN',
    minPrice: 1,
    maxPrice: 1_000_000,
    requiresApproval: true,
  });

  await test.step('a filter of the builder is in the address', async () => {
    const where = encodeURIComponent(`ruleName:LIKE:${encodeURIComponent(NAME)}`);
    await openAs(page, server, `${HISTORY}?where=${where}`);
    await expect(rowsIn(page, 'Aguarda aprovação')).toHaveCount(LISTINGS);
    await expect(page.getByText(`Nome da regra`).first()).toBeVisible();
    await expect(page.getByRole('link', { name: NAME })).toHaveCount(LISTINGS);
    await expectAccessible(page);
  });

  await test.step('approve those that are ticked', async () => {
    await page.getByRole('checkbox', { name: /página/ }).check();
    await page.getByRole('button', { name: `Aprovar ${LISTINGS} preços` }).click();
    await expect(dialogOf(page)).toContainText('ficam mais baratos');
    await dialogOf(page)
      .getByRole('button', { name: `Aprovar ${LISTINGS} preços` })
      .click();
    await expect(dialogOf(page)).toContainText(`${LISTINGS} preços aprovados.`);
    await dialogOf(page).getByRole('button', { name: 'Fechar' }).click();
    await letGo(page);
    await expect(rowsIn(page, 'Aplicado')).toHaveCount(LISTINGS);
  });

  await test.step('see what taking all back brings, and do it', async () => {
    await page.getByRole('button', { name: 'Desfazer o que uma regra fez…' }).click();
    await dialogOf(page).getByRole('combobox', { name: 'Regra' }).fill(NAME);
    await page.getByRole('option', { name: NAME }).click();
    await dialogOf(page).getByRole('button', { name: 'Ver o que será restaurado' }).click();
    await expect(dialogOf(page)).toContainText(`${LISTINGS} anúncios voltam ao preço anterior`);
    const confirm = dialogOf(page).getByRole('button', { name: `Restaurar ${LISTINGS} preços` });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page, '[role="dialog"]');
    await dialogOf(page)
      .getByRole('radio', { name: `Desativar a regra e depois desfazer: ${NAME}` })
      .check();
    await confirm.click();
    await expect(dialogOf(page)).toContainText(
      new RegExp(`${LISTINGS} preços (estão sendo|foram) restaurados\\.`),
    );
    await expect(dialogOf(page)).toContainText('A regra foi desativada.');
    await dialogOf(page).getByRole('button', { name: 'Fechar' }).click();
    await letGo(page);
    await expect(rowsIn(page, 'Desfeito')).toHaveCount(LISTINGS);
    await expect(rowsIn(page, 'Preço restaurado')).toHaveCount(LISTINGS);
    expect((await server.call<Rule>('get', `/v2/rules/${rule.id}`)).status).toBe('disabled');
  });

  await test.step('on a narrow window nothing exceeds the page', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Desfazer o que uma regra fez…' }).click();
    await expect(
      dialogOf(page).getByRole('button', { name: 'Ver o que será restaurado' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  await test.step('the explanation of an unchanged price has the same steps', async () => {
    const [listing] = listings;
    await page.goto(`${PRICING}?search=${listing?.skuMarketplace}`);
    const row = page.getByRole('row').filter({ hasText: listing?.skuMarketplace ?? '' });
    // The list is rendered again when prices arrive, and an open menu may then close without a selection.
    await expect(async () => {
      await row.getByRole('button', { name: /Mais ações/ }).click();
      await page.getByRole('menuitem', { name: 'Por que o preço não muda?' }).click();
      await expect(dialogOf(page)).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await expect(dialogOf(page)).toContainText('O que a regra faz agora');
    await expect(dialogOf(page).getByRole('listitem').first()).toContainText(/regra/i);
    await expectAccessible(page, '[role="dialog"]');
  });
});

/** Waits until the clock hour has enough time left for all that follows. */
async function hourWithRoom(): Promise<number> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < LATE_MS) await setTimeout(left + 1_000);
  return Date.now() - (Date.now() % HOUR_MS);
}

test('successive changes of a listing are one row, which opens and is undone as a whole', async ({
  page,
  request,
}) => {
  test.slow();
  const server = await serverOf(request);
  const [listing] = await cheaperListings(server);
  if (listing === undefined)
    throw new Error('No listing has a more expensive offer than its competitors');
  const { id, title, price } = listing;
  const hour = await hourWithRoom();
  /** A rule that keeps the price above those of the competitors. */
  const held = (percent: number) => {
    const minPrice = Math.round(price * (100 + percent)) / 100;
    const rule = { name: 'Preço preso', listingIds: [id], strategy: 'WIN', minPrice };
    return { ...rule, maxPrice: Math.round(minPrice * 100 + 1) / 100 };
  };
  let rule = await server.call<Rule>('post', '/v2/rules', held(1));
  const rows = (query: string) =>
    server.call<{ content: PriceUpdate[] }>('post', `/v2/rules/updates/query?tab=applied${query}`, {
      filters: [{ field: 'ruleId', condition: '=', value: `${rule.id}`, logicalOperator: 'AND' }],
    });
  const appliedAt = (least: number) =>
    expect
      .poll(async () => (await rows('')).content[0]?.newPrice ?? 0)
      .toBeGreaterThanOrEqual(least);
  for (const percent of [2, 3]) {
    await appliedAt(held(percent - 1).minPrice);
    rule = await server.call<Rule>('put', `/v2/rules/${rule.id}`, {
      rule: held(percent),
      version: rule.version,
    });
  }
  await appliedAt(held(3).minPrice);
  const { content } = await rows('&fold=successive');
  const [whole] = content;
  expect([content.length, whole?.fold?.oldPrice]).toEqual([1, price]);
  const count = whole?.fold?.updateIds.length ?? 0;
  expect(count).toBeGreaterThanOrEqual(3);
  const row = rowsIn(page, 'Aplicado');

  await test.step('a link names the rule and the hour, which are shown as filters', async () => {
    const between = [hour, hour + HOUR_MS - 1].map((at) => new Date(at).toISOString()).join('|');
    const filters = `createdAt:BETWEEN:${encodeURIComponent(between)};ruleId:IN:${rule.id}`;
    await openAs(page, server, `${HISTORY}?filters=${encodeURIComponent(filters)}`);
    const chips = page.getByRole('list', { name: 'Filtros ativos' });
    await expect(chips).toContainText('Regra: Preço preso');
    await expect(chips).toContainText(/Período: .*:00 – .*:59/);
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`${count} alterações seguidas`);
  });

  await test.step('the row opens by key, and shows its updates', async () => {
    const opener = page.getByRole('button', { name: `Ver as alterações: ${title}` });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    const updates = page.getByRole('region', { name: 'Ver as alterações' }).getByRole('listitem');
    await expect(updates).toHaveCount(count);
    await updates.first().locator('summary').press('Enter');
    await expect(updates.first()).toContainText('Por que este preço?');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  await test.step('the export dialog states that it has a line for each change', async () => {
    await page.getByRole('button', { name: 'Planilha ou impressão' }).click();
    await expect(dialogOf(page)).toContainText(`${count} linhas`);
    await expect(dialogOf(page)).toContainText('Cada alteração de preço tem a sua linha');
    await page.keyboard.press('Escape');
  });

  await test.step('the price before all of them is restored', async () => {
    await row.getByRole('button', { name: /^Desfazer/ }).click();
    await expect(dialogOf(page)).toContainText(`São desfeitas ${count} alterações seguidas.`);
    await dialogOf(page).getByRole('radio', { name: 'Desfazer e manter a regra' }).check();
    await dialogOf(page)
      .getByRole('button', { name: /^Restaurar/ })
      .click();
    await expect(dialogOf(page)).toBeHidden();
    await letGo(page);
    await expect(rowsIn(page, 'Desfeito')).toContainText(`${count} alterações seguidas`);
    // The open row fills the window; the one above it is rendered if there is room.
    await page.getByRole('button', { name: `Ver as alterações: ${title}` }).press('Enter');
    // No row is added while the focus is in the rows.
    await page.getByRole('heading', { name: 'Histórico de preços' }).click();
    await expect(rowsIn(page, 'Preço restaurado')).toHaveCount(1);
    const { content: undos } = await rows('');
    expect(undos.find(({ reverts }) => reverts === whole?.fold?.updateIds[0])?.newPrice).toBe(
      price,
    );
  });
});
