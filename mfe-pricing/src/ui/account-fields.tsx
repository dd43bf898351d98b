import type { Marketplaces, useTranslation } from '@primazia/kit';
import type { Choices, Declared } from '@primazia/kit/list';
import { TwoLines } from './two-lines.tsx';

type Texts = ReturnType<typeof useTranslation>['t'];

interface OfAccount {
  accountName: string;
  marketplaceId: number;
}

type AccountField = 'accountId' | 'accountName' | 'marketplaceId';

/** The account that a listing belongs to, with its marketplace: a column and filters of every list of listings. */
export const accountFields = (
  t: Texts,
  choices: Choices,
  marketplaces: Marketplaces,
): Declared<OfAccount, AccountField>[] => [
  {
    id: 'account',
    label: t('listings.account'),
    hidden: true,
    exports: ['accountName', 'marketplaceId'],
    cell: ({ accountName, marketplaceId }) => (
      <TwoLines small={marketplaces.of(marketplaceId)?.name}>{accountName}</TwoLines>
    ),
  },
  { field: 'accountId', label: t('listings.account'), choices },
  { field: 'accountName', label: t('listings.account'), filter: false },
  {
    field: 'marketplaceId',
    label: t('listings.marketplace'),
    valueName: (id) => marketplaces.of(Number(id))?.name ?? id,
    offered: marketplaces.all.map(({ id }) => String(id)),
  },
];
