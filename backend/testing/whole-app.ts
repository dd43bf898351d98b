// The whole application over a real socket, with two companies in it that know nothing of each other.
import { createApp } from '../app.ts';
import { connectAccount, type TradingHouse } from '../catalog/actions.ts';
import { allRoutes } from '../domains.ts';
import { authenticate } from '../identity/actions.ts';
import { knownOrigins } from '../identity/host-origins.ts';
import { hashPassword } from '../identity/passwords.ts';
import { signAccess } from '../identity/tokens.ts';
import type { Marketplace } from '../integrations/marketplace.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { ok } from '../kernel/result.ts';
import { recordMarkets } from '../monitoring/actions.ts';
import type { Actor } from '../platform/house.ts';
import type { Limits } from '../platform/http.ts';
import { createRule } from '../pricing/actions.ts';
import { type BacktestFigures, type BacktestReport, RuleInput } from '../pricing/contract.ts';
import { type SeededCompany, seedCompany } from './house.ts';
import { openScene, rival, type Scene } from './pricing-scene.ts';

const NO_FIGURES: BacktestFigures = {
  changes: 0,
  winningShare: null,
  averagePrice: null,
  revenue: null,
  margin: null,
  worst: null,
};
const EMPTY_REPORT: BacktestReport = {
  snapshots: 0,
  listings: 0,
  listingsWithCost: 0,
  currencyCode: 'BRL',
  from: '2027-01-01T00:00:00.000Z',
  to: '2027-01-31T00:00:00.000Z',
  unitsPerDay: 1,
  assumptions: [],
  draft: NO_FIGURES,
  done: NO_FIGURES,
  nothing: NO_FIGURES,
  days: [],
};

/** A company of the test; all texts of it hold its mark, so that none can go unnoticed elsewhere. */
export interface TestCompany extends SeededCompany {
  mark: string;
}

/** Ids that exist, all of one company: an ad with a rule, and a price update that waits for approval. */
export interface Things {
  companyId: number;
  listingId: number;
  accountId: number;
  /** Of the ad of `listingId`. */
  skuMarketplace: string;
  /** An ad without a rule. */
  freeListingId: number;
  ruleId: number;
  updateId: number;
  /** Another member of the company. */
  personId: number;
  notificationId: number;
  /** A replay that waits, with a change of its listing. */
  backtestId: number;
  /** An undo of many updates that is over, with its one ad. */
  undoId: number;
  /** A bulk act that is over, and an uploaded sheet that was read, each with one row of its listing. */
  bulkId: number;
  sheetId: number;
  hostId: number;
}

/** Of everybody whom `addPerson` adds. */
export const TEST_PASSWORD = 'Serra#2026';

/** A point of the curve P-256; nobody knows its private part. */
export const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MFScc0mg7a1Fo1cvi3S6APRvufcYnXdWXphhjX7sY5Y',
  y: 'kBTbDYO0BZ_mgbFcYo4I47-M7abKrqcYfgU_bhXZ530',
};

export interface WholeApp {
  scene: Scene;
  house: TradingHouse;
  url: string;
  port: number;
  ours: TestCompany;
  theirs: TestCompany;
  /** Makes one of everything. */
  furnish(company: TestCompany): Promise<Things>;
  /** An access token of a session of its own. Without a company none is chosen. */
  tokenOf(
    person: { personId: number; companyId?: number; role?: Actor['role'] },
    options?: { ended?: boolean },
  ): Promise<string>;
  /** Adds somebody to a company. */
  addPerson(company: TestCompany, role: Actor['role']): Promise<number>;
  close(): Promise<void>;
}

export async function openWholeApp(limits: Partial<Limits> = {}): Promise<WholeApp> {
  const scene = await openScene();
  const { database, house } = scene;
  const { owner } = database;
  const check = authenticate(house);
  const routes = allRoutes(house, { version: 'test', workersHealthy: () => true });
  const app = createApp(house, routes, {
    authenticate: check,
    knowsOrigin: knownOrigins(house),
    version: 'test',
    checkAnswers: true,
    limits,
  });
  const server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', onListen: () => undefined },
    app.fetch,
  );
  const passwordHash = await hashPassword(TEST_PASSWORD);
  let made = 0;

  const company = async (mark: string): Promise<TestCompany> => {
    const name = `${mark} company`;
    const seeded = await seedCompany(owner, { name, personName: `${mark} owner`, sellerId: mark });
    return { ...seeded, mark };
  };

  const addPerson = async (to: TestCompany, role: Actor['role']): Promise<number> => {
    made += 1;
    const [person] = await owner<{ id: number }[]>`
      insert into person (email, name, password_hash, created_at)
      values (${`${to.mark.toLowerCase()}-${made}@example.test`}, ${`${to.mark} person`}, ${passwordHash}, ${house.clock()})
      returning id`;
    await owner`insert into membership (company_id, person_id, role) values (${to.companyId}, ${person!.id}, ${role})`;
    return person!.id;
  };

  const sell = async ({ companyId, accountId, mark }: TestCompany): Promise<number> => {
    made += 1;
    const [row] = await owner<{ id: number }[]>`
      insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price,
        shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
        promotion_status, created_at, updated_at)
      values (${companyId}, ${accountId}, 2, ${`${mark}-${made}`}, ${mark}, ${`${mark} ad`}, 10000, 0, 'BRL', 'BR',
        5, 'ENABLED', 'new', false, 'none', ${house.clock()}, ${house.clock()})
      returning id`;
    return row!.id;
  };

  /** Lets the product speak with the marketplace in the name of a company's account. */
  const connect = async ({ companyId, mark }: TestCompany) => {
    const { marketplace } = scene.shop;
    const named: Marketplace = {
      ...marketplace,
      async authorize(grant) {
        const granted = await marketplace.authorize(grant);
        return granted.ok ? ok({ ...granted.value, sellerId: mark, nickname: mark }) : granted;
      },
    };
    marketplace.codes.add('code');
    const grant = { code: 'code', sellerId: null };
    const marketplaces = marketplacesOf([named]);
    await connectAccount({ ...house, marketplaces }, companyId, marketplace.slug, grant);
  };
  const ours = await company('OURS');
  await connect(ours);

  return {
    scene,
    house,
    port: server.addr.port,
    url: `http://127.0.0.1:${server.addr.port}`,
    ours,
    theirs: await company('THEIRS'),
    addPerson,
    async furnish(to) {
      const { companyId, mark, actor } = to;
      const [listingId, freeListingId] = [await sell(to), await sell(to)];
      const [listed] = await owner<{ sku_marketplace: string }[]>`
        select sku_marketplace from listing where id = ${listingId}`;
      const market = {
        observedAt: house.clock(),
        buybox: { status: 'LOSING' as const, winnerSellerId: mark, priceToWin: null, reason: null },
        offers: [rival(mark, 9_500)],
      };
      await recordMarkets(house, companyId, [{ listingId, market }]);
      const rule = await createRule(
        house,
        actor,
        RuleInput.parse({
          name: `${mark} rule`,
          listingIds: [listingId],
          strategy: 'WIN',
          minPrice: 80,
          maxPrice: 120,
          requiresApproval: true,
        }),
      );
      const [update] = await owner<{ id: number }[]>`
        select id from price_update where company_id = ${companyId} and listing_id = ${listingId}`;
      made += 1;
      const [notification] = await owner<{ id: number }[]>`
        insert into notification (company_id, level, code, values, subject, created_at)
        values (${companyId}, 'info', 'price_update_pending', ${owner.json({ title: mark })}, ${String(made)},
          ${house.clock()}) returning id`;
      const [host] = await owner<{ id: number }[]>`
        insert into host (company_id, issuer, kid, public_key, modules, created_at)
        values (${companyId}, ${mark}, ${crypto.randomUUID()}, ${owner.json(PUBLIC_KEY)}, null, ${house.clock()})
        returning id`;
      const [backtest] = await owner<{ id: number }[]>`
        insert into backtest (company_id, person_id, rule, listing_ids, days, units_per_day, state, report, created_at)
        values (${companyId}, ${actor.personId}, ${owner.json({ strategy: 'WIN' })}, ${owner.json([listingId])}, 30, 1,
          'done', ${owner.json(EMPTY_REPORT)}, ${house.clock()}) returning id`;
      await owner`
        insert into backtest_change (company_id, backtest_id, seq, listing_id, at, old_price, new_price, event_type,
          price_tag, explanation)
        values (${companyId}, ${backtest!.id}, 0, ${listingId}, ${house.clock()}, 10000, 9499, 'to_win', 'with_margin', '[]')`;
      const batch = async (kind: 'bulk' | 'sheet', content: Record<string, string | null>) => {
        const state = kind === 'bulk' ? 'done' : 'previewed';
        const [row] = await owner<{ id: number }[]>`
          insert into rule_batch (company_id, person_id, kind, state, content, locale, total, created_at)
          values (${companyId}, ${actor.personId}, ${kind}, ${state}, ${owner.json(content)}, 'pt', 1,
            ${house.clock()}) returning id`;
        await owner`
          insert into rule_batch_row (company_id, batch_id, seq, line, cells, listing_id, rule_id, state, kind, patch)
          values (${companyId}, ${row!.id}, 0, 2, ${owner.json([mark])}, ${listingId}, ${rule.id}, 'open', 'changed',
            ${owner.json({ status: 'disabled' })})`;
        return row!.id;
      };
      const [undo] = await owner<{ id: number }[]>`
        insert into price_undo (company_id, person_id, state, rule, content, seen_at, total, created_at)
        values (${companyId}, ${actor.personId}, 'done', 'keep', '{}', ${house.clock()}, 1, ${house.clock()})
        returning id`;
      await owner`
        insert into price_undo_ad (company_id, undo_id, seq, listing_id, rule_id, update_ids, taken, kept, below_minimum,
          below_cost, large_drop, state, code)
        values (${companyId}, ${undo!.id}, 0, ${listingId}, ${rule.id}, '[]', 1, 0, false, false, false, 'refused',
          'not_applied')`;
      return {
        undoId: undo!.id,
        bulkId: await batch('bulk', { action: 'disable' }),
        sheetId: await batch('sheet', { fileName: mark, format: 'csv', applied: null }),
        companyId,
        listingId,
        accountId: to.accountId,
        skuMarketplace: listed!.sku_marketplace,
        freeListingId,
        ruleId: rule.id,
        updateId: update!.id,
        personId: await addPerson(to, 'analyst'),
        notificationId: notification!.id,
        backtestId: backtest!.id,
        hostId: host!.id,
      };
    },
    async tokenOf({ personId, companyId, role }, { ended = false } = {}) {
      const id = crypto.randomUUID();
      const now = house.clock();
      const later = new Date(now.getTime() + 86_400_000);
      await owner`
        insert into session (id, person_id, company_id, refresh_hash, created_at, rotated_at, expires_at, ended_at)
        values (${id}, ${personId}, ${companyId ?? null}, ${id}, ${now}, ${now}, ${later}, ${ended ? now : null})`;
      const claims = {
        sub: String(personId),
        sid: id,
        company: companyId ?? null,
        role: role ?? null,
        must_change_password: false,
        host: null,
        module: null,
      };
      return await signAccess(house.config.secrets.jwtSecret, claims, now);
    },
    async close() {
      await server.shutdown();
      await scene.close();
    },
  };
}
