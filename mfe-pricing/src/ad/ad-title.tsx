import type { PricedListing } from '@primazia/backend/pricing/contract';
import { LinkOutIcon, useTranslation } from '@primazia/kit';

/** Which ad a dialog is about, with the way to it: what is missing is put right there. */
export function AdTitle({ listing: { title, link, groupType } }: { listing: PricedListing }) {
  const { t } = useTranslation();
  return (
    <p className="ad-dialog__ad">
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
