// @rstest-environment happy-dom
import type { Notification } from '@primazia/backend/notifications/contract';
import { describe, expect, it } from '@rstest/core';
import { linkOf, reasonOf, sentenceOf } from './tell.ts';

const format = {
  money: (amount: number | null | undefined, currency: string) => `${currency} ${amount}`,
};

const TEXTS: Record<string, string> = {
  'bell.sentences.price_update_applied': '{{title}}: {{oldPrice}} to {{newPrice}}',
  'bell.sentences.price_updates_applied': '{{count}} prices',
  'bell.sentences.unknown': 'news',
  'kit:errors.item_price_invalid': 'below the minimum',
};
const t = (key: string, values: Record<string, unknown>) =>
  (TEXTS[key] ?? String(values.defaultValue)).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name]),
  );

const values: Notification['values'] = {
  title: 'Caneca',
  oldPrice: 20,
  newPrice: 0,
  currencyCode: 'BRL',
  failure: null,
  listingId: 5,
  ruleId: 3,
  updateId: 9,
};

describe('what a notification says', () => {
  it('writes its prices as money, a price of zero too', () => {
    expect(sentenceOf({ code: 'price_update_applied', values }, t, format)).toBe(
      'Caneca: BRL 20 to BRL 0',
    );
  });

  it('counts where it tells of many', () => {
    const many = { code: 'price_updates_applied', values: { count: 12 } } as const;
    expect(sentenceOf(many, t, format)).toBe('12 prices');
  });

  it('is general where the page does not know the event', () => {
    expect(sentenceOf({ code: 'rules_paused', values: {} }, t, format)).toBe('news');
  });

  it('gives the reason of a failure that it has words for, and none otherwise', () => {
    expect(reasonOf({ values: { ...values, failure: 'item.price.invalid' } }, t)).toBe(
      'below the minimum',
    );
    expect(reasonOf({ values: { ...values, failure: 'something.new' } }, t)).toBe('');
    expect(reasonOf({ values }, t)).toBe('');
  });
});

describe('where a notification leads', () => {
  it.each([
    ['price_update_error', values, '/app/historico-de-precos/5'],
    ['rule_paused', values, '/app/precificacao-automatica?listingId=5'],
    ['price_updates_error', { count: 7 }, '/app/historico-de-precos'],
    ['rules_paused', { count: 7 }, '/app/precificacao-automatica'],
    ['account_disconnected', { accountId: 2 }, '/app/channel'],
    ['test_error', { mark: 'm' }, '/app/test/magalu'],
  ] as const)('%s', (code, given, link) => {
    expect(linkOf({ code, values: given })).toBe(link);
  });
});
