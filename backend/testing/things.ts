// One of everything that a company can have, for tests that go through all that the product answers.
import type postgres from 'postgres';
import type { MarketplaceContext } from '../catalog/actions.ts';
import type { Minor } from '../kernel/money.ts';
import { plainName } from '../kernel/plain-name.ts';
import { createRule } from '../pricing/actions.ts';
import { type BacktestFigures, type BacktestReport, RuleInput } from '../pricing/contract.ts';
import { competitor } from './pricing-scene.ts';
import { recordObserved } from './record-markets.ts';
import type { SeededCompany } from './test-context.ts';

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

/** Ids that exist, all of one company: a listing with a rule, and a price update that waits for approval. */
export interface Things {
  companyId: number;
  listingId: number;
  accountId: number;
  /** Of the listing of `listingId`. */
  skuMarketplace: string;
  /** A listing without a rule. */
  freeListingId: number;
  ruleId: number;
  updateId: number;
  /** Another member of the company. */
  personId: number;
  notificationId: number;
  /** A replay that waits, with a change of its listing. */
  backtestId: number;
  /** An undo of many updates that is over, with its one listing. */
  undoId: number;
  /** A bulk act that is over, and an uploaded sheet that was read, each with one row of its listing. */
  bulkId: number;
  sheetId: number;
  hostId: number;
  /** A sender. */
  shippingRecordId: number;
  /** A competitor that is watched of `listingId`. */
  competitorId: number;
  /** A campaign that advertises `listingId`, and a keyword of it. */
  campaignId: number;
  targetId: number;
  /** A change of that keyword's bid. */
  changeId: number;
  /** A campaign that is being created, and waits for approval. */
  creationId: number;
  /** One status for that campaign, among many. */
  adsBulkId: number;
  /** Open advice about `listingId`. */
  recommendationId: number;
}

/** A point of the curve P-256 whose private key is unknown. */
export const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MFScc0mg7a1Fo1cvi3S6APRvufcYnXdWXphhjX7sY5Y',
  y: 'kBTbDYO0BZ_mgbFcYo4I47-M7abKrqcYfgU_bhXZ530',
};

/** Where things are made. */
export interface Workshop {
  ctx: MarketplaceContext;
  owner: postgres.Sql;
  /** Another number each time. */
  number(): number;
}

/** The id of the one row that was written. */
const idOf = (rows: readonly { id: number }[]): number => rows[0]!.id;

async function sell({ ctx, owner, number }: Workshop, company: TestCompany) {
  const { companyId, accountId, mark } = company;
  const skuMarketplace = `${mark}-${number()}`;
  const rows = await owner<{ id: number }[]>`
    insert into listing (company_id, account_id, marketplace_id, sku_marketplace, sku, title, price,
      shipping_price, currency_code, country_code, stock, status, condition, fulfillment,
      promotion_status, created_at, updated_at)
    values (${companyId}, ${accountId}, 2, ${skuMarketplace}, ${mark}, ${`${mark} ad`}, 10000, 0, 'BRL', 'BR',
      5, 'ENABLED', 'new', false, 'none', ${ctx.clock()}, ${ctx.clock()})
    returning id`;
  return { listingId: idOf(rows), skuMarketplace };
}

/** A rule that has just proposed a price for a listing. */
async function price({ ctx, owner }: Workshop, company: TestCompany, listingId: number) {
  const { companyId, mark, actor } = company;
  const market = {
    observedAt: ctx.clock(),
    buybox: { status: 'LOSING' as const, winnerSellerId: mark, priceToWin: null, reason: null },
    offers: [competitor(mark, 9_500)],
  };
  await recordObserved(ctx, companyId, [{ listingId, market }]);
  const rule = await createRule(
    ctx,
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
  const rows = await owner<{ id: number }[]>`
    select id from price_update where company_id = ${companyId} and listing_id = ${listingId}`;
  return { ruleId: rule.id, updateId: idOf(rows) };
}

async function notify({ ctx, owner, number }: Workshop, { companyId, mark }: TestCompany) {
  return idOf(
    await owner<{ id: number }[]>`
    insert into notification (company_id, level, code, values, subject, created_at)
    values (${companyId}, 'info', 'price_update_pending', ${owner.json({ title: mark })}, ${String(number())},
      ${ctx.clock()}) returning id`,
  );
}

async function addSender({ ctx, owner }: Workshop, { companyId, mark }: TestCompany) {
  return idOf(
    await owner<{ id: number }[]>`
    insert into shipping_record (company_id, kind, name, plain_name, status, created_at, updated_at)
    values (${companyId}, 'sender', ${mark}, ${plainName(mark)}, 'active', ${ctx.clock()}, ${ctx.clock()}) returning id`,
  );
}

/** A competitor with a suspect price. */
export async function watchCompetitor(
  owner: postgres.Sql,
  {
    companyId,
    listingId,
    mark,
    at,
    price = 9_000,
  }: { companyId: number; listingId: number; mark: string; at: Date; price?: Minor },
) {
  const offer = { offerId: null, sellerId: mark, sellerName: mark, price, shippingPrice: 0 };
  const unreported = {
    shippingTimeHours: null,
    fulfillment: null,
    reputation: null,
    listingTypeId: null,
  };
  return idOf(
    await owner<{ id: number }[]>`
    insert into watched_competitor (company_id, listing_id, marketplace_id, country_code, product_id, link, state,
      comparison, title, offer, source, seen_at, created_at, updated_at)
    values (${companyId}, ${listingId}, 2, 'BR', ${crypto.randomUUID()}, ${`https://pages.example/${mark}`}, 'suspect',
      'SIMILAR', ${mark}, ${owner.json({ ...offer, ...unreported, condition: 'new' })}, 'api', ${at}, ${at}, ${at})
    returning id`,
  );
}

async function registerHost({ ctx, owner }: Workshop, { companyId, mark }: TestCompany) {
  return idOf(
    await owner<{ id: number }[]>`
    insert into host (company_id, issuer, kid, public_key, modules, created_at)
    values (${companyId}, ${mark}, ${crypto.randomUUID()}, ${owner.json(PUBLIC_KEY)}, null, ${ctx.clock()})
    returning id`,
  );
}

async function replay({ ctx, owner }: Workshop, company: TestCompany, listingId: number) {
  const { companyId, actor } = company;
  const id = idOf(
    await owner<{ id: number }[]>`
    insert into backtest (company_id, person_id, rule, listing_ids, days, units_per_day, state, report, created_at)
    values (${companyId}, ${actor.personId}, ${owner.json({ strategy: 'WIN' })}, ${owner.json([listingId])}, 30, 1,
      'done', ${owner.json(EMPTY_REPORT)}, ${ctx.clock()}) returning id`,
  );
  await owner`
    insert into backtest_change (company_id, backtest_id, seq, listing_id, at, old_price, new_price, event_type,
      price_tag, explanation)
    values (${companyId}, ${id}, 0, ${listingId}, ${ctx.clock()}, 10000, 9499, 'to_win', 'with_margin', '[]')`;
  return id;
}

/** A listing and the rule that prices it. */
interface Ruled {
  listingId: number;
  ruleId: number;
}

async function batch(
  { ctx, owner }: Workshop,
  { companyId, mark, actor }: TestCompany,
  { listingId, ruleId }: Ruled,
  kind: 'bulk' | 'sheet',
  content: Record<string, string | null>,
) {
  const state = kind === 'bulk' ? 'done' : 'previewed';
  const id = idOf(
    await owner<{ id: number }[]>`
    insert into rule_batch (company_id, person_id, kind, state, content, locale, total, created_at)
    values (${companyId}, ${actor.personId}, ${kind}, ${state}, ${owner.json(content)}, 'pt', 1,
      ${ctx.clock()}) returning id`,
  );
  await owner`
    insert into rule_batch_row (company_id, batch_id, seq, line, cells, listing_id, rule_id, state, kind, patch)
    values (${companyId}, ${id}, 0, 2, ${owner.json([mark])}, ${listingId}, ${ruleId}, 'open', 'changed',
      ${owner.json({ status: 'disabled' })})`;
  return id;
}

async function undo({ ctx, owner }: Workshop, company: TestCompany, { listingId, ruleId }: Ruled) {
  const { companyId, actor } = company;
  const id = idOf(
    await owner<{ id: number }[]>`
    insert into price_undo (company_id, person_id, state, rule, content, seen_at, total, created_at)
    values (${companyId}, ${actor.personId}, 'done', 'keep', '{}', ${ctx.clock()}, 1, ${ctx.clock()})
    returning id`,
  );
  await owner`
    insert into price_undo_ad (company_id, undo_id, seq, listing_id, rule_id, update_ids, taken, kept, below_minimum,
      below_cost, large_drop, state, code)
    values (${companyId}, ${id}, 0, ${listingId}, ${ruleId}, '[]', 1, 0, false, false, false, 'refused',
      'not_applied')`;
  return id;
}

/** A campaign with a group, an ad and a keyword, as a marketplace would name them. */
async function advertise(
  { ctx, owner, number }: Workshop,
  { companyId, accountId, ...company }: TestCompany,
  skuMarketplace: string,
) {
  const mark = `${company.mark}-${number()}`;
  const now = ctx.clock();
  const capabilities = {
    writes: true,
    creates: true,
    keywords: true,
    negatives: true,
    placements: true,
    searchTerms: true,
    bid: { minimum: 7, maximum: 370_000 },
    dailyBudget: { minimum: 132, maximum: 530_000_000 },
    roasTarget: null,
  };
  await owner`
    insert into ads_advertiser (company_id, account_id, advertiser_id, name, currency_code, country_code, time_zone,
      capabilities, status, connected_at)
    values (${companyId}, ${accountId}, ${mark}, ${mark}, 'BRL', 'BR', 'America/Sao_Paulo', ${owner.json(capabilities)},
      'active', ${now}) on conflict do nothing`;
  const campaignId = idOf(
    await owner<{ id: number }[]>`
      insert into ads_campaign (company_id, account_id, remote_id, name, status, type, placements, daily_budget,
        strategy, is_listed, read_at)
      values (${companyId}, ${accountId}, ${mark}, ${mark}, 'ENABLED', 'manual', '[]', 2000, 'none', true, ${now})
      returning id`,
  );
  const groupId = idOf(
    await owner<{ id: number }[]>`
      insert into ads_group (company_id, campaign_id, remote_id, name, status, default_bid, is_listed, read_at)
      values (${companyId}, ${campaignId}, ${mark}, ${mark}, 'ENABLED', 60, true, ${now}) returning id`,
  );
  await owner`
    insert into ads_ad (company_id, campaign_id, group_id, remote_id, sku_marketplace, status, is_listed, read_at)
    values (${companyId}, ${campaignId}, ${groupId}, ${mark}, ${skuMarketplace}, 'ENABLED', true, ${now})`;
  const targetId = idOf(
    await owner<{ id: number }[]>`
      insert into ads_target (company_id, campaign_id, group_id, remote_id, kind, is_negative, match_type, text, status,
        bid, is_listed, read_at)
      values (${companyId}, ${campaignId}, ${groupId}, ${mark}, 'KEYWORD', false, 'EXACT', ${mark}, 'ENABLED', 80, true,
        ${now})
      returning id`,
  );
  const changeId = idOf(
    await owner<{ id: number }[]>`
      insert into ads_change (company_id, account_id, campaign_id, object, object_id, field, before_value, after_value,
        state, created_at)
      values (${companyId}, ${accountId}, ${campaignId}, 'target', ${targetId}, 'bid', '70', '80', 'pending', ${now})
      returning id`,
  );
  const creationId = idOf(
    await owner<{ id: number }[]>`
      insert into ads_creation (company_id, account_id, name, draft, state, created_at, moved_at)
      values (${companyId}, ${accountId}, ${`${mark} new`}, '{}', 'pending', ${now}, ${now}) returning id`,
  );
  await owner`
    insert into ads_creation_step (company_id, creation_id, position, part, name, body, state)
    values (${companyId}, ${creationId}, 0, 'campaign', ${mark}, '{"what": "enable"}', 'waiting')`;
  const adsBulkId = idOf(
    await owner<{ id: number }[]>`
      insert into ads_bulk (company_id, person_id, state, status, total, created_at)
      values (${companyId}, ${company.actor.personId}, 'done', 'PAUSED', 1, ${now}) returning id`,
  );
  await owner`
    insert into ads_bulk_item (company_id, bulk_id, seq, campaign_id, change_id)
    values (${companyId}, ${adsBulkId}, 0, ${campaignId}, ${changeId})`;
  return { campaignId, targetId, changeId, creationId, adsBulkId };
}

/** Open advice about a listing. */
async function advise(
  { ctx, owner }: Workshop,
  { companyId, accountId }: TestCompany,
  listingId: number,
) {
  return idOf(
    await owner<{ id: number }[]>`
    insert into recommendation (company_id, kind, reason, subject, listing_id, account_id, currency_code, state,
      is_primary, act, score, assumed, confidence, facts, fingerprint, opened_at, changed_at)
    values (${companyId}, 'improve_health', 'low', ${`listing:${listingId}`}, ${listingId}, ${accountId}, 'BRL', 'open',
      true, 'improve_listing', 0, '{}', 'high', ${owner.json({ healthScore: 42 })}, 'health 8', ${ctx.clock()},
      ${ctx.clock()})
    returning id`,
  );
}

/** Makes one of everything, but for people. */
export async function makeThings(
  workshop: Workshop,
  company: TestCompany,
): Promise<Omit<Things, 'personId'>> {
  const { companyId, accountId, mark } = company;
  const { listingId, skuMarketplace } = await sell(workshop, company);
  const free = await sell(workshop, company);
  const { ruleId, updateId } = await price(workshop, company, listingId);
  const ruled = { listingId, ruleId };
  return {
    companyId,
    accountId,
    listingId,
    skuMarketplace,
    freeListingId: free.listingId,
    ruleId,
    updateId,
    notificationId: await notify(workshop, company),
    hostId: await registerHost(workshop, company),
    shippingRecordId: await addSender(workshop, company),
    competitorId: await watchCompetitor(workshop.owner, {
      companyId: company.companyId,
      listingId,
      mark: company.mark,
      at: workshop.ctx.clock(),
    }),
    ...(await advertise(workshop, company, skuMarketplace)),
    recommendationId: await advise(workshop, company, listingId),
    backtestId: await replay(workshop, company, listingId),
    undoId: await undo(workshop, company, ruled),
    bulkId: await batch(workshop, company, ruled, 'bulk', { action: 'disable' }),
    sheetId: await batch(workshop, company, ruled, 'sheet', {
      fileName: mark,
      format: 'csv',
      applied: null,
    }),
  };
}
