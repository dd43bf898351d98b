import { describe, expect, it } from '@rstest/core';
import { marginAt } from './margin.ts';
import { readText } from './read-text.ts';

const costs = { cost: 50, taxPercent: 6, feePercent: 14, feeFixed: 5 };

describe('the margin of a price', () => {
  it('is the price less cost, fixed fee, and the shares of fee and tax', () => {
    expect(marginAt(100, costs)).toEqual({ profit: 25, share: 0.25 });
    expect(marginAt(50, costs)?.profit).toBe(-15);
  });
  it('a missing tax is zero, and so is a missing part of a fee', () => {
    expect(marginAt(100, { ...costs, taxPercent: null, feeFixed: null })?.profit).toBe(36);
  });
  it('uses the fees reported at other prices', () => {
    const point = (price: number, feeFixed: number) => ({ price, feePercent: 14, feeFixed });
    const more = { ...costs, feePoints: [point(70, 11), point(80, 5)] };
    // 56.00, 59.20 and 64.00 less the part by price.
    expect([70, 79, 80].map((price) => marginAt(price, more)?.profit)).toEqual([
      -5,
      expect.closeTo(2.2),
      9,
    ]);
  });
  it('is not known without a cost, a fee or a price', () => {
    expect(marginAt(100, { ...costs, cost: null })).toBeNull();
    expect(marginAt(100, { ...costs, feePercent: null, feeFixed: null })).toBeNull();
    expect(marginAt(null, costs)).toBeNull();
    expect(marginAt(100, { ...costs, cost: Number.NaN })).toBeNull();
  });
});

describe('a sheet', () => {
  it('is read as UTF-8, or as spreadsheets of old wrote it', () => {
    const bytes = (...codes: number[]) => new Uint8Array(codes).buffer;
    expect(readText(bytes(0xc3, 0xa7, 0xe2, 0x82, 0xac))).toBe('ç€');
    expect(readText(bytes(0xe7, 0xe3))).toBe('çã');
  });
});
