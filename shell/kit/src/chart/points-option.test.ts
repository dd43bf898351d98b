import { describe, expect, it } from '@rstest/core';
import type { ChartColours } from './option.ts';
import { type PointChart, pointsOption } from './points-option.ts';

const COLOURS: ChartColours = {
  own: '#001',
  rival: '#002',
  limit: '#003',
  text: '#004',
  grid: '#005',
  surface: '#006',
  sunken: '#007',
  muted: '#008',
  won: '#009',
  others: [],
  font: 'sans-serif',
};
const CHART: PointChart = {
  label: 'Cost and share',
  what: 'Campaign',
  points: [
    { id: 1, name: 'Pans', x: 2_000, y: 12 },
    { id: 2, name: 'Lids', x: 50, y: 41 },
  ],
  x: { name: 'Cost', write: (value) => `R$ ${value}` },
  y: { name: 'Share', write: (value) => `${value} %` },
  borders: [15],
};

describe('a chart of points', () => {
  it('has a point for each, and a line over its whole width for each border', () => {
    const { series, xAxis } = pointsOption(CHART, COLOURS);
    expect(xAxis.type).toBe('log');
    expect(series.map(({ type, data }) => [type, data])).toEqual([
      [
        'scatter',
        [
          [2_000, 12],
          [50, 41],
        ],
      ],
      [
        'line',
        [
          [10, 15],
          [10_000, 15],
        ],
      ],
    ]);
  });

  it('names a point and both its figures', () => {
    const { formatter } = pointsOption(CHART, COLOURS).tooltip;
    expect(formatter({ dataIndex: 1 })).toBe('Lids\nCost: R$ 50\nShare: 41 %');
  });
});
