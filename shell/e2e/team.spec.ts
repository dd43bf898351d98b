import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { pick } from './picker.ts';
import { linksTo, openAs, serverOf } from './server.ts';

const EMAIL = `caio-${Date.now()}@primazia.test`;

const pageTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const member = (page: Page) =>
  page.getByRole('list', { name: 'Equipe' }).getByRole('listitem').filter({ hasText: EMAIL });
const role = (page: Page) => member(page).getByRole('button', { name: /Papel de Caio Braga/ });

test.use({ locale: 'pt-BR', colorScheme: 'light' });

test('an owner invites a user, changes the role, removes the user, and finds it all in the audit log', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  await openAs(page, server, '/app/equipe');
  await expect(page).toHaveTitle('Equipe · Primazia');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoa' });
  await dialog.getByRole('button', { name: 'Convidar' }).click();
  await expect(dialog.getByText('Escreva o e-mail da pessoa.')).toBeVisible();
  await dialog.getByLabel('E-mail').fill(EMAIL);
  await dialog.getByLabel('Nome').fill('Caio Braga');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Convidar' }).click();
  await expect(dialog).toBeHidden();
  await expect(member(page)).toContainText('Convite enviado, ainda sem senha');
  await expect(role(page)).toContainText('Analista');
  await expect.poll(() => linksTo(EMAIL).length).toBe(1);

  await pick(role(page), 'Gestor');
  await expect(role(page)).toContainText('Gestor');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(role(page)).toContainText('Analista');

  await member(page).getByRole('button', { name: 'Retirar Caio Braga da equipe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar' }).click();
  await expect(member(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'Registro de atividades' }).click();
  await expect(pageTitle(page, 'Registro de atividades')).toBeVisible();
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText('Retirou uma pessoa da equipe');
  await expect(rows.nth(2)).toContainText('Mudou o papel de uma pessoa');
  await expect(rows.nth(3)).toContainText('Mudou o papel de uma pessoa');
  await expect(rows.nth(4)).toContainText('Adicionou uma pessoa à equipe');
  await rows.nth(4).getByText('Detalhes').click();
  await expect(rows.nth(4)).toContainText(EMAIL);
  await expect(rows.nth(4)).toContainText(/papel\s*Analista/);
  await expect(rows.nth(4)).toContainText(/conta nova\s*sim/);
  await expectAccessible(page);
});
