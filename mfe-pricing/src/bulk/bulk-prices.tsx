import type { SelectionPreview } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { Skeleton } from '@primazia/kit/ui';
import { Caution } from '../rule/caution.tsx';
import { stopText } from '../rule/verdict.tsx';

interface BulkPricesProps {
  /** Undefined: it is being computed. */
  preview: SelectionPreview | undefined;
  /** Too many listings are chosen: it is not computed. */
  isTooMany: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** How prices would change as soon as the action is done, with the sales below cost. */
export function BulkPrices({ preview, isTooMany, hasFailed, onRetry }: BulkPricesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className="bulk__section">
      <h3>{t('bulk.prices.title')}</h3>
      {isTooMany ? (
        <p className="hint">{t('bulk.prices.unavailable')}</p>
      ) : hasFailed ? (
        <p className="hint" role="alert">
          {t('bulk.prices.failed')}{' '}
          <button type="button" className="pz-text-button" onClick={onRetry}>
            {t('kit:states.retry')}
          </button>
        </p>
      ) : preview === undefined ? (
        <Skeleton rows={2} />
      ) : preview.total === 0 ? (
        <p>{t('bulk.prices.none')}</p>
      ) : (
        <>
          <p>{sentence(preview)}</p>
          {underCost(preview) > 0 && (
            <Caution
              title={t('group.under_cost', { count: underCost(preview) })}
              text={t('bulk.prices.under_cost_text')}
            />
          )}
          {preview.stopped.length > 0 && (
            <ul className="bulk__reasons">
              {preview.stopped.map(({ code, count }) => (
                <li key={code}>
                  <span>
                    <strong>{format.integer(count)}</strong> {stopText(t, code)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );

  function sentence({ total, changes, raises, lowers, averageChangePercent }: SelectionPreview) {
    const affects = t('bulk.prices.affects', { count: total, number: format.integer(total) });
    if (averageChangePercent === null) return `${affects} ${t('bulk.prices.no_change')}`;
    const moves = t('bulk.prices.change', {
      count: changes,
      number: format.integer(changes),
      raises: format.integer(raises),
      lowers: format.integer(lowers),
      average: format.signedPercent(averageChangePercent / 100),
    });
    return `${affects} ${moves}`;
  }
}

const underCost = ({ warnings }: SelectionPreview): number =>
  warnings.find(({ code }) => code === 'under_cost')?.count ?? 0;
