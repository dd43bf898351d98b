import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Recommendation } from '@primazia/backend/insights/contract';
import type { MonitoredListing } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { loseForHours } from './market.ts';
import { openAs, serverOf } from './server.ts';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('the product opens with the dashboard, whose figures lead to what they are made of', async ({
  page,
  request,
}) => {
  await openAs(page, await serverOf(request), '/app');
  await expect(page).toHaveURL(/\/app\/dashboard$/);
  const revenue = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { level: 2, name: /^Receita/ }),
  });
  await expect(revenue).toBeVisible();
  await expect(page.getByRole('note')).toContainText('comparado com');

  await test.step('by another range and without a comparison, in the address', async () => {
    await page.getByRole('button', { name: 'Esta semana' }).click();
    await page.getByRole('checkbox', { name: /Comparar com/ }).click();
    await expect(page).toHaveURL(/range=week.*compare=none/);
    await expect(page.getByRole('note')).not.toContainText('comparado com');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Esta semana' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('from a number of this moment to its listings', async () => {
    const tabs = page.getByRole('navigation', { name: 'Partes do painel' });
    await tabs.getByRole('link', { name: 'Monitoramento' }).click();
    await expect(page.getByText('Uso do pacote de monitoramento')).toBeVisible();
    const losing = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { level: 2, name: 'Perdendo o buybox', exact: true }),
    });
    await losing.getByRole('link').click();
    await expect(page).toHaveURL(/monitoramento-buybox\?filters=buyboxStatus/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitoramento do buybox');
    await page.goBack();
  });

  await test.step('the minutes of a manual change are edited on the card of saved time', async () => {
    const tabs = page.getByRole('navigation', { name: 'Partes do painel' });
    await tabs.getByRole('link', { name: 'Preços' }).click();
    await page.getByRole('button', { name: 'Alterar os minutos' }).click();
    await page.getByRole('textbox', { name: 'Minutos por alteração manual' }).fill('7');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('7 minutos por alteração manual.')).toBeVisible();
    await expectAccessible(page);
  });
});

test('indicators are chosen, read as a table, saved and shared by their address', async ({
  page,
  request,
}) => {
  await openAs(page, await serverOf(request), '/app/indicadores?range=15');
  const table = page.getByRole('table').last();
  await expect(table.getByRole('row')).toHaveCount(16);
  await page.getByRole('button', { name: /^Indicadores: 4 de 6/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Pedidos', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('columnheader', { name: 'Pedidos', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/metrics=/);

  await page.getByRole('button', { name: 'Por dia' }).click();
  await page.getByRole('option', { name: 'Período inteiro' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const file = readFileSync(await (await coming).path(), 'utf8');
  expect(file).toMatch(/^\ufeffDe;Até;/);
  expect(file.trimEnd().split('\r\n')).toHaveLength(2);

  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
});

test('from a stage of the funnel to its list, to a recommendation that is done, to its undo', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  const losing = '/v1/buybox/query?tab=losing&limit=200';
  let lost: MonitoredListing | undefined;
  await expect(async () => {
    const { content } = await server.call<{ content: MonitoredListing[] }>('post', losing, {
      filters: [],
    });
    // A price far above the winner does not win by chance in the meantime.
    [lost] = content
      .filter(({ rule, priceToWin, gapPercent }) => !rule && priceToWin && (gapPercent ?? 0) > 0)
      .sort((one, other) => (other.gapPercent ?? 0) - (one.gapPercent ?? 0));
    expect(lost).toBeDefined();
  }).toPass({ timeout: 120_000 });
  const { id: listingId, title, skuMarketplace, priceToWin } = lost!;
  const name = `${title}, ${skuMarketplace}`;
  const costs = { cost: Math.floor(priceToWin! * 30) / 100, feePercent: 12, feeFixed: 0 };
  await server.call('put', '/v1/listings/costs', { items: [{ listingId, ...costs }] });
  await loseForHours(listingId, 10);
  const query = '/v1/recommendations/query?kind=losing_buybox';
  await server.call('post', '/v1/recommendations/refresh');
  await expect(async () => {
    const { content } = await server.call<{ content: Recommendation[] }>('post', query, {
      filters: [
        { field: 'listingId', condition: '=', value: String(listingId), logicalOperator: 'AND' },
      ],
    });
    expect(content.map(({ act }) => act)).toEqual(['create_rule']);
  }).toPass({ timeout: 120_000 });
  const rules = async () => {
    const path = `/v2/rules/query?tab=current&search=${encodeURIComponent(`Primazia · ${title}`)}`;
    return (await server.call<{ totalElements: number }>('post', path, {})).totalElements;
  };
  const earlier = await rules();

  await openAs(page, server, '/app/recommendation-funil');
  await page.getByRole('link', { name: 'Perdendo o buybox', exact: true }).click();
  await expect(page).toHaveURL(/recommendation-view\/losing_buybox/);
  const dialog = page.getByRole('dialog');
  const done = page.getByText('1 recomendação foi feita.');
  // The market may change in between: then nothing is done, and the user decides again.
  await expect(async () => {
    await page.getByRole('button', { name: `Ativar PRIMAZIA: ${name}` }).click();
    await expect(dialog).toContainText('de nenhuma para PRIMAZIA');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Fazer agora' }).click();
    const close = dialog.getByRole('button', { name: 'Fechar' });
    await expect(done.or(close)).toBeVisible();
    if (await close.isVisible()) await close.click();
    await expect(done).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  expect(await rules()).toBe(earlier + 1);

  await page.getByRole('link', { name: /^Feitas/ }).click();
  // While the rule's price is being sent, it cannot be undone.
  await expect(async () => {
    await page.getByRole('button', { name: `Desfazer: ${name}` }).click();
    await expect(page.getByText('A alteração foi desfeita.')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  expect(await rules()).toBe(earlier);
});
