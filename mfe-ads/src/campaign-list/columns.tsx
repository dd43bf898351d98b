import { CAMPAIGN_FIELDS, type Campaign, HolidayTag } from '@primazia/backend/ads/contract';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { declareList, type ListDeclaration } from '@primazia/kit/list';
import { MarketplaceMark, TwoLines } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CampaignStatusTag } from '../campaign/status-tag.tsx';
import { useAdsAccountFields } from '../lists/account-fields.tsx';
import { useFigureColumns } from '../lists/figure-columns.ts';
import { useTagChoices } from '../tags/tag-choices.ts';
import { Tags } from '../tags/tags.tsx';
import { useTagName } from '../tags/use-tag-name.ts';

/** Its name, and under it the account that it belongs to. */
function NameOfCampaign({ campaign }: { campaign: Campaign }) {
  const { id, name, accountName, marketplaceId } = campaign;
  return (
    <span className="campaign__name">
      <MarketplaceMark id={marketplaceId} />
      <TwoLines small={accountName}>
        <Link to="/campanhas/$campaignId" params={{ campaignId: String(id) }}>
          {name}
        </Link>
      </TwoLines>
    </span>
  );
}

/** In the contract `tagNames` is only a field of the export; the page has the names of holidays. */
const FIELDS = {
  ...CAMPAIGN_FIELDS,
  tagNames: { type: 'text', options: HolidayTag.options } as const,
};

/** The columns and filters of campaigns; referentially stable until the language changes. */
export function useCampaignColumns(): ListDeclaration<Campaign> {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = useFigureColumns();
  const ofAccount = useAdsAccountFields();
  const tags = useTagChoices();
  const tagName = useTagName();
  return useMemo(
    () =>
      declareList<Campaign, keyof typeof FIELDS>(FIELDS, [
        {
          field: 'name',
          label: t('campaigns.column.name'),
          ordered: true,
          width: 300,
          cell: (campaign) => <NameOfCampaign campaign={campaign} />,
        },
        {
          id: 'report',
          label: t('report.title'),
          exports: [],
          cell: ({ id, name }) => (
            <Link
              to="/campanhas/$campaignId/relatorio"
              params={{ campaignId: String(id) }}
              search={{}}
              aria-label={t('report.of', { name })}
            >
              {t('report.title')}
            </Link>
          ),
        },
        {
          field: 'status',
          label: t('campaigns.column.status'),
          valueName: (value) => t(`ads.status.${value}`),
          ordered: true,
          filter: { open: 1 },
          cell: (campaign) => <CampaignStatusTag campaign={campaign} />,
        },
        {
          field: 'dailyBudget',
          label: t('campaigns.column.daily_budget'),
          ordered: true,
          cell: ({ dailyBudget, currencyCode }) => format.money(dailyBudget, currencyCode),
        },
        {
          field: 'roasTarget',
          label: t('campaigns.column.roas_target'),
          ordered: true,
          // A campaign with bids has no target.
          cell: ({ roasTarget }) => format.decimal(roasTarget, 1),
        },
        {
          field: 'type',
          label: t('campaigns.column.type'),
          valueName: (value) => t(`ads.type.${value}`),
          ordered: true,
          filter: { open: 2 },
          cell: ({ type }) => t(`ads.type.${type}`),
        },
        {
          field: 'strategy',
          label: t('campaigns.column.strategy'),
          valueName: (value) => t(`ads.strategy.${value}`),
          ordered: true,
          cell: ({ strategy }) => t(`ads.strategy.${strategy}`),
        },
        {
          id: 'tags',
          label: t('tags.label'),
          exports: ['tagNames'],
          cell: ({ tags }) => <Tags tags={tags} />,
        },
        { field: 'tags', label: t('tags.label'), filter: { open: 3 }, choices: tags },
        { field: 'tagNames', label: t('tags.label'), filter: false, valueName: tagName },
        ...figures(
          [
            'investment',
            'revenue',
            'acos',
            'roas',
            'sales',
            'clicks',
            'impressions',
            'ctr',
            'cpc',
            'conversion',
          ],
          ['ctr', 'cpc', 'conversion'],
        ),
        {
          field: 'biddingStrategy',
          label: t('campaigns.column.bidding'),
          valueName: (value) => t(`ads.bidding.${value}`),
          hidden: true,
          cell: ({ biddingStrategy }) =>
            biddingStrategy === null ? MISSING : t(`ads.bidding.${biddingStrategy}`),
        },
        {
          field: 'startDate',
          label: t('campaigns.column.start'),
          ordered: true,
          hidden: true,
          cell: ({ startDate }) => format.date(startDate),
        },
        {
          field: 'endDate',
          label: t('campaigns.column.end'),
          ordered: true,
          hidden: true,
          cell: ({ endDate }) => format.date(endDate),
        },
        {
          field: 'state',
          label: t('campaigns.column.state'),
          valueName: (value) => t(`ads.state.${value}`),
        },
        ...ofAccount,
      ]),
    [t, format, figures, ofAccount, tags, tagName],
  );
}
