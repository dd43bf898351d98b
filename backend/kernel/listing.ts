// Enums of a listing itself, apart from its market.
import * as z from 'zod';

/**
 * The relation of a listing to others of the same product: `variation`, one listing sells several variations, none of which
 * competes for the buybox; `relation`, each has its own listing that does.
 */
export const GroupType = z.enum(['none', 'relation', 'variation']);
export type GroupType = z.infer<typeof GroupType>;

/** Where the marketplace shows a listing: on its own pages, or in the seller's shop that it hosts. */
export const ListingChannel = z.enum(['marketplace', 'mshops']);
export type ListingChannel = z.infer<typeof ListingChannel>;

/** What distinguishes a listing: kept and sent by the marketplace, sold with Prime, shown on a page of the catalog. */
export const ListingTag = z.enum(['full', 'prime', 'catalog']);
export type ListingTag = z.infer<typeof ListingTag>;

/** Types of listings, lowest to highest, with the names by which they are sold, which are the same in every language. */
export const LISTING_TYPES = [
  { id: 'free', name: 'Free' },
  { id: 'bronze', name: 'Bronze' },
  { id: 'silver', name: 'Silver' },
  { id: 'gold', name: 'Gold' },
  { id: 'gold_special', name: 'Classic' },
  { id: 'gold_premium', name: 'Diamond' },
  { id: 'gold_pro', name: 'Premium' },
] as const;

export const HealthBand = z.enum(['UNPROCESSED', 'LOW', 'AVERAGE', 'HIGH']);
export type HealthBand = z.infer<typeof HealthBand>;

/** Below it a listing needs improvement. */
export const NEEDS_IMPROVEMENT_BELOW = 60;

/** The band of a score from 0 to 100; null: not worked out yet. */
export function healthBandOf(score: number | null): HealthBand {
  if (score === null) return 'UNPROCESSED';
  if (score <= 50) return 'LOW';
  return score < 80 ? 'AVERAGE' : 'HIGH';
}
