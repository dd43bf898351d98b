import { MARKETPLACE, type MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';

/** The names in routes, of the marketplaces whose accounts can be connected. */
const SLUGS: Partial<Readonly<Record<MarketplaceId, string>>> = {
  [MARKETPLACE.AMAZON]: 'amazon',
  [MARKETPLACE.MERCADO_LIVRE]: 'mercadolivre',
};

export const slugOf = (id: MarketplaceId): string => SLUGS[id] ?? '';

/** What else a marketplace is called in addresses. */
const ALIASES: Readonly<Record<string, string>> = { meli: 'mercadolivre' };

/** The marketplace that an address names; null: none whose accounts can be connected. */
export function marketplaceOf(written: string): { id: MarketplaceId; slug: string } | null {
  const slug = ALIASES[written] ?? written;
  const id = [MARKETPLACE.AMAZON, MARKETPLACE.MERCADO_LIVRE].find((one) => SLUGS[one] === slug);
  return id === undefined ? null : { id, slug };
}

/** A marketplace in a sentence: its name, and by which form of the sentence, where a language has several. */
export const namedIn = ({ slug, name }: { slug: string; name: string }) => ({
  marketplace: name,
  context: slug,
});
