import { adsAccounts } from '@primazia/backend/ads/contract';
import { useApi, useMarketplaces, useTranslation } from '@primazia/kit';
import type { Choice, Choices, Declared } from '@primazia/kit/list';
import { TwoLines } from '@primazia/kit/ui';
import { useMemo } from 'react';

interface OfAccount {
  accountName: string;
  marketplaceId: number;
}
type AccountField = 'accountId' | 'accountName' | 'marketplaceId';

/** The accounts with advertising, found by a part of their name. */
function useAccountChoices(): Choices {
  const api = useApi();
  return useMemo(() => {
    // A single request for all of them: no company has many.
    const all = async (signal: AbortSignal): Promise<Choice[]> =>
      (await api.call(adsAccounts, {}, { signal })).map(({ accountId, accountName }) => ({
        value: String(accountId),
        label: accountName,
      }));
    return {
      search: async ({ search, page, limit }, signal) => {
        const words = search.toLocaleLowerCase();
        const found = (await all(signal)).filter(({ label }) =>
          label.toLocaleLowerCase().includes(words),
        );
        return {
          content: found.slice(page * limit, (page + 1) * limit),
          number: page,
          totalPages: Math.ceil(found.length / limit),
        };
      },
      named: async (ids, signal) => (await all(signal)).filter(({ value }) => ids.includes(value)),
    };
  }, [api]);
}

/** The account of a row and its marketplace, as column and filters; the same objects until the language changes. */
export function useAdsAccountFields(): Declared<OfAccount, AccountField>[] {
  const { t } = useTranslation();
  const choices = useAccountChoices();
  const marketplaces = useMarketplaces();
  return useMemo(
    () => [
      {
        id: 'account',
        label: t('campaigns.column.account'),
        hidden: true,
        exports: ['accountName', 'marketplaceId'],
        cell: ({ accountName, marketplaceId }) => (
          <TwoLines small={marketplaces.of(marketplaceId)?.name}>{accountName}</TwoLines>
        ),
      },
      { field: 'accountId', label: t('campaigns.column.account'), choices },
      { field: 'accountName', label: t('campaigns.column.account'), filter: false },
      {
        field: 'marketplaceId',
        label: t('campaigns.column.marketplace'),
        valueName: (id) => marketplaces.of(Number(id))?.name ?? id,
        offered: marketplaces.all.map(({ id }) => String(id)),
      },
    ],
    [t, choices, marketplaces],
  );
}
