import {
  unwatch,
  type WatchedCompetitor,
  watchedCompetitors,
} from '@primazia/backend/monitoring/contract';
import { showError, useMutateCall, useTranslation } from '@primazia/kit';
import { ConsequencesDialog } from '@primazia/kit/ui';

/** Asks before a competitor is watched no longer. */
export function RemoveDialog({
  competitor,
  onClose,
}: {
  competitor: WatchedCompetitor;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { isPending, mutate } = useMutateCall(unwatch, {
    invalidates: [watchedCompetitors],
    onSuccess: onClose,
    onError: (error) => showError(t, error),
  });
  return (
    <ConsequencesDialog
      title={t('watch.remove_title', { name: competitor.title ?? competitor.productId })}
      consequences={[t('watch.remove_rules'), t('watch.remove_price')]}
      back={t('watch.no')}
      confirm={t('watch.yes')}
      isPending={isPending}
      onConfirm={() => mutate({ params: { competitorId: competitor.id } })}
      onClose={onClose}
    />
  );
}
