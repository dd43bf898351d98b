import type { Listing } from '@primazia/backend/catalog/contract';
import { type ReactNode, useState } from 'react';
import { useMarketplaces } from '../context/marketplaces.ts';
import { useFormat } from '../format/format.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { LinkOutIcon } from '../icons.ts';
import { Channels } from './channels.tsx';
import { HealthTag } from './health-tag.tsx';
import { codesOf, MarketplaceMark } from './marketplaces.tsx';
import type { KitTranslate } from './translate.ts';

/** The fields of a listing that the cell shows; a priced listing has all of them, a price update the first part alone. */
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
  Partial<
    Pick<
      Listing,
      | 'status'
      | 'stock'
      | 'healthScore'
      | 'groupType'
      | 'variation'
      | 'channels'
      | 'tags'
      | 'promotionStatus'
    >
  >;

export interface AdCellProps {
  listing: AdOfCell;
  /** Makes the health tag a button. */
  onHealth?: () => void;
  /** Makes the text about the group a button. */
  onVariations?: () => void;
  /** More about the listing, at the end of its last line: a tag, say. */
  children?: ReactNode;
}

/** Red: the listing does not sell. */
const DOTS = {
  ENABLED: 'on',
  REVIEW: 'on',
  PAUSED: 'off',
  ARCHIVED: 'off',
  INACTIVE: 'off',
} as const satisfies Record<Listing['status'], string>;

/** The picture of a listing; an empty frame where there is none, or it cannot be fetched. */
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

/** The title, as a link to the listing where there is one. */
function AdTitle({ t, title, link }: Pick<AdOfCell, 'title' | 'link'> & { t: KitTranslate }) {
  if (link === null)
    return (
      <span className="pz-ad-name">
        <span>{title}</span>
      </span>
    );
  return (
    <a className="pz-ad-name" href={link} target="_blank" rel="noreferrer">
      <span>{title}</span>
      <LinkOutIcon size="XS" aria-label={t('listing.external')} />
    </a>
  );
}

/** The characteristics of a listing, one word each. */
function AdTags({ t, tags = [], promotionStatus = 'none' }: AdOfCell & { t: KitTranslate }) {
  return (
    <>
      {promotionStatus !== 'none' && (
        <span className="pz-ad-tag pz-ad-tag-promotion">
          {t(`listing.tag.promotion${promotionStatus === 'pending' ? '_pending' : ''}`)}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className={`pz-ad-tag pz-ad-tag-${tag}`}>
          {t(`listing.tag.${tag}`)}
        </span>
      ))}
    </>
  );
}

interface AdGroupProps {
  t: KitTranslate;
  listing: AdOfCell;
  onOpen: (() => void) | undefined;
}

/** Shows that a listing belongs to a group of the same product, and whether the others are in the buybox. */
function AdGroup({ t, listing, onOpen }: AdGroupProps) {
  const { title, groupType = 'none' } = listing;
  if (groupType === 'none') return null;
  const group = t(`listing.group.${groupType}`);
  if (onOpen === undefined) return <span title={group}>{t('listing.variations')}</span>;
  return (
    <button
      type="button"
      className="pz-ad-group"
      title={group}
      aria-label={t('listing.open_variations', { title, group })}
      onClick={onOpen}
    >
      {t('listing.variations')}
    </button>
  );
}

/**
 * A listing as every list shows it: on the first line its title as a link, on the second its codes and characteristics.
 * The tooltip has what does not fit.
 */
export function AdCell({ listing, onHealth, onVariations, children }: AdCellProps) {
  const { t } = useTranslation('kit');
  const format = useFormat();
  const { title, link, imageUrl, marketplaceId, accountName, status, stock } = listing;
  const marketplace = useMarketplaces().of(marketplaceId);
  const { code, sku } = codesOf(listing, marketplace?.traits.pageCode);
  const word = status === undefined ? undefined : t(`listing.status.${status}`);
  const rest = [
    ...(listing.variation ? [listing.variation] : []),
    ...(sku === null ? [] : [t('listing.sku', { sku })]),
    ...(marketplace === undefined ? [] : [marketplace.name]),
    accountName,
  ];
  // All that may be cut off at the end of the line.
  const facts = [
    ...(listing.groupType === undefined || listing.groupType === 'none'
      ? []
      : [t(`listing.group.${listing.groupType}`)]),
    ...(listing.tags ?? []).map((tag) => t(`listing.tag.${tag}`)),
    ...(listing.channels ?? []).map((channel) => t(`listing.channel.${channel}`)),
    ...rest,
  ];
  return (
    <div className="pz-ad">
      <AdPicture url={imageUrl} />
      <div className="pz-ad-text">
        <div className="pz-ad-title" title={title}>
          {status !== undefined && (
            <span
              className={`pz-dot pz-dot-${DOTS[status]}`}
              role="img"
              aria-label={word}
              title={word}
            />
          )}
          <AdTitle t={t} title={title} link={link} />
        </div>
        <div className="pz-ad-facts" title={facts.join(' · ')}>
          <span className="pz-ad-code">
            <MarketplaceMark id={marketplaceId} />
            {code}
          </span>
          {listing.healthScore !== undefined && (
            <HealthTag t={t} title={title} score={listing.healthScore} onOpen={onHealth} />
          )}
          {status !== undefined && DOTS[status] === 'off' && (
            <span className="pz-ad-off" aria-hidden="true">
              {word}
            </span>
          )}
          {stock !== undefined && (
            <span
              className={stock === 0 ? 'pz-ad-no-stock' : undefined}
              title={t('listing.stock_title', { stock: format.integer(stock) })}
            >
              {t('listing.stock', { stock: format.integer(stock) })}
            </span>
          )}
          <AdGroup t={t} listing={listing} onOpen={onVariations} />
          <AdTags t={t} {...listing} />
          {listing.channels !== undefined && <Channels t={t} channels={listing.channels} />}
          <span className="pz-ad-rest">
            {rest.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
          {children}
        </div>
      </div>
    </div>
  );
}
