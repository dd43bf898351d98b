/** The kind of a line, which decides its style: own solid, competitor dashed, limit or benchmark dotted. */
export type LineKind = 'own' | 'rival' | 'limit';

/** A line of `DayLines`. */
export interface Line {
  name: string;
  kind: LineKind;
  /** One for each day; null: nothing is known of it. */
  values: readonly (number | null)[];
  /** Values of single days, drawn as bars; a line holds from one day to the next. */
  isBars?: boolean;
  /** The days whose bars may still change: they are hatched. */
  unsettled?: readonly boolean[];
}

export interface DayChart {
  /** What the chart shows. */
  label: string;
  /** YYYY-MM-DD. */
  days: readonly string[];
  lines: readonly Line[];
  /** Values as people read them. */
  write: (value: number | null) => string;
  writeDay: (day: string) => string;
  /** A day was pressed. */
  onDay?: (day: string) => void;
}

/** The colours and the font of the page, as they are now. */
export interface ChartColours {
  own: string;
  rival: string;
  limit: string;
  text: string;
  grid: string;
  surface: string;
  /** The background: a part of which nothing is known. */
  sunken: string;
  muted: string;
  /** The band of the time in which we held the buybox. */
  won: string;
  /** The hues of competitors other than the best one. */
  others: readonly string[];
  /** The page's font: widths are measured by it. */
  font: string;
}

const DASHES = { own: 'solid', rival: 'dashed', limit: 'dotted' } as const;
/** A chart can be zoomed from this number of days on. */
const WORTH_ZOOMING = 31;

/** The ECharts option: steps, as a price holds until the next one, in the page's colours. */
export function chartOption(chart: DayChart, colours: ChartColours) {
  const zooms = chart.days.length >= WORTH_ZOOMING;
  const text = { color: colours.text, fontSize: 12, fontFamily: colours.font };
  return {
    animation: false,
    aria: { enabled: true, label: { description: chart.label } },
    textStyle: text,
    // Room below for the labels of the days, which would be cut off, and for the slider.
    grid: { left: 8, right: 16, top: 56, bottom: zooms ? 60 : 28 },
    legend: { top: 0, left: 0, textStyle: text, inactiveColor: colours.limit },
    tooltip: {
      trigger: 'axis',
      // Drawn on the canvas: the HTML mode writes styles into the page, which its security policy forbids.
      renderMode: 'richText',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.grid,
      textStyle: text,
      valueFormatter: (value: unknown) => chart.write(typeof value === 'number' ? value : null),
    },
    xAxis: {
      type: 'category',
      data: chart.days.map(chart.writeDay),
      axisLabel: text,
      axisLine: { lineStyle: { color: colours.grid } },
    },
    yAxis: {
      type: 'value',
      // A bar begins at zero.
      scale: !chart.lines.some(({ isBars }) => isBars),
      axisLabel: { ...text, formatter: (value: number) => chart.write(value) },
      splitLine: { lineStyle: { color: colours.grid } },
    },
    dataZoom: zooms
      ? [{ type: 'inside' }, { type: 'slider', bottom: 8, height: 24, textStyle: text }]
      : [],
    series: chart.lines.map((line) =>
      line.isBars ? bars(line, colours) : steps(chart, line, colours),
    ),
  };
}

const steps = ({ days, onDay }: DayChart, line: Line, colours: ChartColours) => ({
  type: 'line' as const,
  name: line.name,
  data: line.values,
  step: 'end' as const,
  symbol: 'circle',
  symbolSize: 5,
  showSymbol: days.length === 1 || onDay !== undefined,
  itemStyle: { color: colours[line.kind] },
  lineStyle: { color: colours[line.kind], type: DASHES[line.kind], width: 2 },
});

const bars = ({ name, kind, values, unsettled }: Line, colours: ChartColours) => ({
  type: 'bar' as const,
  name,
  data: values.map((value, place) =>
    unsettled?.[place] ? { value, itemStyle: { decal: hatching(colours) } } : value,
  ),
  barMaxWidth: 32,
  itemStyle: { color: colours[kind] },
});

const hatching = ({ surface }: ChartColours) => ({
  symbol: 'rect',
  color: surface,
  dashArrayX: [1, 0],
  dashArrayY: [3, 5],
  rotation: -Math.PI / 4,
});
