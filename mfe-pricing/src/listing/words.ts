import type { useTranslation } from '@primazia/kit';

type Translate = ReturnType<typeof useTranslation>['t'];

/** Attributes that tell variations apart, by the marketplaces' codes, which have words of ours. */
export const ATTRIBUTES = [
  'COLOR',
  'SIZE',
  'VOLTAGE',
  'FREQUENCY',
  'FABRIC_DESIGN',
  'MATERIAL',
  'STYLE',
  'FLAVOR',
  'SCENT',
  'CAPACITY',
  'LENGTH',
  'PATTERN',
  'MODEL',
  'EDITION',
  'UNITS_PER_PACK',
] as const;
/** Two codes of the same thing. */
const ALIASES: Readonly<Record<string, string>> = {
  COLOR_NAME: 'COLOR',
  COLOUR: 'COLOR',
  SIZE_NAME: 'SIZE',
  STYLE_NAME: 'STYLE',
  FLAVOR_NAME: 'FLAVOR',
  SCENT_NAME: 'SCENT',
};

/** Parts of a listing's health that marketplaces report by a code. */
export const HEALTH_CATEGORIES = ['CHARACTERISTICS', 'PICTURES', 'OFFER'] as const;
export const HEALTH_ITEMS = [
  'item_name',
  'brand',
  'externally_assigned_product_identifier',
  'product_description',
  'bullet_point',
  'main_product_image_locator',
  'purchasable_offer',
  'fulfillment_availability',
] as const;

const isOneOf = (words: readonly string[], word: string) => words.includes(word);

/** A code as words, where we have none of our own: `FABRIC_DESIGN` as `Fabric design`. */
const humanised = (code: string) => {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The name of an attribute. One that a seller defined has no code and is shown as the seller wrote it. */
export function attributeName(t: Translate, header: string): string {
  const code = ALIASES[header] ?? header;
  if (isOneOf(ATTRIBUTES, code)) return t(`listing.attribute.${code}`);
  return /^[A-Z0-9_]+$/.test(code) ? humanised(code) : header;
}

/** The name of a part of a listing's health: ours for a code, else as the marketplace says it. */
export const healthCategory = (t: Translate, name: string): string =>
  isOneOf(HEALTH_CATEGORIES, name) ? t(`listing.health.category.${name}`) : name;

/** The name of an item that the marketplace measures: ours for a code, else as the marketplace says it. */
export const healthItem = (t: Translate, item: { code: string; description: string }): string =>
  isOneOf(HEALTH_ITEMS, item.code) ? t(`listing.health.item.${item.code}`) : item.description;
