import { type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import type { ItemChange, ReceivedPut } from '../ledger.ts';
import {
  type Call,
  type Found,
  findListing,
  ownItem,
  type Room,
  refuse,
  type Wire,
} from './room.ts';
import { isoSeconds, itemBody } from './shapes.ts';
import { siteAt } from './sites.ts';

/** The minimum price, for every category. */
const LEAST_PRICE: Minor = 800;
const MOST_PRICE: Minor = 10_000_000_00;

const NOT_MODIFIABLE = 'item.price.not_modifiable';
const DYNAMIC = 'Cannot modify price on items with dynamic pricing';

const hasTwoPlaces = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

/** The marketplace's refusal of a price. Null: it is valid. */
function faultOf(amount: number, currency: string): string | null {
  if (amount <= 0) return 'The price must be greater than zero.';
  if (!hasTwoPlaces(amount))
    return `The price ${amount} has more decimals than the currency ${currency} allows.`;
  if (toMinor(amount) < LEAST_PRICE)
    return `The category requires a minimum price of ${toAmount(LEAST_PRICE)}.`;
  if (toMinor(amount) > MOST_PRICE)
    return `The category allows a maximum price of ${toAmount(MOST_PRICE)}.`;
  return null;
}

/** One refusal of the operation: the code for the record, and the answer. */
interface Refusal {
  code: string;
  answer: Response;
}

const invalid = (call: Call, causeId: number, code: string, field: string, message: string) => ({
  code,
  answer: refuse(call, 400, 'validation_error', 'Validation error', [
    { department: 'items', cause_id: causeId, type: 'error', code, references: [field], message },
  ]),
});

function wrongType(call: Call, text: string): Refusal {
  return {
    code: 'body.invalid_field_types',
    answer: refuse(call, 400, text, 'body.invalid_field_types'),
  };
}

type Reading = { change: ItemChange; ignored: boolean } | Refusal;

/** The change of a body, or its refusal. */
function read(call: Call, { product, offer }: Found, body: Record<string, unknown>): Reading {
  const known = ['price', 'available_quantity', 'status'];
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return {
      code: 'body.invalid_fields',
      answer: refuse(
        call,
        400,
        `The fields [${unknown.join(', ')}] are invalid for requested call.`,
        'body.invalid_fields',
      ),
    };
  const change: ItemChange = {};
  const { price, available_quantity: quantity, status } = body;
  if (quantity !== undefined) {
    if (typeof quantity !== 'number' || !Number.isInteger(quantity))
      return wrongType(call, '[available_quantity] expected Number');
    if (quantity < 0 || quantity > 99_999)
      return invalid(
        call,
        124,
        'item.available_quantity.invalid',
        'item.available_quantity',
        'The available quantity must be between 0 and 99999.',
      );
    change.stock = quantity;
  }
  if (status !== undefined) {
    if (status !== 'active' && status !== 'paused')
      return invalid(call, 150, 'item.status.invalid', 'item.status', `Invalid status ${status}.`);
    if (status === 'active' && (change.stock ?? offer.stock) === 0)
      return invalid(call, 151, 'item.status.invalid', 'item.status', 'The item has no stock.');
    change.status = status;
  }
  if (price === undefined) return { change, ignored: false };
  if (typeof price !== 'number') return wrongType(call, '[price] expected Number');
  const fault = faultOf(price, siteAt(product).currency);
  if (fault !== null) return invalid(call, 109, 'item.price.invalid', 'item.price', fault);
  if (offer.automated) {
    // Together with other fields the price is ignored, with a warning only (since March 2026).
    return Object.keys(body).length > 1
      ? { change, ignored: true }
      : { code: NOT_MODIFIABLE, answer: refuse(call, 400, NOT_MODIFIABLE, DYNAMIC) };
  }
  if (offer.promotion !== null)
    return invalid(
      call,
      3510,
      NOT_MODIFIABLE,
      'item.price',
      `The price cannot be changed while promotion ${offer.promotion.id} is started.`,
    );
  return { change: { ...change, price: toMinor(price) }, ignored: false };
}

async function readBody(call: Call): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = JSON.parse(await call.req.text());
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** `PUT /items/{id}`: every received price is recorded with its outcome. */
async function putItem(call: Call, room: Room): Promise<Response> {
  const body = await readBody(call);
  // Only now, and without an await until it is recorded: nothing may change in between.
  const found = ownItem(call, room);
  const itemId = call.req.param('id') ?? '';
  const received = (outcome: ReceivedPut['outcome'], code: string | null): ReceivedPut => ({
    at: new Date(room.marketNow()).toISOString(),
    itemId,
    sellerId: call.get('caller').sellerId,
    price: body?.price ?? null,
    outcome,
    code,
    operationKey: call.req.header('x-idempotency-key') ?? null,
  });
  const hasPrice = body?.price !== undefined;
  if (found instanceof Response) {
    if (hasPrice) room.put(received('refused', String(found.status)), {});
    return found;
  }
  if (body === null) return refuse(call, 400, 'The body is not a JSON object', 'body.invalid');
  const reading = read(call, found, body);
  if ('answer' in reading) {
    if (hasPrice) room.put(received('refused', reading.code), {});
    return reading.answer;
  }
  const { change, ignored } = reading;
  if (!hasPrice) room.change(itemId, change);
  else if (ignored) room.put(received('ignored', NOT_MODIFIABLE), change);
  else room.put(received('applied', null), change);
  const after = findListing(room, itemId) ?? found;
  const warnings = ignored ? [{ code: NOT_MODIFIABLE, message: DYNAMIC }] : [];
  return call.json({ ...itemBody(room, after), warnings });
}

/** `GET /items/{id}/sale_price`, `GET /items/{id}/prices` and `PUT /items/{id}`. */
export function mountPrices(wire: Wire, room: Room): void {
  wire.put('/items/:id', (call) => putItem(call, room));

  wire.get('/items/:id/sale_price', (call) => {
    const found = ownItem(call, room);
    if (found instanceof Response) return found;
    const { product, offer } = found;
    const { promotion } = offer;
    return call.json({
      price_id: promotion === null ? '1' : '2',
      amount: toAmount(offer.price),
      regular_amount: promotion === null ? null : toAmount(promotion.regularPrice),
      currency_id: siteAt(product).currency,
      reference_date: isoSeconds(room.marketNow()),
      metadata:
        promotion === null ? {} : { promotion_id: promotion.id, promotion_type: promotion.type },
    });
  });

  wire.get('/items/:id/prices', (call) => {
    const found = ownItem(call, room);
    if (found instanceof Response) return found;
    const { product, offer } = found;
    const { promotion } = offer;
    const entry = (id: string, type: string, amount: Minor, regular: Minor | null) => ({
      id,
      type,
      amount: toAmount(amount),
      regular_amount: regular === null ? null : toAmount(regular),
      currency_id: siteAt(product).currency,
      last_updated: isoSeconds(offer.updatedAt),
    });
    const always = { context_restrictions: [], start_time: null, end_time: null };
    const standard = {
      ...entry('1', 'standard', promotion?.regularPrice ?? offer.price, null),
      conditions: always,
    };
    if (promotion === null) return call.json({ id: offer.itemId, prices: [standard] });
    const promoted = {
      ...entry('2', 'promotion', offer.price, promotion.regularPrice),
      conditions: {
        context_restrictions: ['channel_marketplace'],
        start_time: isoSeconds(promotion.startedAt),
        end_time: isoSeconds(promotion.finishAt),
      },
      metadata: { promotion_id: promotion.id, promotion_type: promotion.type },
    };
    return call.json({ id: offer.itemId, prices: [standard, promoted] });
  });
}
