// A seller's portfolio: SKUs, stocks, scores, the rules by which Magalu sets prices, and the seller's data.
import { numberOf } from '../world/dice.ts';
import { isRuled } from './memory.ts';
import {
  badPage,
  CHANNEL,
  type Found,
  type MagaluRoom,
  type MagaluWire,
  notFound,
  ownSku,
  pageOf,
  part,
  refuse,
  sellerOf,
  skusOf,
} from './room.ts';

const iso = (at: number) => new Date(at).toISOString();

/** Products of one brand and model are variations of each other. */
const groupIdOf = ({ product: { kind, brand, model } }: Found): string =>
  numberOf(`group/${kind}/${brand}/${model}`).toString(16).padStart(8, '0').repeat(3);

const statusOf = ({ offer }: Found): string =>
  offer.status === 'active' || offer.outOfStock ? 'PUBLISHED' : 'UNPUBLISHED';

/** The page of the variation, as buyers find it. */
const pageUrl = (room: MagaluRoom, { product }: Found): string =>
  `${room.publicUrl}/sandbox/products/magalu/p/${product.id}/`;

function skuBody(room: MagaluRoom, found: Found, all: readonly Found[]) {
  const { product, offer } = found;
  const id = groupIdOf(found);
  const members = all.filter((one) => groupIdOf(one) === id);
  return {
    sku: offer.sku,
    title: product.title,
    description: `${product.title}. Produto de demonstração.`,
    brand: product.brand,
    condition: 'NEW',
    active: offer.status === 'active' || offer.outOfStock,
    status: statusOf(found),
    group: { id, main_variation: members[0]?.offer.itemId === offer.itemId },
    channels: [{ id: CHANNEL }],
    identifiers: [{ type: 'ean', value: product.ean }],
    has_ean: true,
    datasheet: [{ name: 'Marca', value: product.brand }],
    attributes:
      members.length > 1
        ? [
            { name: 'Cor', value: product.colour },
            { name: 'Versão', value: product.variant },
          ]
        : [],
    dimensions: [],
    images: [
      { reference: `${room.publicUrl}/sandbox/pictures/${product.id}.svg`, type: 'image/svg+xml' },
    ],
    url_marketplace: [{ channel: CHANNEL, url: pageUrl(room, found) }],
    fulfillment: offer.logistics === 'fulfillment',
    perishable: false,
    created_at: iso(offer.createdAt),
    updated_at: iso(offer.updatedAt),
  };
}

/** `GET …/me`, `…/skus`, `…/skus/{sku}`, `…/stocks/{sku}` and `…/products/scores`. */
function mountSkus(wire: MagaluWire, room: MagaluRoom): void {
  const base = '/seller/v1/portfolios';

  wire.get(`${base}/me`, (call) => {
    const { tenantId } = call.get('access');
    const seller = sellerOf(room.world(), tenantId);
    if (seller === undefined) return notFound(call, 'Seller');
    return call.json({
      tenant: { id: tenantId },
      channel: { id: CHANNEL, name: 'Magazine Luiza' },
      seller: { id: String(seller.id), name: seller.nickname },
    });
  });

  wire.get(`${base}/skus`, (call) => {
    const all = skusOf(room, call.get('access').tenantId);
    const { status, group_id: groupId, _sort: sort = 'created_at:asc' } = call.req.query();
    if (sort !== 'created_at:asc')
      return refuse(call, 422, 'invalid_sort', `The order ${sort} is not supported`);
    const matching = all.filter(
      (one) =>
        (status === undefined || statusOf(one) === status) &&
        (groupId === undefined || groupIdOf(one) === groupId),
    );
    const page = pageOf(call, matching);
    if (page === null) return badPage(call);
    return call.json({ ...page, results: page.results.map((one) => skuBody(room, one, all)) });
  });

  wire.get(`${base}/skus/:sku`, (call) => {
    const found = ownSku(call, room);
    if (found === null) return notFound(call, `SKU ${part(call, 'sku')}`);
    return call.json(skuBody(room, found, skusOf(room, call.get('access').tenantId)));
  });

  wire.get(`${base}/stocks/:sku`, (call) => {
    const found = ownSku(call, room);
    if (found === null) return notFound(call, `SKU ${part(call, 'sku')}`);
    const entry = (type: string, quantity: number) => ({
      type,
      quantity,
      channel: { id: CHANNEL },
    });
    const page = pageOf(call, [
      entry('AVAILABLE', found.offer.stock),
      entry('RESERVED', found.offer.sold % 3),
    ]);
    return page === null ? badPage(call) : call.json(page);
  });

  // The channel is a header here, with hyphens, as at the real API.
  wire.get(`${base}/products/scores`, (call) => {
    if (call.req.header('x-channel-id') !== CHANNEL)
      return refuse(call, 422, 'invalid_channel', 'The header X-Channel-Id is missing or unknown');
    const scored = skusOf(room, call.get('access').tenantId).flatMap(({ offer }) =>
      offer.health === null ? [] : [{ sku: offer.sku, score: Math.round(offer.health * 100) }],
    );
    const page = pageOf(call, scored, { limit: 'limit', offset: 'offset' });
    return page === null ? badPage(call) : call.json(page);
  });
}

/** `GET /seller/v1/pricing-rules/active`: the rule by which Magalu itself sets a SKU's price. */
function mountRules(wire: MagaluWire, room: MagaluRoom): void {
  wire.get('/seller/v1/pricing-rules/active', (call) => {
    const { channel_id: channel, sku } = call.req.query();
    if (channel !== CHANNEL)
      return refuse(call, 422, 'invalid_channel', 'The parameter channel_id is missing or unknown');
    const rules = skusOf(room, call.get('access').tenantId)
      .filter(
        ({ offer }) =>
          isRuled(offer, room.memory().ruled) && (sku === undefined || offer.sku === sku),
      )
      .map(({ offer }) => ({
        channel: { id: CHANNEL },
        config_type: 'SKU',
        rule_type: 'TO_WIN',
        sku: offer.sku,
        min_price: Math.round(offer.price * 0.8),
        adjustment: { type: 'PERCENTAGE', value: 500, normalize: 100 },
      }));
    return call.json({ results: rules });
  });
}

export function mountPortfolio(wire: MagaluWire, room: MagaluRoom): void {
  mountSkus(wire, room);
  mountRules(wire, room);
}
