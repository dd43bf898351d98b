import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import { decodeNotification } from './notifications.ts';

const body = (topic: unknown, resource: unknown, user_id: unknown = 770_011_223) => ({
  _id: 'x',
  topic,
  resource,
  user_id,
  application_id: 1,
  attempts: 1,
});
const notification = (about: 'market' | 'listing') => ({
  ok: true,
  value: [
    {
      sellerId: '770011223',
      subject: { skuMarketplace: 'MLB5200000001' },
      about,
      market: null,
    },
  ],
});
const order = (orderId: string) => ({
  ok: true,
  value: [{ sellerId: '770011223', subject: { orderId }, about: 'order' }],
});
const refused = (error: string) => ({ ok: false, error });

describe('decodeNotification', () => {
  const ITEM = '/items/MLB5200000001';
  const COMPETITION = 'catalog_item_competition_status';
  const cases: [string, unknown, unknown][] = [
    ['a changed competition', body(COMPETITION, `${ITEM}/price_to_win`), notification('market')],
    [
      'a seller as text',
      body(COMPETITION, `${ITEM}/price_to_win`, '770011223'),
      notification('market'),
    ],
    ['a changed item', body('items', ITEM), notification('listing')],
    ['a changed price', body('items_prices', `${ITEM}/prices`), notification('listing')],
    ['a resource without its slash', body('items', 'items/MLB5200000001'), notification('listing')],
    ['a resource with a query', body('items', `${ITEM}?id=1`), notification('listing')],
    ['a question', body('questions', '/questions/5036'), { ok: true, value: [] }],
    ['an order', body('orders_v2', '/orders/2000'), order('2000')],
    ['a shipment', body('shipments', '/shipments/43'), { ok: true, value: [] }],
    ['a topic named like a property', body('constructor', ITEM), { ok: true, value: [] }],
    ['an item of no id', body('items', '/items/ITEM_ID'), refused('unknown_resource')],
    [
      'more after the id, which is ignored',
      body('items', '/items/MLB1/../../users/me'),
      {
        ok: true,
        value: [
          {
            sellerId: '770011223',
            subject: { skuMarketplace: 'MLB1' },
            about: 'listing',
            market: null,
          },
        ],
      },
    ],
    ['an order of no id', body('orders_v2', '/orders/../users/1'), refused('unknown_resource')],
    ['another path', body('items', '/users/1'), refused('unknown_resource')],
    ['an id glued to more', body('items', '/items/MLB1x'), refused('unknown_resource')],
    ['a seller who is no number', body('items', ITEM, 'me'), refused('unknown_seller')],
    ['no seller', body('items', ITEM, null), refused('not_a_notification')],
    ['no topic', { resource: ITEM, user_id: 1 }, refused('not_a_notification')],
    ['no object', 'items', refused('not_a_notification')],
    ['nothing', undefined, refused('not_a_notification')],
    ['a list', [body('items', ITEM)], refused('not_a_notification')],
  ];
  for (const [name, given, expected] of cases) {
    it(name, () => assert.deepEqual(decodeNotification({ body: given }), expected));
  }
});
