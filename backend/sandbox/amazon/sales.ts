// Sales, version 1: sums over orders by hour, day or over all of an interval.
import { addDays, dayOf, startOfDay } from '../../kernel/time-zone.ts';
import { findAmazonSeller, findOffer, type Order, orderState, ordersOf } from '../world.ts';
import { isFba } from './market.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  invalid,
  storeIn,
  textMoney,
} from './room.ts';
import type { AmazonStore } from './stores.ts';

const HOUR = 3_600_000;
const MOST_HOURS = 30 * 24;
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

interface Interval {
  from: number;
  to: number;
  /** The UTC offset as the caller wrote it. */
  offset: string;
}

function readInterval(text: string): Interval | null {
  const [first = '', last = ''] = text.split('--');
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const [, offset] = OFFSET.exec(first) ?? [];
  return Number.isNaN(from) || Number.isNaN(to) || from >= to || offset === undefined
    ? null
    : { from, to, offset };
}

/** Milliseconds by which an offset is ahead of UTC. */
function aheadOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  const zoneOffset = Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * 60_000;
  return sign === '-' ? -zoneOffset : zoneOffset;
}

/** An instant in local time, in whole minutes. */
const write = (at: number, offset: string) =>
  new Date(at + aheadOf(offset)).toISOString().slice(0, 16) + offset;

function metricsOf(orders: readonly Order[], { from, to, offset }: Interval, store: AmazonStore) {
  const units = orders.reduce((sum, order) => sum + order.units, 0);
  const sales = orders.reduce((sum, order) => sum + order.units * order.price, 0);
  return {
    interval: `${write(from, offset)}--${write(to, offset)}`,
    unitCount: units,
    orderItemCount: orders.length,
    orderCount: orders.length,
    averageUnitPrice: textMoney(units === 0 ? 0 : Math.round(sales / units), store),
    totalSales: textMoney(sales, store),
  };
}

/** The intervals to sum over; a text: the fault of the query. */
function intervalsOf(call: AmazonCall): Interval[] | string {
  const whole = readInterval(call.req.query('interval') ?? '');
  if (whole === null) return 'Invalid interval.';
  const granularity = call.req.query('granularity') ?? '';
  if (granularity === 'Total') return [whole];
  if (granularity !== 'Hour' && granularity !== 'Day') return 'Invalid granularity.';
  const zone = call.req.query('granularityTimeZone');
  if (granularity === 'Day' && zone === undefined) return 'granularityTimeZone is required.';
  if (granularity === 'Hour' && whole.to - whole.from > MOST_HOURS * HOUR)
    return 'The interval is too long for granularity Hour.';
  // A day on which clocks are changed is shorter or longer than others.
  const endOf = (from: number) =>
    granularity === 'Hour' || zone === undefined
      ? from + HOUR
      : startOfDay(addDays(dayOf(new Date(from), zone), 1), zone).getTime();
  const intervals: Interval[] = [];
  for (let from = whole.from; from < whole.to; from = endOf(from))
    intervals.push({ ...whole, from, to: Math.min(whole.to, endOf(from)) });
  return intervals;
}

/** `getOrderMetrics`: orders by the time of placement; cancelled ones do not count. */
export function mountSales(wire: AmazonWire, room: AmazonRoom): void {
  wire.get('/sales/v1/orderMetrics', (call) => {
    const store = storeIn(call);
    if (typeof store === 'string') return invalid(call, store);
    const { asin, sku, fulfillmentNetwork } = call.req.query();
    if (asin !== undefined && sku !== undefined)
      return invalid(call, 'Only one of asin and sku may be given.');
    const intervals = intervalsOf(call);
    if (typeof intervals === 'string') return invalid(call, intervals);
    const world = room.world();
    const sellerId = findAmazonSeller(world, call.get('sellerId'))?.id ?? 0;
    const orders = ordersOf(world, sellerId, 'amazon', store.country).filter((order) => {
      if (orderState(order, room.marketNow()) === 'cancelled') return false;
      const found = findOffer(world, order.itemId);
      return (
        (asin === undefined || found?.product.id === asin) &&
        (sku === undefined || found?.offer.sku === sku) &&
        (fulfillmentNetwork === undefined ||
          fulfillmentNetwork === (found && isFba(found.offer) ? 'AFN' : 'MFN'))
      );
    });
    return call.json({
      payload: intervals.map((interval) =>
        metricsOf(
          orders.filter(({ at }) => at >= interval.from && at < interval.to),
          interval,
          store,
        ),
      ),
    });
  });
}
