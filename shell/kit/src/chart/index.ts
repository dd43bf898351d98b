// Charts. What draws them is fetched when the first one is shown.
export { DayLines, PriceTimeline } from './deferred.ts';
export type { Line } from './option.ts';
export { timelineOf } from './timeline.ts';
export type { PinTone, TimelinePin } from './timeline-option.ts';
