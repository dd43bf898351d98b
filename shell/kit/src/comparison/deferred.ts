import { deferred } from '../deferred/deferred.tsx';

/** Our offer beside the others: a row for each criterion, with who is better in it. */
export const ComparisonTable = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ './comparison-table.tsx')).ComparisonTable,
);

/** A reputation as five bars in the colour of its level, with its number beside it. */
export const Reputation = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './marks.tsx')).Reputation,
);
