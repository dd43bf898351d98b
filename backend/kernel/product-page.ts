// Public pages of products, as a marketplace's folder reads them. Pure: where a page is and what its text says, never opened here.
import type { Offer } from './market.ts';

/** What a page says of the product whose id is in its address. */
export type PageReading =
  | {
      kind: 'product';
      /** With what distinguishes the variation, where the title leaves that out. */
      title: string;
      brand: string | null;
      /** Those whose price is shown. */
      offers: Offer[];
      /** How many offers there are, with a price or without. */
      total: number;
    }
  /** It shows several prices, or another variation, and not which one is asked for. */
  | { kind: 'ambiguous' }
  /** It has no form that is known. */
  | { kind: 'unknown' };

/** The pages of a marketplace that shows other sellers' prices on them and by no call. */
export interface ProductPages {
  /** Their one host, which an installation has to allow by name. */
  host: string;
  /** In which its prices are. */
  currencyCode: string;
  /** @param sellerId whose offer the page is to show; null: the one that it features */
  addressOf(productId: string, sellerId: string | null): string;
  read(html: string, productId: string): PageReading;
}
