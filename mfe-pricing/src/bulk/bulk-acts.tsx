import { type BulkAct, queryBulks } from '@primazia/backend/pricing/contract';
import {
  Ago,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  EmptyState,
  ErrorState,
  Heading,
  Skeleton,
  useFormat,
  useLiveRefresh,
  useQueryCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { BatchStateTag } from '../batch/batch-progress.tsx';
import { PageTurner } from './page-turner.tsx';

interface BulkActsProps {
  onOpen: (id: number) => void;
  onClose: () => void;
}

const PAGE = 10;

/** The bulk acts of the company, the latest first: each can be opened again, and undone. */
export function BulkActs({ onOpen, onClose }: BulkActsProps) {
  const { t } = useTranslation();
  return (
    <DialogContainer onDismiss={onClose}>
      <Dialog size="L">
        <Heading>{t('bulk.acts.title')}</Heading>
        <Divider />
        <Content>
          <Acts onOpen={onOpen} />
        </Content>
        <ButtonGroup>
          <Button variant="primary" onPress={onClose} autoFocus>
            {t('bulk.close')}
          </Button>
        </ButtonGroup>
      </Dialog>
    </DialogContainer>
  );
}

function Acts({ onOpen }: Pick<BulkActsProps, 'onOpen'>) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQueryCall(queryBulks, { query: { page, limit: PAGE } });
  useLiveRefresh(['rule-batches'], [queryBulks]);
  if (data === undefined) {
    return error === null ? <Skeleton rows={5} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  if (data.totalElements === 0) {
    return (
      <EmptyState
        kind="nothing-yet"
        title={t('bulk.acts.empty')}
        text={t('bulk.acts.empty_text')}
      />
    );
  }
  return (
    <>
      <ul className="bulk__items">
        {data.content.map((act) => (
          <Act key={act.id} act={act} onOpen={onOpen} />
        ))}
      </ul>
      <PageTurner
        label={t('bulk.acts.title')}
        page={page}
        pages={data.totalPages}
        onPage={setPage}
      />
    </>
  );
}

function Act({ act, onOpen }: { act: BulkAct; onOpen: (id: number) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, action, state, counts, createdAt, personName } = act;
  const count = counts.changed + counts.made;
  return (
    <li className="bulk__act">
      <span className="bulk__ad">
        <button type="button" className="pz-text-button" onClick={() => onOpen(id)}>
          {t(`bulk.acts.name.${action}`, { count, number: format.integer(count) })}
        </button>
        <BatchStateTag state={state} />
      </span>
      <span className="hint">
        <Ago at={createdAt} />
        {personName !== null && ` · ${personName}`}
        {counts.refused > 0 &&
          ` · ${t('bulk.acts.refused', { count: counts.refused, number: format.integer(counts.refused) })}`}
      </span>
    </li>
  );
}
