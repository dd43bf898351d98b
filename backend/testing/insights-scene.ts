// Companies with several accounts, marketplaces and currencies, whose order lines a test makes up.

import type postgres from 'postgres';
import type { MarketplaceContext } from '../catalog/actions.ts';
import { marketplacesOf } from '../integrations/registry.ts';
import { addDays } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import { sumCompany } from '../sales/day-sums.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { memoryMarketplace } from './memory-marketplace.ts';
import { seedCompany, type TestContext, testContext } from './test-context.ts';

/** A line as it is stored; what is left out is not known. */
export interface RawLine {
  account: number;
  /** 0: not known. */
  listing: number;
  orderId: string;
  line: string;
  day: string;
  currency: string;
  state: 'paid' | 'cancelled' | 'refunded' | 'pending';
  units: number;
  price: number | null;
  countsOrder: boolean;
  held: 'won' | 'shared' | 'lost' | 'unknown';
  fee: number | null;
  cost: number | null;
  tax: number | null;
  refunded: number | null;
}

export interface InsightsScene {
  ctx: TestContext & MarketplaceContext;
  database: TestDatabase;
  addCompany(): Promise<{ companyId: number; accountId: number }>;
  addAccount(companyId: number, marketplaceId: number, countryCode: string): Promise<number>;
  addListing(companyId: number, accountId: number): Promise<number>;
  /** Writes lines as they would be recorded, and sums their days. */
  sell(companyId: number, lines: readonly RawLine[]): Promise<void>;
  /** Marks days of an account as read. */
  know(
    companyId: number,
    accountId: number,
    days: Readonly<Record<string, 'open' | 'settling' | 'settled' | 'failed'>>,
  ): Promise<void>;
  close(): Promise<void>;
}

/** An order item of one unit for 100.00 whose listing and costs are unknown. */
export const sale = (account: number, day: string, more: Partial<RawLine> = {}): RawLine => ({
  account,
  listing: 0,
  orderId: crypto.randomUUID(),
  line: '1',
  day,
  currency: 'BRL',
  state: 'paid',
  units: 1,
  price: 10_000,
  countsOrder: more.state === undefined || more.state === 'paid' || more.state === 'refunded',
  held: 'unknown',
  fee: null,
  cost: null,
  tax: null,
  refunded: 0,
  ...more,
});

export const settled = (days: readonly string[]) =>
  Object.fromEntries(days.map((day) => [day, 'settled' as const]));

/** Days up to one, that day included. */
export const daysUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(last, n + 1 - count));

/** Writes lines as they would be recorded, and sums their days. */
export async function recordLines(
  ctx: AppContext,
  owner: postgres.Sql,
  companyId: number,
  lines: readonly RawLine[],
): Promise<void> {
  await owner`
    with line as (
      insert into order_line (company_id, account_id, order_id, line, day, ordered_at, updated_at, recorded_at,
        listing_id, sku_marketplace, currency_code, state, units, price, shipping, fee, refunded_units, refunded,
        counts_order, held, cost, tax_percent, fee_percent, fee_fixed)
      select ${companyId}, account, "orderId", line, day, day + interval '12 hours', now(), now(), listing, 'S',
        currency, state, units, price, 0, fee, 0, refunded, "countsOrder", held, cost, tax, null, null
      from jsonb_to_recordset(${owner.json(lines as never)}::jsonb) as given(account bigint, listing bigint,
        "orderId" text, line text, day date, currency text, state text, units integer, price bigint, fee bigint,
        refunded bigint, "countsOrder" boolean, held text, cost bigint, tax numeric)
      returning day, account_id, listing_id
    )
    insert into dirty_day (company_id, day, account_id, listing_id, marked_at)
    select distinct ${companyId}::bigint, day, account_id, listing_id, now() from line`;
  await sumCompany(ctx, companyId, new AbortController().signal);
}

export async function insightsScene(): Promise<InsightsScene> {
  const database = await testDatabase();
  const { owner } = database;
  const plain = testContext(database.db);
  const ctx = Object.assign(plain, {
    marketplaces: marketplacesOf([memoryMarketplace(plain.clock)]),
  });
  let made = 0;
  return {
    ctx,
    database,
    addCompany: () => seedCompany(owner),
    addAccount: async (companyId, marketplaceId, countryCode) => {
      made += 1;
      const [row] = await owner<{ id: number }[]>`
        insert into account (company_id, marketplace_id, seller_id, name, country_code, status, created_at)
        values (${companyId}, ${marketplaceId}, ${`insights-${made}`}, ${`Account ${made}`}, ${countryCode}, 'active',
          ${ctx.clock()}) returning id`;
      return row!.id;
    },
    addListing: async (companyId, accountId) => {
      made += 1;
      const [row] = await owner<{ id: number }[]>`
        insert into listing (company_id, account_id, marketplace_id, sku_marketplace, title, price, shipping_price,
          currency_code, country_code, stock, status, condition, fulfillment, promotion_status, created_at, updated_at)
        select ${companyId}, id, marketplace_id, ${`S${made}`}, ${`Listing ${made}`}, 10000, 0, 'BRL', 'BR', 5, 'ENABLED',
          'new', false, 'none', ${ctx.clock()}, ${ctx.clock()}
        from account where id = ${accountId} returning id`;
      return row!.id;
    },
    sell: (companyId, lines) => recordLines(ctx, owner, companyId, lines),
    know: async (companyId, accountId, days) => {
      await owner`
        insert into source_day (company_id, account_id, source, day, state, pulled_at)
        select ${companyId}, ${accountId}, 'orders', key::date, value, now()
        from jsonb_each_text(${owner.json(days)}::jsonb)`;
    },
    close: () => database.close(),
  };
}
