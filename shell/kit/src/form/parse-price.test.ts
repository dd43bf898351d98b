import { parsePrice } from '@primazia/backend/kernel/price';
import { describe, expect, it } from '@rstest/core';

const price = (amount: number) => ({ kind: 'price', amount });
const ambiguous = (...readings: [number, number]) => ({ kind: 'ambiguous', readings });
const invalid = (fault: string) => ({ kind: 'invalid', fault });

describe('parsePrice', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['0', price(0)],
    ['19', price(19)],
    ['1299', price(1299)],
    ['19,9', price(19.9)],
    ['19.9', price(19.9)],
    ['19,90', price(19.9)],
    ['19.90', price(19.9)],
    ['19.', price(19)],
    [',5', price(0.5)],
    ['1234567,89', price(1_234_567.89)],
    ['R$ 1.299,90', price(1299.9)],
    ['1,299.90', price(1299.9)],
    ['US$1,299.9', price(1299.9)],
    ['1299,90 BRL', price(1299.9)],
    ['R$\u00a01.299,90', price(1299.9)],
    ['1.299.900', price(1_299_900)],
    ['1,299,900', price(1_299_900)],
    ['1.299.900,5', price(1_299_900.5)],
    ['1.299', ambiguous(1299, 1.299)],
    ['1,299', ambiguous(1299, 1.299)],
    ['R$ 12.345', ambiguous(12345, 12.345)],
    ['0.299', invalid('two_decimals')],
    ['1299.900', invalid('two_decimals')],
    ['19,9001', invalid('two_decimals')],
    ['1.299,900', invalid('two_decimals')],
    ['-5', invalid('not_negative')],
    ['R$ -5,00', invalid('not_negative')],
    ['12.34.56', invalid('not_a_number')],
    ['1.29,90', invalid('not_a_number')],
    ['1,299,90', invalid('not_a_number')],
    ['1.299,90,1', invalid('not_a_number')],
    ['1,2.3,4', invalid('not_a_number')],
    ['.', invalid('not_a_number')],
    ['abc', invalid('not_a_number')],
    ['1e5', invalid('not_a_number')],
    ['100000000', price(100_000_000)],
    ['100000000,01', invalid('too_large')],
  ] as const)('%s', (text, expected) => {
    expect(parsePrice(text)).toEqual(expected);
  });

  it.each([
    ['BRL', ['90', 'R$ 90', 'r$90', '90 BRL', '90R$'], ['US$ 90', '$ 90', 'EUR 90', 'R$ 90 USD']],
    ['USD', ['90', 'US$ 90', '$90', '90 usd', '90$'], ['R$ 90', 'MX$ 90', '90 CAD']],
    ['MXN', ['MX$ 90', '$ 90', 'MXN\u00a090'], ['US$ 90', 'C$ 90', 'BRL 90']],
    ['ARS', ['90', '$ 90', 'ARS 90'], ['US$ 90', 'R$ 90', 'MX$ 90']],
    ['CAD', ['CA$ 90', 'C$ 90', '$ 90', '90 CAD'], ['90 US$', 'R$90']],
  ])('takes %s by its own signs, and by no other currency’s', (currency, own, others) => {
    for (const text of own) expect([text, parsePrice(text, currency)]).toEqual([text, price(90)]);
    const refused = { kind: 'another_currency' };
    for (const text of others) expect([text, parsePrice(text, currency)]).toEqual([text, refused]);
  });

  it('reads back what every language of ours writes', () => {
    for (const locale of ['pt-BR', 'en-US', 'es-AR']) {
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
      for (const amount of [0.01, 0.1, 1, 9.99, 84.9, 1000, 1299.9, 12_345.67, 1_234_567.8]) {
        expect(parsePrice(format.format(amount))).toEqual(price(amount));
      }
    }
  });
});
