import { deferred } from '../deferred/deferred.tsx';
import type { Printed } from './print.ts';

/** Chooses among the results of a search. */
export const SearchSelect = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './search-select.tsx')).SearchSelect,
);

/** Has the browser print a table, in a frame of its own within `place`. */
export const printTable = async (printed: Printed, place: Element): Promise<void> =>
  (await import(/* webpackChunkName: "deferred" */ './print.ts')).print(printed, place);
