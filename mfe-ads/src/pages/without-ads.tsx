import { MAX_ADS } from '@primazia/backend/ads/contract';
import {
  exportWithoutAds,
  type ListingWithoutAds,
  queryWithoutAds,
} from '@primazia/backend/insights/contract';
import { useMayWrite, useTranslation } from '@primazia/kit';
import { ListPage, type RowAction, useListCall } from '@primazia/kit/list';
import { ActionButton, AddIcon, Ago } from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useWithoutAdsColumns } from '../without-ads/columns.tsx';

const LIVE = ['campaigns'] as const;

const idOf = ({ listingId }: ListingWithoutAds) => listingId;
const nameOf = ({ title, skuMarketplace }: ListingWithoutAds) => `${title}, ${skuMarketplace}`;

/** Why no campaign can be created for these listings together; null: it can. */
function obstacleOf(rows: readonly ListingWithoutAds[]): string | null {
  if (rows.length > MAX_ADS) return 'too_many';
  if (new Set(rows.map(({ accountId }) => accountId)).size > 1) return 'several_accounts';
  return rows.every(({ canCreate }) => canCreate) ? null : 'no_creation';
}

/** Active listings that no running campaign shows, the reason for each, and a campaign for the chosen ones. */
export function WithoutAdsPage() {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const navigate = useNavigate();
  const [ticked, setTicked] = useState<readonly ListingWithoutAds[]>([]);
  const { shown } = useListCall(queryWithoutAds, {
    ...useWithoutAdsColumns(),
    download: exportWithoutAds,
  });
  const create = useCallback(
    (rows: readonly ListingWithoutAds[]) =>
      void navigate({
        to: '/campanhas/nova',
        search: {
          account: rows[0]!.accountId,
          listings: rows.map(({ listingId }) => listingId).join(','),
        },
      }),
    [navigate],
  );
  const rowActions = useCallback(
    (row: ListingWithoutAds): RowAction[] =>
      mayWrite && row.canCreate
        ? [
            {
              id: 'create',
              label: t('without_ads.create'),
              icon: AddIcon,
              onPress: () => create([row]),
            },
          ]
        : [],
    [t, mayWrite, create],
  );
  const obstacle = obstacleOf(ticked);
  const { data } = shown.result;
  return (
    <ListPage
      id="listings-without-ads"
      title={t('without_ads.title')}
      {...shown}
      rowId={idOf}
      rowLabel={nameOf}
      searchLabel={t('without_ads.search')}
      live={LIVE}
      rowActions={rowActions}
      notice={
        data !== undefined &&
        data.evaluatedAt !== null && (
          <span>
            {t('without_ads.evaluated')} <Ago at={data.evaluatedAt} />
          </span>
        )
      }
      {...(mayWrite && {
        selection: {
          rows: ticked,
          onChange: setTicked,
          notice: obstacle !== null && <span>{t(`without_ads.obstacle.${obstacle}`)}</span>,
          actions: (
            <ActionButton isDisabled={obstacle !== null} onPress={() => create(ticked)}>
              {t('without_ads.create')}
            </ActionButton>
          ),
        },
      })}
      empty={{ title: t('without_ads.empty'), text: t('without_ads.empty_text') }}
    />
  );
}
