// A person connects accounts in the marketplaces' pages of consent, manages them, and registers an ERP.

import { generateKeyPairSync } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { AccountIntegration } from '@primazia/backend/catalog/contract';
import { expectAccessible } from './accessible.ts';
import { DEMO, openAs, type Server, serverOf } from './server.ts';

/** The seller who joins the market by an authorization, by the names there. */
const NEWCOMER = {
  mercadolivre: 'ATELIE BRISA',
  amazon: 'Ateliê Brisa',
  magalu: 'ATELIE BRISA',
  shopee: 'Ateliê Brisa',
};

/** Another company than the one whose listings the other journeys count. */
const COMPANY = 'Norte Eletrônicos';

let server: Server;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request, DEMO, COMPANY);
});

const accountsOf = async () =>
  (await server.call<{ accounts: AccountIntegration[] }>('get', '/v1/account-integrations'))
    .accounts;

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** Clicks the label once it is stable: a dialog moves while it opens and when fields are added. */
async function choose(fields: Locator, kind: 'radio' | 'checkbox', name: string): Promise<void> {
  await fields
    .locator('label')
    .filter({ has: fields.page().getByRole(kind, { name }) })
    .click();
  await expect(fields.getByRole(kind, { name })).toBeChecked();
}

/** From the list of accounts to the marketplace's own page. */
async function goTo(page: Page, marketplace: string, region?: string): Promise<void> {
  await page.getByRole('button', { name: 'Adicionar conta' }).click();
  // A region that a marketplace does not have names it too.
  await choose(page.getByRole('radiogroup', { name: 'Marketplace' }), 'radio', marketplace);
  const regions = page.getByRole('radiogroup', { name: 'Onde você vende' });
  if (region !== undefined) await choose(regions, 'radio', region);
  await page.getByRole('button', { name: new RegExp(`^Continuar n[oa] ${marketplace}$`) }).click();
  await expect(page).toHaveURL(/\/sandbox\/consent\//);
}

async function agreeAs(page: Page, seller: string): Promise<void> {
  await page.getByRole('radio', { name: seller }).check();
  await page.getByRole('button', { name: 'Permitir' }).click();
}

/** The accounts to connect and what the list then shows. The last two sell in other countries, in their currencies. */
const CONNECTED = [
  {
    marketplace: 'Mercado Livre',
    seller: NEWCOMER.mercadolivre,
    path: '/app/channel/meli/integrations',
    listings: '36',
    first: /^Kit 2 /,
  },
  {
    marketplace: 'Amazon',
    seller: NEWCOMER.amazon,
    path: '/app/channel/amazon/integrations',
    listings: '36',
    first: /^Kit 2 /,
  },
  {
    marketplace: 'Magalu',
    seller: NEWCOMER.magalu,
    path: '/app/integration/magalu',
    listings: '36',
    first: /^Kit 2 /,
  },
  {
    marketplace: 'Shopee',
    seller: NEWCOMER.shopee,
    path: '/app/integration/shopee',
    listings: '45',
    first: /^Cafeteira /,
  },
  {
    marketplace: 'Mercado Livre',
    region: 'México',
    seller: 'CASA AURORA MX',
    path: '/app/channel/meli/integrations',
    listings: '12',
    first: /^MX\$\s\d/,
  },
  {
    marketplace: 'Amazon',
    region: 'Estados Unidos',
    seller: 'Casa Aurora',
    path: '/app/channel/amazon/integrations',
    listings: '12',
    first: /^US\$\s\d/,
  },
];

for (const { marketplace, region, seller, path, listings, first } of CONNECTED) {
  const place = region === undefined ? marketplace : `${marketplace} in another region`;
  test(`an account of ${place} is connected, from nothing to its first listings`, async ({
    page,
  }) => {
    test.slow();
    const store = `Brisa ${region ?? marketplace}`;
    await openAs(page, server, '/app/channel');
    await goTo(page, marketplace, region);
    await expectAccessible(page);
    const came = page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await agreeAs(page, seller);
    const back = (await came).url();

    // The code is removed from the address, and the page shows no sidebar.
    await expect(page).toHaveURL(/\?account=\d+$/);
    await expect(page.getByRole('heading', { name: 'Concluir a integração' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText(`· ${region ?? 'Brasil'}`)).toBeVisible();
    await expectAccessible(page);
    const name = page.getByLabel('Apelido da loja');
    await expect(name).toHaveValue(seller);
    await name.fill(store);
    await page.getByRole('button', { name: 'Salvar e trazer os anúncios' }).click();
    await expect(page.getByText(`${listings} anúncios chegaram`)).toBeVisible();
    await page.getByRole('link', { name: 'Ver os anúncios' }).click();
    await expect(page).toHaveURL(/precificacao-automatica/);
    await expect(page.getByText(store).first()).toBeVisible();
    await expect(page.getByText(first).first()).toBeVisible();

    // The same address, opened again, connects nothing.
    await page.goto(back);
    await expect(page.getByText('Esta autorização já foi usada')).toBeVisible();
    await page.getByRole('link', { name: 'Todas as contas' }).click();
    await expect(card(page, store).getByText('Conectada')).toBeVisible();
  });
}

test('failures of the authorization are reported, with a next step', async ({ page, context }) => {
  test.slow();
  await openAs(page, server, '/app/channel');
  await goTo(page, 'Mercado Livre');
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByText('A autorização foi recusada')).toBeVisible();
  await expectAccessible(page);

  // Started again; the account belongs to another company of the same user.
  await page.getByRole('button', { name: 'Começar de novo' }).click();
  await page.getByRole('button', { name: 'Continuar no Mercado Livre' }).click();
  const came = page.waitForRequest((request) => new URL(request.url()).searchParams.has('code'));
  // Not the one in Mexico.
  await agreeAs(page, 'CASA AURORA Vendedor');
  await expect(page.getByText('Sua empresa Casa Aurora já usa esta conta')).toBeVisible();
  const used = new URL((await came).url());

  // A state of no own redirect, like that of a stranger's link.
  used.searchParams.set('state', 'f'.repeat(64));
  await page.goto(used.href);
  await expect(page.getByText('Esta autorização não foi iniciada por você')).toBeVisible();
  await page.goto('/app/integration/feira');
  await expect(page.getByText('Marketplace não disponível')).toBeVisible();
  const names = (await accountsOf()).map((account) => account.name);
  expect(names).not.toContain('CASA AURORA');

  // The marketplace is unavailable at the redirect: the same call may be retried.
  await page.goto('/app/channel');
  await goTo(page, 'Mercado Livre');
  await context.route('**/api/v1/account-integrations', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { status: 503, code: 'marketplace_unavailable' } })
      : route.fallback(),
  );
  await agreeAs(page, 'NORTE ELETRONICOS');
  await expect(page.getByText('O marketplace não responde agora')).toBeVisible();
  await context.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Autorização recebida do Mercado Livre')).toBeVisible();
});

test('an account is renamed, synced, disconnected and connected again', async ({ page }) => {
  test.slow();
  await openAs(page, server, '/app/channel');
  const before = (await accountsOf()).find(({ sellerId }) => sellerId === 'A1NORTEELETRO2')!;
  const account = card(page, before.name);
  await account.getByRole('button', { name: /^Renomear/ }).click();
  await page.getByLabel('Apelido da loja').fill('Norte na Amazon');
  await page.keyboard.press('Enter');
  const renamed = card(page, 'Norte na Amazon');
  await expect(renamed).toBeVisible();

  const progress = renamed.getByRole('progressbar', { name: /anúncios|sincronizar/ });
  // Checked at each frame: a few listings are fetched before the next poll of an expectation.
  const shown = progress.waitFor();
  await renamed.getByRole('button', { name: /^Sincronizar agora/ }).click();
  await shown;
  await expect(progress).toBeHidden();
  await expect(renamed.getByText('agora', { exact: true }).first()).toBeVisible();

  const disconnect = renamed.getByRole('button', { name: /^Desconectar/ });
  await disconnect.click();
  const confirmation = page.getByRole('alertdialog', { name: /^Desconectar/ });
  await expect(confirmation).toContainText('Nenhum preço é mais enviado');
  await expectAccessible(page, 'section[role=alertdialog]');
  await page.keyboard.press('Escape');
  await expect(disconnect).toBeFocused();
  await expect(page.locator('section[role=alertdialog]')).toHaveCount(0);
  await disconnect.click();
  await confirmation.getByRole('button', { name: 'Desconectar a conta' }).click();
  await expect(renamed.getByText('Desconectada', { exact: true })).toBeVisible();
  await expect(renamed.getByText('A conta foi desconectada aqui')).toBeVisible();
  await expectAccessible(page);

  // First as another seller, then as the seller of the account.
  const again = async (seller: string) => {
    await page.getByRole('button', { name: 'Continuar na Amazon' }).click();
    await agreeAs(page, seller);
  };
  await renamed.getByRole('button', { name: /^Reconectar/ }).click();
  await again('Ateliê Brisa');
  await expect(page.getByText('Você entrou no marketplace com outra conta')).toBeVisible();
  await page.getByRole('button', { name: 'Começar de novo' }).click();
  await expect(page.getByRole('dialog', { name: /Norte na Amazon/ })).toBeVisible();
  await again('Norte Eletrônicos');
  await expect(page.getByText('A conta Norte na Amazon está pronta')).toBeVisible();
  await page.getByRole('link', { name: 'Todas as contas' }).click();
  await expect(renamed.getByText('Conectada', { exact: true })).toBeVisible();
  const path = `/v1/account-integrations/${before.id}`;
  await server.call('put', path, { name: before.name });
});

test('an ERP is registered, gets its code, is changed and revoked', async ({ page }) => {
  const issuer = 'https://erp.pedra.example';
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await openAs(page, server, '/app/hosts');
  await page.getByRole('button', { name: 'Registrar um sistema' }).click();
  await page.getByLabel('Emissor').fill(issuer);
  await page.getByLabel('Chave pública').fill(privateKey);
  await page.getByLabel('Endereços das páginas').fill('http://erp.pedra.example/path');
  await choose(page.getByRole('dialog'), 'checkbox', 'Preços');
  const register = page.getByRole('button', { name: 'Registrar', exact: true });
  await register.click();
  await expect(page.getByText('http://erp.pedra.example/path não é uma origem')).toBeVisible();
  await page.getByLabel('Endereços das páginas').fill(issuer);
  await register.click();
  await expect(page.getByText('Esta é a chave privada, e não foi enviada')).toBeVisible();
  await page.getByLabel('Chave pública').fill(publicKey);
  await expectAccessible(page, '[role=dialog]');
  await register.click();

  const code = page.getByRole('dialog', { name: `O código para ${issuer}` });
  await expect(code).toContainText(`<primazia-pricing company="${server.entered.company_id}"`);
  await expect(code).toContainText(`.setIssuer("${issuer}")`);
  await expectAccessible(page, '[role=dialog]');
  await code.getByRole('button', { name: 'Fechar' }).click();

  const host = card(page, issuer).filter({ hasText: 'Ativo' });
  await expect(host).toContainText('ES256');
  await host.getByRole('button', { name: /^Alterar/ }).click();
  await choose(page.getByRole('dialog'), 'checkbox', 'Contas de marketplace');
  await page.getByLabel('Endereços das páginas').fill(`${issuer}\nhttps://outra.pedra.example`);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(host).toContainText('https://outra.pedra.example');
  await expect(host).toContainText('Preços, Contas de marketplace');
  await expectAccessible(page);

  await host.getByRole('button', { name: /^Revogar/ }).click();
  await page.getByRole('button', { name: 'Revogar o sistema' }).click();
  await expect(card(page, issuer).getByText('Revogado', { exact: true }).first()).toBeVisible();
  await expect(host).toHaveCount(0);
});
