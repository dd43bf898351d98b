import type { MarketSeries } from '@primazia/backend/monitoring/contract';
import { describe, expect, it } from '@rstest/core';
import { bandAt, priceAt, type Timeline, timelineOf, timelineRows } from './timeline.ts';
import {
  bandSeries,
  lineStyles,
  PINS,
  pinSeries,
  startOf,
  type TimelineDrawing,
  timelineOption,
} from './timeline-option.ts';

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
  others: ['#00a', '#00b', '#00c', '#00d'],
  font: 'sans-serif',
};
const day = (date: number) => `2026-03-0${date}T00:00:00.000Z`;
const ms = (date: number) => new Date(day(date)).getTime();
const step = (date: number, price: number | null) => ({ at: day(date), price });

const SERIES: MarketSeries = {
  from: day(1),
  to: day(9),
  firstLook: day(2),
  lastLook: day(8),
  own: [step(2, 100), step(4, 90)],
  bestRival: [step(2, 95), step(3, null), step(5, 91)],
  winner: [step(2, 95)],
  rivals: ['a', 'b', 'c', 'd', 'e'].map((sellerId) => ({
    sellerId,
    sellerName: sellerId === 'e' ? '' : `Loja ${sellerId}`,
    presence: 1,
    steps: [step(2, 95)],
  })),
  watched: [],
  held: [{ from: day(4), to: day(6) }],
  shared: [{ from: day(6), to: day(7) }],
  unseen: [
    { from: day(1), to: day(2) },
    { from: day(8), to: day(9) },
  ],
  figures: {
    heldShare: 0.25,
    sharedShare: 0.1,
    averagePrice: 95,
    lowestPrice: 90,
    highestPrice: 100,
    priceChanges: 1,
  },
  priceToWin: [],
  isThinned: false,
};
const LIMITS = [{ at: day(1), minPrice: 85, maxPrice: null }];
const timeline = timelineOf(SERIES, LIMITS);
const line = (id: string, from: Timeline = timeline) => {
  const found = from.lines.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no line ${id}`);
  return found;
};

describe('the prices of a listing over time', () => {
  it('have a line for each that ever had a price', () => {
    expect(timeline.lines.map(({ id, name, number }) => name ?? number ?? id)).toEqual([
      'own',
      'bestRival',
      'minimum',
      'winner',
      'Loja a',
      'Loja b',
      'Loja c',
      'Loja d',
      // Unnamed: the first of these.
      1,
    ]);
  });

  const reported: [string, string, number, number | null][] = [
    ['nothing before the first look', 'own', ms(1), null],
    ['from the very instant on', 'own', ms(2), 100],
    ['until the next', 'own', ms(4) - 1, 100],
    ['the next', 'own', ms(4), 90],
    ['until the last look', 'own', ms(8), 90],
    ['nothing after it', 'own', ms(8) + 1, null],
    ['nothing where nobody was', 'bestRival', ms(4), null],
    ['limits without a look', 'minimum', ms(9), 85],
  ];
  it.each(reported)('tell %s', (_, id, at, price) => {
    expect(priceAt(line(id), timeline, at)).toBe(price);
  });

  it('have the buybox status of the listing', () => {
    expect([1, 3, 5, 6, 8].map((date) => bandAt(timeline, ms(date)))).toEqual([
      'unseen',
      null,
      'held',
      'shared',
      'unseen',
    ]);
  });

  it('can be read as rows, one for each instant at which something changed', () => {
    const rows = timelineRows(timeline, [line('own'), line('bestRival')]);
    expect(rows.map(({ at }) => at)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map(ms));
    expect(rows.at(4)).toEqual({ at: ms(4), prices: [90, null], band: 'held' });
    expect(rows.at(-1)).toEqual({ at: ms(1), prices: [null, null], band: 'unseen' });
  });

  it('are empty without polls', () => {
    const none = timelineOf(
      { ...SERIES, lastLook: null, own: [], bestRival: [], winner: [], rivals: [] },
      [],
    );
    expect(none.lines).toEqual([]);
    expect(none.until).toBe(none.from);
  });
});

describe('the drawing of prices over time', () => {
  const drawing = (more: Partial<TimelineDrawing> = {}): TimelineDrawing => ({
    label: 'Preços do anúncio',
    timeline,
    pins: [],
    hidden: new Set(),
    isFirst: true,
    width: 700,
    writePrice: (price) => `R$ ${price}`,
    writeTick: String,
    writeMoment: String,
    ...more,
  });
  const seriesOf = (id: string, more: Partial<TimelineDrawing> = {}) => {
    const found = timelineOption(drawing(more), COLOURS).series.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no series ${id}`);
    return found;
  };

  const cases: [string, string, unknown][] = [
    ['own', '#001', 'solid'],
    ['bestRival', '#002', 'dashed'],
    ['minimum', '#003', 'dotted'],
    ['winner', '#008', 'solid'],
    ['rival:a', '#00a', 'dashed'],
    ['rival:d', '#00d', 'dashed'],
  ];
  it.each(cases)('gives %s its colour and its stroke', (id, colour, type) => {
    expect(seriesOf(id)).toMatchObject({ step: 'end', lineStyle: { color: colour, type } });
  });

  it('has at most six hues: further series repeat them with another stroke', () => {
    const styles = lineStyles(timeline.lines, COLOURS);
    const hues = new Set([...styles].map(([, { colour }]) => colour));
    hues.delete(COLOURS.limit);
    hues.delete(COLOURS.muted);
    expect(hues.size).toBe(6);
    expect(styles.get('rival:e')?.colour).toBe('#00a');
    expect(styles.get('rival:e')?.dash).not.toBe('dashed');
  });

  it('keeps a price until it changes, and the last one until the end of what is known', () => {
    expect(seriesOf('bestRival').data).toEqual([
      [ms(2), 95],
      [ms(3), 95],
      [ms(3), null],
      [ms(5), 91],
      [ms(8), 91],
    ]);
    expect(seriesOf('minimum').data).toEqual([
      [ms(1), 85],
      [ms(9), 85],
    ]);
  });

  it('leaves out what was not requested', () => {
    expect(seriesOf('own', { hidden: new Set(['own']) }).data).toEqual([]);
  });

  it('paints when the listing had the buybox, and when nothing was seen', () => {
    const areas = bandSeries(timeline, COLOURS).markArea.data.map(([from, to]) => [
      from?.xAxis,
      to?.xAxis,
      from && 'itemStyle' in from && from.itemStyle?.color,
    ]);
    expect(areas).toEqual([
      [ms(4), ms(6), '#009'],
      [ms(6), ms(7), '#00980'],
      [ms(1), ms(2), '#007'],
      [ms(8), ms(9), '#007'],
    ]);
  });

  it('pins each event at its price, and distinguishes open from completed ones', () => {
    const pin = { id: 1, at: day(4), price: 90, text: '', state: '' };
    const { data } = seriesOf(PINS, {
      pins: [
        { ...pin, tone: 'done' },
        { ...pin, tone: 'open' },
        { ...pin, tone: 'closed' },
      ],
    });
    expect(data).toMatchObject([
      { value: [ms(4), 90], itemStyle: { color: '#001' } },
      { value: [ms(4), 90], itemStyle: { color: '#006', borderColor: '#001' } },
      { value: [ms(4), 90], itemStyle: { color: '#008' } },
    ]);
  });

  it('makes pins smaller where many are close together', () => {
    const pin = { id: 1, at: day(4), price: 90, text: '', state: '', tone: 'done' as const };
    const sizeOf = (count: number, width: number) =>
      pinSeries({ pins: Array.from({ length: count }, () => pin), width }, COLOURS).symbolSize;
    expect([sizeOf(3, 700), sizeOf(45, 700), sizeOf(45, 300)]).toEqual([24, 19, 14]);
  });

  it('formats prices, and has a description', () => {
    const { yAxis, aria } = timelineOption(drawing(), COLOURS);
    expect(yAxis.axisLabel.formatter(7)).toBe('R$ 7');
    expect(aria).toMatchObject({ enabled: true, label: { description: 'Preços do anúncio' } });
  });

  it('does not change the zoomed range', () => {
    const { dataZoom } = timelineOption(drawing({ isFirst: false }), COLOURS);
    expect(dataZoom.map((zoom) => 'start' in zoom)).toEqual([false, false]);
  });

  it('zooms to the observed part if most of the period is unobserved', () => {
    const shown = (from: number) =>
      startOf({ ...timeline, bands: [{ kind: 'unseen', from: timeline.from, to: from }] });
    expect(shown(ms(2))).toBe(0);
    // Two days of eight were observed; a part of their length is kept free before them.
    expect(shown(ms(7))).toBeCloseTo(71.25);
    const tenMinutes = (600_000 / (timeline.to - timeline.from)) * 100;
    expect(shown(timeline.to - 1_000)).toBeCloseTo(100 - tenMinutes);
    expect(shown(timeline.to)).toBe(0);
  });
});
