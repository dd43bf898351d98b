import {
  type AdsChange,
  adsChanges,
  approveAdsChange,
  approveAdsChanges,
  cancelAdsChange,
  getCampaign,
  undoAdsChange,
} from '@primazia/backend/ads/contract';
import {
  showError,
  useFormat,
  useLiveRefresh,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { ActionButton, Ago, Button, DialogContainer, ErrorState, toast } from '@primazia/kit/ui';
import { useState } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';

/** The changes of a campaign: date, who, what, before and after, state; and what can be done about each. */
export function ChangeHistory({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [asked, setAsked] = useState<AdsChange | null>(null);
  const { data, error, refetch } = useQueryCall(adsChanges, { params: { campaignId }, query: {} });
  useLiveRefresh(['campaigns'], [adsChanges]);
  const approveAll = useMutateCall(approveAdsChanges, {
    invalidates: [adsChanges, getCampaign],
    onSuccess: ({ approved }) => toast('positive', t('change.approved', { count: approved })),
    onError: (fault) => showError(t, fault),
  });
  if (data === undefined) return error && <ErrorState error={error} onRetry={refetch} />;
  return (
    <section className="group" aria-label={t('change.history')}>
      <div className="changes__head">
        <h2>{t('change.history')}</h2>
        {mayWrite && data.content.filter(({ state }) => state === 'pending').length > 1 && (
          <Button
            variant="accent"
            isPending={approveAll.isPending}
            onPress={() => approveAll.mutate({ params: { campaignId } })}
          >
            {t('change.approve_all')}
          </Button>
        )}
      </div>
      {data.totalElements === 0 ? (
        <p>{t('change.none')}</p>
      ) : (
        <ul className="changes">
          {data.content.map((change) => (
            <ChangeLine key={change.id} change={change} onAsk={() => setAsked(change)} />
          ))}
        </ul>
      )}
      <DialogContainer onDismiss={() => setAsked(null)}>
        {asked !== null && <ReasonDialog change={asked} onClose={() => setAsked(null)} />}
      </DialogContainer>
    </section>
  );
}

function ChangeLine({ change, onAsk }: { change: AdsChange; onAsk: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const options = {
    invalidates: [adsChanges, getCampaign],
    onError: (error: Error) => showError(t, error),
  };
  const approve = useMutateCall(approveAdsChange, options);
  const cancel = useMutateCall(cancelAdsChange, options);
  const undo = useMutateCall(undoAdsChange, options);
  const { id, field, before, after, state, code, message, objectName, currencyCode } = change;
  const show = ({ amount, status }: AdsChange['before']) =>
    status === null ? format.money(amount, currencyCode) : t(`ads.status.${status}`);
  const by = change.createdBy ?? (change.isExplained ? 'Primazia' : null);
  const params = { params: { changeId: id } };
  const why = code === null ? null : t(`change.code.${code}`, { defaultValue: message ?? code });
  return (
    <li>
      <span>
        <strong>{objectName}</strong> · {t(`ads.field.${field}`)}: {show(before)} → {show(after)} ·{' '}
        {t(`ads.change.${state}`)}
      </span>
      <span className="group__note">
        <Ago at={change.createdAt} />
        {by !== null && ` · ${by}`}
        {why !== null && ` · ${why}`}
      </span>
      {(mayWrite || change.isExplained) && (
        <span className="changes__acts">
          {change.isExplained && (
            <ActionButton
              isQuiet
              aria-label={t('change.why_of', { name: objectName })}
              onPress={onAsk}
            >
              {t('target.why')}
            </ActionButton>
          )}
          {mayWrite && state === 'pending' && (
            <ActionButton onPress={() => approve.mutate(params)}>
              {t('change.approve')}
            </ActionButton>
          )}
          {mayWrite && (state === 'pending' || state === 'approved') && (
            <ActionButton onPress={() => cancel.mutate(params)}>{t('change.cancel')}</ActionButton>
          )}
          {mayWrite && state === 'applied' && (
            <ActionButton onPress={() => undo.mutate(params)}>
              {t('change.restore', { value: show(before) })}
            </ActionButton>
          )}
        </span>
      )}
    </li>
  );
}
