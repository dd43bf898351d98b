import { findProduct, findSku, type Product } from '../world.ts';
import { marketOf } from './market.ts';
import {
  type AmazonCall,
  type AmazonRoom,
  type AmazonWire,
  invalid,
  listIn,
  notFound,
  part,
  pictureOf,
  productTypeOf,
  storeIn,
} from './room.ts';
import { type AmazonStore, storeAt } from './stores.ts';

const MOST_IDENTIFIERS = 20;
const PAGE = 10;

const here = (product: Product) => ({ marketplaceId: storeAt(product).id });

/** The data sets of a catalog page, by the names of the API model. */
const PARTS: Record<string, (room: AmazonRoom, product: Product) => unknown> = {
  summaries: (_, product) => [
    {
      ...here(product),
      brand: product.brand,
      color: product.colour,
      itemClassification: 'BASE_PRODUCT',
      itemName: product.title,
      modelNumber: product.model,
      size: product.variant,
    },
  ],
  images: (room, product) => [
    { ...here(product), images: [{ variant: 'MAIN', ...pictureOf(room, product) }] },
  ],
  identifiers: (_, product) => [
    { ...here(product), identifiers: [{ identifierType: 'EAN', identifier: product.ean }] },
  ],
  productTypes: (_, product) => [{ ...here(product), productType: productTypeOf(product) }],
  salesRanks: (room, product) => [
    {
      ...here(product),
      displayGroupRanks: [
        {
          websiteDisplayGroup: product.kind,
          title: product.categoryName,
          rank: marketOf(room.world(), product).rank,
        },
      ],
    },
  ],
};

/** The data sets that a call requests; null: one of them is not available here. */
function includedIn(call: AmazonCall): string[] | null {
  const named = listIn(call, 'includedData');
  if (named.length === 0) return ['summaries'];
  return named.every((name) => Object.hasOwn(PARTS, name)) ? named : null;
}

const itemBody = (room: AmazonRoom, product: Product, included: readonly string[]) => ({
  asin: product.id,
  ...Object.fromEntries(included.map((name) => [name, PARTS[name]?.(room, product)])),
});

/** The pages that a search finds; text: why it is invalid. */
function searchFor(
  call: AmazonCall,
  room: AmazonRoom,
  { country }: AmazonStore,
): Product[] | string {
  const identifiers = listIn(call, 'identifiers');
  const keywords = listIn(call, 'keywords');
  const brands = listIn(call, 'brandNames');
  if (identifiers.length > 0 === keywords.length > 0)
    return "Either 'identifiers' or 'keywords' is needed.";
  if (identifiers.length > MOST_IDENTIFIERS)
    return `'identifiers' has more than ${MOST_IDENTIFIERS} values.`;
  const world = room.world();
  const pages = world.products.filter(
    (product) => product.shop === 'amazon' && storeAt(product).country === country,
  );
  if (keywords.length > 0)
    return pages.filter(
      ({ title, brand }) =>
        (brands.length === 0 || brands.includes(brand)) &&
        keywords.every((word) => title.toLowerCase().includes(word.toLowerCase())),
    );
  const type = call.req.query('identifiersType');
  if (type === 'ASIN')
    return identifiers.flatMap((one) => findProduct(world, 'amazon', one, country) ?? []);
  if (type === 'EAN' || type === 'GTIN')
    return pages.filter(({ ean }) => identifiers.includes(ean));
  if (type === 'SKU')
    return identifiers.flatMap(
      (one) => findSku(world, call.get('sellerId'), one, country)?.product ?? [],
    );
  return `Unsupported identifiersType ${type ?? ''}.`;
}

/** `searchCatalogItems` and `getCatalogItem`, version 2022-04-01. */
export function mountCatalog(wire: AmazonWire, room: AmazonRoom): void {
  wire.get('/catalog/2022-04-01/items', (call) => {
    const store = storeIn(call);
    if (typeof store === 'string') return invalid(call, store);
    const included = includedIn(call);
    if (included === null) return invalid(call, 'Invalid includedData provided.');
    const found = searchFor(call, room, store);
    if (typeof found === 'string') return invalid(call, found);
    return call.json({
      numberOfResults: found.length,
      items: found.slice(0, PAGE * 2).map((product) => itemBody(room, product, included)),
    });
  });

  wire.get('/catalog/2022-04-01/items/:asin', (call) => {
    const store = storeIn(call);
    if (typeof store === 'string') return invalid(call, store);
    const included = includedIn(call);
    if (included === null) return invalid(call, 'Invalid includedData provided.');
    const asin = part(call, 'asin');
    const product = findProduct(room.world(), 'amazon', asin, store.country);
    if (!product) return notFound(call, `Requested item '${asin}' not found in ${store.id}.`);
    return call.json(itemBody(room, product, included));
  });
}
