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
 * Leads to the marketplace's page of consent. On the page of a host nothing of the host's is left: there the address is
 * given, for a link that opens beside it.
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
