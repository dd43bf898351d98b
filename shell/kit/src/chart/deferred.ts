import { deferred } from '../deferred/deferred.tsx';

// No page shows a chart first: ECharts comes with what draws it.

/** Lines over days. */
export const DayLines = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './day-lines.tsx')).DayLines,
);
/** Points by two figures. */
export const Points = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './points.tsx')).Points,
);
/** The prices of one listing over time, with a pin for each event of its rule. */
export const PriceTimeline = deferred(
  async () =>
    (await import(/* webpackChunkName: "deferred" */ './price-timeline.tsx')).PriceTimeline,
);
/** The period that a page shows: a preset, or two days that the person chooses. It is kept in the address. */
export const PeriodBar = deferred(
  async () => (await import(/* webpackChunkName: "deferred" */ './period-bar.tsx')).PeriodBar,
);
