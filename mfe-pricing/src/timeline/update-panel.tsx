import { type PriceUpdate, queryUpdates } from '@primazia/backend/pricing/contract';
import { useFormat, useLiveRefetch, useQueryCall, useTranslation } from '@primazia/kit';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  EmptyState,
  ErrorState,
  Heading,
  Skeleton,
} from '@primazia/kit/ui';
import { PriceChange } from '../update/price-change.tsx';
import { UpdateStateTag } from '../update/state-tag.tsx';
import { useUpdateActions } from '../update/use-update-actions.ts';
import { waitsFor } from '../update/waits-for.ts';
import { Why } from '../update/why.tsx';
import { UpdateButtons } from './update-buttons.tsx';

/** An update by its id, and the day (UTC) of its creation, by which it is found. */
export interface OpenUpdate {
  id: number;
  day: string;
}

interface UpdatePanelProps {
  open: OpenUpdate;
  onClose: () => void;
  onUndo: (update: PriceUpdate) => void;
}

/** One price update: what changed, its state, why, and what can be done with it. */
export function UpdatePanel({ open, onClose, onUndo }: UpdatePanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const actions = useUpdateActions();
  const byId = {
    field: 'id',
    condition: '=' as const,
    value: String(open.id),
    logicalOperator: 'AND' as const,
  };
  const { data, error, refetch } = useQueryCall(
    queryUpdates,
    {
      query: { page: 0, limit: 1, tab: 'all', dateStart: open.day, dateEnd: open.day },
      body: { filters: [byId], orders: [] },
    },
    { keepPrevious: false },
  );
  useLiveRefetch(['price-updates', 'rules'], refetch);
  const update = data?.content[0];
  return (
    <Dialog width={900}>
      <Heading>
        {update === undefined
          ? t('timeline.update')
          : t('timeline.update_at', { at: format.dateTime(update.createdAt) })}
      </Heading>
      <Divider />
      <Content>
        {update !== undefined ? (
          <div className="timeline-update">
            <p className="timeline-update__change">
              <PriceChange {...update} />
              <UpdateStateTag {...update} />
              {update.state === 'pending' && (
                <span className="muted">{t(`update.waits_for.${waitsFor(update)}`)}</span>
              )}
            </p>
            <Why update={update} />
          </div>
        ) : error !== null ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : data === undefined ? (
          <Skeleton rows={6} />
        ) : (
          <EmptyState kind="nothing-found" />
        )}
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={onClose}>
          {t('action.back')}
        </Button>
        {update !== undefined && (
          <UpdateButtons update={update} actions={actions} onUndo={onUndo} />
        )}
      </ButtonGroup>
    </Dialog>
  );
}
