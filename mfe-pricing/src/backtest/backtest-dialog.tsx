import {
  cancelBacktest,
  getBacktest,
  MAX_BACKTEST_LISTINGS,
  type PreviewBody,
  queryBacktests,
  startBacktest,
} from '@primazia/backend/pricing/contract';
import {
  showError,
  useBasePath,
  useFocusKept,
  useIsMounted,
  useMutateCall,
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
  LinkOutIcon,
} from '@primazia/kit/ui';
import { useRef, useState } from 'react';
import { useBacktest } from '../long-work/use-long-work.ts';
import { WorkProgress } from '../long-work/work-progress.tsx';
import { BacktestForm, type BacktestInput } from './backtest-form.tsx';
import { BacktestOutcome } from './backtest-outcome.tsx';

interface BacktestDialogProps {
  rule: PreviewBody['rule'];
  /** As it is typed. */
  name: string;
  listingIds: readonly number[];
  onClose: () => void;
}

/** Until the first answer. */
const BEGINNING = { state: 'queued', progress: { done: 0, total: 0 } } as const;

/** Runs a draft rule on the recorded markets, beside what was done and beside no price changes at all. */
export function BacktestDialog({ rule, name, listingIds, onClose }: BacktestDialogProps) {
  const { t } = useTranslation();
  const basePath = useBasePath();
  const [id, setId] = useState<number | null>(null);
  const [input, setInput] = useState<BacktestInput>({ days: 30, unitsPerDay: 1 });
  const { data, error, refetch, goesOn } = useBacktest(id);
  const stands = useIsMounted();
  const intro = useRef<HTMLParagraphElement>(null);
  useFocusKept(intro);
  const cancel = useMutateCall(cancelBacktest, {
    invalidates: [getBacktest, queryBacktests],
    onError: (refused) => showError(t, refused),
  });
  const start = useMutateCall(startBacktest, {
    invalidates: [queryBacktests],
    onSuccess: (made) => {
      // Closed in the meantime: the result is not needed.
      if (stands()) setId(made.id);
      else cancel.mutate({ params: { id: made.id } });
    },
    onError: (refused) => showError(t, refused),
  });
  const stop = () => {
    if (id !== null && goesOn) cancel.mutate({ params: { id } });
  };
  const begin = (wanted: BacktestInput) => {
    setInput(wanted);
    const named = name.trim() === '' ? {} : { ruleName: name };
    const ids = listingIds.slice(0, MAX_BACKTEST_LISTINGS);
    start.mutate({ body: { rule, ...named, listingIds: ids, ...wanted } });
  };
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog>
      <Heading>{t('backtest.title')}</Heading>
      <Divider />
      <Content>
        <div className="backtest">
          <p ref={intro} tabIndex={-1}>
            {t('backtest.intro', { count: listingIds.length })}
          </p>
          <p className="hint">{t('backtest.assumption.rivals_as_seen')}</p>
          <BacktestForm input={input} isBusy={goesOn || start.isPending} onStart={begin} />
          {id !== null && error !== null && data === undefined && (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
          {goesOn && (
            <WorkProgress
              work={data ?? BEGINNING}
              unit="snapshots"
              label={t('backtest.running')}
              onCancel={stop}
              isCanceling={cancel.isPending}
            />
          )}
          {data !== undefined && !goesOn && <BacktestOutcome backtest={data} />}
          {data?.state === 'done' && (
            // The page opens in a new tab: the form keeps its input.
            <a
              className="backtest__page"
              href={`${basePath}/simulacao-de-regras?id=${data.id}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('backtest.as_page')} <LinkOutIcon size="XS" />
            </a>
          )}
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" onPress={close}>
          {t('action.back')}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}
