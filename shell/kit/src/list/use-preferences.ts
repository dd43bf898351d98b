import { deleteListView, listViews, saveListView } from '@primazia/backend/identity/contract';
import { useMemo, useState } from 'react';
import { showError } from '../errors/error-text.ts';
import { useTranslation } from '../i18n/i18n.ts';
import { useMutateCall, useQueryCall } from '../query/hooks.ts';
import { toast } from '../toast/toast.tsx';
import {
  forgetPreferences,
  keepPreferences,
  type ListPreferences,
  preferencesOf,
  readPreferences,
  toPreferences,
} from './preferences.ts';

/** The column set that a list opens with has a name that is not shown. */
const DEFAULT_NAME = 'default';

/** A person's column sets and views of a list on the server; none until they are loaded. */
export function useStoredViews(list: string) {
  const { t } = useTranslation('kit');
  const stored = useQueryCall(listViews, { params: { list } }, { staleTime: 60_000 });
  const options = {
    invalidates: [listViews],
    onError: (error: unknown) => showError(t, error),
  };
  const save = useMutateCall(saveListView, options);
  const remove = useMutateCall(deleteListView, options);
  return { views: stored.data?.views ?? NONE, save, remove };
}
const NONE: readonly never[] = [];
export type StoredViews = ReturnType<typeof useStoredViews>;

export interface PreferencesHandle {
  preferences: ListPreferences;
  /** Applies at once, in this browser. */
  change: (part: Partial<ListPreferences>) => void;
  /** Makes the present preferences the person's default, in every browser. */
  keep: () => void;
  /** Restores the person's default, or the page's where the person's is in force already. */
  restore: () => void;
}

/** A list's preferences, and the functions that change them. */
export function useListPreferences(
  id: string,
  { views, save, remove }: StoredViews,
): PreferencesHandle {
  const { t } = useTranslation('kit');
  const [here, setHere] = useState(() => readPreferences(localStorage, id));
  const stored = useMemo(() => {
    const set = views.find(({ kind, isDefault }) => kind === 'columns' && isDefault);
    return set === undefined ? null : toPreferences(set.content);
  }, [views]);
  const preferences = preferencesOf(here, stored);
  return {
    preferences,
    change: (part) => {
      const next = { ...preferences, ...part };
      keepPreferences(localStorage, id, next);
      setHere(next);
    },
    keep: () =>
      save.mutate(
        {
          params: { list: id },
          body: { kind: 'columns', name: DEFAULT_NAME, content: preferences, isDefault: true },
        },
        { onSuccess: () => toast('positive', t('list.columnsKept')) },
      ),
    restore: () => {
      if (here === null && stored !== null) {
        remove.mutate({ params: { list: id }, query: { kind: 'columns', name: DEFAULT_NAME } });
      }
      forgetPreferences(localStorage, id);
      setHere(null);
    },
  };
}
