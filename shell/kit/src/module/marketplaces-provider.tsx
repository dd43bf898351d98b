import { marketplaces } from '@primazia/backend/integrations/contract';
import { type ReactNode, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useKit } from '../context/kit-context.ts';
import { MarketplacesContext, marketplacesOf } from '../context/marketplaces.ts';
import { useQueryCall } from '../query/hooks.ts';

/** Fetches the marketplaces once, in parallel with the first call of the page: everything that shows a listing names one. */
export function MarketplacesProvider({ children }: { children: ReactNode }) {
  const { token, companyId, mustChangePassword } = useSnapshot(useKit().session);
  const { data } = useQueryCall(
    marketplaces,
    {},
    {
      // In a host's page the company is known before the host has given a token.
      enabled: token !== null && companyId !== null && !mustChangePassword,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const known = useMemo(() => marketplacesOf(data ?? []), [data]);
  return <MarketplacesContext value={known}>{children}</MarketplacesContext>;
}
