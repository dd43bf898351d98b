import { beginConsent } from '@primazia/backend/catalog/contract';
import { showError, useMutateCall, usePlace, useTranslation } from '@primazia/kit';
import { useState } from 'react';

export interface ConsentWish {
  marketplace: string;
  countryCode: string;
  /** The account to connect again; null: a new one. */
  accountId: number | null;
}

/**
 * Redirects to the marketplace's page of consent. The page of a host must not be left: there it returns the address,
 * for a link that opens in a new tab.
 */
export function useConsent() {
  const { t } = useTranslation();
  const { root } = usePlace();
  const [address, setAddress] = useState<string | null>(null);
  const begin = useMutateCall(beginConsent, {
    onSuccess: (answer) => {
      if (root === document) window.location.assign(answer.address);
      else setAddress(answer.address);
    },
    onError: (error) => showError(t, error),
  });
  return {
    begin: (wish: ConsentWish) => begin.mutate({ body: wish }),
    // It stays so until the page is left.
    isPending: begin.isPending || (begin.isSuccess && root === document),
    address,
  };
}
