import { type ReactNode, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useKit } from '../context/kit-context.ts';
import { errorText } from '../errors/error-text.ts';
import { isEmptyPage } from '../errors/screens.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { CloudDisconnectedIcon } from '../icons.ts';
import { Button } from '../spectrum.ts';
import { EmptyState, ErrorState } from '../states/states.tsx';
import { toast } from '../toast/toast.tsx';
import { defaultState } from './state.ts';
import type { EmptyList, ListResult } from './types.ts';
import type { ListHandle } from './use-list-state.ts';

/** Names the question that the visible rows answer: until the next answer arrives, that is the previous one. */
export function useQuestion<Row>(list: ListHandle, result: ListResult<Row>): string {
  const { locale } = useSnapshot(useKit().session);
  const question = JSON.stringify([list.state, locale, result.data !== undefined]);
  const [answered, setAnswered] = useState(question);
  if (result.isPlaceholderData || answered === question) return answered;
  setAnswered(question);
  return question;
}

/** As much of what was left out of an address as a notice has room for. */
const SHOWN = 120;

/** Corrects a URL that contains what the list does not understand, or a page beyond the last one. */
export function useHealing<Row>(list: ListHandle, result: ListResult<Row>): void {
  const { t } = useTranslation('kit');
  const { dropped, state, change } = list;
  useEffect(() => {
    if (dropped.length === 0) return;
    toast('notice', t('list.healed', { parts: dropped.join(', ').slice(0, SHOWN) }));
    change({ page: state.page }, { replace: true });
  }, [dropped, state.page, change, t]);

  const total = result.isPlaceholderData ? 0 : (result.data?.totalElements ?? 0);
  const last = Math.max(1, Math.ceil(total / state.limit));
  useEffect(() => {
    if (total > 0 && state.page > last) change({ page: last }, { replace: true });
  }, [total, state.page, last, change]);
}

/** Shows that the visible rows could not be refreshed. */
export function StaleNotice<Row>({ result }: { result: ListResult<Row> }) {
  const { t } = useTranslation('kit');
  if (result.error === null || result.data === undefined) return null;
  return (
    <div className="pz-stale" role="alert">
      <CloudDisconnectedIcon size="S" />
      <span>
        {t('list.stale')} {errorText(t, result.error)}
      </span>
      <button type="button" className="pz-text-button" onClick={() => result.refetch()}>
        {t('states.retry')}
      </button>
    </div>
  );
}

/** Whether nothing is known yet: an empty placeholder says nothing about the present question. */
export const isUnknown = <Row,>({ data, isPlaceholderData }: ListResult<Row>): boolean =>
  data === undefined || (isPlaceholderData && data.totalElements === 0);

interface ListBodyProps<Row> {
  list: ListHandle;
  result: ListResult<Row>;
  empty: EmptyList;
  children: ReactNode;
}

/** The rows, or why there are none. */
export function ListBody<Row>({ list, result, empty, children }: ListBodyProps<Row>) {
  const { t } = useTranslation('kit');
  const { data, error } = result;
  if (data === undefined && isEmptyPage(error)) return <EmptyState kind="nothing-yet" {...empty} />;
  if (data === undefined) {
    return error === null ? (
      children
    ) : (
      <ErrorState error={error} onRetry={() => result.refetch()} />
    );
  }
  if (isUnknown(result) || data.content.length > 0 || data.totalElements > 0) return children;
  const defaults = defaultState(list.options);
  const { search, filters, where, tab } = list.state;
  const isNarrowed =
    search !== '' ||
    where.length > 0 ||
    JSON.stringify(filters) !== JSON.stringify(defaults.filters);
  if (isNarrowed || tab !== defaults.tab) {
    return (
      <EmptyState
        kind="nothing-found"
        action={
          <Button
            variant="secondary"
            onPress={() =>
              list.change(
                isNarrowed
                  ? { search: '', filters: defaults.filters, where: [] }
                  : { tab: defaults.tab },
              )
            }
          >
            {t(isNarrowed ? 'list.clearFilters' : 'list.showAll')}
          </Button>
        }
      />
    );
  }
  return <EmptyState kind="nothing-yet" {...empty} />;
}
