// Product Ads: the advertisers, and what each ad showed, cost and sold: sums over the ledger's days and orders.
import { toAmount } from '../../kernel/money.ts';
import { campaignOf, groupOf, isAdvertised } from '../world/advertising.ts';
import { numberOf } from '../world/dice.ts';
import { dayOf } from '../world/till.ts';
import { type ItemDay, itemsOf, type Order, orderState, ordersOf, type World } from '../world.ts';
import {
  type Call,
  findListing,
  notFound,
  numberIn,
  part,
  type Room,
  refuse,
  type Wire,
} from './room.ts';
import { iso } from './shapes.ts';

const DAY = 86_400_000;
const SITE = 'MLB';
const MOST_PER_PAGE = 50;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The number under which a seller advertises. */
export const advertiserOf = (sellerId: number) => 10_000 + (numberOf(`ads/${sellerId}`) % 900_000);

export const wrongVersion = (wanted: string, given: string | undefined) => (given ?? '') !== wanted;

/** Whether a seller has Product Ads. */
export const advertises = ({ ads }: World, sellerId: number): boolean =>
  [...ads.productCampaigns.values()].some((campaign) => campaign.sellerId === sellerId);

/** `GET /advertising/advertisers` and `GET /advertising/{site}/advertisers/{id}/product_ads/ads/search`. */
export function mountAdvertising(wire: Wire, room: Room): void {
  wire.get('/advertising/advertisers', (call) => {
    if (wrongVersion('1', call.req.header('api-version')))
      return refuse(call, 400, 'bad_request', 'The header Api-Version must be 1');
    const { sellerId } = call.get('caller');
    const seller = room.world().sellers.get(sellerId);
    const isOpen = seller !== undefined && advertises(room.world(), sellerId);
    if (call.req.query('product_id') !== 'PADS' || !isOpen)
      return call.json(
        {
          status: 404,
          error: 'not_found',
          description: `No permissions found for user_id ${sellerId}`,
        },
        404,
      );
    return call.json({
      advertisers: [
        {
          advertiser_id: advertiserOf(sellerId),
          site_id: SITE,
          advertiser_name: seller.nickname,
          account_name: `${SITE} - ${seller.nickname}`,
        },
      ],
    });
  });

  wire.get('/advertising/:site/advertisers/:id/product_ads/ads/search', (call) => {
    if (wrongVersion('2', call.req.header('api-version')))
      return refuse(call, 400, 'bad_request', 'The header api-version must be 2');
    const { sellerId } = call.get('caller');
    if (part(call, 'site') !== SITE || part(call, 'id') !== String(advertiserOf(sellerId)))
      return notFound(call, `Advertiser ${part(call, 'id')} not found`);
    const isDated = call.req.query('date_from') !== undefined;
    const days = isDated ? daysIn(call) : NO_DAYS;
    if (days === null) return refuse(call, 400, 'bad_request', 'Invalid date_from or date_to');
    const limit = numberIn(call, 'limit', { fallback: MOST_PER_PAGE, most: MOST_PER_PAGE });
    const offset = numberIn(call, 'offset', { fallback: 0, most: Number.MAX_SAFE_INTEGER });
    const ids = itemsOf(room.world(), sellerId).filter(isAdvertised);
    const sold = Map.groupBy(ordersByAds(room, sellerId, days), ({ itemId }) => itemId);
    const results = ids
      .slice(offset, offset + limit)
      .flatMap((id) => adOf(room, id, days, sold.get(id) ?? []));
    return call.json({
      paging: { offset, last_item_id: null, total: ids.length, limit },
      results,
    });
  });
}

/** Days since 1970 by São Paulo's clock, both included. */
export interface Days {
  from: number;
  to: number;
}
const NO_DAYS: Days = { from: 0, to: -1 };

/** The days of a query; null: they are invalid. */
export function daysIn(call: Call): Days | null {
  const from = call.req.query('date_from') ?? '';
  const to = call.req.query('date_to') ?? '';
  if (!DATE.test(from) || !DATE.test(to) || from > to) return null;
  return { from: Date.parse(from) / DAY, to: Date.parse(to) / DAY };
}

export type AdOrder = Order & { via: { kind: 'ad'; campaign: number; clickAt: number } };

/** The orders of clicks on these days that were not cancelled. */
export const ordersByAds = (room: Room, sellerId: number, { from, to }: Days): AdOrder[] =>
  ordersOf(room.world(), sellerId, 'mercadolivre').filter((order): order is AdOrder => {
    if (order.via.kind !== 'ad' || orderState(order, room.marketNow()) === 'cancelled')
      return false;
    const day = dayOf(order.via.clickAt);
    return day >= from && day <= to;
  });

export const total = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** What was shown and sold, as metrics; amounts are decimal, ratios in percent. */
export function metricsOf(
  shown: readonly Pick<ItemDay, 'prints' | 'clicks' | 'spend'>[],
  orders: readonly Order[],
) {
  const prints = total(shown, (day) => day.prints);
  const clicks = total(shown, (day) => day.clicks);
  const cost = total(shown, (day) => day.spend);
  const units = total(orders, (order) => order.units);
  const sales = total(orders, (order) => order.units * order.price);
  const percent = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
  return {
    clicks,
    prints,
    ctr: percent(clicks, prints),
    cost: toAmount(cost),
    cpc: clicks === 0 ? 0 : toAmount(Math.round(cost / clicks)),
    acos: percent(cost, sales),
    roas: cost === 0 ? 0 : Math.round((sales / cost) * 100) / 100,
    cvr: percent(orders.length, clicks),
    advertising_items_quantity: orders.length,
    direct_items_quantity: orders.length,
    indirect_items_quantity: 0,
    units_quantity: units,
    direct_units_quantity: units,
    indirect_units_quantity: 0,
    direct_amount: toAmount(sales),
    indirect_amount: 0,
    total_amount: toAmount(sales),
  };
}

function adOf(room: Room, itemId: string, { from, to }: Days, orders: readonly Order[]) {
  const found = findListing(room, itemId);
  if (found === null) return [];
  const { offer, product } = found;
  const isIn = ({ day }: ItemDay) => day >= from && day <= to;
  const shown = (room.world().sales.days.get(itemId) ?? []).filter(isIn);
  const group = room.world().ads.productGroups.get(groupOf(itemId));
  const own = group?.status ?? 'active';
  return [
    {
      item_id: itemId,
      campaign_id: campaignOf(offer.sellerId, itemId),
      ad_group_id: Number(groupOf(itemId)),
      price: toAmount(offer.price),
      title: product.title,
      // The ad of an item that cannot be bought is on hold until it can.
      status: offer.status === 'active' ? own : 'hold',
      has_discount: offer.promotion !== null,
      catalog_listing: product.catalog,
      logistic_type: offer.logistics,
      listing_type_id: offer.listingType,
      domain_id: product.domainId,
      date_created: iso(offer.createdAt),
      buy_box_winner: false,
      recommended: false,
      tags: [],
      channel: 'marketplace',
      condition: offer.condition,
      metrics: metricsOf(shown, orders),
    },
  ];
}
