import { cancelUndo, getUndo, queryUndoItems, type Undo } from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  ProgressBar,
  Skeleton,
  tellError,
  useFormat,
  useLiveRefetch,
  useMayWrite,
  useMutateCall,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { BatchStateTag } from '../batch/batch-progress.tsx';
import { isUnderWay, useUndo } from '../batch/use-batch.tsx';
import { PageTurner } from '../bulk/page-turner.tsx';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import { UndoItems, UndoRefused } from './undo-told.tsx';

/** How far an undo of many updates is, and what came of each ad. */
export function UndoResult({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { data, error, refetch } = useUndo(id);
  const cancel = useMutateCall(cancelUndo, {
    invalidates: [getUndo, ...UPDATE_ENDPOINTS],
    onError: (failure) => tellError(t, failure),
  });
  return (
    <Dialog width={680}>
      <Heading>{t('undo.many.title')}</Heading>
      <Divider />
      <Content>
        <div className="undo-many">
          {data === undefined ? (
            error === null ? (
              <Skeleton rows={6} />
            ) : (
              <ErrorState error={error} onRetry={refetch} />
            )
          ) : (
            <>
              <Progress undo={data} />
              <UndoRefused refused={data.refused} />
              <ItemPages id={id} isOver={!isUnderWay(data.state)} />
            </>
          )}
        </div>
      </Content>
      <ButtonGroup>
        {data !== undefined && isUnderWay(data.state) && mayWrite && (
          <Button
            variant="secondary"
            isPending={cancel.isPending}
            onPress={() => cancel.mutate({ params: { id } })}
          >
            {t('undo.many.cancel')}
          </Button>
        )}
        <Button variant="accent" onPress={onClose}>
          {t('undo.many.close')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** What became of the prices, in the order in which it is told. */
const OUTCOMES = ['restored', 'restoring', 'failed', 'canceled'] as const;
const SAID = {
  restored: 'undo.many.came_back',
  restoring: 'undo.many.done',
  failed: 'undo.many.not_back',
  canceled: 'undo.many.stopped',
} as const;

function Progress({ undo }: { undo: Undo }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, progress, counts, rule, rules } = undo;
  const { done, total } = progress;
  const values = { done: format.integer(done), total: format.integer(total) };
  // What is on its way, unless all is settled by now.
  const told = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  const outcomes = told.length === 0 ? (['restoring'] as const) : told;
  return (
    <>
      <p className="undo-many__state">
        <BatchStateTag state={state} />
      </p>
      {isUnderWay(state) && total > 0 && (
        <ProgressBar
          label={t('undo.many.doing')}
          value={(Math.min(done, total) / total) * 100}
          valueLabel={t('batch.progress.ads', values)}
          width="100%"
        />
      )}
      <p role="status">
        {outcomes
          .map((outcome) =>
            t(SAID[outcome], { count: counts[outcome], number: format.integer(counts[outcome]) }),
          )
          .join(' ')}
        {rule === 'disable' &&
          rules.length > 0 &&
          ` ${t('undo.many.disabled', { count: rules.length })}`}
      </p>
    </>
  );
}

const PAGE = 15;

/** Every ad of the undo, those that stayed as they are first. */
function ItemPages({ id, isOver }: { id: number; isOver: boolean }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQueryCall(
    queryUndoItems,
    { params: { id }, query: { page, limit: PAGE } },
    { enabled: isOver, staleTime: 0 },
  );
  useLiveRefetch(['price-updates'], refetch);
  if (!isOver) return null;
  return (
    <section className="undo-many__section">
      <h3>{t('undo.many.ads')}</h3>
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={5} />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : (
        <>
          <UndoItems items={data.content} />
          <PageTurner
            label={t('undo.many.ads')}
            page={page}
            pages={data.totalPages}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
}
