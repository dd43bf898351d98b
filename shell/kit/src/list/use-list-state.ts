import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import {
  type ListOptions,
  type ListState,
  readListState,
  type Search,
  writeListState,
} from './state.ts';

/** A list's state in the URL, and the functions that change it. */
export interface ListHandle {
  state: ListState;
  options: ListOptions;
  /**
   * Changes the URL; anything but another page goes back to page 1. `replace` replaces the entry of the history: for a
   * text that is being typed, or a URL that is being corrected.
   */
  change: (part: Partial<ListState>, how?: { replace?: boolean }) => void;
  /** The address that `change` would go to, for links that can be opened in another tab. */
  href: (part: Partial<ListState>) => string;
  /** The parts of the URL that this list does not understand; their defaults apply. */
  dropped: readonly string[];
}

const NONE: readonly string[] = [];

/** Keeps a list's state in the URL's search and nowhere else. `options` should be a constant of the page's file. */
export function useListState(options: ListOptions): ListHandle {
  const router = useRouter();
  const search: Search = useRouterState({ select: (state): Search => state.location.search });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [own] = useState(path);
  const { state, dropped } = useMemo(() => readListState(search, options), [search, options]);

  const href = useCallback(
    (part: Partial<ListState>) => {
      // The present location of the router, not the rendered one: two changes in a row both count.
      const now = router.latestLocation.search as Search;
      const next = { ...readListState(now, options).state, page: 1, ...part };
      const written = router.options.stringifySearch(writeListState(next, options, now));
      return `${router.history.location.pathname}${written}`;
    },
    [router, options],
  );

  const change = useCallback(
    (part: Partial<ListState>, { replace = false }: { replace?: boolean } = {}) => {
      router.history[replace ? 'replace' : 'push'](href(part));
    },
    [router, href],
  );

  // While another page loads, the address is already that page's: this list does not correct it.
  return { state, options, change, href, dropped: path === own ? dropped : NONE };
}
