import * as z from 'zod';

/** The number by which the API names a marketplace, as the marketplace's manifest has it. */
export const MarketplaceId = z.int().min(1);
export type MarketplaceId = z.infer<typeof MarketplaceId>;
