// Listings that are variations of one product.
import type { GroupType } from '../../../kernel/listing.ts';
import { isFields, textOf } from './offer-list.ts';
import { isHere, type Store } from './stores.ts';
import type { Item, Relationship } from './wire.ts';

/** The relation of a listing to its family in the store; null: it has none. */
export function relationOf(item: Item, store: Store): Relationship | null {
  const here = item.relationships.find(({ marketplaceId }) => isHere(store, marketplaceId));
  return (
    here?.relationships.find(
      ({ type, parentSkus, childSkus }) =>
        type === 'VARIATION' && parentSkus.length + childSkus.length > 0,
    ) ?? null
  );
}

/** An attribute in one text: `[{ value: 'branca' }]`, or with a unit `[{ value: 2, unit: 'litros' }]`. */
function wordsOf(attribute: unknown): string | null {
  const first: unknown = Array.isArray(attribute) ? attribute[0] : null;
  if (!isFields(first)) return null;
  const value = typeof first.value === 'number' ? String(first.value) : textOf(first.value);
  const unit = textOf(first.unit);
  return value === null || unit === null ? value : `${value} ${unit}`;
}

/** The attributes that distinguish a listing in its family, by their names in capitals. */
export function themeOf(item: Item, { variationTheme }: Relationship): Record<string, string> {
  const attributes: Record<string, unknown> = item.attributes ?? {};
  return Object.fromEntries(
    (variationTheme?.attributes ?? []).flatMap((name) => {
      const value = wordsOf(attributes[name]);
      return value === null ? [] : [[name.toUpperCase(), value] as const];
    }),
  );
}

/**
 * The relation of a listing to others: each child of a family is a product of its own, with its own buybox; the parent is
 * sold by its children alone.
 * @see https://developer-docs.amazon.com/sp-api/docs/building-listings-management-workflows-guide
 */
export function familyOf(
  item: Item,
  store: Store,
): { groupType: GroupType; variation: string | null } {
  const relation = relationOf(item, store);
  if (relation === null) return { groupType: 'none', variation: null };
  const variation = Object.values(themeOf(item, relation)).join(', ') || null;
  return { groupType: relation.parentSkus.length > 0 ? 'relation' : 'variation', variation };
}
