import { deferred } from '../deferred/deferred.tsx';

/** Chooses among what a search finds. */
export const SearchSelect = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './search-select.tsx')).SearchSelect,
);
