import {
  cancelBacktest,
  getBacktest,
  MAX_BACKTEST_LISTINGS,
  type PreviewBody,
  queryBacktests,
  startBacktest,
} from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  LinkOutIcon,
  tellError,
  useBasePath,
  useFocusKept,
  useMutateCall,
  useStands,
  useTranslation,
} from '@primazia/kit';
import { useRef, useState } from 'react';
import { ReplayOutcome, ReplayProgress } from './replay-outcome.tsx';
import { ReplayQuestion, type ReplayWish } from './replay-question.tsx';
import { useBacktest } from './use-backtest.ts';

interface ReplayProps {
  rule: PreviewBody['rule'];
  /** As it is typed. */
  name: string;
  listingIds: readonly number[];
  onClose: () => void;
}

/** Tries a draft rule on the markets that were really seen, beside what was done and beside doing nothing. */
export function Replay({ rule, name, listingIds, onClose }: ReplayProps) {
  const { t } = useTranslation();
  const basePath = useBasePath();
  const [id, setId] = useState<number | null>(null);
  const [wish, setWish] = useState<ReplayWish>({ days: 30, unitsPerDay: 1 });
  const { data, error, refetch, goesOn } = useBacktest(id);
  const stands = useStands();
  const intro = useRef<HTMLParagraphElement>(null);
  useFocusKept(intro);
  const cancel = useMutateCall(cancelBacktest, {
    invalidates: [getBacktest, queryBacktests],
    onError: (refused) => tellError(t, refused),
  });
  const start = useMutateCall(startBacktest, {
    invalidates: [queryBacktests],
    onSuccess: (made) => {
      // Closed meanwhile: nobody waits for it.
      if (stands()) setId(made.id);
      else cancel.mutate({ params: { id: made.id } });
    },
    onError: (refused) => tellError(t, refused),
  });
  const stop = () => {
    if (id !== null && goesOn) cancel.mutate({ params: { id } });
  };
  const begin = (wanted: ReplayWish) => {
    setWish(wanted);
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
      <Heading>{t('replay.title')}</Heading>
      <Divider />
      <Content>
        <div className="replay">
          <p ref={intro} tabIndex={-1}>
            {t('replay.intro', { count: listingIds.length })}
          </p>
          <p className="hint">{t('replay.assumption.rivals_as_seen')}</p>
          <ReplayQuestion wish={wish} isBusy={goesOn || start.isPending} onStart={begin} />
          {id !== null && error !== null && data === undefined && (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
          {goesOn && (
            <ReplayProgress replay={data} onCancel={stop} isCanceling={cancel.isPending} />
          )}
          {data !== undefined && !goesOn && <ReplayOutcome replay={data} />}
          {data?.state === 'done' && (
            // The form stays as it is: the page opens beside it.
            <a
              className="replay__page"
              href={`${basePath}/simulacao-de-regras?id=${data.id}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('replay.as_page')} <LinkOutIcon size="XS" />
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
