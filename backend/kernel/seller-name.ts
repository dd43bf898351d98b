import type { Locale } from './id.ts';

/**
 * What a seller is called; null: the marketplace does not report it. Rows of earlier versions have the id in place of a name.
 */
export const sellerNameOf = ({
  sellerId,
  sellerName,
}: {
  sellerId: string;
  sellerName: string;
}): string | null => (sellerName === '' || sellerName === sellerId ? null : sellerName);

interface Unnamed {
  /** On its own. */
  alone: string;
  inSentence: string;
  /** After a number. */
  counted: string;
}

/** The placeholder for the name of a seller whom the marketplace does not name. */
export const UNNAMED_SELLER: Record<Locale, Unnamed> = {
  pt: {
    alone: 'Vendedor sem nome informado',
    inSentence: 'um vendedor sem nome informado',
    counted: 'sem nome informado',
  },
  en: { alone: 'Unnamed seller', inSentence: 'an unnamed seller', counted: 'unnamed' },
  es: {
    alone: 'Vendedor sin nombre informado',
    inSentence: 'un vendedor sin nombre informado',
    counted: 'sin nombre informado',
  },
};
