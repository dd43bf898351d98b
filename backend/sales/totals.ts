// The marketplaces' own sums of sales, which our sums are compared with.
import { sql } from 'kysely';
import { type MarketplaceContext, withAccount } from '../catalog/actions.ts';
import type { CallFailure, SalesTotal } from '../integrations/marketplace.ts';
import { ok, type Result } from '../kernel/result.ts';
import { addDays, dayOf } from '../kernel/time-zone.ts';
import { type Trx, within } from '../platform/db.ts';
import { type AccountJob, accountIn, feedQueue } from './accounts.ts';
import { TOTALS } from './feed-store.ts';
import type { SalesAccount } from './time-zones.ts';

/** Requests a marketplace's sums of an account. */
export const READ_TOTALS = feedQueue('sales.read-totals');

/** Days that are requested each time, as marketplaces change what they reported of them. */
const AGAIN_DAYS = 10;
/** Days that are requested the first time. */
const FIRST_DAYS = 35;
const SETTLING_DAYS = 3;

/** Whether the marketplace has reported sums of the account before. */
async function wasReported(trx: Trx, { companyId, accountId }: SalesAccount): Promise<boolean> {
  const row = await trx
    .selectFrom('source_day')
    .select('day')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('source', '=', TOTALS)
    .where('state', '!=', 'failed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the sums of some days that were reported before; a day that is not among them has none. */
async function saveTotals(
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  { from, to }: { from: string; to: string },
  totals: readonly SalesTotal[],
  now: Date,
): Promise<void> {
  const settled = addDays(to, 1 - SETTLING_DAYS);
  await Promise.all([
    sql`delete from marketplace_day where company_id = ${companyId} and account_id = ${accountId}
      and day between ${from}::text::date and ${to}::text::date`.execute(trx),
    sql`
      insert into marketplace_day (company_id, account_id, day, currency_code, orders, units, sales)
      select ${companyId}, ${accountId}, day, "currencyCode", sum(orders), sum(units), sum(sales)
      from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb)
        as given(day date, "currencyCode" text, orders integer, units integer, sales bigint)
      where day between ${from}::text::date and ${to}::text::date
      group by day, "currencyCode"`.execute(trx),
    sql`
      insert into source_day (company_id, account_id, source, day, state, pulled_at, settled_at)
      select ${companyId}, ${accountId}, ${TOTALS}, day::date,
        case when day < ${settled}::text::date then 'settled' else 'settling' end, ${now},
        case when day < ${settled}::text::date then ${now}::timestamptz end
      from generate_series(${from}::text::date, ${to}::text::date, interval '1 day') as day
      on conflict (company_id, account_id, source, day) do update
        set state = excluded.state, pulled_at = excluded.pulled_at, settled_at = excluded.settled_at`.execute(
      trx,
    ),
  ]);
}

/** Marks days that are unknown because they could not be read. */
const saveFailed = (
  trx: Trx,
  { companyId, accountId }: SalesAccount,
  { from, to }: { from: string; to: string },
  now: Date,
) =>
  sql`
    insert into source_day (company_id, account_id, source, day, state, pulled_at)
    select ${companyId}, ${accountId}, ${TOTALS}, day::date, 'failed', ${now}
    from generate_series(${from}::text::date, ${to}::text::date, interval '1 day') as day
    on conflict (company_id, account_id, source, day) do nothing`.execute(trx);

/** Requests a marketplace's sums of an account's latest days that are over. */
export async function readTotals(
  ctx: MarketplaceContext,
  job: AccountJob,
  signal: AbortSignal,
): Promise<Result<null, CallFailure>> {
  const account = await accountIn(ctx, job);
  if (account === null) return ok(null);
  const { companyId, accountId, marketplaceId, timeZone } = account;
  if (ctx.marketplaces.byId(marketplaceId)?.getSalesTotals === undefined) return ok(null);
  const company = { company: companyId };
  const isKnown = await within(ctx.db, company, (trx) => wasReported(trx, account));
  const today = dayOf(ctx.clock(), timeZone);
  const days = {
    from: addDays(today, isKnown ? -AGAIN_DAYS : -FIRST_DAYS),
    to: addDays(today, -1),
    timeZone,
  };
  const totals = await withAccount(
    ctx,
    companyId,
    accountId,
    async (marketplace, session): Promise<Result<SalesTotal[], CallFailure>> =>
      (await marketplace.getSalesTotals?.(session, days)) ?? ok([]),
    signal,
  );
  await within(ctx.db, company, async (trx) => {
    if (totals.ok) await saveTotals(trx, account, days, totals.value, ctx.clock());
    else await saveFailed(trx, account, days, ctx.clock());
  });
  return totals.ok ? ok(null) : totals;
}
