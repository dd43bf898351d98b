import type { ChartColours } from './option.ts';
import {
  endOf,
  type Timeline,
  type TimelineBand,
  type TimelineKind,
  type TimelineLine,
} from './timeline.ts';

/** How a mark is filled: applied, still on its way, or without effect. */
export type PinTone = 'done' | 'open' | 'closed';

/** One event of the rule, at the price that it asked for. */
export interface TimelinePin {
  id: number;
  /** Instant, ISO. */
  at: string;
  price: number;
  tone: PinTone;
  /** What happened, in a few words: the prices, say. */
  text: string;
  /** Its state in one word. */
  state: string;
}

export interface TimelineDrawing {
  label: string;
  timeline: Timeline;
  pins: readonly TimelinePin[];
  /** Ids of lines that are not drawn. */
  hidden: ReadonlySet<string>;
  writePrice: (price: number) => string;
  /** A mark of the axis of time. */
  writeTick: (ms: number) => string;
  writeMoment: (ms: number) => string;
  /** The width to draw in, in px. */
  width: number;
  /** The first drawing: later ones keep the zoom. */
  isFirst: boolean;
}

/** The pins' series, by which they are found when one is pressed. */
export const PINS = 'pins';

export interface LineStyle {
  colour: string;
  dash: 'solid' | 'dashed' | 'dotted' | number[];
  width: number;
}

const FEWER_HUES: number[] = [2, 3];

/** The style of each line: ours solid, competitors dashed, limits dotted; after the last hue the dashes change. */
export function lineStyles(
  lines: readonly TimelineLine[],
  colours: ChartColours,
): Map<string, LineStyle> {
  const styles: Record<Exclude<TimelineKind, 'rival' | 'watched'>, LineStyle> = {
    own: { colour: colours.own, dash: 'solid', width: 2 },
    bestRival: { colour: colours.rival, dash: 'dashed', width: 2 },
    winner: { colour: colours.muted, dash: 'solid', width: 1 },
    priceToWin: { colour: colours.muted, dash: 'dashed', width: 1.5 },
    minimum: { colour: colours.limit, dash: 'dotted', width: 2 },
    maximum: { colour: colours.limit, dash: 'dotted', width: 2 },
  };
  let others = 0;
  return new Map(
    lines.map(({ id, kind }) => {
      if (kind !== 'rival' && kind !== 'watched') return [id, styles[kind]];
      const place = others++;
      const { length } = colours.others;
      const colour = colours.others[place % length] ?? colours.muted;
      return [id, { colour, dash: place < length ? 'dashed' : FEWER_HUES, width: 1.5 }];
    }),
  );
}

/** A line's points with its ends: a price holds until it ends, and until the end of what is known. */
function pathOf(line: TimelineLine, timeline: Timeline): [number, number | null][] {
  const path: [number, number | null][] = [];
  for (const [at, price] of line.points) {
    const before = path.at(-1)?.[1] ?? null;
    // Without it the line would end where the price began.
    if (price === null && before !== null) path.push([at, before]);
    path.push([at, price]);
  }
  const last = path.at(-1);
  const end = endOf(line, timeline);
  if (last !== undefined && last[1] !== null && last[0] < end) path.push([end, last[1]]);
  return path;
}

/** Half as strong as the other, and with an edge: a pale green alone does not tell the two apart. */
const sharedBand = ({ won, limit }: ChartColours) => ({
  color: `${won}80`,
  borderColor: limit,
  borderType: 'dotted',
  borderWidth: 1,
});

const bandStyle = (kind: TimelineBand['kind'], colours: ChartColours) =>
  kind === 'shared'
    ? sharedBand(colours)
    : { color: kind === 'held' ? colours.won : colours.sunken };

/** A line without points that carries the bands behind the others. */
export function bandSeries({ bands }: Pick<Timeline, 'bands'>, colours: ChartColours) {
  const data = bands.map(({ kind, from, to }) => [
    { xAxis: from, itemStyle: bandStyle(kind, colours) },
    { xAxis: to },
  ]);
  return {
    type: 'line',
    id: 'bands',
    data: [],
    silent: true,
    z: 1,
    markArea: { silent: true, data },
  };
}

/** The sizes of pins in px: the smaller the more there are in the same room. */
const PIN_SIZES = { least: 14, most: 24 };

export function pinSeries(
  { pins, width }: Pick<TimelineDrawing, 'pins' | 'width'>,
  { own, surface, muted }: ChartColours,
) {
  const room = Math.round((1.2 * width) / Math.max(1, pins.length));
  const styles = {
    done: { color: own, borderColor: surface, borderWidth: 1 },
    open: { color: surface, borderColor: own, borderWidth: 2 },
    closed: { color: muted, borderColor: surface, borderWidth: 1 },
  } as const satisfies Record<PinTone, object>;
  return {
    type: 'scatter',
    id: PINS,
    symbol: 'pin',
    symbolSize: Math.min(PIN_SIZES.most, Math.max(PIN_SIZES.least, room)),
    z: 6,
    cursor: 'pointer',
    data: pins.map(({ at, price, tone }) => ({
      value: [new Date(at).getTime(), price],
      itemStyle: styles[tone],
    })),
    itemStyle: { opacity: 1 },
    emphasis: { scale: 1.35, itemStyle: { color: 'inherit' } },
  };
}

/** Where more than this share of the period was before the first snapshot, the chart begins shortly before that. */
const MOSTLY_UNSEEN = 1 / 3;
/** The free share of the known time before it, and the least time that is shown. */
const FREE = 0.15;
const LEAST_MS = 10 * 60_000;

/** Where the part that is shown at first begins, in per cent of the period. */
export function startOf({ from, to, bands }: Pick<Timeline, 'from' | 'to' | 'bands'>): number {
  const first = bands.find((band) => band.kind === 'unseen' && band.from === from);
  if (first === undefined || first.to >= to) return 0;
  if ((first.to - from) / (to - from) <= MOSTLY_UNSEEN) return 0;
  const begins = Math.min(first.to - FREE * (to - first.to), to - LEAST_MS);
  return Math.max(0, ((begins - from) / (to - from)) * 100);
}

/** The ECharts option of the timeline. */
export function timelineOption(drawing: TimelineDrawing, colours: ChartColours) {
  const { timeline, hidden, writePrice, writeTick, writeMoment } = drawing;
  const text = { color: colours.text, fontSize: 12, fontFamily: colours.font };
  const styles = lineStyles(timeline.lines, colours);
  const part = drawing.isFirst ? { start: startOf(timeline), end: 100 } : {};
  const lines = timeline.lines.map((line) => {
    const style = styles.get(line.id) ?? {
      colour: colours.muted,
      dash: 'solid' as const,
      width: 1,
    };
    return {
      type: 'line',
      id: line.id,
      // A hidden line stays as an empty series, so that the others keep their places.
      data: hidden.has(line.id) ? [] : pathOf(line, timeline),
      step: 'end',
      symbol: 'none',
      connectNulls: false,
      z: line.kind === 'own' ? 4 : 3,
      itemStyle: { color: style.colour },
      lineStyle: { color: style.colour, type: style.dash, width: style.width },
      emphasis: { disabled: true },
    };
  });
  return {
    animation: false,
    aria: { enabled: true, label: { description: drawing.label } },
    textStyle: text,
    grid: { left: 8, right: 16, top: 24, bottom: 60 },
    xAxis: {
      type: 'time',
      axisPointer: {
        show: true,
        type: 'line',
        snap: false,
        label: { show: false },
        lineStyle: { color: colours.muted },
      },
      min: timeline.from,
      max: timeline.to,
      minInterval: 60_000,
      axisLabel: { ...text, hideOverlap: true, formatter: (value: number) => writeTick(value) },
      axisLine: { lineStyle: { color: colours.grid } },
      axisTick: { lineStyle: { color: colours.grid } },
    },
    yAxis: {
      type: 'value',
      scale: true,
      axisLabel: { ...text, formatter: (value: number) => writePrice(value) },
      splitLine: { lineStyle: { color: colours.grid } },
    },
    dataZoom: [
      // The wheel alone scrolls the page, as everywhere.
      {
        type: 'inside',
        ...part,
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseWheel: false,
        preventDefaultMouseMove: false,
        filterMode: 'none',
      },
      {
        type: 'slider',
        ...part,
        bottom: 8,
        height: 24,
        filterMode: 'none',
        textStyle: text,
        borderColor: colours.grid,
        fillerColor: `${colours.own}22`,
        handleStyle: { color: colours.surface, borderColor: colours.muted },
        moveHandleStyle: { color: colours.muted },
        dataBackground: {
          lineStyle: { color: colours.grid },
          areaStyle: { color: colours.sunken },
        },
        selectedDataBackground: {
          lineStyle: { color: colours.muted },
          areaStyle: { color: colours.sunken },
        },
        emphasis: { handleStyle: { borderColor: colours.own } },
        labelFormatter: (value: number) => writeMoment(value),
      },
    ],
    series: [bandSeries(timeline, colours), ...lines, pinSeries(drawing, colours)],
  };
}
