import { expect, test } from '@playwright/test';
import type { WatchedCompetitor } from '@primazia/backend/monitoring/contract';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { changeOffer, competitorsOn, passMinutes } from './market.ts';
import { openAs, type Server, serverOf } from './server.ts';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

/** The schedule polls within a minute. */
const LOOK = { timeout: 180_000 };

const toCents = (amount: number) => Math.round(amount * 100);

/** A listing at Amazon that may be given a rule, and the page of the same product at Mercado Livre, where others sell it. */
async function soldAtBoth({
  call,
}: Server): Promise<{ listing: PricedListing; productId: string }> {
  const path = '/v2/rules/listings/query?limit=200';
  const of = (marketplaceId: number) =>
    call<{ content: PricedListing[] }>('post', path, {
      filters: [
        {
          field: 'marketplaceId',
          condition: '=',
          value: String(marketplaceId),
          logicalOperator: 'AND',
        },
        { field: 'countryCode', condition: '=', value: 'BR', logicalOperator: 'AND' },
      ],
    });
  const [here, there] = await Promise.all([of(1), of(2)]);
  for (const listing of here.content) {
    const { title, price, status, rule, stock, promotionStatus, bestRivalPrice } = listing;
    if (status !== 'ENABLED' || rule !== null || stock === 0) continue;
    if (promotionStatus === 'started' || (bestRivalPrice ?? price) < price * 0.8) continue;
    const productId = there.content.find((one) => one.title === title)?.catalogProductId ?? null;
    if (productId !== null && (await competitorsOn(productId)).length > 0)
      return { listing, productId };
  }
  throw new Error('no listing of Amazon is at Mercado Livre too, where others sell it');
}

test('a competitor is pasted, confirmed, beaten by a rule, gone, and removed', async ({
  page,
  request,
}) => {
  const server = await serverOf(request);
  const { listing, productId } = await soldAtBoth(server);
  const others = await competitorsOn(productId);
  const asked = Math.round(listing.price * 75) / 100;
  for (const { itemId } of others) await changeOffer(itemId, { price: asked });
  await openAs(page, server, `/app/monitoramento-buybox/${listing.id}`);
  const section = page.getByRole('region', { name: 'Concorrentes monitorados' });
  await expect(section.getByText('Nenhum concorrente monitorado')).toBeVisible();

  await section.getByRole('button', { name: 'Colar links' }).click();
  const paste = page.getByRole('dialog', { name: 'Monitorar concorrentes por link' });
  const link = `https://www.mercadolivre.com.br/x/p/${productId}?matt_tool=1`;
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
  await expect(one.getByText('As regras o consideram.')).toBeVisible(LOOK);
  await expect(one.getByText(/R\$/).first()).toBeVisible();
  await one.getByText(/evidência/).click();
  await expect(one.getByText(/Títulos \d+% parecidos/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);

  await section.getByRole('button', { name: 'Buscar produtos' }).click();
  const search = page.getByRole('dialog', { name: 'Buscar produtos concorrentes' });
  await search.getByRole('textbox', { name: 'Título' }).fill(listing.title);
  await search.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(search.getByText('Já é monitorado.').first()).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  await search.getByRole('button', { name: 'Fechar' }).click();

  const watched = async () => {
    const path = `/v1/competitors/${listing.id}/watched`;
    const { competitors } = await server.call<{ competitors: WatchedCompetitor[] }>('get', path);
    return competitors[0]!;
  };
  const { id } = await watched();
  const newPrice = async () => {
    // Other listings may have a code that contains its own.
    const path = `/v2/rules/listings/query?limit=200&search=${encodeURIComponent(listing.skuMarketplace)}`;
    const { content } = await server.call<{ content: PricedListing[] }>('post', path, {
      filters: [],
    });
    const own = content.find(({ id: found }) => found === listing.id);
    return toCents(own?.lastUpdate?.newPrice ?? 0);
  };
  let rule: Rule;
  let beaten = 0;
  await test.step('a person confirms that it is the same product', async () => {
    await one.getByRole('button', { name: 'É só similar' }).click();
    await expect(one.getByText('Produto similar')).toBeVisible();
    await one.getByRole('button', { name: 'É o mesmo produto' }).click();
    await expect(one.getByText('Produto idêntico')).toBeVisible();
  });
  await test.step('a rule outside the buybox beats it', async () => {
    rule = await server.call<Rule>('post', '/v2/rules', {
      name: 'Bate o concorrente monitorado',
      listingIds: [listing.id],
      competition: 'EXTERNAL',
      comparison: 'IDENTICAL',
      allMarketplaces: true,
      strategy: 'WIN',
      minPrice: Math.round(listing.price * 50) / 100,
      maxPrice: Math.round(listing.price * 150) / 100,
      requiresApproval: true,
    });
    await expect(async () => {
      const { offer } = await watched();
      beaten = toCents(offer!.price) - 1;
      expect(await newPrice()).toBe(beaten);
    }).toPass(LOOK);
  });
  await test.step('it is out of stock, by two polls, and the rule raises the price', async () => {
    for (const { itemId } of others) await changeOffer(itemId, { status: 'paused' });
    await expect(async () => {
      await passMinutes(id, 6);
      const gone = one.getByText('Pausado ou sem estoque', { exact: true });
      await expect(gone).toBeVisible({ timeout: 15_000 });
    }).toPass(LOOK);
    await expect(async () => expect(await newPrice()).toBeGreaterThan(beaten)).toPass(LOOK);
  });
  const { version } = await server.call<Rule>('get', `/v2/rules/${rule!.id}`);
  await server.call('put', `/v2/rules/${rule!.id}/status`, { status: 'archived', version });
  for (const { itemId } of others) await changeOffer(itemId, { status: 'active' });

  await one.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Não', exact: true }).click();
  await expect(one).toHaveCount(1);
  await one.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Sim, remover' }).click();
  await expect(section.getByText('Nenhum concorrente monitorado')).toBeVisible();
});
