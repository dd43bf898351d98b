import { useMarketplaces } from '../context/marketplaces.ts';

/** A marketplace in the room of a letter, for the eye alone: its name is in words beside it or near it. */
export function MarketplaceMark({ id }: { id: number }) {
  const known = useMarketplaces().of(id);
  if (known === undefined) return null;
  const { text, ...style } = known.mark;
  return (
    <span className="pz-marketplace" style={style} title={known.name} aria-hidden="true">
      {text}
    </span>
  );
}

interface Codes {
  skuMarketplace: string;
  sku: string | null;
  catalogProductId: string | null;
}

/**
 * By what the marketplace's own pages call a listing, and the seller's code where it is another one.
 * @param pageCode the field by which its pages call it, as the marketplace's traits say
 */
export function codesOf(
  { skuMarketplace, sku, catalogProductId }: Codes,
  pageCode: string | undefined,
) {
  const code =
    pageCode === 'catalogProductId' ? (catalogProductId ?? skuMarketplace) : skuMarketplace;
  return { code, sku: sku === code ? null : sku };
}
