import { numberIn, part, pickAttributes, type Room, refuse, type Wire } from './room.ts';
import { privateUser, publicUser } from './shapes.ts';

const MULTIGET = 20;

const missing = (id: string) => ({
  message: `User with id ${id} not found`,
  error: 'not_found',
  status: 404,
  cause: [],
});

/** `GET /users/me`, `GET /users/{id}`, `GET /users?ids=` and `GET /missed_feeds`. */
export function mountUsers(wire: Wire, room: Room): void {
  const bodyOf = (id: string, callerId: number) => {
    const seller = room.world().sellers.get(Number(id));
    if (!seller?.mercadoLivre) return null;
    return seller.id === callerId ? privateUser(seller) : publicUser(seller);
  };

  wire.get('/users/me', (call) => {
    const { sellerId } = call.get('caller');
    return call.json(bodyOf(String(sellerId), sellerId) ?? missing(String(sellerId)));
  });

  wire.get('/users', (call) => {
    const ids = (call.req.query('ids') ?? '').split(',').filter(Boolean);
    if (ids.length === 0 || ids.length > MULTIGET)
      return refuse(call, 400, 'bad_request', `ids must have between 1 and ${MULTIGET} elements`);
    const { sellerId } = call.get('caller');
    return call.json(
      ids.map((id) => {
        const body = bodyOf(id, sellerId);
        return body === null
          ? { code: 404, body: missing(id) }
          : { code: 200, body: pickAttributes(body, call.req.query('attributes')) };
      }),
    );
  });

  wire.get('/users/:id', (call) => {
    const id = part(call, 'id');
    const body = bodyOf(id, call.get('caller').sellerId);
    if (body === null) return call.json(missing(id), 404);
    return call.json(pickAttributes(body, call.req.query('attributes')));
  });

  wire.get('/missed_feeds', (call) => {
    const topic = call.req.query('topic');
    if (!call.req.query('app_id'))
      return refuse(call, 400, 'bad_request', 'app_id is a required parameter');
    const offset = numberIn(call, 'offset', { fallback: 0, most: 10_000 });
    const limit = numberIn(call, 'limit', { fallback: 10, most: 100 });
    const messages = room
      .missed()
      .filter((feed) => topic === undefined || feed.topic === topic)
      .slice(offset, offset + limit);
    return call.json({ messages });
  });
}
