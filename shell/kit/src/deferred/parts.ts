import { deferred } from './deferred.tsx';

// Parts of the kit that no page shows first.
export const DayLines = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ '../chart/day-lines.tsx')).DayLines,
);
export const PriceTimeline = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '../chart/price-timeline.tsx')).PriceTimeline,
);
export const SearchSelect = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ '../list/search-select.tsx')).SearchSelect,
);
