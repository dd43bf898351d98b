import {
  type AdsChange,
  adsChanges,
  approveAdsChange,
  approveAdsChanges,
  cancelAdsChange,
  getCampaign,
  markAdsChange,
  undoAdsChange,
} from '@primazia/backend/ads/contract';
import {
  showError,
  useLiveRefresh,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { ActionButton, Ago, Button, DialogContainer, ErrorState, toast } from '@primazia/kit/ui';
import { useState } from 'react';
import { isSuggestion, makerOf, useChangeValue } from '../change-list/values.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ChangeHistoryProps {
  campaignId: number;
  /** The marketplace's page for changes; null: none is known. */
  link: string | null;
}

/** The changes of a campaign: date, author, field, before and after, state; and the actions on each. */
export function ChangeHistory({ campaignId, link }: ChangeHistoryProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const [opened, setOpened] = useState<AdsChange | null>(null);
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
            <ChangeLine
              key={change.id}
              change={change}
              link={link}
              onOpen={() => setOpened(change)}
            />
          ))}
        </ul>
      )}
      <DialogContainer onDismiss={() => setOpened(null)}>
        {opened !== null && <ReasonDialog change={opened} onClose={() => setOpened(null)} />}
      </DialogContainer>
    </section>
  );
}

interface ChangeLineProps {
  change: AdsChange;
  link: string | null;
  onOpen: () => void;
}

function ChangeLine({ change, link, onOpen }: ChangeLineProps) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const options = {
    invalidates: [adsChanges, getCampaign],
    onError: (error: Error) => showError(t, error),
  };
  const approve = useMutateCall(approveAdsChange, options);
  const cancel = useMutateCall(cancelAdsChange, options);
  const undo = useMutateCall(undoAdsChange, options);
  const mark = useMutateCall(markAdsChange, {
    ...options,
    onSuccess: () => toast('positive', t('change.is_marked')),
  });
  const { id, field, before, after, state, code, message, objectName } = change;
  const shown = useChangeValue();
  const show = (value: AdsChange['before']) => shown(change, value);
  const by = makerOf(change);
  const params = { params: { changeId: id } };
  const isOpen = isSuggestion(change);
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
      {(mayWrite || isOpen || change.isExplained) && (
        <span className="changes__acts">
          {change.isExplained && (
            <ActionButton
              isQuiet
              aria-label={t('change.why_of', { name: objectName })}
              onPress={onOpen}
            >
              {t('target.why')}
            </ActionButton>
          )}
          {mayWrite && state === 'pending' && (
            <ActionButton onPress={() => approve.mutate(params)}>
              {t('change.approve')}
            </ActionButton>
          )}
          {mayWrite && isOpen && (
            <ActionButton
              aria-label={t('change.mark_of', { name: t(`ads.field.${field}`) })}
              isDisabled={mark.isPending}
              onPress={() => mark.mutate(params)}
            >
              {t('change.mark')}
            </ActionButton>
          )}
          {isOpen && link !== null && (
            <a href={link} target="_blank" rel="noreferrer">
              {t('campaign.link')}
            </a>
          )}
          {mayWrite && (isOpen || state === 'pending' || state === 'approved') && (
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
