import {
  type CampaignChange,
  CHANGE_FIELDS,
  type CHANGE_VALUES,
  type ChangeField,
} from '@primazia/backend/ads/contract';
import { BiddingStrategy, CampaignStatus } from '@primazia/backend/kernel/ads';
import { MISSING, useFormat, useTranslation } from '@primazia/kit';
import { type Declared, declareList, type ListDeclaration } from '@primazia/kit/list';
import { TwoLines } from '@primazia/kit/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAdsAccountFields } from '../lists/account-fields.tsx';
import { useCampaignChoices } from '../lists/campaign-choices.ts';
import { makerOf, useChangeValue } from './values.ts';

type Field = ChangeField | (typeof CHANGE_VALUES)[number];

/** The words among the values are named; there is no filter by values. */
const VALUE = {
  type: 'text',
  options: [...CampaignStatus.options, ...BiddingStrategy.options],
} as const;
const FIELDS = { ...CHANGE_FIELDS, before: VALUE, after: VALUE };

/** The columns and filters of changes; the same objects until the language changes. */
export function useChangeColumns(): ListDeclaration<CampaignChange> {
  const { t } = useTranslation();
  const format = useFormat();
  const show = useChangeValue();
  const ofAccount = useAdsAccountFields();
  const campaigns = useCampaignChoices();
  return useMemo(() => {
    const valueName = (value: string) =>
      t(`ads.${BiddingStrategy.safeParse(value).success ? 'bidding' : 'status'}.${value}`);
    // Its export writes amounts as numbers, and statuses by their words.
    const valueColumn = (
      name: (typeof CHANGE_VALUES)[number],
    ): Declared<CampaignChange, Field>[] => [
      {
        field: name,
        label: t(`changes.column.${name}`),
        filter: false,
        valueName,
        numeric: true,
        cell: (change) => show(change, change[name]),
      },
    ];
    return declareList<CampaignChange, Field>(FIELDS, [
      {
        field: 'createdAt',
        label: t('changes.column.date'),
        filter: { open: 1, required: true },
        ordered: true,
        cell: ({ createdAt }) => format.dateTime(createdAt),
      },
      {
        field: 'campaignName',
        label: t('campaigns.column.name'),
        filter: false,
        ordered: true,
        width: 240,
        cell: ({ campaignId, campaignName, accountName }) => (
          <TwoLines small={accountName}>
            <Link to="/campanhas/$campaignId" params={{ campaignId: String(campaignId) }}>
              {campaignName}
            </Link>
          </TwoLines>
        ),
      },
      {
        field: 'campaignId',
        label: t('campaigns.column.name'),
        filter: { open: 2 },
        choices: campaigns,
      },
      {
        id: 'operation',
        label: t('changes.column.operation'),
        exports: ['field', 'object', 'objectName'],
        width: 220,
        cell: ({ field, object, objectName }) => (
          <TwoLines small={`${t(`ads.object.${object}`)} · ${objectName}`}>
            {t(`ads.field.${field}`)}
          </TwoLines>
        ),
      },
      ...valueColumn('before'),
      ...valueColumn('after'),
      {
        field: 'state',
        label: t('changes.column.state'),
        valueName: (value) => t(`ads.change.${value}`),
        filter: { open: 3 },
        ordered: true,
        cell: ({ state, code, message }) => (
          <TwoLines
            small={
              code === null ? null : t(`change.code.${code}`, { defaultValue: message ?? code })
            }
          >
            {t(`ads.change.${state}`)}
          </TwoLines>
        ),
      },
      {
        field: 'createdBy',
        label: t('changes.column.made_by'),
        cell: (change) => makerOf(change) ?? MISSING,
      },
      {
        field: 'origin',
        label: t('changes.column.origin'),
        valueName: (value) => t(`changes.origin.${value}`),
      },
      {
        field: 'settledAt',
        label: t('changes.column.settled'),
        ordered: true,
        hidden: true,
        cell: ({ settledAt }) => (settledAt === null ? MISSING : format.dateTime(settledAt)),
      },
      {
        field: 'field',
        label: t('changes.column.operation'),
        valueName: (value) => t(`ads.field.${value}`),
      },
      {
        field: 'object',
        label: t('changes.column.object'),
        valueName: (value) => t(`ads.object.${value}`),
      },
      { field: 'objectName', label: t('changes.column.object_name') },
      { field: 'currencyCode', label: t('without_ads.column.currency') },
      ...ofAccount,
    ]);
  }, [t, format, show, ofAccount, campaigns]);
}
