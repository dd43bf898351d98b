import { MAX_AMOUNT, type Minor, toAmount, toMinor } from '../../kernel/money.ts';
import { originalPrice } from './items.ts';
import type { ReceivedPrice } from './memory.ts';
import {
  answer,
  readJson,
  refuse,
  type ShopeeCall,
  type ShopeeRoom,
  type ShopeeWire,
  wrongParameter,
} from './room.ts';
import { findItem, isOneThing, type ShopItem } from './shops.ts';

const MOST_MODELS = 50;
const LEAST_PRICE: Minor = 100;
/** The highest price of an item's models relative to the lowest one. */
const MOST_RATIO = 4;

const IN_PROMOTION =
  'The price cannot be edited while the item is in an ongoing or upcoming promotion.';
const OUT_OF_RANGE = 'The price is out of the range that the category allows.';

/** One price of a call. */
interface RequestedPrice {
  modelId: number;
  /** The price as received. */
  given: unknown;
  /** Silently rounded to the cent; null: no price. */
  price: Minor | null;
}

function requestedIn(list: unknown): RequestedPrice[] | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_MODELS) return null;
  return list.map((entry: unknown) => {
    const { model_id: modelId, original_price: given } = (entry ?? {}) as Record<string, unknown>;
    const isPrice = typeof given === 'number' && given > 0 && given <= MAX_AMOUNT;
    return { modelId: Number(modelId ?? 0), given, price: isPrice ? toMinor(given) : null };
  });
}

type Refusal = [error: string, message: string];

/** Why a call is refused as a whole; null: its prices are processed one by one. */
function faultOf(item: ShopItem, requested: readonly RequestedPrice[]): Refusal | null {
  const isOne = isOneThing(item);
  const known = new Set(item.models.map(({ modelId }) => modelId));
  if (!isOne && requested.some(({ modelId }) => modelId === 0))
    return ['product.error_edit_item_price_for_item_has_model', 'The item has models.'];
  if (requested.some(({ modelId }) => !known.has(modelId)))
    return ['product.error_param', 'Wrong parameters, detail: Wrong model_id.'];
  if (new Set(requested.map(({ modelId }) => modelId)).size < requested.length)
    return ['product.error_param', 'Wrong parameters, detail: Repeat model_id.'];
  if (requested.some(({ price }) => price === null))
    return ['product.error_invalid_price', 'The price is invalid.'];
  if (isOne && item.models[0]?.offer.promotion)
    return ['product.error_cannt_edit_price_in_promotion', IN_PROMOTION];
  const wished = item.models.map(
    ({ modelId, offer }) =>
      requested.find((one) => one.modelId === modelId)?.price ?? originalPrice(offer),
  );
  // One code for several refusals, without the reason.
  if (Math.max(...wished) > MOST_RATIO * Math.min(...wished))
    return ['product.error_update_price_fail', 'Update price failed.'];
  return null;
}

/** Why one price is refused; null: it is applied. */
function reasonOf(item: ShopItem, { modelId, price }: RequestedPrice): string | null {
  const model = item.models.find((one) => one.modelId === modelId);
  if (model?.offer.promotion) return IN_PROMOTION;
  return (price ?? 0) < LEAST_PRICE ? OUT_OF_RANGE : null;
}

/** `update_price`: every received price is recorded with its outcome. */
async function updatePrice(call: ShopeeCall, room: ShopeeRoom): Promise<Response> {
  const body = await readJson(call);
  const shopId = call.get('shopId');
  const itemId = Number(body?.item_id);
  const requested = requestedIn(body?.price_list);
  if (requested === null)
    return wrongParameter(call, `price_list must have 1 to ${MOST_MODELS} prices`);
  // Only now, and without an await until it is recorded: nothing may change in between.
  const item = findItem(room.world(), shopId, itemId);
  const now = room.marketNow();
  const received = ({ modelId, given }: RequestedPrice, reason: string | null): ReceivedPrice => ({
    at: new Date(now).toISOString(),
    shopId,
    itemId,
    modelId,
    price: given,
    outcome: reason === null ? 'applied' : 'refused',
    reason,
  });
  const fault: Refusal | null =
    item === null
      ? ['product.error_item_not_found', 'Item_id is not found.']
      : faultOf(item, requested);
  if (item === null || fault !== null) {
    const [error, message] = fault ?? ['product.error_item_not_found', ''];
    const prices = requested.map((one) => received(one, error));
    room.run({ kind: 'shopee_prices', now, prices, changes: [] });
    return refuse(call, error, message);
  }
  const judged = requested.map((one) => ({ one, reason: reasonOf(item, one) }));
  const taken = judged.filter(({ reason }) => reason === null).map(({ one }) => one);
  const offerOf = (modelId: number) =>
    item.models.find((model) => model.modelId === modelId)?.offer.itemId ?? '';
  room.run({
    kind: 'shopee_prices',
    now,
    prices: judged.map(({ one, reason }) => received(one, reason)),
    changes: taken.map(({ modelId, price }) => ({ itemId: offerOf(modelId), price: price ?? 0 })),
  });
  const isOne = isOneThing(item);
  return answer(call, {
    success_list: taken.map(({ modelId, price }) => ({
      // An item without models has none in its echo.
      ...(!isOne && { model_id: modelId }),
      original_price: toAmount(price ?? 0),
    })),
    failure_list: judged.flatMap(({ one, reason }) =>
      reason === null ? [] : [{ model_id: one.modelId, failed_reason: reason }],
    ),
  });
}

/** `update_price`. */
export function mountPrices(wire: ShopeeWire, room: ShopeeRoom): void {
  wire.post('/api/v2/product/update_price', (call) => updatePrice(call, room));
}
