import { createFormat } from '@primazia/kit';
import { describe, expect, it } from '@rstest/core';
import { answer, before, cell, DAYS, infoOf, row } from '../testing/answers.ts';
import { linesOf, tableOf } from './table.ts';

const format = createFormat('pt');
const WORDS = {
  group: 'Grupo',
  from: 'De',
  to: 'Até',
  before: 'antes',
  difference: 'diferença',
  state: 'Situação',
  states: { settled: 'Fechado', unsettled: 'Pode mudar' },
};
const REVENUE = infoOf('revenue', { label: 'Receita', unit: 'money', isOfMoney: true });
const SHARE = infoOf('buyboxShare', { label: 'Buybox', unit: 'percent', isRatio: true });
const money = (
  value: number,
  currencyCode: string | null,
  compared = before(1_000, 234.5, 23.45),
) => cell('revenue', value, { currencyCode, compared });
const group = (id: number, name: string) => ({ id, name, marketplaceId: 2 });
const plain = (lines: string[][]) =>
  lines.map((line) => line.map((one) => one.replaceAll('\u00a0', ' ')));

describe('the table of indicators', () => {
  it('has a column for each currency, and a zero where a group sold nothing', () => {
    const table = tableOf(
      answer([
        row([money(10, 'BRL'), money(3, 'USD')], { group: group(1, 'Loja A') }),
        row([cell('revenue', 0)], { group: group(2, 'Loja B') }),
      ]),
      [REVENUE],
    );
    expect(table.columns.map(({ label }) => label)).toEqual(['Receita (BRL)', 'Receita (USD)']);
    expect(
      plain(linesOf(table, format, WORDS, false)).map((line) => [line[0], line[3], line[4]]),
    ).toEqual([
      ['Grupo', 'Receita (BRL)', 'Receita (USD)'],
      ['Loja A', 'R$ 10,00', 'US$ 3,00'],
      ['Loja B', 'R$ 0,00', 'US$ 0,00'],
    ]);
  });

  it('is written as people read it, and into a file as numbers with their units in the headings', () => {
    const share = cell('buyboxShare', 41.25, { compared: before(50, -8.75) });
    const unsettled = {
      completeness: {
        days: { ...DAYS, open: 1 },
        accounts: { known: 1, all: 1 },
        ads: null,
        costs: [],
      },
      compared: {
        from: '2026-09-22',
        to: '2026-10-21',
        completeness: { days: DAYS, accounts: { known: 1, all: 1 }, ads: null, costs: [] },
      },
    };
    const table = tableOf(answer([row([money(1_234.5, 'BRL'), share], unsettled)]), [
      REVENUE,
      SHARE,
    ]);
    const days = ['27/10/2026', '25/11/2026'];
    expect(plain(linesOf(table, format, WORDS, false))[1]).toEqual([
      ...days,
      ...['R$ 1.234,50', 'R$ 1.000,00', '+23,5%', '41,3%', '50%', '-8,8 p.p.'],
      'Pode mudar',
    ]);
    const [headings, line] = plain(linesOf(table, format, WORDS, true));
    expect(headings?.[5]).toBe('Buybox (%)');
    expect(line).toEqual([
      ...days,
      '1234,5',
      '1000',
      '234,5',
      '41,25',
      '50',
      '-8,75',
      'Pode mudar',
    ]);
  });
});
