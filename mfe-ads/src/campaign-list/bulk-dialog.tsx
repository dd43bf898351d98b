import {
  type CampaignBulk,
  campaignBulks,
  previewCampaignBulk,
  startCampaignBulk,
} from '@primazia/backend/ads/contract';
import { showError, useFormat, useMutateCall, useQueryCall, useTranslation } from '@primazia/kit';
import type { Frozen } from '@primazia/kit/list';
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
import { ExcludedCampaigns } from './excluded-campaigns.tsx';

interface BulkDialogProps {
  chosen: Frozen;
  status: CampaignBulk['status'];
  onStarted: () => void;
  onClose: () => void;
}

/** What a status would change in all matching campaigns, before a person confirms it. */
export function BulkDialog({ chosen, status, onStarted, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQueryCall(previewCampaignBulk, {
    params: { selectionId: chosen.id },
    body: { status },
  });
  const start = useMutateCall(startCampaignBulk, {
    invalidates: [campaignBulks],
    onSuccess: onStarted,
    onError: (failure) => showError(t, failure),
  });
  const total = data === undefined ? 0 : data.changes + data.suggestions;
  const counted = (count: number) => ({ count, shown: format.integer(count) });
  return (
    <Dialog size="M">
      <Heading>{t(`bulk_all.title.${status}`, counted(chosen.count))}</Heading>
      <Divider />
      <Content>
        {data === undefined ? (
          error === null ? (
            <Skeleton rows={3} />
          ) : (
            <ErrorState error={error} onRetry={refetch} />
          )
        ) : (
          <>
            {data.changes > 0 && (
              <p>
                {t(
                  data.requiresApproval ? 'bulk_all.waits' : 'bulk_all.sends',
                  counted(data.changes),
                )}
              </p>
            )}
            {data.suggestions > 0 && <p>{t('bulk_all.suggests', counted(data.suggestions))}</p>}
            {total === 0 && <p>{t('bulk_all.nothing')}</p>}
            <ExcludedCampaigns left={data.left} />
          </>
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('bulk_all.back')}
        </Button>
        <Button
          variant="accent"
          isDisabled={total === 0}
          isPending={start.isPending}
          onPress={() => start.mutate({ body: { selectionId: chosen.id, status } })}
        >
          {t(`bulk.to.${status}`, { count: total })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
