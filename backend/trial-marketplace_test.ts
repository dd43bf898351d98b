// A marketplace that is added in memory, with only a manifest and a port: everything else follows from them.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@std/testing/bdd';
import * as z from 'zod';
import { completeAccount, integrationsOf } from './catalog/accounts/actions.ts';
import { channelNames, marketplaceChoices } from './catalog/accounts/choices.ts';
import { beginConsent, finishConsent } from './catalog/accounts/consent.ts';
import type { MarketplaceContext } from './catalog/actions.ts';
import { fetchFees } from './catalog/costs/fees.ts';
import { workers as catalogWorkers } from './catalog/jobs.ts';
import type { Manifest } from './integrations/manifest.ts';
import { connectMarketplaces, MANIFESTS, marketplaceSettings } from './integrations/registry.ts';
import { toCsv } from './kernel/csv.ts';
import { ListBody } from './kernel/filter.ts';
import { reporting } from './kernel/marketplace.ts';
import { Problem } from './kernel/problem.ts';
import { competitorsOf } from './monitoring/competitors-of.ts';
import { givenSecrets, readConfig } from './platform/config.ts';
import { readEnvironment } from './platform/environment.ts';
import {
  createRule,
  preview,
  queryListings,
  querySheetRows,
  startBulk,
  uploadSheet,
} from './pricing/actions.ts';
import { BulkBody, PreviewBody, RuleInput } from './pricing/contract.ts';
import { workers as pricingWorkers } from './pricing/jobs.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import {
  type MemoryMarketplace,
  memoryMarketplace,
  remoteListing,
} from './testing/memory-marketplace.ts';
import { offer } from './testing/monitoring-scene.ts';
import { recordObserved } from './testing/record-markets.ts';
import {
  drain,
  seedCompany,
  type TestContext,
  testConfig,
  testContext,
} from './testing/test-context.ts';

let port: MemoryMarketplace;

const TRIAL: Manifest = {
  id: 77,
  slug: 'feira',
  name: 'Feira Central',
  gender: 'feminine',
  mark: { text: 'F', color: '#ffffff', background: '#006633' },
  traits: {
    hasBuybox: false,
    reportsCompetitors: true,
    reportsPriceToWin: false,
    ranksOffers: true,
    reportsFees: false,
    reportsAdFigures: false,
    takesCompetitorLinks: false,
    priceUnit: 'listing',
    pageCode: 'skuMarketplace',
    reportsShippingWith: 'listing',
    hidesDearerListings: false,
    interestFreeTypes: ['parcelado'],
    criteria: reporting({ price: 'always' }),
  },
  linkHosts: ['feira.example'],
  readLink: ({ host }) => (host === 'feira.example' ? { kind: 'other' } : null),
  timeZones: { BR: 'America/Sao_Paulo' },
  shopLinks: { BR: 'https://feira.example/vendedor/{seller}' },
  codeNames: ['codigo da feira'],
  hindrances: { banca_fechada: 'paused' },
  refusals: { preco_da_feira: 'automation' },
  aliases: ['feirinha'],
  returns: { code: 'code', params: ['banca'] },
  connection: {
    settings: {
      schema: z.object({
        FEIRA_CLIENT_ID: z.string().optional().describe('the application there'),
        FEIRA_CLIENT_SECRET: z.string().optional().describe('its secret'),
        FEIRA_WEBHOOK_KEY: z.string().min(16).optional().describe('what notifications bear'),
      }),
      client: { id: 'FEIRA_CLIENT_ID', secret: 'FEIRA_CLIENT_SECRET' },
      isNeeded: true,
      secrets: { feiraWebhookKey: 'FEIRA_WEBHOOK_KEY' },
    },
    demoGrants: [],
    connect: ({ environment }) => (environment.FEIRA_CLIENT_ID ? port : null),
  },
};
const ALL = [...MANIFESTS, TRIAL];

const placeWith = (environment: Record<string, string>) => ({
  environment,
  publicUrl: 'http://localhost:8080',
  sandboxUrl: null,
  secrets: {},
});

let database: TestDatabase;
let ctx: TestContext & MarketplaceContext;
let company: Awaited<ReturnType<typeof seedCompany>>;

beforeAll(async () => {
  database = await testDatabase();
  const base = testContext(database.db);
  port = memoryMarketplace(base.clock, { sellerId: 'banca-7', lifeSeconds: 30 * 24 * 3600 });
  delete port.getFees;
  port.setPrice = async () => ({ kind: 'rejected', code: 'preco_da_feira', message: 'fixo' });
  const place = placeWith({ FEIRA_CLIENT_ID: 'primazia' });
  ctx = Object.assign(base, { marketplaces: connectMarketplaces(place, base.clock, {}, ALL) });
  company = await seedCompany(database.owner);
});
afterAll(() => database.close());

describe('the settings', () => {
  const groups = marketplaceSettings(ALL);

  it('are checked, and its secrets kept, as it declares them', () => {
    const off = { SANDBOX: 'off', MELI_CLIENT_ID: 'a', MELI_CLIENT_SECRET: 'b' };
    assert.throws(() => readEnvironment(off, groups), /FEIRA_CLIENT_ID is needed while SANDBOX/);
    const key = 'sixteen letters, or more';
    assert.equal(givenSecrets({ FEIRA_WEBHOOK_KEY: key }, groups).feiraWebhookKey, key);
    assert.throws(() => readEnvironment({ FEIRA_WEBHOOK_KEY: 'short' }, groups), /FEIRA_WEBHOOK/);
    const set = { MELI_CLIENT_ID: 'a', MELI_CLIENT_SECRET: 'b' };
    const feira = { FEIRA_CLIENT_ID: 'c', FEIRA_CLIENT_SECRET: 'd' };
    const config = (env: Record<string, string>) =>
      readConfig(env, testConfig.secrets, (path) => path, groups);
    assert.equal(config({ ...set, ...feira, SANDBOX: 'off' }).sandbox, false);
  });

  it('decide whether accounts of it can be connected', () => {
    const offerOf = (environment: Record<string, string>) => {
      const marketplaces = connectMarketplaces(placeWith(environment), ctx.clock, {}, ALL);
      return marketplaceChoices({ ...ctx, marketplaces }).find(({ id }) => id === TRIAL.id)?.offer;
    };
    assert.equal(offerOf({}), 'not_set_up');
    assert.equal(offerOf({ FEIRA_CLIENT_ID: 'primazia' }), 'offered');
  });
});

describe('the pages', () => {
  it('get its name, mark, traits, countries and the pages of its shops', () => {
    const choice = marketplaceChoices(ctx).find(({ id }) => id === TRIAL.id);
    const { id, slug, name, gender, mark, shopLinks, traits } = TRIAL;
    const { reportsShippingWith, hidesDearerListings, interestFreeTypes, ...reported } = traits;
    assert.deepEqual(choice, {
      ...{ id, slug, name, gender, mark, shopLinks, aliases: ['feirinha'], traits: reported },
      returns: { code: 'code', params: ['banca'], sellerId: 'banca' },
      ...{ offer: 'offered', countries: ['BR'] },
    });
    assert.ok(channelNames(ctx).some((one) => one.id === id && one.name === name));
  });
});

describe('an account', () => {
  it('is connected in the browser, and its listings are fetched', async () => {
    const wish = { marketplace: TRIAL.slug, countryCode: 'BR', accountId: null };
    const { address } = await beginConsent(ctx, company.actor, wish);
    const state = new URL(address).searchParams.get('state')!;
    port.codes.add('code');
    const back = { marketplace: TRIAL.slug, state, code: 'code', params: {}, sellerId: null };
    const { id } = await finishConsent(ctx, company.actor, back);
    for (const sku of ['F1', 'F2', 'F3'])
      port.listings.set(sku, {
        ...remoteListing(sku, { price: 10_000, listingTypeId: 'parcelado' }),
        link: `https://www.feira.example/${sku}`,
      });
    await completeAccount(ctx, company.actor, id, 'Banca da Ana');
    await drain(ctx, catalogWorkers(ctx));
    const account = (await integrationsOf(ctx, company.companyId)).find((one) => one.id === id);
    assert.deepEqual([account?.marketplaceId, account?.ads], [TRIAL.id, 3]);
  });
});

const listings = async () => {
  const page = { page: 0, limit: 15, tab: 'all' as const };
  const body = ListBody.parse({
    filters: [{ field: 'marketplaceId', condition: '=', value: String(TRIAL.id) }],
    orders: [{ field: 'skuMarketplace', direction: 'asc' }],
  });
  return (await queryListings(ctx, company.actor, page, body)).content;
};

describe('the lists', () => {
  it('are filtered by it', async () => {
    assert.deepEqual(
      (await listings()).map(({ marketplaceId, skuMarketplace }) => [
        marketplaceId,
        skuMarketplace,
      ]),
      [
        [TRIAL.id, 'F1'],
        [TRIAL.id, 'F2'],
        [TRIAL.id, 'F3'],
      ],
    );
  });
});

describe('a spreadsheet', () => {
  it('names its listings by what its sellers call their code, and links to its hosts', async () => {
    const rows = [
      ['Código da feira', 'Link', 'Preço mínimo', 'Estratégia', 'Onde a regra compete'],
      ['F1', 'https://m.feira.example/anuncio/1', '80', 'Ganhar', 'Fora do buybox'],
      ['F2', 'https://feira.example.evil.test/2', '80', 'Ganhar', 'Fora do buybox'],
      ['F3', '', '80', 'Ganhar', 'Buybox'],
    ];
    const file = new TextEncoder().encode(toCsv(rows[0]!, rows.slice(1)));
    const { id } = await uploadSheet(ctx, company.actor, 'regras.csv', file, 'pt');
    await drain(ctx, pricingWorkers(ctx));
    const page = { page: 0, limit: 15 };
    const { content } = await querySheetRows(ctx, company.actor, id, page, null);
    assert.deepEqual(
      content.map(({ kind, skuMarketplace, faults }) => [
        kind,
        skuMarketplace,
        faults.map(({ code }) => code),
      ]),
      [
        ['made', 'F1', []],
        ['wrong', 'F2', ['link_host']],
        ['wrong', 'F3', ['competition_unknown']],
      ],
    );
  });
});

describe('a rule', () => {
  const input = async (more: object) => {
    const listingIds = [(await listings())[2]!.id];
    const rule = { name: 'Feira', strategy: 'WIN', minPrice: 80, maxPrice: 120, listingIds };
    return RuleInput.parse({ ...rule, ...more });
  };
  const refused = (work: Promise<unknown>) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof Problem && error.code === 'no_buybox');
      assert.match(error.textIn('pt'), /^Feira Central não tem buybox/);
      return true;
    });

  it('that competes for the buybox is refused, and of many listings for each without one', async () => {
    const { listingIds, name: _, ...rule } = await input({ competition: 'BUYBOX' });
    await refused(createRule(ctx, company.actor, await input({ competition: 'BUYBOX' })));
    for (const dryRun of [true, false]) {
      const many = { action: 'create', as: 'own', rule, listingIds, dryRun };
      const { counts, items } = await startBulk(ctx, company.actor, BulkBody.parse(many));
      assert.deepEqual([counts.made, counts.refused], [0, 1]);
      assert.equal(items[0]?.reason, 'no_buybox');
    }
    const rows = await database.owner`select id from rule`;
    assert.equal(rows.length, 0);
  });

  it('that competes outside of it waits if competitors are not reported, with a reason', async () => {
    const [, , third] = await listings();
    const { listingIds: _, name: _name, ...rule } = await input({ competition: 'EXTERNAL' });
    const body = PreviewBody.parse({ listingId: third!.id, rule });
    const codeBy = async (reportsCompetitors: boolean) => {
      const traits = new Map([[TRIAL.id, { ...TRIAL.traits, reportsCompetitors }]]);
      const marketplaces = { ...ctx.marketplaces, traits };
      const { companyId } = company.actor;
      return (await preview({ ...ctx, marketplaces }, companyId, body, 'pt')).code;
    };
    assert.equal(await codeBy(false), 'competitors_not_reported');
    assert.equal(await codeBy(true), 'no_market_data');
  });
});

describe('a listing', () => {
  it('reports what excludes it in the common codes, and compares by its own types', async () => {
    const [first] = await listings();
    const buybox = { status: 'NOT_COMPETING' as const, winnerSellerId: null, priceToWin: null };
    const market = {
      observedAt: ctx.clock(),
      buybox: { ...buybox, reason: 'banca_fechada' },
      offers: [offer('other', 9_500, { marketplaceId: TRIAL.id, listingTypeId: 'parcelado' })],
    };
    await recordObserved(ctx, company.companyId, [{ listingId: first!.id, market }]);
    const { tips, own, competitors } = await competitorsOf(ctx, company.companyId, first!.id, '');
    assert.deepEqual(tips[0], { code: 'paused', values: {} });
    assert.deepEqual([own.freeInstallments, competitors[0]?.freeInstallments], [true, true]);
  });

  it('gets no requests for fees, since it reports none', async () => {
    const [first] = await listings();
    await assert.rejects(
      fetchFees(ctx, company.actor, first!.id, AbortSignal.timeout(5_000)),
      (error) => error instanceof Problem && error.code === 'fees_not_told',
    );
  });

  it('reports whose price is in effect if ours is refused', async () => {
    const [, second] = await listings();
    const market = {
      observedAt: ctx.clock(),
      buybox: { status: 'LOSING' as const, winnerSellerId: 'r', priceToWin: null, reason: null },
      offers: [offer('r', 9_500, { marketplaceId: TRIAL.id })],
    };
    await recordObserved(ctx, company.companyId, [{ listingId: second!.id, market }]);
    const rule = { name: 'Fora do buybox', competition: 'EXTERNAL', strategy: 'WIN' };
    const limits = { minPrice: 80, maxPrice: 120 };
    const input = RuleInput.parse({ ...rule, ...limits, listingIds: [second!.id] });
    await createRule(ctx, company.actor, input);
    await drain(ctx, pricingWorkers(ctx));
    const [update] = await database.owner<{ failure: unknown }[]>`
      select failure from price_update where listing_id = ${second!.id}`;
    assert.deepEqual(update?.failure, {
      code: 'preco_da_feira',
      message: 'fixo',
      mover: 'automation',
    });
  });
});
