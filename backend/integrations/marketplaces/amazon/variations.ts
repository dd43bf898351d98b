import { ok, type Result } from '../../../kernel/result.ts';
import type { AccountSession, CallFailure, Fetcher, RemoteVariation } from '../../marketplace.ts';
import { relationOf, themeOf } from './family.ts';
import { getItem, ownOfferOf, priceAt, shownPriceOf, stockOf } from './listings.ts';
import * as requests from './requests.ts';
import type { Store } from './stores.ts';
import { decode, Item, type Relationship, Search } from './wire.ts';

/** Larger families are shown in part: 200 listings. */
const MOST_PAGES = 10;

function rowOf(item: Item, relation: Relationship, store: Store, now: Date): RemoteVariation {
  const shown = shownPriceOf(item, store);
  return {
    skuMarketplace: item.sku,
    sku: item.sku,
    attributes: themeOf(item, relation),
    stock: stockOf(item, shown !== null),
    price: shown ?? priceAt(ownOfferOf(item, store)?.read.our_price ?? [], now),
  };
}

/** The listings of a family; one that cannot be read is left out. */
async function getChildren(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  parentSku: string,
): Promise<Result<Item[], CallFailure>> {
  const children: Item[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const call = requests.searchVariations(session, store.id, parentSku, pageToken);
    const answer = decode(await fetcher(call), Search, 'the variations');
    if (!answer.ok) return answer;
    for (const entry of answer.value.items) {
      const item = Item.safeParse(entry);
      if (item.success) children.push(item.data);
    }
    pageToken = answer.value.pagination?.nextToken ?? null;
    if (pageToken === null) break;
  }
  return ok(children);
}

/**
 * The listings of the family that a listing belongs to.
 * @see https://developer-docs.amazon.com/sp-api/reference/searchlistingsitems
 */
export async function getVariations(
  fetcher: Fetcher,
  store: Store,
  session: AccountSession,
  sku: string,
  now: Date,
): Promise<Result<RemoteVariation[], CallFailure>> {
  const item = await getItem(fetcher, store, session, sku);
  if (!item.ok) return item;
  const relation = relationOf(item.value, store);
  if (relation === null) return ok([]);
  const parentSku = relation.parentSkus[0] ?? item.value.sku;
  const children = await getChildren(fetcher, store, session, parentSku);
  if (!children.ok) return children;
  return ok(
    children.value.map((child) => rowOf(child, relationOf(child, store) ?? relation, store, now)),
  );
}
