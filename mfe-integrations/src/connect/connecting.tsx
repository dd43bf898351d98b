import {
  accountInState,
  accountIntegrations,
  finishConsent,
} from '@primazia/backend/catalog/contract';
import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import { useIsMounted, useMutateCall, useTranslation } from '@primazia/kit';
import { ProgressCircle } from '@primazia/kit/ui';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { namedIn } from '../marketplace/named-in.ts';
import { NotConnected } from './not-connected.tsx';

interface ConnectingProps {
  given: { marketplace: string; state: string; code: string; params: Record<string, string> };
  marketplace: MarketplaceChoice;
}

/** Sends the parameters of the redirect once, and continues with the connected account. */
export function Connecting({ given, marketplace }: ConnectingProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const stands = useIsMounted();
  const named = namedIn(marketplace);
  const finish = useMutateCall(finishConsent, {
    invalidates: [accountIntegrations],
    // The code was used, and must not stay in the browser's history.
    onSuccess: ({ id }) => {
      if (stands()) void navigate({ to: '.', search: { account: id }, replace: true });
    },
  });
  const connect = useEffectEvent(() => finish.mutate({ body: given }));
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    connect();
  }, []);
  if (finish.error !== null) {
    return (
      <NotConnected
        why="failed"
        error={finish.error}
        marketplace={marketplace}
        accountId={accountInState(given.state)}
        onRetry={() => finish.mutate({ body: given })}
      />
    );
  }
  return (
    <div className="tile return__wait" role="status">
      <ProgressCircle size="S" isIndeterminate aria-label={t('return.connecting', named)} />
      {t('return.connecting', named)}
    </div>
  );
}
