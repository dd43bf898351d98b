import {
  type Competitor,
  competitors,
  type SuspectDecision,
  suspectPrice,
} from '@primazia/backend/monitoring/contract';
import { showError, useFormat, useMayWrite, useMutateCall, useTranslation } from '@primazia/kit';
import { ActionButton, AlertIcon, StatusTag } from '@primazia/kit/ui';

interface SuspicionProps {
  listingId: number;
  competitor: Competitor;
  currencyCode: string;
}

/** Shows that a competitor's price looks wrong, with buttons to confirm or refuse it. */
export function Suspicion({ listingId, competitor, currencyCode }: SuspicionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const decide = useMutateCall(suspectPrice, {
    invalidates: [competitors],
    onError: (refused) => showError(t, refused),
  });
  const { suspicion, marketplaceId, sellerId, sellerName, price } = competitor;
  if (suspicion === null) return null;
  const say = (decision: SuspectDecision['decision']) => {
    const action = t(
      decision === 'confirmed' ? 'competitors.confirm_price' : 'competitors.refuse_price',
    );
    return (
      <ActionButton
        isQuiet
        isDisabled={decide.isPending}
        aria-label={t('competitors.decide_of', {
          action,
          seller: sellerName || t('kit:seller.unnamed_in_sentence'),
          price: format.money(price, currencyCode),
        })}
        onPress={() =>
          decide.mutate({
            params: { listingId },
            body: { marketplaceId, sellerId, price, decision },
          })
        }
      >
        {action}
      </ActionButton>
    );
  };
  return (
    <>
      <StatusTag tone="notice" icon={AlertIcon}>
        {t(`competitors.${suspicion}`)}
      </StatusTag>
      <span className="two-lines__small">{t(`competitors.${suspicion}_text`)}</span>
      {mayWrite && (
        <span className="suspicion__acts">
          {say('confirmed')}
          {suspicion === 'suspect' && say('refused')}
        </span>
      )}
    </>
  );
}
