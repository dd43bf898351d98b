import { adsAccounts } from '@primazia/backend/ads/contract';
import type { Api } from '@primazia/kit';
import { useAccountFields } from '@primazia/kit/list';

const readAccounts = async (api: Api, signal: AbortSignal) =>
  (await api.call(adsAccounts, {}, { signal })).map(({ accountId, accountName }) => ({
    value: String(accountId),
    label: accountName,
  }));

/** The account of a row and its marketplace, as column and filters; the filter offers the accounts with advertising. */
export const useAdsAccountFields = () => useAccountFields(readAccounts);
