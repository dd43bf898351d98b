import { refreshRecommendations } from '@primazia/backend/insights/contract';
import { showError, useMayWrite, useMutateCall, useTranslation } from '@primazia/kit';
import { ActionButton, Ago, RefreshIcon, Text, toast } from '@primazia/kit/ui';

/** When advice was last evaluated, and a button that evaluates it again. */
export function Evaluated({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { mutate, isPending } = useMutateCall(refreshRecommendations, {
    onSuccess: () => toast('positive', t('advice.refreshing')),
    onError: (error) => showError(t, error),
  });
  return (
    <span className="advice__evaluated">
      {at === null ? (
        t('advice.not_evaluated')
      ) : (
        <span>
          {t('advice.evaluated')} <Ago at={at} />
        </span>
      )}
      {mayWrite && (
        <ActionButton isQuiet isDisabled={isPending} onPress={() => mutate({})}>
          <RefreshIcon />
          <Text>{t('advice.refresh')}</Text>
        </ActionButton>
      )}
    </span>
  );
}
