import { REPORT_FIELDS, type ReportDay, type ReportField } from '@primazia/backend/ads/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { TwoLines } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { useFigureColumns } from '../lists/figure-columns.ts';

/** The columns and filters of a campaign's days; the same objects until the language changes. */
export function useReportColumns(): ListDeclaration<ReportDay> {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = useFigureColumns();
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
        ...figures(
          [
            'investment',
            'revenue',
            'acos',
            'roas',
            'sales',
            'units',
            'clicks',
            'impressions',
            'ctr',
            'cpc',
            'conversion',
          ],
          ['units'],
        ),
      ]),
    [t, format, figures],
  );
}
