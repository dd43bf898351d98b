import { type AdsChange, adsChangeReason } from '@primazia/backend/ads/contract';
import { useQueryCall, useTranslation } from '@primazia/kit';
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
import { DecisionSteps } from './decision-steps.tsx';

interface ReasonDialogProps {
  change: AdsChange;
  onClose: () => void;
}

/** Why the engine made a change, with the data of that time. */
export function ReasonDialog({ change, onClose }: ReasonDialogProps) {
  const { t } = useTranslation();
  const params = { changeId: change.id };
  const { data, error, refetch } = useQueryCall(adsChangeReason, { params });
  return (
    <Dialog size="L">
      <Heading>{t('change.why_of', { name: change.objectName })}</Heading>
      <Divider />
      <Content>
        {data === undefined &&
          (error === null ? <Skeleton rows={5} /> : <ErrorState error={error} onRetry={refetch} />)}
        {data !== undefined && <DecisionSteps {...data} />}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('bid.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
