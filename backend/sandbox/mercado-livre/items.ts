import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import { itemsOf } from '../world.ts';
import {
  denied,
  FORBIDDEN,
  findListing,
  numberIn,
  ownItem,
  part,
  pickAttributes,
  type Room,
  refuse,
  type Wire,
} from './room.ts';
import { itemBody } from './shapes.ts';

const MULTIGET = 20;
const PAGE = 100;
/** The limit of offset paging; a scan has none. */
const PAGING_ENDS = 1_000;
const SCROLL_MS = 5 * 60_000;

const ORDERS = [
  { id: 'stop_time_asc', name: 'Order by stop time ascending' },
  { id: 'stop_time_desc', name: 'Order by stop time descending' },
  { id: 'price_asc', name: 'Order by price ascending' },
  { id: 'price_desc', name: 'Order by price descending' },
];

interface Scroll {
  seller: number;
  from: number;
  until: number;
}

/** A scroll contains its position, so that it survives a restart. */
const writeScroll = (scroll: Scroll) =>
  encodeBase64Url(new TextEncoder().encode(JSON.stringify(scroll)).buffer as ArrayBuffer);

function readScroll(text: string): Scroll | null {
  try {
    const scroll: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(text)));
    if (typeof scroll !== 'object' || scroll === null) return null;
    const { seller, from, until } = scroll as Partial<Scroll>;
    return Number.isInteger(seller) && Number.isInteger(from) && Number.isInteger(until)
      ? (scroll as Scroll)
      : null;
  } catch {
    return null;
  }
}

/** `GET /users/{id}/items/search`, `GET /items?ids=` and `GET /items/{id}`. */
export function mountItems(wire: Wire, room: Room): void {
  wire.get('/users/:id/items/search', (call) => {
    const sellerId = Number(part(call, 'id'));
    if (sellerId !== call.get('caller').sellerId) return denied(call);
    const status = call.req.query('status');
    const { country } = room.world().sellers.get(sellerId) ?? {};
    const all = itemsOf(room.world(), sellerId, 'mercadolivre', country);
    const ids =
      status === undefined
        ? all
        : all.filter((id) => findListing(room, id)?.offer.status === status);
    const envelope = (limit: number, offset: number, results: string[]) => ({
      seller_id: String(sellerId),
      query: null,
      paging: { limit, offset, total: ids.length },
      results,
      orders: ORDERS.slice(0, 1),
      available_orders: ORDERS,
    });

    if (call.req.query('search_type') !== 'scan') {
      const limit = numberIn(call, 'limit', { fallback: 50, most: PAGE });
      const offset = numberIn(call, 'offset', { fallback: 0, most: Number.MAX_SAFE_INTEGER });
      if (offset + limit > PAGING_ENDS)
        return refuse(call, 400, 'bad_request', 'Invalid limit and offset values');
      return call.json(envelope(limit, offset, ids.slice(offset, offset + limit)));
    }
    const limit = numberIn(call, 'limit', { fallback: 50, most: PAGE });
    const given = call.req.query('scroll_id');
    const scroll = given === undefined ? null : readScroll(given);
    const isGood = scroll !== null && scroll.seller === sellerId && scroll.until > room.now();
    if (given !== undefined && !isGood)
      return refuse(call, 400, 'bad_request', 'Invalid scroll_id: it may have expired');
    const from = scroll?.from ?? 0;
    const results = ids.slice(from, from + limit);
    const next = { seller: sellerId, from: from + results.length, until: room.now() + SCROLL_MS };
    return call.json({ ...envelope(limit, 0, results), scroll_id: writeScroll(next) });
  });

  wire.get('/items', (call) => {
    const ids = (call.req.query('ids') ?? '').split(',').filter(Boolean);
    if (ids.length === 0 || ids.length > MULTIGET)
      return refuse(call, 400, 'bad_request', `ids must have between 1 and ${MULTIGET} elements`);
    const { sellerId } = call.get('caller');
    return call.json(
      ids.map((id) => {
        const found = findListing(room, id);
        if (!found) {
          const message = `Item with id ${id} not found`;
          return { code: 404, body: { message, error: 'not_found', status: 404, cause: [] } };
        }
        if (found.offer.sellerId !== sellerId) return { code: 403, body: FORBIDDEN };
        const body = pickAttributes(itemBody(room, found), call.req.query('attributes'));
        return { code: 200, body };
      }),
    );
  });

  wire.get('/items/:id', (call) => {
    const found = ownItem(call, room);
    if (found instanceof Response) return found;
    const isWhole = call.req.query('include_attributes') === 'all';
    return call.json(pickAttributes(itemBody(room, found, isWhole), call.req.query('attributes')));
  });
}
