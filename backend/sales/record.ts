// Records orders that marketplaces report as lines, with what was known when they were sold, and marks the days to be summed again,
// in one transaction.
import type {
  OrderState,
  RemoteOrder,
  RemoteOrderLine,
  RemoteShipment,
} from '../integrations/marketplace.ts';
import { feeAt } from '../kernel/fees.ts';
import type { Minor } from '../kernel/money.ts';
import { dayOf } from '../kernel/time-zone.ts';
import type { AppContext } from '../platform/app-context.ts';
import type { Trx } from '../platform/db.ts';
import { requestSums } from './day-sums.ts';
import { withRefunds } from './refunds.ts';
import * as store from './store.ts';
import type { SalesAccount } from './time-zones.ts';

const DAY_MS = 24 * 3_600_000;
/** Without an observation of the listing for this long before an order, it is not known who held the buybox. */
const STALE_MS = DAY_MS;

/** Who held the buybox, by the status that was observed last. */
const HELD: Record<string, store.Held> = {
  WINNING: 'won',
  NO_COMPETITOR: 'won',
  CO_WINNING: 'shared',
  LOSING: 'lost',
  NOT_COMPETING: 'lost',
};

/** The result of recording orders. */
export interface Recorded {
  changed: number;
  unknown: string[];
}

const isSold = (state: OrderState, price: Minor | null) =>
  price !== null && (state === 'paid' || state === 'refunded');

/** Each order once, as it changed last. */
function latestOf(orders: readonly RemoteOrder[]): RemoteOrder[] {
  const latest = new Map<string, RemoteOrder>();
  for (const order of orders) {
    const other = latest.get(order.orderId);
    if (other === undefined || other.updatedAt <= order.updatedAt) latest.set(order.orderId, order);
  }
  return [...latest.values()];
}

/** What one unit cost as it was sold, of what is known of its listing now. */
function costsOf(listing: store.SoldListing | undefined, price: Minor | null) {
  if (listing === undefined)
    return { cost: null, tax_percent: null, fee_percent: null, fee_fixed: null };
  const { cost, taxPercent, feePercent, feeFixed, feePoints } = listing;
  const isFeeKnown = price !== null && feePercent !== null && feeFixed !== null;
  const fee = isFeeKnown ? feeAt(price, { feePercent, feeFixed }, feePoints) : null;
  return {
    cost,
    tax_percent: taxPercent,
    fee_percent: fee?.feePercent ?? null,
    fee_fixed: fee?.feeFixed ?? null,
  };
}

/** The part of a line that the marketplace reports, and that changes with it. */
const reportedOf = (order: RemoteOrder, line: RemoteOrderLine, countsOrder: boolean) => ({
  order_id: order.orderId,
  line: line.line,
  ordered_at: order.orderedAt,
  updated_at: order.updatedAt,
  sku_marketplace: line.skuMarketplace,
  currency_code: order.currencyCode,
  state: line.state,
  units: line.units,
  price: line.price,
  shipping: line.shipping,
  fee: line.fee,
  refunded_units: line.refund?.units ?? null,
  refunded: line.refund?.amount ?? null,
  counts_order: countsOrder,
});

/** Whether anything that the marketplace reports differs from what is recorded, the time of the change left out. */
const differs = (row: store.NewLine, before: store.StoredLine): boolean =>
  store.REPORTED.some((name) => row[name] !== before[name]);

const keyOf = ({ order_id, line }: { order_id: string; line: string }) => `${order_id} ${line}`;

/**
 * Records orders of one account, in the caller's transaction. Of an order that comes twice, or late, the latest change at
 * the marketplace holds. What was known at the first recording stays: who held the buybox as it was ordered, and what a unit
 * cost. Orders that are past their retention are left out. A lock keeps two transactions from recording orders of one account at once.
 * @returns how many lines were new or changed, and the marketplace's ids of listings that are not known here
 */
export async function recordOrders(
  ctx: AppContext,
  trx: Trx,
  account: SalesAccount,
  reported: readonly RemoteOrder[],
): Promise<Recorded> {
  const now = ctx.clock();
  const { orders: days, recipients, daySums } = ctx.config.retention;
  const oldest = new Date(now.getTime() - days * DAY_MS);
  const recent = latestOf(reported).filter(({ orderedAt }) => orderedAt >= oldest);
  if (recent.length === 0) return { changed: 0, unknown: [] };
  const skus = new Set(recent.flatMap(({ lines }) => lines.map((line) => line.skuMarketplace)));
  const dayOfOrder = ({ orderedAt }: RemoteOrder) => dayOf(orderedAt, account.timeZone);
  // The lock comes first on the connection: what is read after it does not change until this transaction ends.
  const [, before, listings, orders] = await Promise.all([
    store.lockOrders(trx, account.accountId),
    store.storedLines(
      trx,
      account,
      recent.map((order) => ({ orderId: order.orderId, day: dayOfOrder(order) })),
    ),
    store.soldListings(trx, account, [...skus]),
    withRefunds(trx, account, recent),
  ]);
  const dated = orders.map((order) => ({ order, day: dayOfOrder(order) }));
  const stored = new Map(before.map((row) => [keyOf(row), row]));
  const linesBefore = Map.groupBy(before, (row) => row.order_id);

  const rows: store.NewLine[] = [];
  const changed: { day: string; listing_id: number }[] = [];
  const gone: store.StoredLine[] = [];
  const taken: RemoteOrder[] = [];
  for (const { order, day } of dated) {
    const earlier = linesBefore.get(order.orderId) ?? [];
    if (earlier.some(({ updated_at }) => updated_at > order.updatedAt)) continue;
    taken.push(order);
    const counted = order.lines.find(({ state, price }) => isSold(state, price)) ?? null;
    for (const line of order.lines) {
      const current = reportedOf(order, line, line === counted);
      const known = stored.get(keyOf(current));
      const listing = listings.get(line.skuMarketplace);
      const row: store.NewLine = {
        ...current,
        day,
        listing_id: known?.listing_id || (listing?.id ?? 0),
        held: 'unknown',
        ...costsOf(listing, line.price),
        ...(known && {
          held: known.held,
          cost: known.cost,
          tax_percent: known.tax_percent,
          // An order that was not paid had no price, and so no fee.
          ...(known.price !== null && {
            fee_percent: known.fee_percent,
            fee_fixed: known.fee_fixed,
          }),
        }),
      };
      const isNew = known === undefined || known.day !== day;
      const isChanged = isNew || differs(row, known) || row.listing_id !== known.listing_id;
      if (isChanged) changed.push(row, ...(known === undefined ? [] : [known]));
      // The time of the last change is kept too, so that an older report that comes later does not replace it.
      if (isChanged || known.updated_at < row.updated_at) rows.push(row);
    }
    const lines = new Set(order.lines.map(({ line }) => line));
    gone.push(...earlier.filter((row) => !lines.has(row.line) || row.day !== day));
  }

  const fresh = rows.filter((row) => !stored.has(keyOf(row)) && row.listing_id !== 0);
  const observed = await store.observedAt(trx, account.companyId, fresh);
  fresh.forEach((row, n) => {
    const { status, lastAt } = observed[n]!;
    const isKnown =
      lastAt !== null && row.ordered_at.getTime() - lastAt.getTime() < STALE_MS && status !== null;
    row.held = isKnown ? (HELD[status] ?? 'unknown') : 'unknown';
  });

  const summed = dayOf(new Date(now.getTime() - daySums * DAY_MS), account.timeZone);
  const dirty = [...changed, ...gone].filter(({ day }) => day >= summed);
  const forgotten = new Date(now.getTime() - recipients * DAY_MS);
  await Promise.all([
    store.deleteLines(trx, account, gone),
    store.saveLines(trx, account, rows, now),
    store.markDirty(trx, account, dirty, now),
    store.saveShipments(
      trx,
      account,
      taken.flatMap((order) => shipmentsOf(order, forgotten)),
    ),
  ]);
  if (dirty.length > 0) await requestSums(ctx, trx, account.companyId, dirty.length);
  return {
    changed: changed.length + gone.length,
    unknown: [...skus].filter((sku) => !listings.has(sku)),
  };
}

/** An order's shipments, without the recipient once that is past its retention. */
const shipmentsOf = (
  { orderId, orderedAt, updatedAt, shipments }: RemoteOrder,
  forgotten: Date,
): store.NewShipment[] =>
  (shipments ?? []).map((shipment: RemoteShipment) => ({
    order_id: orderId,
    ordered_at: orderedAt,
    updated_at: updatedAt,
    shipment_id: shipment.shipmentId,
    state: shipment.state,
    carrier: shipment.carrier,
    tracking_number: shipment.trackingNumber,
    shipped_at: shipment.shippedAt,
    delivered_at: shipment.deliveredAt,
    recipient: orderedAt < forgotten ? null : shipment.recipient,
  }));
