// What an ad outside the catalog sells in several colours and voltages.
import { toAmount } from '../../kernel/money.ts';
import { numberOf } from '../world/dice.ts';
import type { Offer, Product } from '../world.ts';

const COLOURS = ['Preto', 'Branco', 'Cinza', 'Azul', 'Vermelho'];
const VOLTAGES = ['127V', '220V'];
/** What is plugged in has a voltage. */
const ELECTRIC = /W$|Xícaras$/;

const value = (id: string, name: string, text: string) => ({
  id,
  name,
  value_id: null,
  value_name: text,
  values: [{ id: null, name: text, struct: null }],
});

/** Of four ads outside the catalog three sell one thing. */
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

/** The variations of an item, which share its stock; their attributes come only where they are asked for. */
export function variationsOf(product: Product, offer: Offer, withAttributes: boolean) {
  if (!sellsSeveral(product, offer)) return [];
  const combinations = combinationsOf(product);
  const share = Math.floor(offer.stock / combinations.length);
  return combinations.map((combination, i) => ({
    id: 170_000_000_000 + ((numberOf(offer.itemId) + i) % 10_000_000),
    price: toAmount(offer.price),
    attribute_combinations: combination,
    available_quantity: i === 0 ? offer.stock - share * (combinations.length - 1) : share,
    sold_quantity: 0,
    sale_terms: [],
    picture_ids: [],
    catalog_product_id: null,
    ...(withAttributes && {
      attributes: [value('SELLER_SKU', 'SKU', `${offer.sku}-${i + 1}`)],
    }),
  }));
}
