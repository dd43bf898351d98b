import type { CampaignBulk } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';

/** Why campaigns are not changed, and how many for each reason. */
export function ExcludedCampaigns({ left }: Pick<CampaignBulk, 'left'>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (left.length === 0) return null;
  return (
    <>
      <p>{t('bulk_all.left')}</p>
      <ul>
        {left.map(({ code, count }) => (
          <li key={code}>
            {t(`ads.bulkReason.${code}`)}: {format.integer(count)}
          </li>
        ))}
      </ul>
    </>
  );
}
