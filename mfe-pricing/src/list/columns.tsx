import { MARKETPLACE } from '@primazia/backend/kernel/marketplace-ids';
import { type Column, MARKETPLACE_NAMES, type useTranslation } from '@primazia/kit';
import type { ReactNode } from 'react';

export type Texts = ReturnType<typeof useTranslation>['t'];

/** What a sheet says for the values of a field. */
export const wordsOf = (
  values: readonly string[],
  name: (value: string) => string,
): Record<string, string> => Object.fromEntries(values.map((value) => [value, name(value)]));

/** What a marketplace is called, by its id as a filter or a sheet holds it. */
export const marketplaceName = (id: string): string =>
  MARKETPLACE_NAMES[Number(id) as keyof typeof MARKETPLACE_NAMES];

/** A value, and smaller under it what belongs to it. */
export const TwoLines = ({ small, children }: { small: ReactNode; children: ReactNode }) => (
  <span className="two-lines">
    <span>{children}</span>
    <span className="two-lines__small">{small}</span>
  </span>
);

interface OfAccount {
  accountName: string;
  marketplaceId: keyof typeof MARKETPLACE_NAMES;
}

/** The account that an ad stands in, with its marketplace. */
export const accountColumn = (t: Texts): Column<OfAccount> => ({
  id: 'account',
  header: t('listings.account'),
  sheet: [
    { field: 'accountName' },
    {
      field: 'marketplaceId',
      label: t('listings.marketplace'),
      words: wordsOf(Object.values(MARKETPLACE).map(String), marketplaceName),
    },
  ],
  cell: ({ accountName, marketplaceId }) => (
    <TwoLines small={MARKETPLACE_NAMES[marketplaceId]}>{accountName}</TwoLines>
  ),
});
