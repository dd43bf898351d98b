import type { Locale } from './id.ts';

/**
 * What a seller is called; null: the marketplace does not tell. What was stored before tells the id in place of a name.
 */
export const sellerNameOf = ({
  sellerId,
  sellerName,
}: {
  sellerId: string;
  sellerName: string;
}): string | null => (sellerName === '' || sellerName === sellerId ? null : sellerName);

/** What stands in the place of the name of a seller whom the marketplace does not name. */
export const UNNAMED_SELLER: Record<
  Locale,
  {
    /** By itself. */ alone: string /** In a sentence. */;
    said: string /** After a number. */;
    among: string;
  }
> = {
  pt: {
    alone: 'Vendedor sem nome informado',
    said: 'um vendedor sem nome informado',
    among: 'sem nome informado',
  },
  en: { alone: 'Unnamed seller', said: 'an unnamed seller', among: 'unnamed' },
  es: {
    alone: 'Vendedor sin nombre informado',
    said: 'un vendedor sin nombre informado',
    among: 'sin nombre informado',
  },
};
