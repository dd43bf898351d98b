import type { ChartColours } from './option.ts';

/** Something with two figures. */
export interface Point {
  id: number;
  name: string;
  /** Above zero: the axis is logarithmic. */
  x: number;
  y: number;
}

/** A figure as people read it. */
export interface PointAxis {
  name: string;
  write: (value: number) => string;
}

/** What `Points` draws. */
export interface PointChart {
  /** What the chart shows. */
  label: string;
  /** What a point is. */
  what: string;
  points: readonly Point[];
  x: PointAxis;
  y: PointAxis;
  /** Values of y that separate good from bad. */
  borders: readonly number[];
  /** A point was pressed. */
  onPoint?: (point: Point) => void;
}

/** The ECharts option: the first figure from left to right on a logarithmic axis, the second upwards. */
export function pointsOption(chart: PointChart, colours: ChartColours) {
  const { label, points, x, y, borders } = chart;
  const text = { color: colours.text, fontSize: 12, fontFamily: colours.font };
  const all = points.map((point) => point.x);
  // The axis begins and ends with powers of ten.
  const ends = [
    10 ** Math.floor(Math.log10(Math.min(...all))),
    10 ** Math.ceil(Math.log10(Math.max(...all))),
  ];
  const named = { nameLocation: 'middle' as const, nameTextStyle: text };
  return {
    animation: false,
    aria: { enabled: true, label: { description: label } },
    textStyle: text,
    grid: { left: 48, right: 24, top: 16, bottom: 44 },
    tooltip: {
      // Drawn on the canvas: the HTML mode writes styles into the page, which its security policy forbids.
      renderMode: 'richText',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.grid,
      textStyle: text,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const point = points[dataIndex];
        return point === undefined
          ? ''
          : `${point.name}\n${x.name}: ${x.write(point.x)}\n${y.name}: ${y.write(point.y)}`;
      },
    },
    xAxis: {
      type: 'log',
      name: x.name,
      nameGap: 28,
      ...named,
      axisLabel: { ...text, hideOverlap: true, formatter: x.write },
      axisLine: { lineStyle: { color: colours.grid } },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      axisLabel: { ...text, formatter: y.write },
      splitLine: { lineStyle: { color: colours.grid } },
    },
    series: [
      {
        type: 'scatter' as const,
        name: y.name,
        data: points.map((point) => [point.x, point.y]),
        symbolSize: 10,
        itemStyle: { color: colours.own, opacity: 0.7 },
      },
      ...borders.map((border) => ({
        type: 'line' as const,
        data: ends.map((end) => [end, border]),
        symbol: 'none',
        silent: true,
        tooltip: { show: false },
        lineStyle: { color: colours.limit, type: 'dotted' as const, width: 2 },
      })),
    ],
  };
}
