import { cancelUndo, getUndo, queryUndoItems, type Undo } from '@primazia/backend/pricing/contract';
import {
  showError,
  useFormat,
  useLiveRefetch,
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
  Divider,
  ErrorState,
  Heading,
  Skeleton,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { isUnderWay, useUndo } from '../long-work/use-long-work.ts';
import { WorkProgress, WorkStateTag } from '../long-work/work-progress.tsx';
import { Paged } from '../ui/paged.tsx';
import { UPDATE_ENDPOINTS } from '../update/use-update-actions.ts';
import { UndoItems, UndoRefused } from './undo-report.tsx';

/** The progress of an undo of many updates, and the result for each listing. */
export function UndoResult({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const mayWrite = useMayWrite();
  const { data, error, refetch } = useUndo(id);
  const cancel = useMutateCall(cancelUndo, {
    invalidates: [getUndo, ...UPDATE_ENDPOINTS],
    onError: (failure) => showError(t, failure),
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

/** The outcomes of prices, in the order in which they are shown. */
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
  const { state, counts, rule, rules } = undo;
  // What is on its way, unless all is settled by now.
  const present = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  const outcomes = present.length === 0 ? (['restoring'] as const) : present;
  return (
    <>
      <p className="undo-many__state">
        <WorkStateTag state={state} />
      </p>
      <WorkProgress work={undo} unit="listings" label={t('undo.many.doing')} />
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

/** Every listing of the undo, those that stayed as they are first. */
function ItemPages({ id, isOver }: { id: number; isOver: boolean }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const result = useQueryCall(
    queryUndoItems,
    { params: { id }, query: { page, limit: PAGE } },
    { enabled: isOver, staleTime: 0 },
  );
  useLiveRefetch(['price-updates'], result.refetch);
  if (!isOver) return null;
  return (
    <section className="undo-many__section">
      <h3>{t('undo.many.listings')}</h3>
      <Paged label={t('undo.many.listings')} {...{ result, page }} onPage={setPage}>
        {(items) => <UndoItems items={items} />}
      </Paged>
    </section>
  );
}
