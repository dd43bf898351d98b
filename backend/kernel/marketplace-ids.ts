import * as z from 'zod';

/** The numbers by which the product's API names marketplaces. */
export const MARKETPLACE = {
  AMAZON: 1,
  MERCADO_LIVRE: 2,
  MAGALU: 3,
  SHOPEE: 4,
  ANOTHER: 999,
} as const;

export const MarketplaceId = z.union([
  z.literal(MARKETPLACE.AMAZON),
  z.literal(MARKETPLACE.MERCADO_LIVRE),
  z.literal(MARKETPLACE.MAGALU),
  z.literal(MARKETPLACE.SHOPEE),
  z.literal(MARKETPLACE.ANOTHER),
]);
export type MarketplaceId = z.infer<typeof MarketplaceId>;
