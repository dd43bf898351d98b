// Advertising: a campaign gets a strategy, its bids are proposed with their reasons, approved, sent and taken back.
import { expect, test } from '@playwright/test';
import { openAs, serverOf } from './server.ts';

test('bids of a campaign are proposed, approved, sent and undone', async ({ page, request }) => {
  const server = await serverOf(request);
  await openAs(page, server, '/app/campanhas');
  // The sandbox's campaigns and their reports are read after the first start.
  const campaign = page.getByRole('link', { name: /EXATA/ }).first();
  await expect(campaign).toBeVisible({ timeout: 120_000 });
  await campaign.click();
  const open = page.getByRole('button', { name: 'Estratégia', exact: true });
  await expect(open).toBeVisible({ timeout: 60_000 });
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Rentabilidade/ }).click();
  await dialog.getByRole('textbox', { name: /Meta de ACOS/ }).fill('40');
  await dialog.getByRole('radio', { name: /Com aprovação/ }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByText('A meta está fora da faixa da estratégia.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /Meta de ACOS/ }).fill('2');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();

  const history = page.getByRole('region', { name: 'Histórico de alterações' });
  const first = history.getByRole('listitem').filter({ hasText: 'Aguarda aprovação' }).first();
  await expect(first).toContainText('Primazia', { timeout: 60_000 });
  const name = (await first.locator('strong').textContent()) ?? '';
  await first.getByRole('button', { name: `Por que esta alteração? ${name}` }).click();
  await expect(dialog.getByText(/A meta de ACOS informada é 2/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Fechar' }).click();

  await first.getByRole('button', { name: 'Aprovar' }).click();
  const its = history.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const restore = its.getByRole('button', { name: /Restaurar/ });
  await expect(restore).toBeVisible({ timeout: 60_000 });
  await restore.click();
  await expect(its.filter({ hasText: 'Desfeita' })).toBeVisible({ timeout: 60_000 });
});
