import {
  type ApiError,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
  useTranslation,
} from '@primazia/kit';

interface WaitingProps {
  error: ApiError | null;
  onRetry: () => unknown;
  onClose: () => void;
}

/** In place of the form while what it needs is on its way, or could not be had. */
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
