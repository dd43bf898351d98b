import { type BulkAct, queryBulks } from '@primazia/backend/pricing/contract';
import { useFormat, useLiveRefresh, useQueryCall, useTranslation } from '@primazia/kit';
import {
  Ago,
  Button,
  ButtonGroup,
  Content,
  Dialog,
  DialogContainer,
  Divider,
  EmptyState,
  Heading,
} from '@primazia/kit/ui';
import { useState } from 'react';
import { WorkStateTag } from '../long-work/work-progress.tsx';
import { Paged } from '../ui/paged.tsx';
import { actionName } from './action-name.ts';

interface BulkHistoryProps {
  onOpen: (id: number) => void;
  onClose: () => void;
}

const PAGE = 10;

/** The bulk actions of the company, the latest first: each can be opened again, and undone. */
export function BulkHistory({ onOpen, onClose }: BulkHistoryProps) {
  const { t } = useTranslation();
  return (
    <DialogContainer onDismiss={onClose}>
      <Dialog size="L">
        <Heading>{t('bulk.acts.title')}</Heading>
        <Divider />
        <Content>
          <Actions onOpen={onOpen} />
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

function Actions({ onOpen }: Pick<BulkHistoryProps, 'onOpen'>) {
  const { t } = useTranslation();
  const [page, setPage] = useState(0);
  const result = useQueryCall(queryBulks, { query: { page, limit: PAGE } });
  useLiveRefresh(['rule-batches'], [queryBulks]);
  const empty = (
    <EmptyState kind="nothing-yet" title={t('bulk.acts.empty')} text={t('bulk.acts.empty_text')} />
  );
  return (
    <Paged label={t('bulk.acts.title')} {...{ result, page, empty }} onPage={setPage}>
      {(acts) => (
        <ul className="bulk__items">
          {acts.map((act) => (
            <Act key={act.id} act={act} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function Act({ act, onOpen }: { act: BulkAct; onOpen: (id: number) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, state, counts, createdAt, personName } = act;
  const count = counts.changed + counts.made;
  return (
    <li className="bulk__act">
      <span className="bulk__listing">
        <button type="button" className="pz-text-button" onClick={() => onOpen(id)}>
          {t(`bulk.acts.name.${actionName(act)}`, { count, number: format.integer(count) })}
        </button>
        <WorkStateTag state={state} />
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
