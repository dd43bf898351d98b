import { priceOf } from '../../../kernel/lenient.ts';
import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteVariation } from '../../marketplace.ts';
import { bearer, decode, Item, inPath, type Relation, type Variation } from './wire.ts';

const FIELDS =
  'id,price,available_quantity,variations,item_relations,catalog_listing,attributes,seller_custom_field';

type Attributes = Item['attributes'];

const skuOf = (of: { attributes: Attributes; seller_custom_field: string | null }) =>
  of.attributes.find(({ id }) => id === 'SELLER_SKU')?.value_name ?? of.seller_custom_field;

const stockOf = (quantity: number | null) =>
  quantity === null ? null : Math.max(0, Math.trunc(quantity));

/** The attributes that distinguish a variation, by the marketplace's codes; a seller's own attribute by its name. */
const attributesOf = (combinations: Attributes): Record<string, string> =>
  Object.fromEntries(
    combinations.flatMap(({ id, name, value_name }) => {
      const header = id ?? name;
      return header === null || value_name === null ? [] : [[header, value_name] as const];
    }),
  );

/**
 * A variation of an item; where an item of the catalog was made from it, that item sells it. The marketplace keeps the
 * price and the stock of the two the same.
 */
const rowOf = (item: Item, variation: Variation): RemoteVariation => ({
  skuMarketplace: variation.item_relations[0]?.id ?? item.id,
  sku: skuOf(variation),
  attributes: attributesOf(variation.attribute_combinations),
  stock: stockOf(variation.available_quantity),
  price: priceOf(variation.price ?? item.price),
});

/** The variation of another item from which an item of the catalog was made; null: it was made from a whole item, or from none. */
export const originOf = (item: Item): Relation | null =>
  item.item_relations.find(({ variation_id }) => variation_id !== null) ?? null;

async function getItem(
  fetcher: Fetcher,
  session: AccountSession,
  id: string,
): Promise<Result<Item, CallFailure>> {
  return decode(
    await fetcher({
      method: 'GET',
      operation: 'getItem',
      path: `/items/${inPath(id)}`,
      // Without it the attributes of a variation are missing; they include its SKU.
      query: { include_attributes: 'all', attributes: FIELDS },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Item,
    `item ${id}`,
  );
}

/** The siblings of an item of the catalog, itself included: none where its origin is gone, or has changed since. */
async function getSisters(
  fetcher: Fetcher,
  session: AccountSession,
  item: Item,
  origin: Relation,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const answer = await getItem(fetcher, session, origin.id);
  if (!answer.ok) {
    const { kind } = answer.error;
    return kind === 'not_found' || kind === 'forbidden' ? ok([]) : answer;
  }
  const { variations } = answer.value;
  if (variations.length < 2 || !variations.some(({ id }) => id === origin.variation_id))
    return ok([]);
  return ok(
    variations.map((one) => {
      const row = rowOf(answer.value, one);
      if (one.id !== origin.variation_id) return row;
      return {
        ...row,
        skuMarketplace: item.id,
        sku: skuOf(item) ?? row.sku,
        stock: stockOf(item.available_quantity),
        price: priceOf(item.price) ?? row.price,
      };
    }),
  );
}

/**
 * The variations that an item sells; for an item of the catalog those of the item that it was made from.
 * @see https://developers.mercadolivre.com.br/pt_br/variacoes
 */
export async function getVariations(
  fetcher: Fetcher,
  session: AccountSession,
  id: string,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const answer = await getItem(fetcher, session, id);
  if (!answer.ok) return answer;
  const item = answer.value;
  if (item.catalog_listing !== true)
    return ok(item.variations.length > 1 ? item.variations.map((one) => rowOf(item, one)) : []);
  const origin = originOf(item);
  return origin === null ? ok([]) : await getSisters(fetcher, session, item, origin);
}
