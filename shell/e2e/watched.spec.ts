import { expect, test } from '@playwright/test';
import type { WatchedCompetitor } from '@primazia/backend/monitoring/contract';
import type { PricedListing, Rule } from '@primazia/backend/pricing/contract';
import { expectAccessible } from './accessible.ts';
import { changeOffer, competitorsOn, passMinutes } from './market.ts';
import { openAs, type Server, serverOf } from './server.ts';

test.use({ locale: 'pt-BR', colorScheme: 'light' });

/** The schedule polls within a minute. */
const POLL = { timeout: 180_000 };

const toCents = (amount: number) => Math.round(amount * 100);

/**
 * A listing at Amazon that can have a rule, the page of the same product at Mercado Livre, where others sell it, and the
 * product of another listing that others sell at Amazon.
 */
async function soldAtBoth({
  call,
}: Server): Promise<{ listing: PricedListing; productId: string; otherAsin: string }> {
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
    const otherAsin = here.content.find(
      ({ id, catalogProductId, rivals }) =>
        id !== listing.id && catalogProductId !== null && rivals > 0,
    )?.catalogProductId;
    if (productId !== null && otherAsin && (await competitorsOn(productId)).length > 0)
      return { listing, productId, otherAsin };
  }
  throw new Error('no listing of Amazon is at Mercado Livre too, where others sell it');
}

test('a competitor is pasted, confirmed, beaten by a rule, gone, and removed', async ({
  page,
  request,
}) => {
  // It waits for several polls of the market.
  test.setTimeout(600_000);
  const server = await serverOf(request);
  const { listing, productId, otherAsin } = await soldAtBoth(server);
  // Those of an attempt that failed.
  const { competitors: earlier } = await server.call<{ competitors: { id: number }[] }>(
    'get',
    `/v1/competitors/${listing.id}/watched`,
  );
  for (const one of earlier) await server.call('delete', `/v1/competitors/watched/${one.id}`);
  const others = await competitorsOn(productId);
  const lowest = Math.round(listing.price * 75) / 100;
  for (const { itemId } of others) await changeOffer(itemId, { price: lowest });
  await openAs(page, server, `/app/monitoramento-buybox/${listing.id}`);
  const section = page.getByRole('region', { name: 'Concorrentes monitorados' });
  await expect(section.getByText('Nenhum concorrente monitorado')).toBeVisible();

  await section.getByRole('button', { name: 'Colar links' }).click();
  const paste = page.getByRole('dialog', { name: 'Monitorar concorrentes por link' });
  const code = others.at(-1)!.itemId;
  const links = [
    `https://www.mercadolivre.com.br/x/p/${productId}?matt_tool=1`,
    `https://produto.mercadolivre.com.br/${code.replace('MLB', 'MLB-')}-_JM#position=3`,
    `https://www.amazon.com.br/x/dp/${otherAsin}/ref=sr_1_1?tag=loja-20`,
    'https://amzn.to/abc',
    'https://loja.example/p/1',
  ];
  await paste.getByRole('textbox').fill(links.join('\n'));
  await paste.getByRole('button', { name: 'Adicionar' }).click();
  await expect(paste.getByText('Adicionados: 3 de 5.')).toBeVisible();
  await expect(paste.getByText(/Este é um link curto/)).toBeVisible();
  const foreign = paste.getByRole('listitem').filter({ hasText: 'loja.example' });
  await expect(foreign).toContainText(
    /precisa ser de um destes marketplaces: .*Mercado Livre.* ou /,
  );
  await expect(paste.getByRole('textbox')).toHaveValue(links.slice(3).join('\n'));
  await expectAccessible(page, '[role=dialog]');
  await paste.getByRole('button', { name: 'Fechar' }).click();

  const row = (part: string) =>
    section.getByRole('listitem').filter({ has: page.locator(`a[href*="${part}"]`) });
  const one = row(`/p/${productId}`);
  const remove = async (some: typeof one) => {
    await some.getByRole('button', { name: 'Remover' }).click();
    await page.getByRole('button', { name: 'Sim, remover' }).click();
    await expect(some).toHaveCount(0);
  };
  await test.step('a listing is found on the page of its product', async () => {
    const item = row(code.replace('MLB', 'MLB-'));
    await expect(item.getByText('Monitorado', { exact: true })).toBeVisible(POLL);
    await expect(item.getByText(/R\$/).first()).toBeVisible();
    await remove(item);
  });
  await expect(one).toHaveCount(1);
  await expect(one.getByText('As regras o consideram.')).toBeVisible(POLL);
  await expect(one.getByText(/R\$/).first()).toBeVisible();
  await one.getByText(/evidência/).click();
  await expect(one.getByText(/Títulos \d+% parecidos/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);

  await section.getByRole('button', { name: 'Buscar produtos' }).click();
  const search = page.getByRole('dialog', { name: 'Buscar produtos concorrentes' });
  await search.getByRole('textbox', { name: 'Título' }).fill(links[2]!);
  await expect(search.getByText('Isto é um link. Use “Colar links”.')).toBeVisible();
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
    }).toPass(POLL);
  });
  await test.step('it is out of stock, by two polls, and the rule raises the price', async () => {
    for (const { itemId } of others) await changeOffer(itemId, { status: 'paused' });
    await expect(async () => {
      await passMinutes(id, 6);
      const gone = one.getByText('Pausado ou sem estoque', { exact: true });
      await expect(gone).toBeVisible({ timeout: 15_000 });
    }).toPass(POLL);
    await expect(async () => expect(await newPrice()).toBeGreaterThan(beaten)).toPass(POLL);
  });
  const { version } = await server.call<Rule>('get', `/v2/rules/${rule!.id}`);
  await server.call('put', `/v2/rules/${rule!.id}/status`, { status: 'archived', version });
  for (const { itemId } of others) await changeOffer(itemId, { status: 'active' });

  await one.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('button', { name: 'Não', exact: true }).click();
  await expect(one).toHaveCount(1);
  await remove(one);
  // Amazon's limit may leave room for it only after the polls of the own listings: it is in the list, read or not.
  await remove(row(otherAsin));
  await expect(section.getByText('Nenhum concorrente monitorado')).toBeVisible();
});
