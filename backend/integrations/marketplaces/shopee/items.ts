// Items with their models and promotions, as the other calls need them.
import { mapConcurrently } from '../../../kernel/batches.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure } from '../../marketplace.ts';
import { decode } from './envelope.ts';
import { callAsShop, type Shopee } from './requests.ts';
import { type Item, Items, type Model, Models, Promotions } from './wire.ts';

/** The most items of one call. */
export const BATCH = 50;
/** Questions about one item each that are under way at once. */
const AT_ONCE = 8;

/** An item with its models; none where it sells a single product. */
export interface WholeItem {
  item: Item;
  tiers: Models['tier_variation'];
  models: readonly Model[];
}

/** Items by id in one call; those that the shop does not have are missing. */
export async function getItems(
  shopee: Shopee,
  session: AccountSession,
  ids: readonly string[],
): Promise<Result<ReadonlyMap<string, Item>, CallFailure>> {
  const answer = decode(
    await callAsShop(shopee, session, {
      method: 'GET',
      operation: 'getItemBaseInfo',
      path: '/api/v2/product/get_item_base_info',
      query: { item_id_list: ids.join(',') },
    }),
    Items,
    'the items',
  );
  if (answer.ok) return ok(new Map(answer.value.item_list.map((item) => [item.item_id, item])));
  // None of the requested items exists.
  return answer.error.kind === 'not_found' ? ok(new Map()) : answer;
}

/** The models of one item. */
export async function getModels(
  shopee: Shopee,
  session: AccountSession,
  itemId: string,
): Promise<Result<Models, CallFailure>> {
  return decode(
    await callAsShop(shopee, session, {
      method: 'GET',
      operation: 'getModelList',
      path: '/api/v2/product/get_model_list',
      query: { item_id: itemId },
    }),
    Models,
    `the models of item ${itemId}`,
  );
}

/** The promotions of items in one call, by item; those without any are missing. */
export async function getPromotions(
  shopee: Shopee,
  session: AccountSession,
  ids: readonly string[],
): Promise<
  Result<ReadonlyMap<string, Promotions['success_list'][number]['promotion']>, CallFailure>
> {
  const answer = decode(
    await callAsShop(shopee, session, {
      method: 'GET',
      operation: 'getItemPromotion',
      path: '/api/v2/product/get_item_promotion',
      query: { item_id_list: ids.join(',') },
    }),
    Promotions,
    'the promotions',
  );
  if (answer.ok)
    return ok(new Map(answer.value.success_list.map((one) => [one.item_id, one.promotion])));
  return answer.error.kind === 'not_found' ? ok(new Map()) : answer;
}

const missing = (itemId: string): CallFailure =>
  failure('not_found', 'error_item_not_found', `Item ${itemId} is not in the shop`);

/** Items by id with their models, each with its own success or failure. */
export async function getWholeItems(
  shopee: Shopee,
  session: AccountSession,
  ids: readonly string[],
): Promise<Result<Map<string, Result<WholeItem, CallFailure>>, CallFailure>> {
  const found = await getItems(shopee, session, ids);
  if (!found.ok) return found;
  const whole = await mapConcurrently(
    ids,
    AT_ONCE,
    async (id): Promise<Result<WholeItem, CallFailure>> => {
      const item = found.value.get(id);
      if (item === undefined) return fail(missing(id));
      if (item.has_model !== true) return ok({ item, tiers: [], models: [] });
      const models = await getModels(shopee, session, id);
      if (!models.ok) return models;
      if (models.value.model.length === 0) return fail(unreadable(`the models of item ${id}`));
      return ok({ item, tiers: models.value.tier_variation, models: models.value.model });
    },
  );
  return ok(new Map(ids.map((id, at) => [id, whole[at]!])));
}
