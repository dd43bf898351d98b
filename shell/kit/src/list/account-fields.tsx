import { accounts } from '@primazia/backend/catalog/contract';
import { useMemo } from 'react';
import type { Api } from '../api/api.ts';
import { type Marketplaces, useMarketplaces } from '../context/marketplaces.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { TwoLines } from '../listing/two-lines.tsx';
import { useApi } from '../query/hooks.ts';
import type { Declared } from './declare-list.ts';
import type { Choice, Choices, Texts } from './types.ts';

/** Reads the accounts that a list can be filtered by. */
export type ReadAccounts = (api: Api, signal: AbortSignal) => Promise<Choice[]>;

const readAccounts: ReadAccounts = async (api, signal) =>
  (await api.call(accounts, {}, { signal })).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));

/** Accounts, found by a part of their name. */
function useAccountChoices(read: ReadAccounts): Choices {
  const api = useApi();
  return useMemo(
    // A single request for all of them: no company has many.
    () => ({
      search: async ({ search, page, limit }, signal) => {
        const words = search.toLocaleLowerCase();
        const found = (await read(api, signal)).filter(({ label }) =>
          label.toLocaleLowerCase().includes(words),
        );
        return {
          content: found.slice(page * limit, (page + 1) * limit),
          number: page,
          totalPages: Math.ceil(found.length / limit),
        };
      },
      named: async (ids, signal) =>
        (await read(api, signal)).filter(({ value }) => ids.includes(value)),
    }),
    [api, read],
  );
}

interface OfAccount {
  accountName: string;
  marketplaceId: number;
}

type AccountField = 'accountId' | 'accountName' | 'marketplaceId';

const declared = (
  t: Texts,
  choices: Choices,
  marketplaces: Marketplaces,
): Declared<OfAccount, AccountField>[] => [
  {
    id: 'account',
    label: t('listing.account'),
    hidden: true,
    exports: ['accountName', 'marketplaceId'],
    cell: ({ accountName, marketplaceId }) => (
      <TwoLines small={marketplaces.of(marketplaceId)?.name}>{accountName}</TwoLines>
    ),
  },
  { field: 'accountId', label: t('listing.account'), choices },
  { field: 'accountName', label: t('listing.account'), filter: false },
  {
    field: 'marketplaceId',
    label: t('listing.marketplace'),
    valueName: (id) => marketplaces.of(Number(id))?.name ?? id,
    offered: marketplaces.all.map(({ id }) => String(id)),
  },
];

/**
 * The account that a listing belongs to, with its marketplace: a column and filters of every list of listings; the same
 * objects until the language changes.
 * @param read the accounts that the filter offers, referentially stable; by default all of the company
 */
export function useAccountFields(
  read: ReadAccounts = readAccounts,
): Declared<OfAccount, AccountField>[] {
  const { t } = useTranslation('kit');
  const choices = useAccountChoices(read);
  const marketplaces = useMarketplaces();
  return useMemo(() => declared(t, choices, marketplaces), [t, choices, marketplaces]);
}
