// The operations of Shopee that a replay knows: their paths, and how the product requests each.

import { failure } from '../../../integrations/answers.ts';
import type {
  AccountSession,
  CallFailure,
  Connector,
  PushOutcome,
} from '../../../integrations/marketplace.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { has, recordOf } from '../exchange.ts';

/** The time of every replay. */
export const NOW = new Date('2026-03-02T15:00:00Z');
const SESSION: AccountSession = { sellerId: '1', accessToken: 'replay' };

type Ended = Result<unknown, CallFailure> | PushOutcome;

/** How the product uses one operation. */
export interface Operation {
  /** Required content of a successful answer: below `response`, or at the top level if it has none. */
  isSufficient(response: unknown): boolean;
  /** Makes the call of the port that requests it. */
  run(marketplace: Connector, response: unknown): Promise<Ended>;
  /** The further requests of the same call of the port, with successful answers, by path. */
  beside?(response: unknown): Record<string, object>;
}

/** The entries of a list of an answer. */
const listIn = (response: unknown, name: string): Record<string, unknown>[] => {
  const list = recordOf(response)[name];
  return Array.isArray(list) ? list.map(recordOf) : [];
};

/** A numeric id of the answer, or an id that does not exist. */
const idIn = (entry: Record<string, unknown> | undefined, name: string) =>
  String(entry?.[name] ?? '1');

const PRICE = [{ currency: 'BRL', original_price: 10, current_price: 10 }];
const item = (id: string, has_model: boolean) => ({
  item_id: Number(id),
  item_name: 'item',
  has_model,
  price_info: PRICE,
});
const ITEMS = '/api/v2/product/get_item_base_info';
const MODELS = '/api/v2/product/get_model_list';
const PROMOTIONS = '/api/v2/product/get_item_promotion';
const ORDERS = '/api/v2/order/get_order_list';
const NO_PROMOTIONS = { [PROMOTIONS]: { success_list: [] } };

/** The first of what is sold under a code that can be read, or else why the first of all cannot. */
async function listingOf(marketplace: Connector, code: string): Promise<Ended> {
  const got = await marketplace.getListings(SESSION, [code]);
  if (!got.ok) return got;
  const all = [...got.value.values()];
  return all.find((one) => one.ok) ?? all[0] ?? fail(failure('not_found', 'nothing', 'Nothing'));
}

/** Both ways to get a token: the token pair and, for a code of a main account, its shops. */
const token: Operation = {
  isSufficient: has('access_token', 'refresh_token'),
  run: (marketplace, response) =>
    marketplace.authorize({
      code: 'code',
      params: Array.isArray(recordOf(response).shop_id_list)
        ? { main_account_id: '1' }
        : { shop_id: '1' },
    }),
};

/** Every operation that the product uses, by its path. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  '/api/v2/auth/token/get': token,
  '/api/v2/auth/access_token/get': {
    isSufficient: token.isSufficient,
    run: (marketplace) =>
      marketplace.refresh({ accessToken: 'a', refreshToken: 'r', expiresAt: NOW }, SESSION),
  },
  '/api/v2/product/get_item_list': {
    isSufficient: (response) => listIn(response, 'item').some(has('item_id')),
    async run(marketplace) {
      for await (const page of marketplace.scanListings(SESSION)) return page;
      return ok([]);
    },
    beside: (response) => ({
      [ITEMS]: {
        item_list: listIn(response, 'item').map((one) => item(idIn(one, 'item_id'), false)),
      },
    }),
  },
  [ITEMS]: {
    isSufficient: (response) => listIn(response, 'item_list').some(has('item_id', 'item_name')),
    run: (marketplace, response) =>
      listingOf(marketplace, idIn(listIn(response, 'item_list')[0], 'item_id')),
    beside: () => ({ [MODELS]: { model: [{ model_id: 2, price_info: PRICE }] }, ...NO_PROMOTIONS }),
  },
  [MODELS]: {
    isSufficient: (response) => listIn(response, 'model').some(has('model_id', 'price_info')),
    run: (marketplace, response) =>
      listingOf(marketplace, `1.${idIn(listIn(response, 'model')[0], 'model_id')}`),
    beside: () => ({ [ITEMS]: { item_list: [item('1', true)] }, ...NO_PROMOTIONS }),
  },
  [PROMOTIONS]: {
    isSufficient: (response) => listIn(response, 'success_list').some(has('item_id')),
    run: (marketplace, response) =>
      listingOf(marketplace, idIn(listIn(response, 'success_list')[0], 'item_id')),
    beside: (response) => ({
      [ITEMS]: { item_list: [item(idIn(listIn(response, 'success_list')[0], 'item_id'), false)] },
    }),
  },
  '/api/v2/product/get_item_content_diagnosis_result': {
    isSufficient: (response) => listIn(response, 'success_item_list').some(has('item_id')),
    run: (marketplace, response) => {
      const code = idIn(listIn(response, 'success_item_list')[0], 'item_id');
      return marketplace.getHealth!(SESSION, code, 'pt');
    },
  },
  '/api/v2/product/update_price': {
    // A price that Shopee refuses is a true error.
    isSufficient: (response) => listIn(response, 'success_list').length > 0,
    run: (marketplace, response) => {
      const [first] = [...listIn(response, 'success_list'), ...listIn(response, 'failure_list')];
      const price = Math.max(1, Math.round(Number(first?.original_price ?? 10) * 100));
      const skuMarketplace = first?.model_id ? `1.${first.model_id}` : '1';
      const push = { skuMarketplace, price, currencyCode: 'BRL', operationKey: 'replay' };
      return marketplace.setPrice(SESSION, push);
    },
  },
  [ORDERS]: {
    isSufficient: (response) => Array.isArray(recordOf(response).order_list),
    run: (marketplace) =>
      marketplace.getOrders!(SESSION, { updatedFrom: NOW, updatedTo: NOW, cursor: null }),
    beside: () => ({ '/api/v2/order/get_order_detail': { order_list: [] } }),
  },
  '/api/v2/order/get_order_detail': {
    isSufficient: (response) =>
      listIn(response, 'order_list').some(
        has('order_sn', 'order_status', 'create_time', 'update_time', 'item_list'),
      ),
    run: (marketplace, response) =>
      marketplace.getOrder!(SESSION, idIn(listIn(response, 'order_list')[0], 'order_sn')),
  },
  '/api/v2/returns/get_return_list': {
    isSufficient: (response) => Array.isArray(recordOf(response).return),
    run: (marketplace) => marketplace.getRefunds!(SESSION, { from: NOW, to: NOW, cursor: null }),
  },
};
