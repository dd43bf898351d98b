import { useTranslation } from '@primazia/kit';
import { Button, Content, Heading, InlineAlert } from '@primazia/kit/ui';

interface LoadFailureProps {
  title: string;
  text: string;
  /** Absent where trying again would not help. */
  onRetry?: () => unknown;
}

/** What a dialog shows in place of what it could not load. */
export function LoadFailure({ title, text, onRetry }: LoadFailureProps) {
  const { t } = useTranslation();
  return (
    <InlineAlert variant="negative">
      <Heading>{title}</Heading>
      <Content>
        <p className="load-failure">{text}</p>
        {onRetry !== undefined && (
          <Button variant="primary" onPress={() => void onRetry()}>
            {t('kit:states.retry')}
          </Button>
        )}
      </Content>
    </InlineAlert>
  );
}
