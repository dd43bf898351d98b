import { accountIntegrations } from '@primazia/backend/catalog/contract';
import type { MarketplaceChoice } from '@primazia/backend/integrations/contract';
import { type ApiError, errorText, mayRetry, useQueryCall, useTranslation } from '@primazia/kit';
import { Button, Content, ErrorState, Heading, InlineAlert } from '@primazia/kit/ui';
import { useState } from 'react';
import { namedIn } from '../marketplace/named-in.ts';
import { ConnectDialog } from './connect-dialog.tsx';

interface NotConnectedProps {
  why: 'refused' | 'broken_off' | 'failed' | 'gone' | 'nothing' | 'unknown';
  /** What was refused, and why. */
  error?: ApiError;
  /** The marketplace with which to start again. */
  marketplace?: MarketplaceChoice;
  /** The account that was to be connected again; null: a new one. */
  accountId?: number | null;
  onRetry?: () => void;
}

/** Shown when no account was connected: why, and what to do now. */
export function NotConnected(props: NotConnectedProps) {
  const { why, error, marketplace, accountId = null, onRetry } = props;
  const { t } = useTranslation();
  const [isConnecting, setConnecting] = useState(false);
  const isReconnect = accountId !== null;
  const list = useQueryCall(accountIntegrations, {}, { enabled: isReconnect });
  const account = list.data?.accounts.find(({ id }) => id === accountId);
  const isAgain = error !== undefined && onRetry !== undefined && mayRetry(error);
  return (
    <div className="return__failed">
      <InlineAlert variant={why === 'failed' ? 'negative' : 'notice'}>
        <Heading level={2}>{t(`return.${why}.title`)}</Heading>
        <Content>
          {error === undefined
            ? t(`return.${why}.text`, namedIn(marketplace))
            : errorText(t, error)}
        </Content>
      </InlineAlert>
      <div className="actions">
        {isAgain && (
          <Button variant="accent" onPress={onRetry}>
            {t('return.again')}
          </Button>
        )}
        {list.error === null || list.data !== undefined ? (
          <Button
            variant={isAgain ? 'secondary' : 'accent'}
            isPending={isReconnect && list.data === undefined}
            onPress={() => setConnecting(true)}
          >
            {t('return.restart')}
          </Button>
        ) : (
          <ErrorState error={list.error} onRetry={list.refetch} />
        )}
      </div>
      <ConnectDialog
        {...(marketplace !== undefined && { slug: marketplace.slug })}
        {...(account !== undefined && { account })}
        isOpen={isConnecting}
        onClose={() => setConnecting(false)}
      />
    </div>
  );
}
