// Deletes expired rows of tables without monthly partitions.
import { sql } from 'kysely';
import type { AppContext } from './app-context.ts';
import { companyIds } from './companies.ts';
import { type Trx, within } from './db.ts';

const ROWS_PER_DELETE = 5_000;

/** Works on some rows of each company at a time until none is left; @returns how many there were. */
async function byRows(
  ctx: AppContext,
  signal: AbortSignal,
  work: (trx: Trx, companyId: number) => Promise<number>,
): Promise<number> {
  let worked = 0;
  for (const company of await companyIds(ctx.db)) {
    for (let some = ROWS_PER_DELETE; some === ROWS_PER_DELETE; worked += some) {
      signal.throwIfAborted();
      some = await within(ctx.db, { company }, (trx) => work(trx, company));
    }
  }
  return worked;
}

/** Notifications are few, and their deduplication needs all months: they are deleted by row. */
export const deleteNotifications = (
  ctx: AppContext,
  before: Date,
  signal: AbortSignal,
): Promise<number> =>
  byRows(ctx, signal, async (trx, company) => {
    const result = await trx
      .deleteFrom('notification')
      .where('company_id', '=', company)
      .where('id', 'in', (old) =>
        old
          .selectFrom('notification')
          .select('id')
          .where('company_id', '=', company)
          .where('created_at', '<', before)
          .limit(ROWS_PER_DELETE),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  });

/** Deletes recipients of shipments, and shipments and refunds whose orders are past their retention. */
export async function forgetBuyers(
  ctx: AppContext,
  before: { recipients: Date; orders: Date },
  signal: AbortSignal,
): Promise<number> {
  const forgotten = await byRows(ctx, signal, async (trx, company) => {
    const result = await sql`
      update shipment s set recipient_name = null, postal_code = null, city = null, region = null, country_code = null
      from (select account_id, order_id, shipment_id from shipment
        where company_id = ${company} and ordered_at < ${before.recipients}
          and coalesce(recipient_name, postal_code, city, region, country_code) is not null
        limit ${ROWS_PER_DELETE}) old
      where s.company_id = ${company} and s.account_id = old.account_id and s.order_id = old.order_id
        and s.shipment_id = old.shipment_id`.execute(trx);
    return Number(result.numAffectedRows);
  });
  await byRows(ctx, signal, async (trx, company) => {
    const result = await sql`
      delete from shipment_name n using (select id from shipment_name
        where company_id = ${company} and ((kind = 'recipient' and ordered_at < ${before.recipients})
          or (kind <> 'recipient' and ordered_at < ${before.orders}))
        limit ${ROWS_PER_DELETE}) old
      where n.company_id = ${company} and n.id = old.id`.execute(trx);
    return Number(result.numAffectedRows);
  });
  await byRows(ctx, signal, async (trx, company) => {
    const result = await sql`
      delete from shipment s using (select account_id, order_id, shipment_id from shipment
        where company_id = ${company} and ordered_at < ${before.orders} limit ${ROWS_PER_DELETE}) old
      where s.company_id = ${company} and s.account_id = old.account_id and s.order_id = old.order_id
        and s.shipment_id = old.shipment_id`.execute(trx);
    return Number(result.numAffectedRows);
  });
  // A refund is posted after its order was made, so its order is as old at least.
  await byRows(ctx, signal, async (trx, company) => {
    const result = await sql`
      delete from order_refund r using (select account_id, order_id, refund_id from order_refund
        where company_id = ${company} and updated_at < ${before.orders} limit ${ROWS_PER_DELETE}) old
      where r.company_id = ${company} and r.account_id = old.account_id and r.order_id = old.order_id
        and r.refund_id = old.refund_id`.execute(trx);
    return Number(result.numAffectedRows);
  });
  return forgotten;
}

/** Deletes old prices of watched competitors; the price that was valid at the start of the retention is kept. */
export const deleteWatchedPrices = (
  ctx: AppContext,
  before: Date,
  signal: AbortSignal,
): Promise<number> =>
  byRows(ctx, signal, async (trx, company) => {
    const result = await sql`
      delete from watched_price p using (select o.competitor_id, o.at from watched_price o
        where o.company_id = ${company} and o.at < ${before}
          and exists (select from watched_price later where later.company_id = o.company_id
            and later.competitor_id = o.competitor_id and later.at > o.at and later.at <= ${before})
        limit ${ROWS_PER_DELETE}) old
      where p.company_id = ${company} and p.competitor_id = old.competitor_id and p.at = old.at`.execute(
      trx,
    );
    return Number(result.numAffectedRows);
  });

/** Deletes old losses of buyboxes; an open loss is kept. */
export const deleteLosses = (ctx: AppContext, before: Date, signal: AbortSignal): Promise<number> =>
  byRows(ctx, signal, async (trx, company) => {
    const result = await sql`
      delete from buybox_loss b using (select listing_id, since from buybox_loss
        where company_id = ${company} and until < ${before} limit ${ROWS_PER_DELETE}) old
      where b.company_id = ${company} and b.listing_id = old.listing_id and b.since = old.since`.execute(
      trx,
    );
    return Number(result.numAffectedRows);
  });
