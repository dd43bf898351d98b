import { type Bulk, queryListings, startBulk } from '@primazia/backend/pricing/contract';
import { showError, useAnnounce, useFormat, useMutateCall, useTranslation } from '@primazia/kit';
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
import { type ReactNode, useState } from 'react';
import { useHeldDialog } from '../ui/held-dialog.tsx';
import { BulkItems } from './bulk-items.tsx';
import { BulkPrices } from './bulk-prices.tsx';
import { BulkCounts, BulkEffects, BulkRefused } from './bulk-report.tsx';
import { ChangeText } from './change-text.tsx';
import type { Chosen } from './chosen.ts';
import { type Change, useDryRun } from './use-dry-run.ts';

/** How many listings are shown at first, and how many more with each press. */
const STEP = 10;

interface BulkConfirmProps {
  change: Change;
  chosen: Chosen;
  onBack: () => void;
  onStarted: (id: number) => void;
  /** More about the change. */
  children?: ReactNode;
}

/** What a bulk action would do to the chosen listings, before it is done. */
export function BulkConfirm({ change, chosen, onBack, onStarted, children }: BulkConfirmProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const announce = useAnnounce();
  const { outcome, error, ask, prices } = useDryRun(change, chosen);
  const start = useMutateCall(startBulk, {
    invalidates: [queryListings],
    onSuccess: ({ id }) => {
      if (id === null) return;
      announce('bulk-started', { bulkId: id });
      onStarted(id);
    },
    onError: (failure) => showError(t, failure),
  });
  useHeldDialog(start.isPending);
  const { action } = change;
  const count = outcome === undefined ? 0 : outcome.counts.changed + outcome.counts.made;
  const number = format.integer(count);
  return (
    <Dialog size="L">
      <Heading>{t(`bulk.action.${action}`)}</Heading>
      <Divider />
      <Content>
        <div className="bulk">
          <p>
            <ChosenText chosen={chosen} />
          </p>
          {children}
          <ChangeText change={change} currencyCode={chosen.currencyCode} />
          {outcome === undefined ? (
            error === null ? (
              <Skeleton rows={6} />
            ) : (
              <ErrorState error={error} onRetry={ask} />
            )
          ) : (
            <>
              <BulkCounts counts={outcome.counts} />
              {count === 0 && <p role="status">{t('bulk.nothing_to_do')}</p>}
              <BulkEffects effects={outcome.effects} />
              {prices !== null && count > 0 && <BulkPrices {...prices} />}
              <BulkRefused refused={outcome.refused} />
              <FirstListings outcome={outcome} />
            </>
          )}
        </div>
      </Content>
      <ButtonGroup>
        <Button variant="secondary" isDisabled={start.isPending} onPress={onBack}>
          {t('action.back')}
        </Button>
        <Button
          variant={action === 'archive' ? 'negative' : 'accent'}
          isDisabled={count === 0}
          isPending={start.isPending}
          onPress={() => start.mutate({ body: { ...change, ...chosen.target, dryRun: false } })}
        >
          {count === 0
            ? t(`bulk.action.${action}`)
            : t(`bulk.confirm.${action}`, { count, number })}
        </Button>
      </ButtonGroup>
    </Dialog>
  );
}

/** How many listings, and by what they were chosen. */
function ChosenText({ chosen: { count, foundBy } }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = format.integer(count);
  if (foundBy === null) return t('bulk.ticked', { count, number });
  return foundBy === ''
    ? t('bulk.everything', { count, number })
    : t('bulk.found', { count, number, filter: foundBy });
}

/** The first listings, those that are not changed before the others. */
function FirstListings({ outcome }: { outcome: Bulk }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState(STEP);
  const left = outcome.items.length - shown;
  if (outcome.items.length === 0) return null;
  return (
    <section className="bulk__section">
      <h3>{t('bulk.listings')}</h3>
      <BulkItems items={outcome.items.slice(0, shown)} />
      {left > 0 && (
        <button type="button" className="pz-text-button" onClick={() => setShown(shown + STEP)}>
          {t('selection.more', { count: left })}
        </button>
      )}
      {outcome.progress.total > outcome.items.length && left <= 0 && (
        <p className="hint">{t('bulk.cut', { number: format.integer(outcome.items.length) })}</p>
      )}
    </section>
  );
}
