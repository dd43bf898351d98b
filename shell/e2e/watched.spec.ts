import { expect, test } from '@playwright/test';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { freeListing } from './listings.ts';
import { openAs, serverOf } from './server.ts';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

/** The schedule makes the first look within a minute. */
const FIRST_LOOK = { timeout: 180_000 };

test('competitors are pasted, found, seen, and removed', async ({ page, request }) => {
  const server = await serverOf(request);
  const listing = await freeListing(server);
  const { content } = await server.call<{ content: PricedListing[] }>(
    'post',
    '/v2/rules/listings/query?limit=100',
    { filters: [] },
  );
  const other = content.find(
    ({ id, marketplaceId, catalogProductId, rivals }) =>
      id !== listing.id && marketplaceId === 2 && catalogProductId !== null && (rivals ?? 0) > 1,
  );
  expect(other).toBeDefined();
  await openAs(page, server, `/app/monitoramento-buybox/${listing.id}`);
  const section = page.getByRole('region', { name: 'Concorrentes monitorados' });
  await expect(section.getByText('Nenhum concorrente monitorado')).toBeVisible();

  await section.getByRole('button', { name: 'Colar links' }).click();
  const paste = page.getByRole('dialog', { name: 'Monitorar concorrentes por link' });
  const link = `https://www.mercadolivre.com.br/x/p/${other!.catalogProductId}?matt_tool=1`;
  await paste.getByRole('textbox').fill(`${link}\nhttps://amzn.to/abc\nhttps://loja.example/p/1`);
  await paste.getByRole('button', { name: 'Adicionar' }).click();
  await expect(paste.getByText('Adicionados: 1 de 3.')).toBeVisible();
  await expect(paste.getByText(/Este é um link curto/)).toBeVisible();
  await expect(paste.getByText(/precisa ser de um destes marketplaces/)).toBeVisible();
  await expect(paste.getByRole('textbox')).not.toHaveValue(/mercadolivre/);
  await expectAccessible(page, '[role=dialog]');
  await paste.getByRole('button', { name: 'Fechar' }).click();

  const one = section.getByRole('listitem').filter({ hasText: 'Remover' });
  await expect(one).toHaveCount(1);
  await expect(one.getByText('As regras o consideram.')).toBeVisible(FIRST_LOOK);
  await expect(one.getByText(/R\$/).first()).toBeVisible();
  await one.getByText(/evidência/).click();
  await expect(one.getByText(/Títulos \d+% parecidos/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);

  await section.getByRole('button', { name: 'Buscar produtos' }).click();
  const search = page.getByRole('dialog', { name: 'Buscar produtos concorrentes' });
  await search.getByRole('textbox', { name: 'Título' }).fill(other!.title);
  await search.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(search.getByText('Já é monitorado.').first()).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await search.getByRole('button', { name: 'Fechar' }).click();

  await one.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Não' }).click();
  await expect(one).toHaveCount(1);
  await one.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Sim, remover' }).click();
  await expect(section.getByText('Nenhum concorrente monitorado')).toBeVisible();
});
