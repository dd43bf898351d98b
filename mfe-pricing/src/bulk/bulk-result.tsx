import {
  type Bulk,
  cancelBulk,
  getBulk,
  queryBulkItems,
  queryBulks,
  queryListings,
  undoBulk,
} from '@primazia/backend/pricing/contract';
import {
  showError,
  useFormat,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { isUnderWay, useBulk } from '../long-work/use-long-work.ts';
import { WorkProgress, WorkStateTag } from '../long-work/work-progress.tsx';
import { Paged } from '../ui/paged.tsx';
import { actionName } from './action-name.ts';
import { BulkItems } from './bulk-items.tsx';
import { BulkCounts, BulkRefused } from './bulk-report.tsx';

interface BulkResultProps {
  id: number;
  onClose: () => void;
}

/** A bulk action that was started: its progress, the result for each listing, and its undo. */
export function BulkResult({ id, onClose }: BulkResultProps) {
  return (
    <DialogContainer onDismiss={onClose}>
      <ResultDialog id={id} onClose={onClose} />
    </DialogContainer>
  );
}

/** The number of listings that a bulk action changed, and that can be undone. */
const writtenOf = ({ counts }: Bulk): number => counts.changed + counts.made;

const OVER: readonly Bulk['state'][] = ['done', 'canceled', 'failed'];

function ResultDialog({ id, onClose }: BulkResultProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayWrite = useMayWrite();
  const { data: bulk, error, refetch } = useBulk(id);
  const options = {
    invalidates: [getBulk, queryBulkItems, queryBulks, queryListings],
    onError: (failure: unknown) => showError(t, failure),
  };
  const cancel = useMutateCall(cancelBulk, options);
  const undo = useMutateCall(undoBulk, options);
  const params = { id };
  const count = bulk === undefined ? 0 : writtenOf(bulk);
  const mayUndo = mayWrite && bulk !== undefined && OVER.includes(bulk.state) && count > 0;
  return (
    <Dialog size="L">
      <Heading>
        {bulk === undefined ? t('bulk.acts.one') : t(`bulk.action.${actionName(bulk)}`)}
      </Heading>
      <Divider />
      <Content>
        {bulk === undefined ? (
          error === null ? (
            <Skeleton rows={6} />
          ) : (
            <ErrorState error={error} onRetry={refetch} />
          )
        ) : (
          <div className="bulk">
            <p className="bulk__state" role="status">
              <WorkStateTag state={bulk.state} />
              <span className="hint">{format.dateTime(bulk.createdAt)}</span>
            </p>
            <WorkProgress
              work={bulk}
              unit="listings"
              isCanceling={cancel.isPending}
              {...(mayWrite ? { onCancel: () => cancel.mutate({ params }) } : {})}
            />
            <BulkCounts counts={bulk.counts} />
            <UndoneText bulk={bulk} />
            <BulkRefused refused={bulk.refused} />
            <ItemPages bulk={bulk} id={id} />
          </div>
        )}
      </Content>
      <ButtonGroup>
        {mayUndo && (
          <Button
            variant="secondary"
            isPending={undo.isPending}
            onPress={() => undo.mutate({ params })}
          >
            {t('bulk.undo', { count, number: format.integer(count) })}
          </Button>
        )}
        <Button variant="primary" onPress={onClose} autoFocus>
          {t('bulk.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** What an undo brought back, and what it had to leave. */
function UndoneText({ bulk: { state, counts } }: { bulk: Bulk }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (state !== 'undone') return null;
  const { restored, notRestored } = counts;
  return (
    <p>
      {t('bulk.undone', { count: restored, number: format.integer(restored) })}
      {notRestored > 0 &&
        ` ${t('bulk.undone_not', { count: notRestored, number: format.integer(notRestored) })}`}
    </p>
  );
}

const PAGE = 20;

/** Every listing of the action, those that were not changed first. */
function ItemPages({ bulk, id }: { bulk: Bulk; id: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  // The results are known when the action is over; until then the intended changes are shown.
  const isOver = !isUnderWay(bulk.state);
  const result = useQueryCall(
    queryBulkItems,
    { params: { id }, query: { page, limit: PAGE } },
    { enabled: isOver, staleTime: 0 },
  );
  if (!isOver) return null;
  return (
    <section className="bulk__section">
      <h3>{t('bulk.listings')}</h3>
      <Paged label={t('bulk.listings')} {...{ result, page }} onPage={setPage}>
        {(items) => <BulkItems items={items} />}
      </Paged>
    </section>
  );
}
