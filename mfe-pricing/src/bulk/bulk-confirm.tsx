import {
  type Bulk,
  type BulkChange,
  queryListings,
  startBulk,
} from '@primazia/backend/pricing/contract';
import {
  Button,
  ButtonGroup,
  Content,
  Dialog,
  Divider,
  ErrorState,
  Heading,
  Skeleton,
  tellError,
  useAnnounce,
  useFormat,
  useMutateCall,
  useTranslation,
} from '@primazia/kit';
import { useState } from 'react';
import { useHeldDialog } from '../update/held-dialog.tsx';
import { BulkItems } from './bulk-items.tsx';
import { BulkPrices } from './bulk-prices.tsx';
import { BulkCounts, BulkEffects, BulkRefused } from './bulk-told.tsx';
import { ChangeText } from './change-text.tsx';
import type { Chosen } from './chosen.ts';
import { useDryRun } from './use-dry-run.ts';

/** So many ads are in sight at first, and more each time one asks. */
const STEP = 10;

interface BulkConfirmProps {
  change: BulkChange;
  chosen: Chosen;
  onBack: () => void;
  onStarted: (id: number) => void;
}

/** What an act would do to the chosen ads, before it is done. */
export function BulkConfirm({ change, chosen, onBack, onStarted }: BulkConfirmProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const announce = useAnnounce();
  const { told, error, ask, prices } = useDryRun(change, chosen);
  const start = useMutateCall(startBulk, {
    invalidates: [queryListings],
    onSuccess: ({ id }) => {
      if (id === null) return;
      announce('bulk-started', { bulkId: id });
      onStarted(id);
    },
    onError: (failure) => tellError(t, failure),
  });
  useHeldDialog(start.isPending);
  const { action } = change;
  const count = told === undefined ? 0 : told.counts.changed + told.counts.made;
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
          <ChangeText change={change} currencyCode={chosen.currencyCode} />
          {told === undefined ? (
            error === null ? (
              <Skeleton rows={6} />
            ) : (
              <ErrorState error={error} onRetry={ask} />
            )
          ) : (
            <>
              <BulkCounts counts={told.counts} />
              {count === 0 && <p role="status">{t('bulk.nothing_to_do')}</p>}
              <BulkEffects effects={told.effects} />
              {prices !== null && count > 0 && <BulkPrices {...prices} />}
              <BulkRefused refused={told.refused} />
              <FirstAds told={told} />
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

/** How many ads, and by what they were chosen. */
function ChosenText({ chosen: { count, foundBy } }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const format = useFormat();
  const number = format.integer(count);
  if (foundBy === null) return t('bulk.ticked', { count, number });
  return foundBy === ''
    ? t('bulk.everything', { count, number })
    : t('bulk.found', { count, number, filter: foundBy });
}

/** The first ads, those that are left alone before the others. */
function FirstAds({ told }: { told: Bulk }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState(STEP);
  const left = told.items.length - shown;
  if (told.items.length === 0) return null;
  return (
    <section className="bulk__section">
      <h3>{t('bulk.ads')}</h3>
      <BulkItems items={told.items.slice(0, shown)} />
      {left > 0 && (
        <button type="button" className="pz-text-button" onClick={() => setShown(shown + STEP)}>
          {t('selection.more', { count: left })}
        </button>
      )}
      {told.progress.total > told.items.length && left <= 0 && (
        <p className="hint">{t('bulk.cut', { number: format.integer(told.items.length) })}</p>
      )}
    </section>
  );
}
