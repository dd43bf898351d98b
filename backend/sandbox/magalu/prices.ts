// Prices in the channel: reads are immediate, changes take effect later. Every accepted change is answered with a
// trace.
import * as z from 'zod';
import type { ReceivedWrite } from './memory.ts';
import {
  badPage,
  CHANNEL,
  CURRENCY,
  type Found,
  type MagaluCall,
  type MagaluRoom,
  type MagaluWire,
  notFound,
  ownSku,
  pageOf,
  part,
  readJson,
  refuse,
} from './room.ts';

const NORMALIZER = 100;

const Minor = z.int().min(1).max(100_000_000_00);
const Body = z.object({
  channel: z.object({ id: z.literal(CHANNEL) }),
  currency: z.literal(CURRENCY),
  list_price: Minor,
  price: Minor,
  normalizer: z.literal(NORMALIZER),
});

/** The answer to an incomplete body, in the format of FastAPI. */
const invalid = (call: MagaluCall, error: z.ZodError) =>
  call.json(
    {
      detail: error.issues.map(({ path, message, code }) => ({
        loc: ['body', ...path.map(String)],
        msg: message,
        type: code,
      })),
    },
    422,
  );

const listPriceOf = (room: MagaluRoom, { offer }: Found): number =>
  Math.max(room.memory().listPrices[offer.itemId] ?? 0, offer.price);

const hasPrice = (room: MagaluRoom, { offer }: Found): boolean =>
  !room.memory().unpriced.includes(offer.itemId);

async function write(call: MagaluCall, room: MagaluRoom, verb: ReceivedWrite['verb']) {
  const body = Body.safeParse(await readJson(call));
  // Only now, and without an await until it is recorded: nothing may change in between.
  const found = ownSku(call, room);
  const sku = part(call, 'sku');
  if (found === null) return notFound(call, `SKU ${sku}`);
  if (!body.success) return invalid(call, body.error);
  if (verb === 'PATCH' && !hasPrice(room, found)) return notFound(call, `Price of ${sku}`);
  if (verb === 'POST' && hasPrice(room, found))
    return refuse(call, 409, 'price_already_exists', `The price of ${sku} exists already`);
  const { price, list_price: listPrice } = body.data;
  if (price > listPrice)
    return refuse(call, 422, 'invalid_price', 'The price is above the list price', [
      {
        field: 'price',
        location: 'body',
        slug: 'greater_than_list_price',
        message: 'must not be above list_price',
      },
    ]);
  const traceId = room.uuid();
  room.run({
    kind: 'magalu_write',
    write: {
      at: new Date(room.marketNow()).toISOString(),
      traceId,
      tenantId: call.get('access').tenantId,
      sku,
      verb,
      price,
      listPrice,
      requestId: call.req.header('x-request-id') ?? null,
      dueAt: room.marketNow() + room.acceptMs(),
      itemId: found.offer.itemId,
      settled: null,
    },
  });
  return call.json({ trace_id: traceId }, 202);
}

const REASONS: Record<string, string> = {
  PRICING_RULE_ACTIVE: 'The price of this SKU is set by a pricing rule',
  POLICIES_BLOCKED_PRICE: 'The price was blocked by the price policy',
  SKU_NOT_FOUND: 'The SKU was not found',
};

/** The result of a write; while it waits it has no trace. */
function traceBody({ traceId, sku, settled }: ReceivedWrite) {
  if (settled === null) return null;
  const { at, as, code } = settled;
  return {
    id: traceId,
    app_trace_id: traceId,
    severity: as === 'applied' ? 'INFO' : 'ERROR',
    code: code ?? 'PRICE_UPDATED',
    message: code === null ? 'Price updated' : (REASONS[code] ?? code),
    origin: {
      context: 'portfolios',
      resource: `/seller/v1/portfolios/prices/${encodeURIComponent(sku)}`,
    },
    created_at: new Date(at).toISOString(),
  };
}

/** `GET`, `POST` and `PATCH /seller/v1/portfolios/prices/{sku}`, and `GET /v0/traces/{id}`. */
export function mountPrices(wire: MagaluWire, room: MagaluRoom): void {
  const path = '/seller/v1/portfolios/prices/:sku';

  wire.get(path, (call) => {
    const found = ownSku(call, room);
    if (found === null || !hasPrice(room, found))
      return notFound(call, `Price of ${part(call, 'sku')}`);
    const entry = {
      list_price: listPriceOf(room, found),
      price: found.offer.price,
      currency: CURRENCY,
      normalizer: NORMALIZER,
      channel: { id: CHANNEL },
    };
    const page = pageOf(call, [entry]);
    return page === null ? badPage(call) : call.json(page);
  });
  wire.post(path, (call) => write(call, room, 'POST'));
  wire.patch(path, (call) => write(call, room, 'PATCH'));

  wire.get('/v0/traces/:id', (call) => {
    const id = part(call, 'id');
    const { tenantId } = call.get('access');
    // Processes the due prices.
    room.world();
    const found = room
      .memory()
      .writes.find((one) => one.traceId === id && one.tenantId === tenantId);
    const body = found === undefined ? null : traceBody(found);
    return body === null ? notFound(call, `Trace ${id}`) : call.json(body);
  });
}
