import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';

/** A marketplace in a sentence: its name, and the form of the sentence that its gender asks for in some languages. */
export const namedIn = (marketplace: Pick<MarketplaceChoice, 'name' | 'gender'> | undefined) => ({
  marketplace: marketplace?.name ?? '',
  context: marketplace?.gender ?? '',
});
