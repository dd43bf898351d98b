import { listingVariations, type Variations } from '@primazia/backend/catalog/contract';
import type { PricedListing } from '@primazia/backend/pricing/contract';
import {
  errorText,
  FAILURES,
  MISSING,
  mayRetry,
  useFormat,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { EmptyState, ScrollRegion, Skeleton } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { LoadFailure } from '../ui/load-failure.tsx';
import { ListingCards } from './listing-cards.tsx';
import { ListingDialog } from './listing-dialog.tsx';
import { attributeName } from './words.ts';

/** Stock changes: each opening of the dialog fetches it again. */
const ASK_AGAIN = { keepPrevious: false, staleTime: 0 };

interface VariationsDialogProps {
  listing: PricedListing;
  onClose: () => void;
}

/** The variations of a listing, or the listings of its family, with what pricing knows of the listing itself. */
export function VariationsDialog({ listing, onClose }: VariationsDialogProps) {
  const { t } = useTranslation();
  return (
    <ListingDialog
      title={t('listing.variations.title')}
      width={1100}
      listing={listing}
      onClose={onClose}
    >
      <ListingCards listing={listing} />
      <VariationsOf listing={listing} onClose={onClose} />
    </ListingDialog>
  );
}

function VariationsOf({ listing, onClose }: VariationsDialogProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(
    listingVariations,
    { params: { listingId: listing.id } },
    ASK_AGAIN,
  );
  if (error !== null && data === undefined)
    return (
      <LoadFailure
        title={t(`kit:${FAILURES.variations_load.key}`)}
        text={errorText(t, error)}
        {...(mayRetry(error) ? { onRetry: refetch } : {})}
      />
    );
  if (data === undefined) return <Skeleton rows={6} />;
  if (data.data.length === 0)
    return (
      <EmptyState
        kind="nothing-yet"
        title={t('listing.variations.none')}
        text={t('listing.variations.none_text')}
      />
    );
  return <VariationsTable listing={listing} variations={data} onClose={onClose} />;
}

interface VariationsTableProps extends VariationsDialogProps {
  variations: Variations;
}

function VariationsTable({ listing, variations, onClose }: VariationsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { headers, data } = variations;
  return (
    <div className="variations">
      <ScrollRegion label={t('listing.variations.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">SKU</th>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {attributeName(t, header)}
                </th>
              ))}
              <th scope="col" className="numeric">
                {t('pricing.price')}
              </th>
              <th scope="col" className="numeric">
                {t('pricing.stock')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ sku, skuMarketplace, attrs, price, stock, listingId }) => {
              const isThis =
                listing.groupType === 'relation' && skuMarketplace === listing.skuMarketplace;
              const code = sku ?? skuMarketplace;
              return (
                <tr key={`${skuMarketplace} ${sku} ${JSON.stringify(attrs)}`}>
                  <th scope="row">
                    {listingId === null ? (
                      code
                    ) : (
                      <Link to="/precificacao-automatica" search={{ listingId }} onClick={onClose}>
                        {code}
                      </Link>
                    )}
                    {isThis && <span className="muted"> {t('listing.variations.this')}</span>}
                  </th>
                  {headers.map((header) => (
                    <td key={header}>{attrs[header] ?? MISSING}</td>
                  ))}
                  <td className="numeric">{format.money(price, listing.currencyCode)}</td>
                  <td className="numeric">{stock === null ? MISSING : format.integer(stock)}</td>
                </tr>
              );
            })}
          </tbody>
          {data.length > 1 && data.every(({ stock }) => stock !== null) && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={headers.length + 2}>
                  {t('listing.variations.total', { count: data.length })}
                </th>
                <td className="numeric">
                  {format.integer(data.reduce((sum, { stock }) => sum + (stock ?? 0), 0))}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollRegion>
    </div>
  );
}
