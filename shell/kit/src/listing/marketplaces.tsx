import { useMarketplaces } from '../context/marketplaces.ts';

/** The mark of a marketplace, of the size of a letter; hidden from screen readers: its name is near it. */
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
 * The code of a listing on the marketplace's own pages, and the seller's code where it differs.
 * @param pageCode the field with the code on its pages, from the marketplace's traits
 */
export function codesOf(
  { skuMarketplace, sku, catalogProductId }: Codes,
  pageCode: string | undefined,
) {
  const code =
    pageCode === 'catalogProductId' ? (catalogProductId ?? skuMarketplace) : skuMarketplace;
  return { code, sku: sku === code ? null : sku };
}
