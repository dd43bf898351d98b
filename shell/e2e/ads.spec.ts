// Advertising: a campaign gets a strategy, its bids are proposed with their reasons, approved, sent and undone. Where an account may
// not write, a person makes the change at the marketplace, and the next reading confirms it.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
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

  // The report of the campaign has its days, with what may still change.
  await page.getByRole('link', { name: 'Relatório', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Relatório', exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Ainda podem mudar' })).toHaveCount(9);
  await expectAccessible(page);

  // Both changes are in the history of all campaigns.
  await page.getByRole('link', { name: 'Histórico de campanhas', exact: true }).click();
  const rows = page.getByRole('row').filter({ has: page.getByText(name) });
  await expect(rows.filter({ hasText: 'Desfeita' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Aplicada' })).toHaveCount(1);
});

/** A step of the wizard is accessible, and fits a narrow window. */
async function checkStep(page: Page): Promise<void> {
  await expectAccessible(page);
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 800 });
  // A row of buttons becomes a column once it has measured itself.
  const beyond = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(beyond).toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
}

test('a campaign is created by the wizard, and is in the list', async ({ page, request }, info) => {
  const server = await serverOf(request);
  await openAs(page, server, '/app/campanhas');
  await expect(page.getByRole('link', { name: /EXATA/ }).first()).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Nova campanha', exact: true }).click();
  const next = page.getByRole('button', { name: 'Continuar', exact: true });
  await expect(page.getByRole('heading', { name: 'Campanha', exact: true })).toBeVisible();
  const budget = page.getByRole('textbox', { name: 'Orçamento diário' });
  const name = `Jornada ${info.retry}`;
  await page.getByRole('textbox', { name: 'Nome da campanha' }).fill(name);
  await budget.fill('1');
  await next.click();
  await expect(page.getByText('O marketplace não aceita este valor.')).toBeVisible();
  await budget.fill('40');
  await next.click();

  await expect(page.getByRole('heading', { name: 'Configuração', exact: true })).toBeFocused();
  await page.getByRole('radio', { name: /^Manual/ }).click();
  await page.getByRole('textbox', { name: 'Lance padrão' }).fill('0,62');
  await next.click();
  await expect(page.getByText(/pelo menos uma palavra-chave/)).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Palavras-chave', exact: true })
    .fill('garrafa\ncopo termico');
  await page.getByRole('button', { name: 'Adicionar a Palavras-chave', exact: true }).click();
  await checkStep(page);
  await next.click();

  await expect(
    page.getByRole('heading', { name: 'Adicionar anúncios', exact: true }),
  ).toBeFocused();
  await next.click();
  await expect(page.getByText('O grupo precisa de pelo menos um anúncio.')).toBeVisible();
  // The first ones are in no campaign yet; for one that is, the page asks before it is moved.
  const ads = page.getByRole('region', { name: /^Anúncios para/ });
  await ads.getByRole('checkbox').first().click();
  await expect(page.getByText('1 anúncio escolhido')).toBeVisible();
  await checkStep(page);
  // The draft is saved, and continues after the page is opened again.
  await next.click();
  await expect(page.getByRole('heading', { name: 'Conclusão', exact: true })).toBeFocused();
  await checkStep(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Nome da campanha' })).toHaveValue(name);
  for (const step of ['Configuração', 'Adicionar anúncios', 'Conclusão']) {
    await next.click();
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Criar campanha', exact: true }).click();
  await expect(page.getByText('A campanha foi criada')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Abrir a campanha' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('link', { name: 'Todas as campanhas' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();

  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row.getByRole('checkbox').click();
  await page.getByRole('status').getByRole('button', { name: 'Definir etiquetas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Natal' }).click();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(row.getByText('Natal', { exact: true })).toBeVisible();

  // A listing without ads is chosen for another one.
  await page.getByRole('link', { name: 'Anúncios sem publicidade' }).first().click();
  await page.getByRole('row').nth(1).getByRole('checkbox').click();
  await page.getByRole('status').getByRole('button', { name: 'Criar campanha' }).click();
  await expect(page.getByRole('heading', { name: 'Campanha', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome da campanha' }).fill(`${name} de escolhidos`);
  await budget.fill('40');
  await next.click();
  await page.getByRole('textbox', { name: 'Lance padrão' }).fill('0,62');
  await next.click();
  await expect(page.getByText('1 anúncio escolhido')).toBeVisible();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Conclusão', exact: true })).toBeFocused();
});

test('a campaign is edited by the wizard: what changes is listed, sent and undone', async ({
  page,
  request,
}, info) => {
  const server = await serverOf(request);
  await openAs(page, server, '/app/campanhas');
  const campaign = page.getByRole('link', { name: /EXATA/ }).first();
  await expect(campaign).toBeVisible({ timeout: 120_000 });
  await campaign.click();
  await page.getByRole('link', { name: 'Editar campanha', exact: true }).click();
  const next = page.getByRole('button', { name: 'Continuar', exact: true });
  const budget = page.getByRole('textbox', { name: 'Orçamento diário' });
  await expect(budget).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nome da campanha' })).toHaveValue(/EXATA/);
  await budget.fill('0');
  await next.click();
  await expect(page.getByText('Deve ser maior que zero.')).toBeVisible();
  await budget.fill('1');
  await next.click();
  await expect(page.getByText('O orçamento diário é menor que o maior lance.')).toBeVisible();
  const amount = `${71 + info.retry},00`;
  await budget.fill(amount);
  await checkStep(page);
  await next.click();

  await expect(page.getByRole('heading', { name: 'Configuração', exact: true })).toBeFocused();
  const word = `copo da jornada ${info.retry}`;
  await page.getByRole('textbox', { name: 'Palavras-chave', exact: true }).first().fill(word);
  await page
    .getByRole('button', { name: 'Adicionar a Palavras-chave', exact: true })
    .first()
    .click();
  await checkStep(page);
  await next.click();
  await expect(
    page.getByRole('heading', { name: 'Adicionar anúncios', exact: true }),
  ).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Anúncios atuais' }).first()).toBeVisible();
  await checkStep(page);
  await next.click();

  // Before and after, and nothing is sent yet.
  await expect(page.getByRole('heading', { name: 'Conclusão', exact: true })).toBeFocused();
  await expect(page.getByText('2 alterações. Nada foi enviado ainda.')).toBeVisible();
  const lines = page.getByRole('region', { name: 'Lista de alterações' });
  await expect(lines.getByRole('row', { name: /Orçamento diário/ })).toContainText(amount);
  await expect(lines.getByRole('row', { name: new RegExp(word) })).toContainText('Adicionar');
  await checkStep(page);
  await page.getByRole('button', { name: 'Enviar 2 alterações', exact: true }).click();

  const history = page.getByRole('region', { name: 'Histórico de alterações' });
  const change = history.getByRole('listitem').filter({ hasText: `→ R$\u00a0${amount}` });
  const restore = change.getByRole('button', { name: /Restaurar/ });
  await expect(restore).toBeVisible({ timeout: 60_000 });
  const added = page.getByRole('region', { name: 'Adições' }).getByRole('listitem').first();
  await expect(added).toContainText('Segmentações: 1 de 1', { timeout: 60_000 });
  await expect(added).toContainText('Adicionado', { timeout: 60_000 });
  await restore.click();
  await expect(change.filter({ hasText: 'Desfeita' })).toBeVisible({ timeout: 60_000 });
});

test('a change of an account that may not write is made by a person, and verified', async ({
  page,
  request,
}, info) => {
  const server = await serverOf(request);
  await openAs(page, server, '/app/campanhas');
  const campaign = page.getByRole('link', { name: 'Lançamentos', exact: true });
  await expect(campaign).toBeVisible({ timeout: 120_000 });
  await campaign.click();
  await expect(page.getByText(/define lances, palavras-chave e posições sozinho/)).toBeVisible();
  await expect(page.getByText(/As alterações ficam como sugestões/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alterar meta de ROAS' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Estratégia', exact: true })).toBeHidden();
  await expect(page.getByRole('region', { name: /^Participação nas impressões/ })).toBeVisible();
  await checkStep(page);

  const budget = 31 + info.retry;
  await page.getByRole('button', { name: 'Alterar orçamento' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Orçamento diário' }).fill(String(budget));
  await dialog.getByRole('button', { name: 'Guardar sugestão' }).click();
  await expect(dialog).toBeHidden();
  const history = page.getByRole('region', { name: 'Histórico de alterações' });
  const first = history.getByRole('listitem').first();
  await expect(first).toContainText('Sugestão');

  // Marked before it is made: the reading does not find it.
  const mark = first.getByRole('button', { name: 'Marcar como feita: Orçamento diário' });
  await mark.click();
  await expect(first).toContainText('ainda não encontrou esta alteração', { timeout: 60_000 });
  const opened = page.waitForEvent('popup');
  await first.getByRole('link', { name: 'Abrir no marketplace' }).click();
  const panel = await opened;
  await panel.getByLabel(/Orçamento médio diário/).fill(String(budget));
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await expect(panel.getByText('As alterações foram salvas.')).toBeVisible();
  await panel.close();
  await mark.click();
  await expect(first).toContainText('Aplicada', { timeout: 60_000 });
});
