import { batchesOf } from '../../../kernel/batches.ts';
import { gtinOf } from '../../../kernel/gtin.ts';
import { priceOf } from '../../../kernel/lenient.ts';
import { safeLink } from '../../../kernel/link.ts';
import type { Condition, ListingStatus, PromotionStatus } from '../../../kernel/market.ts';
import { CurrencyCode, type Minor } from '../../../kernel/money.ts';
import { fail, ok, type Result } from '../../../kernel/result.ts';
import { failure, unreadable } from '../../answers.ts';
import type { AccountSession, CallFailure, RemoteListing } from '../../marketplace.ts';
import { decode } from './envelope.ts';
import { BATCH, getPromotions, getWholeItems, type WholeItem } from './items.ts';
import { callAsShop, type Shopee } from './requests.ts';
import { codeOf, unitOf } from './units.ts';
import { type Item, ItemPage, type Model, type Promotions } from './wire.ts';

const PAGE = 100;
/** A list with more pages repeats itself. */
const MAX_PAGES = 10_000;

/** One list for each: the statuses of what is still in the shop. */
const LISTED = ['NORMAL', 'UNLIST', 'REVIEWING', 'BANNED'] as const;

const STATUSES: Readonly<Record<string, ListingStatus>> = {
  NORMAL: 'ENABLED',
  UNLIST: 'PAUSED',
  REVIEWING: 'REVIEW',
  BANNED: 'INACTIVE',
  SELLER_DELETE: 'ARCHIVED',
  SHOPEE_DELETE: 'ARCHIVED',
};

/** Each of Shopee's countries has a currency of its own. */
const COUNTRY_OF_CURRENCY: Readonly<Record<string, string>> = {
  BRL: 'BR',
  CLP: 'CL',
  COP: 'CO',
  IDR: 'ID',
  MXN: 'MX',
  MYR: 'MY',
  PHP: 'PH',
  SGD: 'SG',
  THB: 'TH',
  TWD: 'TW',
  VND: 'VN',
};
/** ISO 3166's code for "unknown". */
const NOWHERE = 'ZZ';

type Promoted = Promotions['success_list'][number]['promotion'];

/** The seller's own price, which `update_price` sets; while a promotion runs buyers pay the promotion's price instead. */
export const priceIn = ({ price_info: [price] }: Pick<Item, 'price_info'>): Minor | null =>
  priceOf(price?.original_price || (price?.current_price ?? null));

const stockIn = (of: Pick<Item, 'stock_info_v2'>): number =>
  Math.max(0, Math.trunc(of.stock_info_v2?.summary_info?.total_available_stock ?? 0));

/** The promotions of one unit; a promotion that names no model applies to the whole item. */
function promotionOf(promotions: Promoted, modelId: string | null): PromotionStatus {
  const own = promotions.filter(
    ({ model_id: of }) => of === null || of === '0' || modelId === null || of === modelId,
  );
  if (own.some(({ promotion_staging: staging }) => staging === 'ongoing')) return 'started';
  return own.some(({ promotion_staging: staging }) => staging === 'upcoming') ? 'pending' : 'none';
}

/** Nothing is for sale without stock, or where the model is switched off; an unknown status gets no price. */
function statusOf(item: Item, model: Model | null, stock: number): ListingStatus {
  const status = STATUSES[item.item_status ?? ''] ?? 'INACTIVE';
  const isOff = stock === 0 || model?.model_status === 'MODEL_UNAVAILABLE';
  return status === 'ENABLED' && isOff ? 'PAUSED' : status;
}

/** The option of a model in each tier, in the order of the tiers: name and option. */
export function optionsOf({ tiers }: WholeItem, { tier_index: index }: Model) {
  return tiers.flatMap(({ name, option_list: options }, tier) => {
    const chosen = options[index[tier] ?? -1];
    return chosen?.option == null
      ? []
      : [{ name, option: chosen.option, image: chosen.image?.image_url ?? null }];
  });
}

/** The page of an item, which all of its models share. */
const pageOf = (itemPage: string, shopId: string, itemId: string): string =>
  itemPage.replace('{shop}', shopId).replace('{item}', itemId);

/** Buyers pay no shipping where one shipping method is free; the price of the others depends on the buyer. */
const shippingPriceIn = ({ logistic_info: ways }: Item): Minor | null =>
  ways.some(({ enabled, is_free: isFree }) => enabled === true && isFree === true) ? 0 : null;

const conditionIn = ({ condition }: Item): Condition => (condition === 'USED' ? 'used' : 'new');

/** An item, or one of its models, as a listing; a failure where it lacks a required field. */
function toListing(
  whole: WholeItem,
  model: Model | null,
  promotions: Promoted,
  place: { itemPage: string; shopId: string },
): Result<RemoteListing, CallFailure> {
  const { item, models } = whole;
  const of = model ?? item;
  const code = codeOf({ itemId: item.item_id, modelId: model?.model_id ?? null });
  const price = priceIn(of);
  const currency = CurrencyCode.safeParse(of.price_info[0]?.currency);
  if (price === null || !currency.success) return fail(unreadable(`item ${code}`));
  const options = model === null ? [] : optionsOf(whole, model);
  const stock = stockIn(of);
  const isFull = item.is_fulfillment_by_shopee === true;
  return ok({
    skuMarketplace: code,
    sku: (model === null ? item.item_sku : model.model_sku) ?? null,
    title: item.item_name ?? item.item_id,
    imageUrl:
      safeLink(options.find(({ image }) => image !== null)?.image ?? null) ??
      safeLink(item.image?.image_url_list[0] ?? null),
    link: pageOf(place.itemPage, place.shopId, item.item_id),
    price,
    shippingPrice: shippingPriceIn(item),
    currencyCode: currency.data,
    countryCode: COUNTRY_OF_CURRENCY[currency.data] ?? NOWHERE,
    stock,
    status: statusOf(item, model, stock),
    condition: conditionIn(item),
    listingTypeId: null,
    fulfillment: isFull,
    promotionStatus: promotionOf(promotions, model?.model_id ?? null),
    catalogProductId: null,
    automation: null,
    sold: null,
    gtin: gtinOf([of.gtin_code]),
    brand: item.brand?.original_brand_name ?? null,
    healthScore: null,
    groupType: models.length > 1 ? 'relation' : 'none',
    variation: options.map(({ option }) => option).join(', ') || null,
    channels: ['marketplace'],
    tags: isFull ? ['full'] : [],
  });
}

/** The codes of an item, or of all its models. */
const codesOf = ({ item, models }: WholeItem): string[] =>
  models.length === 0
    ? [item.item_id]
    : models.map(({ model_id }) => codeOf({ itemId: item.item_id, modelId: model_id }));

/** Ids of all items in one status, page by page. */
async function* itemIds(
  shopee: Shopee,
  session: AccountSession,
  status: (typeof LISTED)[number],
): AsyncGenerator<Result<string[], CallFailure>> {
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = decode(
      await callAsShop(shopee, session, {
        method: 'GET',
        operation: 'getItemList',
        path: '/api/v2/product/get_item_list',
        query: { offset: String(offset), page_size: String(PAGE), item_status: status },
      }),
      ItemPage,
      'the list of items',
    );
    if (!answer.ok) return yield answer;
    const { item, has_next_page: isMore, next_offset: next } = answer.value;
    if (item === null)
      return isMore === null ? yield fail(unreadable('the list of items')) : undefined;
    yield ok(item.map(({ item_id }) => item_id));
    if (isMore !== true) return;
    if (next === null || next <= offset) return yield fail(unreadable('the list of items'));
    offset = next;
  }
}

/** Codes of all that the shop sells, models by themselves. */
export async function* scanListings(
  shopee: Shopee,
  session: AccountSession,
): AsyncGenerator<Result<string[], CallFailure>> {
  for (const status of LISTED) {
    for await (const page of itemIds(shopee, session, status)) {
      if (!page.ok) return yield page;
      for (const ids of batchesOf(page.value, BATCH)) {
        const items = await getWholeItems(shopee, session, ids);
        if (!items.ok) return yield items;
        const codes: string[] = [];
        for (const item of items.value.values()) {
          // An item that was deleted meanwhile is skipped; any other failure makes the list incomplete.
          if (item.ok) codes.push(...codesOf(item.value));
          else if (item.error.kind !== 'not_found') return yield item;
        }
        yield ok(codes);
      }
    }
  }
}

type Listings = Map<string, Result<RemoteListing, CallFailure>>;

/** Some items as listings. */
async function getBatch(
  shopee: Shopee,
  session: AccountSession,
  ids: readonly string[],
  itemPage: string,
): Promise<Result<Map<string, Result<Listings, CallFailure>>, CallFailure>> {
  const [items, promotions] = await Promise.all([
    getWholeItems(shopee, session, ids),
    getPromotions(shopee, session, ids),
  ]);
  if (!items.ok) return items;
  // Without the promotions a locked price would count as a free one.
  if (!promotions.ok) return promotions;
  const place = { itemPage, shopId: session.sellerId };
  const listingsOf = (whole: WholeItem): Listings => {
    const promoted = promotions.value.get(whole.item.item_id) ?? [];
    const units = whole.models.length === 0 ? [null] : whole.models;
    return new Map(
      units.map((model) => [
        codeOf({ itemId: whole.item.item_id, modelId: model?.model_id ?? null }),
        toListing(whole, model, promoted, place),
      ]),
    );
  };
  return ok(
    new Map([...items.value].map(([id, one]) => [id, one.ok ? ok(listingsOf(one.value)) : one])),
  );
}

const gone = (code: string): CallFailure =>
  failure('not_found', 'error_model_not_found', `Item ${code} is not sold as that any more`);

/**
 * Listings by code. A batch that fails as a whole fails its codes only; a refused token fails everything, as it would each
 * of them. An item with models that is asked for as a whole is not found: its models come after all others, under their
 * own codes.
 */
export async function getListings(
  shopee: Shopee,
  session: AccountSession,
  codes: readonly string[],
  itemPage: string,
): Promise<Result<Listings, CallFailure>> {
  const units = codes.map((code) => ({ code, unit: unitOf(code) }));
  const requestedItemIds = [
    ...new Set(units.flatMap(({ unit }) => (unit.ok ? unit.value.itemId : []))),
  ];
  const batches = batchesOf(requestedItemIds, BATCH);
  const answers = await Promise.all(batches.map((ids) => getBatch(shopee, session, ids, itemPage)));
  const failures = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
  const refused = failures.find(({ kind }) => kind === 'unauthorized');
  if (refused) return fail(refused);
  if (failures[0] && failures.length === answers.length) return fail(failures[0]);

  const itemOf = new Map<string, Result<Listings, CallFailure>>();
  batches.forEach((ids, at) => {
    const answer = answers[at]!;
    for (const id of ids) itemOf.set(id, answer.ok ? answer.value.get(id)! : answer);
  });
  const found: Listings = new Map();
  const others: Listings = new Map();
  for (const { code, unit } of units) {
    const item = unit.ok ? itemOf.get(unit.value.itemId)! : unit;
    const listing = item.ok ? item.value.get(code) : item;
    found.set(code, listing ?? fail(gone(code)));
    if (item.ok && listing === undefined) for (const [own, one] of item.value) others.set(own, one);
  }
  for (const [code, one] of others) if (!found.has(code)) found.set(code, one);
  return ok(found);
}
