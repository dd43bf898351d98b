import { describe, expect, it } from '@rstest/core';
import { chartOption, type DayChart } from './option.ts';

const COLOURS = {
  own: '#001',
  rival: '#002',
  limit: '#003',
  text: '#004',
  grid: '#005',
  surface: '#006',
  sunken: '#007',
  muted: '#008',
  won: '#009',
  others: ['#00a'],
  font: 'sans-serif',
};
const chartOf = (days: number): DayChart => ({
  label: 'Preço por dia',
  days: Array.from({ length: days }, (_, day) => `day ${day}`),
  lines: [
    { name: 'A', kind: 'own', values: [1, null] },
    { name: 'B', kind: 'rival', values: [2, 3] },
    { name: 'C', kind: 'limit', values: [4, 5] },
  ],
  write: (value) => (value === null ? '—' : `R$ ${value}`),
  writeDay: (day) => day.toUpperCase(),
});

describe('a chart over days', () => {
  it('draws steps, ours solid, a competitor dashed, a yardstick dotted, in the colours of the page', () => {
    const { series } = chartOption(chartOf(2), COLOURS);
    const styles = series.map((one) =>
      'step' in one ? [one.step, one.lineStyle.type, one.lineStyle.color] : one.type,
    );
    expect(styles).toEqual([
      ['end', 'solid', '#001'],
      ['end', 'dashed', '#002'],
      ['end', 'dotted', '#003'],
    ]);
    expect(series[0]?.data).toEqual([1, null]);
  });
  it('draws sums of days as bars from zero, and hatches those that may change', () => {
    const chart = chartOf(2);
    const sums = { name: 'D', kind: 'own' as const, values: [5, 6], isBars: true };
    const { series, yAxis } = chartOption(
      { ...chart, lines: [{ ...sums, unsettled: [false, true] }] },
      COLOURS,
    );
    expect(yAxis.scale).toBe(false);
    expect(series[0]).toMatchObject({ type: 'bar', data: [5, { value: 6 }] });
    expect(chartOption(chart, COLOURS).yAxis.scale).toBe(true);
  });
  it('writes values and days as people read them', () => {
    const option = chartOption(chartOf(2), COLOURS);
    expect(option.xAxis.data).toEqual(['DAY 0', 'DAY 1']);
    // Below the line the days take 22 px: a gap of 8 and a line of 14.
    expect(option.grid.bottom).toBeGreaterThanOrEqual(22);
    expect(option.yAxis.axisLabel.formatter(7)).toBe('R$ 7');
    expect(option.tooltip.valueFormatter(undefined)).toBe('—');
    expect(option.tooltip.renderMode).toBe('richText');
  });
  it('can be zoomed once it is long, and shows a single day as points', () => {
    expect(chartOption(chartOf(30), COLOURS).dataZoom).toEqual([]);
    expect(chartOption(chartOf(31), COLOURS).dataZoom).toHaveLength(2);
    expect(chartOption(chartOf(1), COLOURS).series[0]).toMatchObject({ showSymbol: true });
  });
});
