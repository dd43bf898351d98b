import { deferred } from '../deferred/deferred.tsx';

/** Our offer beside the others: a row for each criterion, with who is better in it. */
export const ComparisonTable = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ './comparison-table.tsx')).ComparisonTable,
);
