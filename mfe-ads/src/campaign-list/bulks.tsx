import {
  type CampaignBulk,
  campaignBulks,
  cancelCampaignBulk,
  queryCampaigns,
  undoCampaignBulk,
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
import { ActionButton, Ago, ProgressBar } from '@primazia/kit/ui';
import { ExcludedCampaigns } from './excluded-campaigns.tsx';

const CANCELLABLE: readonly string[] = ['queued', 'writing'];
const UNDER_WAY: readonly string[] = [...CANCELLABLE, 'undoing'];
const UNDOABLE: readonly string[] = ['done', 'canceled', 'failed'];
const COUNTS = ['made', 'applied', 'failed', 'undone', 'notUndone'] as const;

/** The latest changes of all matching campaigns: the progress, the result and the undo of each. */
export function CampaignBulks() {
  const { data } = useQueryCall(campaignBulks, {});
  useLiveRefresh(['rule-batches'], [campaignBulks, queryCampaigns]);
  useLiveRefresh(['campaigns'], [campaignBulks]);
  if (data === undefined || data.length === 0) return null;
  return (
    <div className="campaigns__creations">
      {data.map((bulk) => (
        <OneBulk key={bulk.id} bulk={bulk} />
      ))}
    </div>
  );
}

function OneBulk({ bulk }: { bulk: CampaignBulk }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const { id, status, state, progress, counts, left, createdAt } = bulk;
  const options = {
    invalidates: [campaignBulks, queryCampaigns],
    onError: (error: Error) => showError(t, error),
  };
  const cancel = useMutateCall(cancelCampaignBulk, options);
  const undo = useMutateCall(undoCampaignBulk, options);
  const params = { params: { bulkId: id } };
  const name = t(`bulk_all.name.${status}`);
  const said = COUNTS.filter((count) => counts[count] > 0).map((count) =>
    t(`bulk_all.count.${count}`, { count: counts[count], shown: format.integer(counts[count]) }),
  );
  return (
    <section className="group" aria-label={name}>
      <p role="status">
        <strong>{name}</strong> · {t(`ads.bulk.${state}`)} · <Ago at={createdAt} />
      </p>
      {UNDER_WAY.includes(state) && (
        <ProgressBar
          label={t(`ads.bulk.${state}`)}
          value={progress.done}
          maxValue={Math.max(1, progress.total)}
          valueLabel={t('creation.of', progress)}
        />
      )}
      {said.length > 0 && <p>{said.join(' · ')}</p>}
      <ExcludedCampaigns left={left} />
      {mayWrite && CANCELLABLE.includes(state) && (
        <ActionButton isDisabled={cancel.isPending} onPress={() => cancel.mutate(params)}>
          {t('bulk_all.cancel')}
        </ActionButton>
      )}
      {mayWrite && UNDOABLE.includes(state) && counts.made > 0 && (
        <ActionButton isDisabled={undo.isPending} onPress={() => undo.mutate(params)}>
          {t('bulk_all.undo')}
        </ActionButton>
      )}
    </section>
  );
}
