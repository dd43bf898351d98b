import { toAmount, toAmountOrNull } from '../../kernel/money.ts';
import {
  awardOf,
  contestOf,
  findProduct,
  type Offer,
  type Product,
  pageOf,
  priceToWin,
} from '../world.ts';
import {
  denied,
  findListing,
  notFound,
  numberIn,
  part,
  type Room,
  refuse,
  type Wire,
} from './room.ts';
import { productBody, productOffer } from './shapes.ts';
import { SITES, siteAt } from './sites.ts';

const PAGE = 100;
/** The first letters of an id name the site. */
const countryOf = (id: string) => SITES.find((site) => id.startsWith(site.id))?.country;

/** The advantages of an offer over others with an equal price, in the format of version 2. */
function boostsOf(offer: Offer) {
  const boost = (id: string, has: boolean, description: string, applies = true) => ({
    id,
    status: has ? 'boosted' : applies ? 'opportunity' : 'not_apply',
    description,
  });
  const isFull = offer.logistics === 'fulfillment';
  return [
    boost('fulfillment', isFull, 'Mercado Envios Full'),
    boost('free_installments', offer.listingType === 'gold_pro', 'Parcelamento sem juros'),
    boost('free_shipping', offer.shippingPrice === 0, 'Frete grátis pelo Mercado Envios'),
    boost(
      'shipping_collect',
      offer.logistics === 'cross_docking',
      'Coleta do Mercado Envios',
      !isFull,
    ),
    boost('same_day_shipping', offer.shippingHours <= 24, 'Envio no mesmo dia pelo Mercado Envios'),
  ];
}

/** The same in the older answer: one object of yes and no. */
const oldBoostsOf = (offer: Offer) => ({
  fulfillment: offer.logistics === 'fulfillment',
  free_shipping: offer.shippingPrice === 0,
  same_day_shipping: offer.shippingHours <= 24,
  free_installments: offer.listingType === 'gold_pro',
  cross_docking: offer.logistics === 'cross_docking',
  drop_off: offer.logistics === 'drop_off' || offer.logistics === 'xd_drop_off',
});

const VISITS = {
  winning: 'maximum',
  sharing_first_place: 'medium',
  competing: 'minimum',
  listed: 'minimum',
} as const;

/** A listing outside the catalog: it does not compete, and every price in its answer is null. */
const outside = (itemId: string) => ({
  item_id: itemId,
  current_price: null,
  currency_id: null,
  price_to_win: null,
  boosts: [],
  status: 'not_listed',
  consistent: true,
  visit_share: null,
  competitors_sharing_first_place: null,
  reason: ['item_not_opted_in'],
  catalog_product_id: null,
  winner: null,
});

/** `price_to_win` for one item, version 2. */
function competitionOf(room: Room, product: Product, offer: Offer) {
  const { sellers } = room.world();
  const contest = contestOf(sellers, product, offer);
  if (contest.status === 'not_listed') return outside(offer.itemId);
  const winner = awardOf(sellers, product).ranking[0];
  return {
    item_id: offer.itemId,
    current_price: toAmount(offer.price),
    currency_id: siteAt(product).currency,
    // The winner gets the own price: the marketplace does not report how much higher it could be.
    price_to_win:
      contest.status === 'winning'
        ? toAmount(offer.price)
        : toAmountOrNull(priceToWin(sellers, product, offer)),
    boosts: boostsOf(offer),
    status: contest.status,
    consistent: true,
    visit_share: VISITS[contest.status],
    competitors_sharing_first_place: contest.status === 'listed' ? null : contest.sharing,
    reason: contest.status === 'listed' ? [contest.reason] : [],
    catalog_product_id: product.id,
    winner: winner
      ? {
          item_id: winner.itemId,
          price: toAmount(winner.price),
          currency_id: siteAt(product).currency,
          boosts: boostsOf(winner),
        }
      : null,
  };
}

/** The answer as it was before version 2. */
function oldCompetitionOf(room: Room, product: Product, offer: Offer) {
  const { winner, ...reported } = competitionOf(room, product, offer);
  return {
    current_price: reported.current_price,
    price_to_win: reported.price_to_win,
    status: reported.status,
    visit_share: reported.visit_share,
    competitors_sharing_first_place: reported.competitors_sharing_first_place,
    winner: winner && { item_id: winner.item_id, price: winner.price },
    boosts: oldBoostsOf(offer),
    reason: reported.reason,
  };
}

/** `GET /items/{id}/price_to_win`, `GET /products/{id}` and `GET /products/{id}/items`. */
export function mountCompetition(wire: Wire, room: Room): void {
  wire.get('/items/:id/price_to_win', (call) => {
    const id = part(call, 'id');
    const found = findListing(room, id);
    if (!found) return notFound(call, `Item with id ${id} not found`);
    const { sellerId } = call.get('caller');
    if (found.offer.sellerId !== sellerId)
      return refuse(call, 403, 'forbidden', `Item ${id} does not belong to caller ${sellerId}`);
    const { product, offer } = found;
    return call.req.query('version') === 'v2'
      ? call.json(competitionOf(room, product, offer))
      : call.json(oldCompetitionOf(room, product, offer));
  });

  wire.get('/products/search', (call) => {
    const words = (call.req.query('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const identifier = call.req.query('product_identifier');
    if (words.length === 0 && identifier === undefined)
      return refuse(call, 400, 'bad_request', 'Either q or product_identifier is needed');
    const site = call.req.query('site_id');
    const found = room
      .world()
      .products.filter(
        ({ shop, country, catalog, ean, title, brand }) =>
          siteAt({ country }).id === site &&
          shop === 'mercadolivre' &&
          catalog &&
          (identifier === undefined
            ? words.every((word) => `${brand} ${title}`.toLowerCase().includes(word))
            : ean === identifier),
      );
    const limit = numberIn(call, 'limit', { fallback: 10, most: PAGE });
    return call.json({
      keywords: call.req.query('q') ?? null,
      paging: { total: found.length, offset: 0, limit },
      results: found.slice(0, limit).map((product) => {
        // A search contains neither the winner nor the range of prices.
        const {
          buy_box_winner: _,
          buy_box_winner_price_range: __,
          ...body
        } = productBody(room, product);
        return { ...body, site_id: siteAt(product).id };
      }),
    });
  });

  wire.get('/products/:id', (call) => {
    const id = part(call, 'id');
    const product = findProduct(room.world(), 'mercadolivre', id, countryOf(id));
    if (!product) return notFound(call, `Product with id ${id} not found`);
    return call.json(productBody(room, product));
  });

  wire.get('/products/:id/items', (call) => {
    const id = part(call, 'id');
    const product = findProduct(room.world(), 'mercadolivre', id, countryOf(id));
    if (!product) return notFound(call, `Product with id ${id} not found`);
    const closed = room.offersClosed();
    if (closed === 403) return denied(call);
    if (closed === 410) return refuse(call, 410, 'gone', 'The resource is no longer available');
    const offers = pageOf(room.world().sellers, product);
    if (closed === 404 || offers.length === 0) return notFound(call, 'No winners found');
    const limit = numberIn(call, 'limit', { fallback: PAGE, most: PAGE });
    const offset = numberIn(call, 'offset', { fallback: 0, most: 1_000 });
    return call.json({
      paging: { total: offers.length, offset, limit },
      results: offers
        .slice(offset, offset + limit)
        .map((offer) => productOffer(room, product, offer)),
    });
  });
}
