import {
  ADVICE_FIELDS,
  type AdviceField,
  type Recommendation,
} from '@primazia/backend/insights/contract';
import { useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration, useAccountFields } from '@primazia/kit/list';
import { ElsewhereLink, TwoLines } from '@primazia/kit/ui';
import { useMemo } from 'react';
import { Effect } from './effect.tsx';

/** The columns and filters of advice; the same objects until the language or the kind changes. */
export function useAdviceColumns(isOneKind: boolean): ListDeclaration<Recommendation> {
  const { t } = useTranslation();
  const format = useFormat();
  const ofAccount = useAccountFields();
  return useMemo(
    () =>
      declareList<Recommendation, AdviceField>(ADVICE_FIELDS, [
        {
          field: 'title',
          label: t('advice.column.title'),
          width: 260,
          cell: ({ title, code, isPrimary }) => (
            <TwoLines
              small={[code, isPrimary ? null : t('advice.also')].filter(Boolean).join(' · ')}
            >
              {title}
            </TwoLines>
          ),
        },
        {
          field: 'kind',
          label: t('advice.column.kind'),
          valueName: (value) => t(`advice.kind.${value}`),
          hidden: isOneKind,
          filter: isOneKind ? false : { open: 1 },
          cell: ({ kind }) => t(`advice.kind.${kind}`),
        },
        {
          id: 'why',
          label: t('advice.column.why'),
          exports: [],
          width: 380,
          cell: ({ why }) => <span className="advice__why">{why}</span>,
        },
        {
          field: 'effect',
          label: t('advice.column.effect'),
          ordered: true,
          cell: (row) => <Effect {...row} />,
        },
        {
          field: 'act',
          label: t('advice.column.act'),
          valueName: (value) => t(`advice.act.${value}`),
          cell: ({ act, page, state, isDoneHere, dismissal, snoozedUntil }) => (
            <TwoLines
              small={
                snoozedUntil !== null
                  ? t('advice.until', { date: format.date(snoozedUntil) })
                  : dismissal !== null
                    ? t(`advice.dismissal.${dismissal}`)
                    : state === 'open'
                      ? null
                      : t(`advice.state.${state}`)
              }
            >
              {isDoneHere || page === null ? (
                t(`advice.act.${act}`)
              ) : (
                <ElsewhereLink to={page}>{t(`advice.act.${act}`)}</ElsewhereLink>
              )}
            </TwoLines>
          ),
        },
        {
          field: 'openedAt',
          label: t('advice.column.opened_at'),
          ordered: true,
          cell: ({ openedAt }) => format.date(openedAt),
        },
        { field: 'code', label: t('advice.column.code') },
        { field: 'listingId', label: t('advice.column.listing_id') },
        { field: 'campaignId', label: t('advice.column.campaign_id') },
        { field: 'currencyCode', label: t('advice.column.currency') },
        ...ofAccount,
      ]),
    [t, format, ofAccount, isOneKind],
  );
}
