import { batchesOf } from '../../../kernel/batches.ts';
import { priceOf } from '../../../kernel/lenient.ts';
import { type Minor, toAmount } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, PricePush, PushOutcome } from '../../marketplace.ts';
import { decode } from './envelope.ts';
import { BATCH, getItems, getModels } from './items.ts';
import { priceIn } from './listings.ts';
import { callAsShop, type Shopee } from './requests.ts';
import { codeOf, NO_MODEL, type Unit, unitOf } from './units.ts';
import { UpdatedPrices } from './wire.ts';

/** A promotion that runs or is scheduled holds the price until it ends. */
export const IN_PROMOTION = 'in_promotion';
/** The most expensive variation of an item may cost only so many times the cheapest one. */
export const PRICE_RATIO = 'price_ratio';

/**
 * Codes of a refusal while a promotion, or a campaign in which buyers bring a price down, holds the price.
 * @see https://open.shopee.com/documents/v2/v2.product.update_price?module=89&type=1
 */
const PROMOTION_CODES =
  /^(?:error_cannt_edit_price_in_promotion|error_in_item_promotion_item_price_lock|error_cannot_update_price_in_promotion|error_related_product_in_promotion|error_slash_price_\w+)$/;
/** Single prices are refused with words; these words mean the same refusal. */
const PROMOTION_WORDS = /promotion|campaign|slash price/i;

/** One code for several refusals, the ratio between variations among them: the prices show which it was. */
const UNEXPLAINED = 'error_update_price_fail';
/** The ratio in Brazil, as client code has it; Shopee does not publish it. */
const MOST_RATIO = 4;

const CODE = /^[a-z_]+\.?[a-z_]+$/;

type Rejected = Extract<PushOutcome, { kind: 'rejected' }>;

const rejected = (code: string, message: string): Rejected => ({ kind: 'rejected', code, message });

/** The outcome of a refused price: by its code, which may be the reason itself. */
function refusalOf(code: string | null, words: string): Rejected {
  const bare = code?.replace(/^[a-z_]+\./, '') ?? null;
  if (bare === null ? PROMOTION_WORDS.test(words) : PROMOTION_CODES.test(bare))
    return rejected(IN_PROMOTION, words);
  return rejected(bare ?? 'error_update_price', words);
}

/** Prices of one item, by the codes of its units. */
type Prices = ReadonlyMap<string, Minor>;

/** The prices of an item: of all its models where a model is asked for, else its own. */
async function readPrices(
  shopee: Shopee,
  session: AccountSession,
  { itemId, modelId }: Unit,
): Promise<Result<Prices, CallFailure>> {
  const prices = new Map<string, Minor>();
  if (modelId === null) {
    const items = await getItems(shopee, session, [itemId]);
    if (!items.ok) return items;
    const item = items.value.get(itemId);
    const price = item === undefined || item.has_model === true ? null : priceIn(item);
    if (price !== null) prices.set(itemId, price);
    return ok(prices);
  }
  const models = await getModels(shopee, session, itemId);
  if (!models.ok) return models;
  for (const model of models.value.model) {
    const price = priceIn(model);
    if (price !== null) prices.set(codeOf({ itemId, modelId: model.model_id }), price);
  }
  return ok(prices);
}

/** The seller's own price, which `update_price` sets: promotions lower what buyers pay, and hold it. */
export async function getPrice(
  shopee: Shopee,
  session: AccountSession,
  code: string,
): Promise<Result<Minor, CallFailure>> {
  const unit = unitOf(code);
  if (!unit.ok) return unit;
  const prices = await readPrices(shopee, session, unit.value);
  if (!prices.ok) return prices;
  const price = prices.value.get(code);
  return price === undefined
    ? fail(failure('not_found', 'error_item_not_found', `Item ${code} has no price`))
    : ok(price);
}

/** Prices of one item may leave in one call. */
export const batchKey = (code: string): string => {
  const unit = unitOf(code);
  return unit.ok ? unit.value.itemId : code;
};

/** The outcome of one price by the answer; null: only reading the price back shows it. */
function judge(push: PricePush, unit: Unit, answer: UpdatedPrices): PushOutcome | null {
  const isOwn = ({ model_id: id }: { model_id: string | null }) =>
    unit.modelId === null ? id === null || id === NO_MODEL : id === unit.modelId;
  const refused = answer.failure_list.find(isOwn);
  if (refused !== undefined) {
    const words = refused.failed_reason ?? 'No reason given';
    return refusalOf(CODE.test(words) ? words : null, words);
  }
  const taken = answer.success_list.find(isOwn);
  return taken !== undefined && priceOf(taken.original_price) === push.price
    ? { kind: 'confirmed', price: push.price }
    : null;
}

/** The cheapest and the most expensive price of an item after the pushes, and their ratio. */
function ratioOf(prices: Prices, pushes: readonly PricePush[]) {
  const wished = new Map(prices);
  for (const { skuMarketplace, price } of pushes) wished.set(skuMarketplace, price);
  const sorted = [...wished].sort(([, a], [, b]) => a - b);
  const cheapest = sorted[0];
  const dearest = sorted.at(-1);
  if (cheapest === undefined || dearest === undefined) return null;
  return { cheapest, dearest, ratio: dearest[1] / cheapest[1] };
}

/** Why all prices of an item were refused without a reason: too far apart, or unknown. */
function unexplained(
  prices: Prices,
  pushes: readonly PricePush[],
  { code, message }: CallFailure,
): Rejected {
  const apart = ratioOf(prices, pushes);
  if (apart === null || apart.ratio <= MOST_RATIO) return rejected(code, message);
  const { cheapest, dearest, ratio } = apart;
  const named = ([sku, price]: readonly [string, Minor]) =>
    `${sku} at ${toAmount(price).toFixed(2)}`;
  return rejected(
    PRICE_RATIO,
    `The dearest variation (${named(dearest)}) would cost ${ratio.toFixed(1)} times the cheapest (${named(cheapest)})`,
  );
}

/** The outcome by comparing a price with the one that is shown now; `prices` null: it could not be read. */
function compared({ skuMarketplace, price }: PricePush, prices: Prices | null): PushOutcome {
  const shown = prices?.get(skuMarketplace);
  if (shown === undefined) return { kind: 'accepted' };
  if (shown === price) return { kind: 'confirmed', price };
  return {
    kind: 'ignored',
    price: shown,
    code: 'price_unchanged',
    message: 'Shopee answered without setting the price',
  };
}

/** Whether a refusal concerns the call, and not its prices: another attempt may succeed. */
const isForNow = ({ kind }: CallFailure) =>
  kind === 'rate_limited' || kind === 'unavailable' || kind === 'unauthorized';

/** The answer is missing or unreadable, and the prices were sent: their outcome is unknown. */
const lost = (error: CallFailure): CallFailure =>
  error.kind === 'invalid' && error.code !== 'address_refused'
    ? { ...error, kind: 'unavailable' }
    : error;

type Pushed = readonly { push: PricePush; unit: Unit }[];

/** Sets prices of one item, as many as one call takes. */
async function setBatch(
  shopee: Shopee,
  session: AccountSession,
  batch: Pushed,
): Promise<Result<PushOutcome[], CallFailure>> {
  const pushes = batch.map(({ push }) => push);
  const [first] = batch;
  if (first === undefined) return ok([]);
  const answer = await callAsShop(shopee, session, {
    method: 'POST',
    operation: 'updatePrice',
    path: '/api/v2/product/update_price',
    json: {
      item_id: Number(first.unit.itemId),
      price_list: batch.map(({ push, unit }) => ({
        model_id: Number(unit.modelId ?? NO_MODEL),
        original_price: toAmount(push.price),
      })),
    },
  });
  const allRejected = (outcome: Rejected) => ok(batch.map(() => outcome));
  if (!answer.ok) {
    const { code, message } = answer.error;
    return code === 'address_refused'
      ? allRejected(rejected(code, message))
      : fail(lost(answer.error));
  }
  const refused = answer.value.failure;
  if (refused !== null && isForNow(refused)) return fail(refused);
  if (refused !== null && refused.code !== UNEXPLAINED)
    return allRejected(refusalOf(refused.code, refused.message));

  const updated = refused === null ? decode(answer, UpdatedPrices, 'the prices') : null;
  if (updated !== null && !updated.ok) return fail(lost(updated.error));
  const judged = batch.map(({ push, unit }) =>
    updated === null ? null : judge(push, unit, updated.value),
  );
  if (judged.every((outcome) => outcome !== null)) return ok(judged);
  const read = await readPrices(shopee, session, first.unit);
  const prices = read.ok ? read.value : null;
  return ok(
    batch.map(({ push }, at) => {
      const outcome = judged[at];
      if (outcome) return outcome;
      if (refused === null) return compared(push, prices);
      if (prices?.get(push.skuMarketplace) === push.price)
        return { kind: 'confirmed', price: push.price };
      return unexplained(prices ?? new Map(), pushes, refused);
    }),
  );
}

/**
 * Sets several prices of one item. Each may succeed or fail by itself; a price that the answer leaves in doubt is read
 * back. Setting the same price again changes nothing.
 * @see https://open.shopee.com/documents/v2/v2.product.update_price?module=89&type=1
 */
export async function setPrices(
  shopee: Shopee,
  session: AccountSession,
  pushes: readonly PricePush[],
): Promise<Result<readonly PushOutcome[], CallFailure>> {
  const outcomes = new Map<PricePush, PushOutcome>();
  const known: { push: PricePush; unit: Unit }[] = [];
  for (const push of pushes) {
    const unit = unitOf(push.skuMarketplace);
    if (unit.ok) known.push({ push, unit: unit.value });
    else outcomes.set(push, rejected(unit.error.code, unit.error.message));
  }
  for (const batch of batchesOf(known, BATCH)) {
    const set = await setBatch(shopee, session, batch);
    if (!set.ok && outcomes.size === 0 && batch.length === pushes.length) return set;
    batch.forEach(({ push }, at) => {
      outcomes.set(push, set.ok ? set.value[at]! : { kind: 'failed', failure: set.error });
    });
  }
  return ok(pushes.map((push) => outcomes.get(push) ?? unanswered(push)));
}

const unanswered = ({ skuMarketplace }: PricePush): PushOutcome => ({
  kind: 'failed',
  failure: unreadable(`the price of ${skuMarketplace}`),
});

/** Sets one price. */
export async function setPrice(
  shopee: Shopee,
  session: AccountSession,
  push: PricePush,
): Promise<PushOutcome> {
  const set = await setPrices(shopee, session, [push]);
  return set.ok ? set.value[0]! : { kind: 'failed', failure: set.error };
}
