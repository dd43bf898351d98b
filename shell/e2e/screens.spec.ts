// Every screen in each language, on a wide and on a narrow window. Screenshots in Portuguese are kept with the results of the
// run; in all languages if PICTURES is set.
import { writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { Locale } from '@primazia/backend/kernel/id';
import type { MonitoredListing, PricedListing } from '@primazia/backend/pricing/contract';
import { expectAccessible, expectNamed, rest } from './accessible.ts';
import { openAs, type Server, serverOf } from './server.ts';

const PICTURES = 'test-results/pictures';
/** The screenshot of the README. */
const SHOWN = 'automatic-pricing-pt-wide';
const WIDTHS = { wide: { width: 1360, height: 900 }, narrow: { width: 360, height: 780 } };

/** Loading content is shown in grey. */
const WAITING = '.pz-skeleton-bar, .pz-skeleton, [aria-busy=true]';

/** Missing texts are shown as their key. */
const KEY = /^[a-z][a-z_]+(\.[a-z][a-zA-Z_]+)+$/;
const FILE = /\.(csv|xlsx)$/;
const rawKeys = async (page: Page): Promise<string[]> =>
  (await page.getByText(KEY).allTextContents()).filter((text) => !FILE.test(text));

/** Checks a screen in one language on both widths; the structure at a width is the same in all languages. */
async function check(page: Page, screen: string, locale: Locale): Promise<void> {
  const name = `${screen}-${locale}`;
  for (const [width, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    await expect(page.locator(WAITING).filter({ visible: true })).toHaveCount(0);
    await rest(page);
    if (locale === 'pt' || process.env.PICTURES) {
      const picture = await page.screenshot({ path: `${PICTURES}/${name}-${width}.png` });
      if (process.env.README_PICTURES && `${name}-${width}` === SHOWN)
        writeFileSync('docs/listings.png', picture);
    }
    if (locale === 'pt') await expectAccessible(page);
    else if (width === 'wide') await expectNamed(page);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `${name} is wider than its ${width} window`).toBeLessThanOrEqual(0);
  }
  expect(await rawKeys(page), name).toEqual([]);
}

let server: Server;
let listing: PricedListing;
/** A listing whose buybox a named seller holds. */
let lost: MonitoredListing;
let accountId: number;
let campaignId: number;
test.beforeEach(async ({ request }) => {
  server = await serverOf(request);
  const path = '/v2/rules/listings/query?limit=1';
  const { content } = await server.call<{ content: PricedListing[] }>('post', path, {
    filters: [],
  });
  listing = content[0]!;
  // Just after the start not all markets have been polled.
  await expect(async () => {
    const path = '/v1/buybox/query?tab=losing&limit=50';
    const losing = await server.call<{ content: MonitoredListing[] }>('post', path, {
      filters: [],
    });
    const found = losing.content.find(({ winnerSellerId }) => winnerSellerId !== null);
    expect(found).toBeDefined();
    lost = found!;
  }).toPass({ timeout: 120_000 });
  const integrations = await server.call<{ accounts: { id: number }[] }>(
    'get',
    '/v1/account-integrations',
  );
  accountId = integrations.accounts[0]!.id;
  await expect(async () => {
    const path = '/v1/campaigns/query?limit=1';
    const { content } = await server.call<{ content: { id: number }[] }>('post', path, {});
    expect(content).toHaveLength(1);
    campaignId = content[0]!.id;
  }).toPass();
});

const pagesOf = (): Record<string, string> => ({
  dashboard: '/app/dashboard',
  'dashboard-pricing': '/app/dashboard?tab=pricing',
  'dashboard-monitoring': '/app/dashboard?tab=monitoring',
  'dashboard-ads': '/app/dashboard?tab=ads',
  'dashboard-advice': '/app/dashboard?tab=advice',
  'order-items': '/app/dashboard/pedidos',
  indicators: '/app/indicadores',
  'recommendation-funnel': '/app/recommendation-funil',
  recommendations: '/app/recommendation-view/all',
  'recommendations-losing': '/app/recommendation-view/losing_buybox',
  'automatic-pricing': '/app/precificacao-automatica',
  rules: '/app/regras-de-precificacao',
  'new-rule': '/app/regras-de-precificacao/nova',
  history: '/app/historico-de-precos',
  'listing-history': `/app/historico-de-precos/${listing.id}`,
  spreadsheets: '/app/planilhas-de-regras',
  backtest: '/app/simulacao-de-regras',
  settings: '/app/configuracao-de-precificacao',
  campaigns: '/app/campanhas',
  campaign: `/app/campanhas/${campaignId}`,
  'campaign-report': `/app/campanhas/${campaignId}/relatorio`,
  'new-campaign': '/app/campanhas/nova',
  'campaign-history': '/app/campanhas/historico',
  'link-manager': '/app/gerenciador-vinculos',
  'listings-without-ads': '/app/anuncios-sem-ads',
  buybox: '/app/monitoramento-buybox',
  market: `/app/monitoramento-buybox/${lost.id}`,
  competitor: `/app/monitoramento-buybox/concorrentes/${lost.marketplaceId}/${lost.winnerSellerId}`,
  'outside-buybox': '/app/monitoramento-fora-do-buybox',
  'monitoring-settings': '/app/configuracao-de-monitoramento',
  accounts: '/app/channel',
  'account-sales': `/app/channel/${accountId}/sales`,
  'account-return': '/app/channel/meli/integrations',
  hosts: '/app/hosts',
  'shipping-credit': '/app/credito-de-frete',
  'shipping-records': '/app/cadastros-de-frete',
  notifications: '/app/notificacoes',
});

for (const locale of Locale.options) {
  test(`every screen in ${locale}`, async ({ page }) => {
    // Forty pages, two widths: as long as several journeys.
    test.setTimeout(1_200_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (said) => {
      if (said.type() === 'error') errors.push(said.text());
    });
    for (const [name, path] of Object.entries(pagesOf())) {
      await test.step(name, async () => {
        await openAs(page, server, path, locale);
        await expect(page.locator('main h1').first()).toBeVisible();
        if (name === 'market') await expect(page.locator('.pz-comparison')).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${locale}`));
        await check(page, name, locale);
      });
    }
    expect(errors).toEqual([]);
  });
}
