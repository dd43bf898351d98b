import type { Campaign } from '@primazia/backend/ads/contract';
import { useTranslation } from '@primazia/kit';
import { useFigures } from './use-figures.ts';

const NAMES = ['shown', 'shownOnTop', 'lostByBudget', 'lostByRank', 'usualAcos'] as const;

/** How often a campaign was shown of how often it could have been, and why not. */
export function Shares({ shares }: { shares: NonNullable<Campaign['shares']> }) {
  const { t } = useTranslation();
  const show = useFigures();
  return (
    <section className="group" aria-label={t('campaign.shares')}>
      <h2>{t('campaign.shares')}</h2>
      <dl className="campaign__facts">
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{t(`campaign.share.${name}`)}</dt>
            <dd>{show.percent(shares[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
