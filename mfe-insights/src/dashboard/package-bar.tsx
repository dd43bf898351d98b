import type { BuyboxOverview } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';

/** From this share of the limit on the page says that it will soon be reached. */
const NEARLY = 0.8;

/** How many listings are monitored of those that the company's package has. */
export function PackageBar({ listings, limit }: BuyboxOverview['monitored']) {
  const { t } = useTranslation();
  const format = useFormat();
  const used = limit === null || limit === 0 ? null : listings / limit;
  const state = used === null || used < NEARLY ? 'within' : used <= 1 ? 'nearly' : 'over';
  return (
    <li className="figure">
      <h2 className="figure__label">{t('package.title')}</h2>
      <span className="figure__number">
        {limit === null
          ? format.integer(listings)
          : t('package.of', { listings: format.integer(listings), limit: format.integer(limit) })}
      </span>
      {used === null ? (
        <span className="figure__note">{t('package.no_limit')}</span>
      ) : (
        <>
          <meter
            aria-label={t('package.title')}
            min={0}
            max={1}
            high={NEARLY}
            value={Math.min(1, used)}
          />
          <span className="figure__note" data-package={state}>
            {state === 'over'
              ? t('package.over', { count: listings - (limit ?? 0) })
              : t(`package.${state}`, { share: format.percent(used) })}
          </span>
        </>
      )}
    </li>
  );
}
