import type { PricedListing } from '@primazia/backend/pricing/contract';
import { useTranslation } from '@primazia/kit';
import { LinkOutIcon } from '@primazia/kit/ui';

/** Which listing a dialog is about, with a link to it at the marketplace, where a seller corrects it. */
export function ListingTitle({ listing: { title, link, groupType } }: { listing: PricedListing }) {
  const { t } = useTranslation();
  return (
    <p className="listing-dialog__listing">
      {link === null ? (
        title
      ) : (
        <a href={link} target="_blank" rel="noreferrer">
          {title} <LinkOutIcon size="XS" aria-label={t('kit:listing.external')} />
        </a>
      )}
      {groupType !== 'none' && <span className="muted">{t(`kit:listing.group.${groupType}`)}</span>}
    </p>
  );
}
