import type { Bulk, BulkEffect } from '@primazia/backend/pricing/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { AlertIcon, ArrowDownIcon, ArrowUpIcon } from '@primazia/kit/ui';

/** How many listings a bulk action changes, and how many it does not. */
export function BulkCounts({ counts }: Pick<Bulk, 'counts'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = [
    ['changed', counts.changed],
    ['made', counts.made],
    ['unchanged', counts.unchanged],
    ['refused', counts.refused],
  ] as const;
  return (
    <dl className="bulk__counts">
      {shown.map(([name, count]) => (
        <div key={name} data-none={count === 0 || undefined}>
          <dt>{t(`bulk.count.${name}`)}</dt>
          <dd>{format.integer(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a bulk action asks of prices that would stand outside of their limits, in money. */
export function BulkEffects({ effects }: { effects: readonly BulkEffect[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (effects.length === 0) return null;
  return (
    <ul className="bulk__effects">
      {effects.flatMap(({ currencyCode, raises, raisedBy, lowers, loweredBy }) => [
        ...(raises === 0
          ? []
          : [
              <li key={`${currencyCode} up`}>
                <ArrowUpIcon size="S" aria-hidden="true" />
                {t('bulk.effect.raises', {
                  count: raises,
                  number: format.integer(raises),
                  amount: format.money(raisedBy, currencyCode),
                })}
              </li>,
            ]),
        ...(lowers === 0
          ? []
          : [
              <li key={`${currencyCode} down`}>
                <ArrowDownIcon size="S" aria-hidden="true" />
                {t('bulk.effect.lowers', {
                  count: lowers,
                  number: format.integer(lowers),
                  amount: format.money(loweredBy, currencyCode),
                })}
              </li>,
            ]),
      ])}
    </ul>
  );
}

/** Why listings are not changed, and how many for each reason. */
export function BulkRefused({ refused }: Pick<Bulk, 'refused'>) {
  const { t } = useTranslation();
  const format = useFormat();
  if (refused.length === 0) return null;
  return (
    <section className="bulk__section">
      <h3>{t('bulk.refused')}</h3>
      <ul className="bulk__reasons">
        {refused.map(({ code, reason = code, count }) => (
          <li key={reason}>
            <AlertIcon size="S" aria-hidden="true" />
            <span>
              <strong>{format.integer(count)}</strong> {t(`bulk.code.${reason}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
