import type { AdFigures, FigureDays } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { useFigures } from './use-figures.ts';

interface FigureCardsProps {
  figures: AdFigures;
  currencyCode: string;
}

/** The figures of clicks: sums, and ratios of sums. */
export function FigureCards({ figures, currencyCode }: FigureCardsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const show = useFigures();
  const { investment, revenue, acos, roas, sales, clicks } = figures;
  const cards: [label: string, value: string][] = [
    [t('figure.investment'), format.money(investment, currencyCode)],
    [t('figure.revenue'), format.money(revenue, currencyCode)],
    [t('figure.acos'), show.percent(acos)],
    [t('figure.roas'), format.decimal(roas, 2)],
    [t('figure.sales'), format.integer(sales)],
    [t('figure.clicks'), format.integer(clicks)],
  ];
  return (
    <dl className="campaign-figures">
      {cards.map(([label, value]) => (
        <div key={label} className="campaign-figures__card">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The days of figures, and which of them may still change. */
export function FigureDaysNote({ days: { from, to, settlingFrom } }: { days: FigureDays }) {
  const { t } = useTranslation();
  const format = useFormat();
  const since = settlingFrom < from ? from : settlingFrom;
  return (
    <p className="campaign-figures__days">
      {t('figure.days', { from: format.date(from), to: format.date(to) })}{' '}
      {settlingFrom <= to && t('figure.settling', { day: format.date(since) })}
    </p>
  );
}
