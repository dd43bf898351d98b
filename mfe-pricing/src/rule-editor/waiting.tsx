import { type ApiError, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
} from '@primazia/kit/ui';

interface WaitingProps {
  error: ApiError | null;
  onRetry: () => unknown;
  onClose: () => void;
}

/** In place of the form while its data is loading, or could not be loaded. */
export function Waiting({ error, onRetry, onClose }: WaitingProps) {
  const { t } = useTranslation();
  return (
    <Dialog>
      <Heading>{t('rule.title_edit')}</Heading>
      <Divider />
      <Content>
        {error === null ? <Skeleton rows={8} /> : <ErrorState error={error} onRetry={onRetry} />}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
