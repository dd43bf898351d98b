import { REPORT_FIELDS, type ReportDay, type ReportField } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { TwoLines } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { useFigures } from '../campaign/use-figures.ts';

/** The columns and filters of a campaign's days; the same objects until the language changes. */
export function useReportColumns(): ListDeclaration<ReportDay> {
  const { t } = useTranslation();
  const format = useFormat();
  const show = useFigures();
  return useMemo(
    () =>
      declareList<ReportDay, ReportField>(REPORT_FIELDS, [
        {
          field: 'day',
          label: t('report.day'),
          filter: false,
          ordered: true,
          width: 180,
          cell: ({ day, isSettling }) => (
            <TwoLines small={isSettling ? t('report.settlings.settling') : null}>
              {format.date(day)}
            </TwoLines>
          ),
        },
        {
          field: 'settling',
          label: t('report.settling'),
          valueName: (value) => t(`report.settlings.${value}`),
          filter: { open: 1 },
        },
        {
          field: 'investment',
          label: t('figure.investment'),
          ordered: true,
          cell: ({ figures, currencyCode }) => format.money(figures.investment, currencyCode),
        },
        {
          field: 'revenue',
          label: t('figure.revenue'),
          ordered: true,
          cell: ({ figures, currencyCode }) => format.money(figures.revenue, currencyCode),
        },
        {
          field: 'acos',
          label: t('figure.acos'),
          ordered: true,
          cell: ({ figures }) => show.percent(figures.acos),
        },
        {
          field: 'roas',
          label: t('figure.roas'),
          ordered: true,
          cell: ({ figures }) => format.decimal(figures.roas, 2),
        },
        {
          field: 'sales',
          label: t('figure.sales'),
          ordered: true,
          cell: ({ figures }) => format.integer(figures.sales),
        },
        {
          field: 'units',
          label: t('figure.units'),
          ordered: true,
          hidden: true,
          cell: ({ figures }) => format.integer(figures.units),
        },
        {
          field: 'clicks',
          label: t('figure.clicks'),
          ordered: true,
          cell: ({ figures }) => format.integer(figures.clicks),
        },
        {
          field: 'impressions',
          label: t('figure.impressions'),
          ordered: true,
          cell: ({ figures }) => format.integer(figures.impressions),
        },
        {
          field: 'ctr',
          label: t('figure.ctr'),
          ordered: true,
          cell: ({ figures }) => show.percent(figures.ctr),
        },
        {
          field: 'cpc',
          label: t('figure.cpc'),
          ordered: true,
          cell: ({ figures, currencyCode }) => format.money(figures.cpc, currencyCode),
        },
        {
          field: 'conversion',
          label: t('figure.conversion'),
          ordered: true,
          cell: ({ figures }) => show.percent(figures.conversion),
        },
      ]),
    [t, format, show],
  );
}
