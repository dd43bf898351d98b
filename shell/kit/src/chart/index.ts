// Charts. What draws them is fetched when the first one is shown.
export { DayLines, PeriodBar, Points, PriceTimeline } from './deferred.ts';
export type { Line } from './option.ts';
export { dayAfter, type Period, PeriodSearch, periodOf } from './period.ts';
export type { Point, PointChart } from './points-option.ts';
export type { PinTone, TimelinePin } from './timeline-option.ts';
export { useTimeline } from './use-timeline.ts';
