import { priceOf } from '../../../kernel/lenient.ts';
import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteVariation } from '../../marketplace.ts';
import { getItems, MULTIGET } from './multiget.ts';
import { bearer, decode, Item, inPath, type Variation } from './wire.ts';

const FIELDS =
  'id,price,available_quantity,variations,item_relations,catalog_listing,attributes,seller_custom_field';

type Attributes = Item['attributes'];

const skuOf = (of: { attributes: Attributes; seller_custom_field: string | null }) =>
  of.attributes.find(({ id }) => id === 'SELLER_SKU')?.value_name ?? of.seller_custom_field;

const stockOf = (quantity: number | null) =>
  quantity === null ? null : Math.max(0, Math.trunc(quantity));

/** What tells a variation from the others, by the marketplace's codes; those that sellers made up go by their names. */
const attributesOf = (combinations: Attributes): Record<string, string> =>
  Object.fromEntries(
    combinations.flatMap(({ id, name, value_name }) => {
      const header = id ?? name;
      return header === null || value_name === null ? [] : [[header, value_name] as const];
    }),
  );

/** A variation of an item; where it has an item of its own in the catalog, that is what sells it. */
function rowOf(item: Item, variation: Variation): RemoteVariation {
  const own = item.item_relations.find(
    ({ variation_id }) => variation_id !== null && variation_id === variation.id,
  );
  return {
    skuMarketplace: own?.id ?? item.id,
    sku: skuOf(variation),
    attributes: attributesOf(variation.attribute_combinations),
    stock: stockOf(variation.available_quantity),
    price: priceOf(variation.price ?? item.price),
  };
}

/** An item that sells one thing alone. */
const soleRowOf = (item: Item): RemoteVariation => ({
  skuMarketplace: item.id,
  sku: skuOf(item) ?? (item.variations[0] ? skuOf(item.variations[0]) : null),
  attributes: attributesOf(item.variations[0]?.attribute_combinations ?? []),
  stock: stockOf(item.available_quantity),
  price: priceOf(item.price),
});

/** The sister items, as far as they can be seen: one that cannot is left out. */
async function getSisters(
  fetcher: Fetcher,
  session: AccountSession,
  item: Item,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const ids = [...new Set(item.item_relations.map(({ id }) => id))].slice(0, MULTIGET);
  const found = await getItems(fetcher, session, ids, FIELDS, Item, ok);
  if (!found.ok) return found;
  const sisters = ids.flatMap((id) => {
    const one = found.value.get(id);
    return one?.ok ? [one.value] : [];
  });
  return ok([item, ...sisters].map(soleRowOf));
}

/**
 * What an item sells in several variations, or the items that sell the same thing in others.
 * @see https://developers.mercadolivre.com.br/pt_br/variacoes
 */
export async function getVariations(
  fetcher: Fetcher,
  session: AccountSession,
  id: string,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const answer = decode(
    await fetcher({
      method: 'GET',
      operation: 'getItem',
      path: `/items/${inPath(id)}`,
      // Without it a variation comes without its attributes, and with them its SKU.
      query: { include_attributes: 'all', attributes: FIELDS },
      headers: bearer(session.accessToken),
      pace: session.sellerId,
      signal: session.signal,
    }),
    Item,
    `item ${id}`,
  );
  if (!answer.ok) return answer;
  const item = answer.value;
  if (item.catalog_listing === true)
    return item.item_relations.length > 0 ? await getSisters(fetcher, session, item) : ok([]);
  return ok(item.variations.length > 1 ? item.variations.map((one) => rowOf(item, one)) : []);
}
