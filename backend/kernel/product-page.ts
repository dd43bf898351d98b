// The contract for reading public product pages in a marketplace's folder. Pure: addresses and parsing, without requests.
import type { Offer } from './market.ts';

/** The content of a page about the product whose id is in its address. */
export type PageReading =
  | {
      kind: 'product';
      /** Including the attributes of the variation, if the title does not contain them. */
      title: string;
      brand: string | null;
      /** Those whose price is shown. */
      offers: Offer[];
      /** How many offers there are, with a price or without. */
      total: number;
    }
  /** It shows several prices, or another variation, without the requested one. */
  | { kind: 'ambiguous' }
  /** Its form is not known. */
  | { kind: 'unknown' };

/** The product pages of a marketplace that shows other sellers' prices there and reports them by no call. */
export interface ProductPages {
  /** Their one host, which an installation has to allow by name. */
  host: string;
  /** The currency of its prices (ISO 4217). */
  currencyCode: string;
  /** @param sellerId the seller whose offer the page has to show; null: the featured one */
  addressOf(productId: string, sellerId: string | null): string;
  read(html: string, productId: string): PageReading;
}
