// The variations of listings outside the catalog, by color and voltage, and the catalog listings made of some of them.
import { toAmount } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import type { Offer, Product, World } from '../world.ts';

const COLOURS = ['Preto', 'Branco', 'Cinza', 'Azul', 'Vermelho'];
const VOLTAGES = ['127V', '220V'];
/** Electric products have a voltage. */
const ELECTRIC = /W$|Xícaras$/;

const value = (id: string, name: string, text: string) => ({
  id,
  name,
  value_id: null,
  value_name: text,
  values: [{ id: null, name: text, struct: null }],
});

/** Three in four listings outside the catalog have no variations. */
const sellsSeveral = ({ catalog }: Product, { itemId }: Offer) =>
  !catalog && numberOf(`${itemId}/variations`) % 4 === 0;

function combinationsOf({ colour, variant }: Product) {
  const colours = [colour, ...COLOURS.filter((one) => one !== colour).slice(0, 2)];
  return colours.flatMap((one) => {
    const [own, ...others] = ELECTRIC.test(variant) ? VOLTAGES : [];
    const base = [value('COLOR', 'Cor', one)];
    return own === undefined
      ? [base]
      : [own, ...others].map((voltage) => [...base, value('VOLTAGE', 'Voltagem', voltage)]);
  });
}

const variationId = (offer: Offer, i: number) =>
  170_000_000_000 + ((numberOf(offer.itemId) + i) % 10_000_000);

/** A relation to the other listing of the same product; `variation_id` belongs to the related listing. */
interface Relation {
  id: string;
  variation_id: number | null;
  stock_relation: 1;
}

/** Relations of catalog listings by their ids, and of variations by the ids of their listings and their own. */
type Relations = ReadonlyMap<string, Relation>;
const relationsOf = new WeakMap<World['items'], Relations>();

const ofVariation = (itemId: string, variation: number) => `${itemId}/${variation}`;

/**
 * No listing of the world was created from another: a seller's catalog listing counts as created from the variation of the same
 * kind, size and color, whatever its brand.
 */
function relate({ products }: World): Relations {
  const wanted = new Map<string, { itemId: string; variation: number }>();
  const ours = products.filter(({ shop }) => shop === 'mercadolivre');
  const key = ({ sellerId }: Offer, { kind, variant }: Product, colour: string) =>
    [sellerId, kind, variant, colour].join('/');
  for (const product of ours)
    for (const offer of product.offers) {
      if (!sellsSeveral(product, offer)) continue;
      combinationsOf(product).forEach(([colour], i) => {
        const place = key(offer, product, colour?.value_name ?? '');
        const variation = variationId(offer, i);
        if (!wanted.has(place)) wanted.set(place, { itemId: offer.itemId, variation });
      });
    }
  const relations = new Map<string, Relation>();
  for (const product of ours)
    for (const offer of product.catalog ? product.offers : []) {
      const place = key(offer, product, product.colour);
      const origin = wanted.get(place);
      if (origin === undefined) continue;
      wanted.delete(place);
      const { itemId, variation } = origin;
      const relation = { id: itemId, variation_id: variation, stock_relation: 1 } as const;
      relations.set(offer.itemId, relation);
      const back = { id: offer.itemId, variation_id: null, stock_relation: 1 } as const;
      relations.set(ofVariation(itemId, variation), back);
    }
  return relations;
}

/** Cached: pages and their sellers never change, and all states of a world share their index. */
function relationsIn(world: World): Relations {
  const known = relationsOf.get(world.items) ?? relate(world);
  relationsOf.set(world.items, known);
  return known;
}

const asList = (relation: Relation | undefined) => (relation === undefined ? [] : [relation]);

/** The listing outside the catalog, and the variation of it, that a listing of the catalog was made of. */
export const itemRelations = (world: World, offer: Offer): Relation[] =>
  asList(relationsIn(world).get(offer.itemId));

/**
 * The variations of an item, which share its stock; their attributes are returned only on request. The marketplace
 * synchronizes the price and the stock of related listings after the first change; here each has its own.
 */
export function variationsOf(
  world: World,
  product: Product,
  offer: Offer,
  withAttributes: boolean,
) {
  if (!sellsSeveral(product, offer)) return [];
  const combinations = combinationsOf(product);
  const share = Math.floor(offer.stock / combinations.length);
  return combinations.map((combination, i) => {
    const id = variationId(offer, i);
    return {
      id,
      price: toAmount(offer.price),
      attribute_combinations: combination,
      available_quantity: i === 0 ? offer.stock - share * (combinations.length - 1) : share,
      sold_quantity: 0,
      sale_terms: [],
      picture_ids: [],
      seller_custom_field: null,
      catalog_product_id: null,
      inventory_id: null,
      item_relations: asList(relationsIn(world).get(ofVariation(offer.itemId, id))),
      ...(withAttributes && {
        attributes: [value('SELLER_SKU', 'SKU', `${offer.sku}-${i + 1}`)],
      }),
    };
  });
}
