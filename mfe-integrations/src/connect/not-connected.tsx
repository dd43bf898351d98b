import {
  type ApiError,
  Button,
  Content,
  errorText,
  Heading,
  InlineAlert,
  mayRetry,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { ConnectDialog } from './connect-dialog.tsx';

interface NotConnectedProps {
  why: 'refused' | 'broken_off' | 'failed' | 'gone' | 'nothing' | 'unknown';
  /** What was refused, and why. */
  error?: ApiError;
  /** Which marketplace to begin with once more. */
  slug?: string;
  marketplace?: string;
  onRetry?: () => void;
}

/** No account came of it: why, and what to do now. */
export function NotConnected({ why, error, slug, marketplace, onRetry }: NotConnectedProps) {
  const { t } = useTranslation();
  const [isConnecting, setConnecting] = useState(false);
  const isAgain = error !== undefined && onRetry !== undefined && mayRetry(error);
  return (
    <div className="return__failed">
      <InlineAlert variant={why === 'failed' ? 'negative' : 'notice'}>
        <Heading level={2}>{t(`return.${why}.title`)}</Heading>
        <Content>
          {error === undefined
            ? t(`return.${why}.text`, { marketplace, context: slug ?? '' })
            : errorText(t, error)}
        </Content>
      </InlineAlert>
      <div className="actions">
        {isAgain && (
          <Button variant="accent" onPress={onRetry}>
            {t('return.again')}
          </Button>
        )}
        <Button variant={isAgain ? 'secondary' : 'accent'} onPress={() => setConnecting(true)}>
          {t('return.restart')}
        </Button>
      </div>
      <ConnectDialog
        {...(slug !== undefined && { slug })}
        isOpen={isConnecting}
        onClose={() => setConnecting(false)}
      />
    </div>
  );
}
