// How far the orders of accounts are read, and which of their days are known.
import { type Selectable, sql } from 'kysely';
import type { CallFailure } from '../integrations/marketplace.ts';
import type { KnownMarketplaces } from '../kernel/marketplace.ts';
import { addDays, dayOf } from '../kernel/time-zone.ts';
import type { Tables, Trx } from '../platform/db.ts';
import { type SalesAccount, timeZoneOf } from './time-zones.ts';

/** The orders of the accounts, as a source of days. */
export const ORDERS = 'orders';
/** The sums that the marketplaces count. */
export const TOTALS = 'totals';

/** The company's accounts that are connected; one of them where it is named. */
export async function accountsOf(
  trx: Trx,
  marketplaces: KnownMarketplaces,
  companyId: number,
  accountId?: number,
): Promise<SalesAccount[]> {
  const rows = await trx
    .selectFrom('account')
    .select(['id', 'marketplace_id', 'country_code'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'active')
    .$if(accountId !== undefined, (query) => query.where('id', '=', accountId!))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    companyId,
    accountId: row.id,
    marketplaceId: row.marketplace_id,
    timeZone: timeZoneOf(marketplaces, row.marketplace_id, row.country_code),
  }));
}

/** How far the orders of an account are read. */
export interface Feed {
  /** Every change until then is read. */
  readUntil: Date;
  /** The time that is being read; null: none is. */
  reading: { from: Date; to: Date; cursor: string | null } | null;
  /** The past is read backwards from `begun` to `from`, and is read as far as `until`. */
  past: { from: Date; begun: Date; until: Date; cursor: string | null; orders: number };
  /**
   * Every refund that was posted until `until` is read (null: none), and the refunds of orders that were made since `from` are known
   * (null: of none). Used where orders do not report refunds themselves.
   */
  refunds: { until: Date | null; from: Date | null };
  failure: { code: string; message: string; at: Date } | null;
}

/** Begins to read an account from now on, and its past back to `pastFrom`; does nothing where it is being read already. */
export const openFeed = (
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  now: Date,
  pastFrom: Date,
) =>
  trx
    .insertInto('order_feed')
    .values({
      company_id: companyId,
      account_id: accountId,
      read_until: now,
      past_from: pastFrom,
      past_begun: now,
      past_until: now,
      past_orders: 0,
      reading_from: null,
      reading_to: null,
      cursor: null,
      past_cursor: null,
      failure: null,
      message: null,
      failed_at: null,
      refunds_until: null,
      refunds_from: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doNothing())
    .execute();

const feedRow = (trx: Trx, companyId: number, accountId: number) =>
  trx
    .selectFrom('order_feed')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId);

/** The feed of an account; null: its orders are not read. */
export async function feedOf(trx: Trx, companyId: number, accountId: number): Promise<Feed | null> {
  const row = await feedRow(trx, companyId, accountId).executeTakeFirst();
  return row === undefined ? null : toFeed(row);
}

/** The same, locked for this transaction. */
export async function lockFeed(
  trx: Trx,
  companyId: number,
  accountId: number,
): Promise<Feed | null> {
  const row = await feedRow(trx, companyId, accountId).forNoKeyUpdate().executeTakeFirst();
  return row === undefined ? null : toFeed(row);
}

function toFeed(row: Selectable<Tables['order_feed']>): Feed {
  const { reading_from: from, reading_to: to } = row;
  return {
    readUntil: row.read_until,
    reading: from === null || to === null ? null : { from, to, cursor: row.cursor },
    past: {
      from: row.past_from,
      begun: row.past_begun,
      until: row.past_until,
      cursor: row.past_cursor,
      orders: row.past_orders,
    },
    refunds: { until: row.refunds_until, from: row.refunds_from },
    failure:
      row.failure === null || row.failed_at === null
        ? null
        : { code: row.failure, message: row.message ?? '', at: row.failed_at },
  };
}

/** Writes how far an account is read, and clears its last failure. */
export const saveFeed = (
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  { readUntil, reading, past }: Omit<Feed, 'failure' | 'refunds'>,
) =>
  trx
    .updateTable('order_feed')
    .set({
      read_until: readUntil,
      reading_from: reading?.from ?? null,
      reading_to: reading?.to ?? null,
      cursor: reading?.cursor ?? null,
      past_from: past.from,
      past_begun: past.begun,
      past_until: past.until,
      past_cursor: past.cursor,
      past_orders: past.orders,
      failure: null,
      message: null,
      failed_at: null,
    })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();

/** Writes how far the refunds of an account are read. */
export const saveRefunds = (
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  { until, from }: Feed['refunds'],
) =>
  trx
    .updateTable('order_feed')
    .set({ refunds_until: until, refunds_from: from })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();

/** Since when orders of an account have known refunds; null: none has. */
export async function refundsKnownFrom(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
): Promise<Date | null> {
  const row = await trx
    .selectFrom('order_feed')
    .select('refunds_from')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.refunds_from ?? null;
}

export const saveFailure = (
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  { code, message }: CallFailure,
  now: Date,
) =>
  trx
    .updateTable('order_feed')
    .set({ failure: code, message, failed_at: now })
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .execute();

/** Days after which marketplaces change little of what they reported of one. */
const SETTLING_DAYS = 3;

/**
 * Writes which days of an account are known: from the earliest one that is read to the present one. A day is open until it is read
 * to its end, and settles for three days more.
 */
export async function saveKnownDays(
  trx: Trx,
  { companyId, accountId, timeZone }: SalesAccount,
  { readUntil, past }: Pick<Feed, 'readUntil' | 'past'>,
  now: Date,
): Promise<void> {
  // The day in which the reading begins is known only in part.
  const first = addDays(dayOf(new Date(past.until.getTime() - 1), timeZone), 1);
  const open = dayOf(readUntil, timeZone);
  if (first > open) return;
  await sql`
    insert into source_day as d (company_id, account_id, source, day, state, pulled_at, settled_at)
    select ${companyId}, ${accountId}, ${ORDERS}, day::date,
      case when day < ${addDays(open, -SETTLING_DAYS)}::text::date then 'settled'
        when day < ${open}::text::date then 'settling' else 'open' end, ${readUntil},
      case when day < ${addDays(open, -SETTLING_DAYS)}::text::date then ${now}::timestamptz end
    from generate_series(${first}::text::date, ${open}::text::date, interval '1 day') as day
    on conflict (company_id, account_id, source, day) do update
      set state = excluded.state, pulled_at = excluded.pulled_at, settled_at = excluded.settled_at
    where d.state <> 'settled'`.execute(trx);
}
