import type { Listing } from '@primazia/backend/catalog/contract';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { LinkOutIcon } from '../icons.ts';
import { codesOf, MARKETPLACE_NAMES, MarketplaceMark } from './marketplaces.tsx';

/** What the cell shows of an ad; a priced listing has all of it, a price update all but stock and status. */
export type AdOfCell = Pick<
  Listing,
  | 'title'
  | 'link'
  | 'imageUrl'
  | 'marketplaceId'
  | 'accountName'
  | 'sku'
  | 'skuMarketplace'
  | 'catalogProductId'
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

/** The picture of an ad; the frame alone where there is none, or none that can be fetched. */
function AdPicture({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="pz-ad-picture">
      {url !== null && url !== broken && (
        <img
          src={url}
          alt=""
          loading="lazy"
          width={40}
          height={40}
          onError={() => setBroken(url)}
        />
      )}
    </span>
  );
}

/** An ad as every list shows it: picture, title with a link to it, and what tells it from others. */
export function AdCell({ listing, children }: AdCellProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { title, link, imageUrl, marketplaceId, accountName, status, stock } = listing;
  const { code, sku } = codesOf(listing);
  return (
    <div className="pz-ad">
      <AdPicture url={imageUrl} />
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
          <span>
            <MarketplaceMark id={marketplaceId} />
            {code}
          </span>
          {stock !== undefined && (
            <span className={stock === 0 ? 'pz-ad-no-stock' : undefined}>
              {t('listing.stock', { stock: format.integer(stock) })}
            </span>
          )}
          {sku !== null && <span>{t('listing.sku', { sku })}</span>}
          <span>{MARKETPLACE_NAMES[marketplaceId]}</span>
          <span>{accountName}</span>
          {children}
        </div>
      </div>
    </div>
  );
}
