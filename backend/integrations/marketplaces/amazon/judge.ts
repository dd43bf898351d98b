// Amazon gives a listing no score. It reports issues, and the listing shows which of the needed fields it has: the share
// of what is right is the score.
import type { RemoteHealth, RemoteHealthItem } from '../../marketplace.ts';
import { isHere, type Store } from './stores.ts';
import type { Issue, Item } from './wire.ts';

type Category = 'CHARACTERISTICS' | 'PICTURES' | 'OFFER';

/** What every listing needs, by the names of the Listings Items API, and where it belongs. */
const NEEDED: Readonly<Record<string, Category>> = {
  item_name: 'CHARACTERISTICS',
  brand: 'CHARACTERISTICS',
  externally_assigned_product_identifier: 'CHARACTERISTICS',
  product_description: 'CHARACTERISTICS',
  bullet_point: 'CHARACTERISTICS',
  main_product_image_locator: 'PICTURES',
  purchasable_offer: 'OFFER',
  fulfillment_availability: 'OFFER',
};

/** Whether an issue is about the listing in the store. */
export const isAbout = (issue: Issue, store: Store) =>
  issue.marketplaceIds.length === 0 || issue.marketplaceIds.includes(store.id);

/** Whether a listing has a needed field; some are not among the attributes. */
function hasNeeded(item: Item, name: string, store: Store): boolean {
  const attribute: unknown = item.attributes?.[name];
  if (Array.isArray(attribute) && attribute.length > 0) return true;
  if (name === 'main_product_image_locator')
    return item.summaries.some(
      ({ marketplaceId, mainImage }) => isHere(store, marketplaceId) && mainImage !== null,
    );
  return name === 'fulfillment_availability' && item.fulfillmentAvailability.length > 0;
}

const PICTURE = /image/i;
const OFFER = /price|offer|quantity|fulfillment/i;

/** The category of an issue. @see https://developer-docs.amazon.com/sp-api/docs/listings-items-api-v2021-08-01-reference#issue */
function categoryOf({ categories, attributeNames }: Issue): Category {
  const words = [...categories, ...attributeNames];
  if (words.some((word) => PICTURE.test(word))) return 'PICTURES';
  return words.some((word) => OFFER.test(word)) ? 'OFFER' : 'CHARACTERISTICS';
}

/** `item_name` as people write: `Item name`. */
const humanised = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** What is right and what is wrong with a listing in the store. Remarks that ask for nothing do not count. */
export function judge(item: Item, store: Store): RemoteHealth['categories'] {
  const issues = item.issues.filter(
    (issue) => issue.severity !== 'INFO' && isAbout(issue, store) && issue.message !== null,
  );
  const wrong = new Set(issues.flatMap(({ attributeNames }) => attributeNames));
  const found: Record<Category, RemoteHealthItem[]> = {
    CHARACTERISTICS: [],
    PICTURES: [],
    OFFER: [],
  };
  for (const issue of issues) {
    const code = issue.attributeNames[0] ?? issue.code ?? '';
    const description = issue.attributeNames.map(humanised).join(', ') || (issue.code ?? '');
    found[categoryOf(issue)].push({ code, isDone: false, description, message: issue.message });
  }
  for (const [name, category] of Object.entries(NEEDED)) {
    if (wrong.has(name)) continue;
    found[category].push({
      code: name,
      isDone: hasNeeded(item, name, store),
      description: humanised(name),
      message: null,
    });
  }
  return Object.entries(found).map(([name, items]) => ({ name, items }));
}

/** The share of what is done, in percent. */
export function scoreOf(categories: RemoteHealth['categories']): number {
  const items = categories.flatMap((category) => category.items);
  return Math.round((items.filter(({ isDone }) => isDone).length * 100) / items.length);
}
