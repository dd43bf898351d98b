import {
  type AdsChange,
  adsChanges,
  approveAdsChange,
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
import { ActionButton, Ago, ErrorState } from '@primazia/kit/ui';

/** The changes of a campaign: date, who, what, before and after, state; and what can be done about each. */
export function ChangeHistory({ campaignId }: { campaignId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQueryCall(adsChanges, { params: { campaignId }, query: {} });
  useLiveRefresh(['campaigns'], [adsChanges]);
  if (data === undefined) return error && <ErrorState error={error} onRetry={refetch} />;
  return (
    <section className="group" aria-label={t('change.history')}>
      <h2>{t('change.history')}</h2>
      {data.totalElements === 0 ? (
        <p>{t('change.none')}</p>
      ) : (
        <ul className="changes">
          {data.content.map((change) => (
            <ChangeLine key={change.id} change={change} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ChangeLine({ change }: { change: AdsChange }) {
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
        {change.createdBy !== null && ` · ${change.createdBy}`}
        {why !== null && ` · ${why}`}
      </span>
      {mayWrite && (
        <span className="changes__acts">
          {state === 'pending' && (
            <ActionButton onPress={() => approve.mutate(params)}>
              {t('change.approve')}
            </ActionButton>
          )}
          {(state === 'pending' || state === 'approved') && (
            <ActionButton onPress={() => cancel.mutate(params)}>{t('change.cancel')}</ActionButton>
          )}
          {state === 'applied' && (
            <ActionButton onPress={() => undo.mutate(params)}>
              {t('change.restore', { value: show(before) })}
            </ActionButton>
          )}
        </span>
      )}
    </li>
  );
}
