// Product Ads: who advertises, and what each of his ads cost and sold. The figures follow from the world: what an item
// sold, and a taste for advertising of its own that stays the same.
import { toAmount } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import { itemsOf } from '../world.ts';
import { findListing, notFound, numberIn, part, type Room, refuse, type Wire } from './room.ts';
import { iso } from './shapes.ts';

const DAY = 86_400_000;
const SITE = 'MLB';
const MOST_PER_PAGE = 50;
/** Of a seller's items so many in a hundred are advertised. */
const ADVERTISED = 35;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A number from `low` up to `high` that belongs to an item. */
const traitOf = (itemId: string, trait: string, low: number, high: number) =>
  low + (numberOf(`${trait}/${itemId}`) % 10_000) * ((high - low) / 10_000);

const isAdvertised = (itemId: string) => traitOf(itemId, 'advertised', 0, 100) < ADVERTISED;

/** The number under which a seller advertises. */
export const advertiserOf = (sellerId: number) => 10_000 + (numberOf(`ads/${sellerId}`) % 900_000);

const wrongVersion = (wanted: string, given: string | undefined) => (given ?? '') !== wanted;

/** `GET /advertising/advertisers` and `GET /advertising/{site}/advertisers/{id}/product_ads/ads/search`. */
export function mountAdvertising(wire: Wire, room: Room): void {
  wire.get('/advertising/advertisers', (call) => {
    if (wrongVersion('1', call.req.header('api-version')))
      return refuse(call, 400, 'bad_request', 'The header Api-Version must be 1');
    const { sellerId } = call.get('caller');
    const seller = room.world().sellers.get(sellerId);
    if (call.req.query('product_id') !== 'PADS' || seller === undefined)
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
    const from = call.req.query('date_from') ?? '';
    const to = call.req.query('date_to') ?? '';
    if (!DATE.test(from) || !DATE.test(to) || from > to)
      return refuse(call, 400, 'bad_request', 'Invalid date_from or date_to');
    const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
    const limit = numberIn(call, 'limit', { fallback: MOST_PER_PAGE, most: MOST_PER_PAGE });
    const offset = numberIn(call, 'offset', { fallback: 0, most: Number.MAX_SAFE_INTEGER });
    const ids = itemsOf(room.world(), sellerId).filter(isAdvertised);
    const results = ids.slice(offset, offset + limit).flatMap((id) => adOf(room, id, days));
    return call.json({
      paging: { offset, last_item_id: null, total: ids.length, limit },
      results,
    });
  });
}

function adOf(room: Room, itemId: string, days: number) {
  const found = findListing(room, itemId);
  if (found === null) return [];
  const { offer, product } = found;
  const age = Math.max(1, (room.marketNow() - offer.createdAt) / DAY);
  const share = Math.min(1, days / age) * traitOf(itemId, 'share', 0.1, 0.5);
  const units = Math.round(offer.sold * share);
  const sales = units * offer.price;
  // Also where nothing was sold by it, advertising costs something.
  const cost = Math.round(
    (units === 0 ? offer.price : sales) * traitOf(itemId, 'acos', 0.04, 0.45),
  );
  const clicks = Math.max(1, Math.round(cost / 60));
  return [
    {
      item_id: itemId,
      campaign_id: 300_000_000 + (numberOf(`campaign/${offer.sellerId}`) % 90_000_000),
      price: toAmount(offer.price),
      title: product.title,
      status: offer.status === 'active' ? 'active' : 'paused',
      has_discount: offer.promotion !== null,
      catalog_listing: product.catalog,
      logistic_type: offer.logistics,
      listing_type_id: offer.listingType,
      domain_id: product.domainId,
      date_created: iso(offer.createdAt),
      buy_box_winner: false,
      tags: [],
      channel: 'marketplace',
      condition: offer.condition,
      metrics: {
        clicks,
        prints: clicks * 70,
        cost: toAmount(cost),
        cpc: toAmount(Math.round(cost / clicks)),
        acos: sales === 0 ? 0 : Math.round((cost / sales) * 10_000) / 100,
        units_quantity: units,
        direct_units_quantity: units,
        indirect_units_quantity: 0,
        direct_amount: toAmount(sales),
        indirect_amount: 0,
        total_amount: toAmount(sales),
      },
    },
  ];
}
