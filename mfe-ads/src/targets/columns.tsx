import { type LinkedTarget, TARGET_FIELDS, type TargetField } from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { TwoLines } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AdStatusTag } from '../campaign/status-tag.tsx';
import { useAdsAccountFields } from '../lists/account-fields.tsx';
import { useCampaignChoices } from '../lists/campaign-choices.ts';
import { useFigureColumns } from '../lists/figure-columns.ts';

/** The columns and filters of keywords, products and categories; the same objects until the language changes. */
export function useTargetColumns(): ListDeclaration<LinkedTarget> {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = useFigureColumns();
  const ofAccount = useAdsAccountFields();
  const campaigns = useCampaignChoices();
  return useMemo(() => {
    // A category keeps the marketplace's own text.
    const matchName = (value: string) => t(`target.match.${value}`, { defaultValue: value });
    return declareList<LinkedTarget, TargetField>(TARGET_FIELDS, [
      {
        field: 'text',
        label: t('links.column.text'),
        width: 240,
        ordered: true,
        cell: ({ text, isNegative, matchType, kind }) => (
          <TwoLines
            small={[
              isNegative ? t('links.sign.negative') : null,
              kind === 'CATEGORY' ? null : matchName(matchType),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {text}
          </TwoLines>
        ),
      },
      {
        field: 'campaignName',
        label: t('campaigns.column.name'),
        width: 240,
        ordered: true,
        filter: false,
        cell: ({ campaignId, campaignName, groupName }) => (
          <TwoLines small={groupName ?? t('links.whole_campaign')}>
            <Link to="/campanhas/$campaignId" params={{ campaignId: String(campaignId) }}>
              {campaignName}
            </Link>
          </TwoLines>
        ),
      },
      {
        field: 'campaignId',
        label: t('campaigns.column.name'),
        filter: { open: 1 },
        choices: campaigns,
      },
      {
        field: 'status',
        label: t('campaigns.column.status'),
        valueName: (value) => t(`ads.status.${value}`),
        ordered: true,
        filter: { open: 2 },
        cell: ({ status }) => <AdStatusTag status={status} />,
      },
      {
        field: 'bid',
        label: t('target.column.bid'),
        ordered: true,
        cell: ({ bid, hasOwnBid, currencyCode }) =>
          bid === null ? (
            MISSING
          ) : (
            <TwoLines small={hasOwnBid ? null : t('target.by_default')}>
              {format.money(bid, currencyCode)}
            </TwoLines>
          ),
      },
      ...figures(['investment', 'revenue', 'acos', 'sales', 'clicks', 'impressions']),
      {
        field: 'sign',
        label: t('links.column.sign'),
        valueName: (value) => t(`links.sign.${value}`),
      },
      { field: 'matchType', label: t('links.column.match'), valueName: matchName },
      { field: 'groupName', label: t('ads.object.group') },
      { field: 'currencyCode', label: t('without_ads.column.currency') },
      ...ofAccount,
    ]);
  }, [t, format, figures, ofAccount, campaigns]);
}
