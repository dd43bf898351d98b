import { describe, expect, it } from '@rstest/core';
import { createFormat, MISSING } from './format.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const pt = createFormat('pt');
const en = createFormat('en');
const es = createFormat('es');
const NOW = Date.parse('2026-10-20T12:00:00Z');
const before = (ms: number) => new Date(NOW - ms).toISOString();

describe('numbers', () => {
  it('write money with its symbol and all of its digits', () => {
    expect(plain(pt.money(1234.5, 'BRL'))).toBe('R$ 1.234,50');
    expect(plain(es.money(1234.5, 'BRL'))).toBe('R$ 1.234,50');
    expect(plain(en.money(1234.5, 'USD'))).toBe('$1,234.50');
    expect(plain(es.money(1234.5, 'EUR'))).toBe('€ 1.234,50');
    expect(plain(pt.money(15_600_000, 'BRL'))).toBe('R$ 15.600.000,00');
    expect(plain(pt.money(0, 'BRL'))).toBe('R$ 0,00');
    expect(plain(pt.exactMoney(1.299, 'BRL'))).toBe('R$ 1,299');
    expect(plain(pt.exactMoney(1.299, null))).toBe('1,299');
    expect(plain(pt.exactMoney(1299, null))).toBe('1.299,00');
  });

  it("tell pesos from dollars, which are both written '$' at home", () => {
    const written = [pt, en, es].map((format) =>
      ['USD', 'MXN', 'CAD'].map((currency) => plain(format.money(20, currency))),
    );
    expect(written).toEqual([
      ['US$ 20,00', 'MX$ 20,00', 'CA$ 20,00'],
      ['$20.00', 'MX$20.00', 'CA$20.00'],
      ['US$ 20,00', 'MXN 20,00', 'CAD 20,00'],
    ]);
  });

  it('write differences with their sign', () => {
    expect(plain(pt.signedMoney(5, 'BRL'))).toBe('+R$ 5,00');
    expect(plain(pt.signedMoney(-5, 'BRL'))).toBe('-R$ 5,00');
    expect(plain(pt.signedMoney(0, 'BRL'))).toBe('R$ 0,00');
    expect(plain(pt.signedPercent(-0.0512))).toBe('-5,1%');
    expect(pt.signedPoints(0.253)).toBe('+25,3 p.p.');
    expect(en.signedPoints(-0.25)).toBe('-25 p.p.');
    expect([0.0001, -0.0001].map(pt.signedPoints)).toEqual(['0 p.p.', '0 p.p.']);
    expect(plain(en.percent(0.05))).toBe('5%');
  });

  it('a percentage that was typed keeps its second decimal place', () => {
    expect(plain(pt.exactPercent(0.25 / 100))).toBe('0,25%');
    expect(plain(en.exactPercent(2.55 / 100))).toBe('2.55%');
    expect(plain(es.exactPercent(0.1))).toMatch(/^10\s?%$/);
    expect(pt.exactPercent(null)).toBe(MISSING);
  });

  it('show a placeholder for a missing value', () => {
    for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(pt.money(nothing, 'BRL')).toBe(MISSING);
      expect(pt.integer(nothing)).toBe(MISSING);
      expect(pt.percent(nothing)).toBe(MISSING);
    }
    expect(pt.dateTime(null)).toBe(MISSING);
    expect(pt.age('no date')).toBe(MISSING);
  });
});

describe('times', () => {
  it('write a bare day as that day, in every time zone', () => {
    expect(pt.date('2026-03-09')).toBe('09/03/2026');
    expect(en.date('2026-03-09')).toBe('03/09/2026');
    expect(es.date('2026-03-09')).toBe('09/03/2026');
  });

  it('count back within a day and name the moment beyond it', () => {
    expect(plain(en.relative(before(20_000), NOW))).toBe('now');
    expect(plain(en.relative(before(4 * 60_000), NOW))).toBe('4 min. ago');
    expect(plain(pt.relative(before(3 * 3_600_000), NOW))).toBe('há 3 h');
    expect(pt.relative(before(30 * 3_600_000), NOW)).toBe(pt.dateTime(before(30 * 3_600_000)));
  });

  it('show an age in its largest unit', () => {
    expect(plain(pt.age(before(90_000), NOW))).toBe('1 min');
    expect(plain(pt.age(before(7_200_000), NOW))).toBe('2 h');
    expect(plain(en.age(before(50 * 3_600_000), NOW))).toBe('2d');
    expect(plain(pt.age(before(-90_000), NOW))).toBe('0 min');
  });
});
