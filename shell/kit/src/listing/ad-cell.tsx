import type { Listing } from '@primazia/backend/catalog/contract';
import type { MarketplaceId } from '@primazia/backend/kernel/marketplace-ids';
import type { ReactNode } from 'react';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { LinkOutIcon } from '../icons.ts';

/** What the cell shows of an ad; a priced listing has all of it, a price update all but stock and status. */
export type AdOfCell = Pick<
  Listing,
  'title' | 'link' | 'imageUrl' | 'marketplaceId' | 'accountName' | 'sku' | 'skuMarketplace'
> &
  Partial<Pick<Listing, 'status' | 'stock'>>;

export interface AdCellProps {
  listing: AdOfCell;
  /** More about the ad, at the end of its last line: a tag, say. */
  children?: ReactNode;
}

/** Grey is paused or put away; red is an ad that should sell and cannot. */
const DOTS = {
  ENABLED: 'on',
  REVIEW: 'on',
  PAUSED: 'paused',
  ARCHIVED: 'paused',
  INACTIVE: 'off',
} as const satisfies Record<Listing['status'], string>;

/** Names are the same in every language. */
const MARKETPLACES: Readonly<Record<MarketplaceId, string>> = {
  1: 'Amazon',
  2: 'Mercado Livre',
  3: 'Magalu',
  4: 'Shopee',
  999: '—',
};

/** An ad as every list shows it: picture, title with a link to it, and what tells it from others. */
export function AdCell({ listing, children }: AdCellProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { title, link, imageUrl, marketplaceId, accountName, sku, skuMarketplace } = listing;
  const { status, stock } = listing;
  return (
    <div className="pz-ad">
      <span className="pz-ad-picture">
        {imageUrl !== null && <img src={imageUrl} alt="" loading="lazy" width={40} height={40} />}
      </span>
      <div className="pz-ad-text">
        <div className="pz-ad-title" title={title}>
          {status !== undefined && (
            <span
              className={`pz-dot pz-dot-${DOTS[status]}`}
              role="img"
              aria-label={t(`listing.status.${status}`)}
              title={t(`listing.status.${status}`)}
            />
          )}
          {link === null ? (
            <span className="pz-ad-name">
              <span>{title}</span>
            </span>
          ) : (
            <a className="pz-ad-name" href={link} target="_blank" rel="noreferrer">
              <span>{title}</span>
              <LinkOutIcon size="XS" aria-label={t('listing.external')} />
            </a>
          )}
        </div>
        <div className="pz-ad-facts">
          <span>{skuMarketplace}</span>
          {stock !== undefined && (
            <span className={stock === 0 ? 'pz-ad-no-stock' : undefined}>
              {t('listing.stock', { stock: format.integer(stock) })}
            </span>
          )}
          {sku !== null && <span>{t('listing.sku', { sku })}</span>}
          <span>{MARKETPLACES[marketplaceId]}</span>
          <span>{accountName}</span>
          {children}
        </div>
      </div>
    </div>
  );
}
