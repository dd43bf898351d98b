import type { Notification } from '@primazia/backend/notifications/contract';
import { errorText, useTranslation } from '@primazia/kit';
import { ActionButton, EmptyState, ErrorState, Skeleton } from '@primazia/kit/ui';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { Entry, type EntryActions } from './entry.tsx';
import { FILTERS, type HistoryFilter } from './history-filter.ts';
import { useHistory } from './use-history.ts';

/** How many of those that wait are on top; their filter shows the others. */
const ON_TOP = 3;

const NEXT: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus from one notification to the next; Tab stops at its buttons too. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = NEXT[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.bell-link')];
  const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement));
  links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}

interface FiltersProps {
  filter: HistoryFilter;
  waiting: number;
  /** The number of those that wait. */
  failures: number;
  onChange: (filter: HistoryFilter) => void;
}

function Filters({ filter, waiting, failures, onChange }: FiltersProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame, and this is no form
    <div role="group" className="bell-filters" aria-label={t('bell.filter')}>
      {FILTERS.map((one) => (
        <button
          key={one}
          type="button"
          className="bell-filter"
          aria-pressed={filter === one}
          onClick={() => onChange(one)}
        >
          {t(`bell.filters.${one}`)}
          {one === 'waiting' && waiting > 0 && (
            <span className="bell-filter-count" data-failed={failures > 0}>
              {waiting}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

interface EntriesProps extends EntryActions {
  entries: readonly Notification[];
  label: string;
}

function Entries({ entries, label, ...actions }: EntriesProps) {
  return (
    <ul className="bell-list" aria-label={label}>
      {entries.map((notification) => (
        <Entry key={notification.id} notification={notification} {...actions} />
      ))}
    </ul>
  );
}

/** Notifications that wait for a person are on top, whenever they happened: a failure stays until it is resolved. */
function Waiting({
  failures,
  onAll,
  ...actions
}: EntryActions & { failures: number; onAll: () => void }) {
  const { t } = useTranslation();
  const { entries } = useHistory('waiting');
  if (entries === undefined || entries.length === 0) return null;
  return (
    <section className="bell-waiting" data-failed={failures > 0} aria-label={t('bell.waiting')}>
      <h3 className="bell-part">{t('bell.waiting')}</h3>
      <Entries entries={entries.slice(0, ON_TOP)} label={t('bell.waiting')} {...actions} />
      {entries.length > ON_TOP && (
        <button type="button" className="pz-text-button bell-all" onClick={onAll}>
          {t('bell.waiting_all')}
        </button>
      )}
    </section>
  );
}

interface ListProps extends EntryActions {
  filter: HistoryFilter;
  /** Those that wait are shown above. */
  isBelowWaiting: boolean;
  onAll: () => void;
}

function List({ filter, isBelowWaiting, onAll, ...actions }: ListProps) {
  const { t } = useTranslation();
  const { entries, error, hasOlder, isFetchingOlder, older, retry } = useHistory(filter);
  if (entries === undefined) {
    return error === null ? <Skeleton rows={4} /> : <ErrorState error={error} onRetry={retry} />;
  }
  if (entries.length === 0) {
    return filter === 'all' ? (
      <EmptyState kind="nothing-yet" title={t('bell.empty_title')} text={t('bell.empty_text')} />
    ) : (
      <EmptyState
        kind="nothing-found"
        title={t(`bell.none.${filter}`)}
        text={t('bell.none_text')}
        action={<ActionButton onPress={onAll}>{t('bell.show_all')}</ActionButton>}
      />
    );
  }
  return (
    <>
      <Entries
        entries={isBelowWaiting ? entries.filter(({ waits }) => !waits) : entries}
        label={t('bell.title')}
        {...actions}
      />
      {error !== null && (
        <p role="alert" className="bell-failed">
          {errorText(t, error)}
        </p>
      )}
      {hasOlder && (
        <ActionButton isQuiet width="100%" isDisabled={isFetchingOlder} onPress={older}>
          {t(isFetchingOlder ? 'bell.older_coming' : 'bell.older')}
        </ActionButton>
      )}
    </>
  );
}

export interface HistoryProps extends EntryActions {
  waiting: number;
  /** The number of those that wait. */
  failures: number;
  ref: Ref<HTMLDivElement>;
}

/** All notifications, newest first, with those that wait for a person on top. */
export function History({ waiting, failures, ref, ...actions }: HistoryProps) {
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const isAll = filter === 'all';
  const hasWaiting = isAll && waiting > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links inside
    <div ref={ref} tabIndex={-1} className="bell-history" onKeyDown={moveFocus}>
      <Filters filter={filter} waiting={waiting} failures={failures} onChange={setFilter} />
      {hasWaiting && (
        <Waiting {...actions} failures={failures} onAll={() => setFilter('waiting')} />
      )}
      <List
        key={filter}
        filter={filter}
        isBelowWaiting={hasWaiting}
        onAll={() => setFilter('all')}
        {...actions}
      />
    </div>
  );
}
