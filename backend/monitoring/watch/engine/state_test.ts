import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { Offer } from '../../../kernel/market.ts';
import { countedAs, isAged } from './counts.ts';
import { hasDrifted } from './drift.ts';
import { resultFor } from './page.ts';
import { type ObservedOffer, observe, type PollResult, type Watch } from './state.ts';

const START = new Date('2026-11-26T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE);

const seen = (price: number, sellerId = 'a'): ObservedOffer => ({
  offerId: `X${sellerId}`,
  sellerId,
  sellerName: `Loja ${sellerId}`,
  price,
  shippingPrice: 0,
  shippingTimeHours: null,
  fulfillment: null,
  reputation: null,
  listingTypeId: null,
  condition: 'new',
});
const fresh: Watch = {
  state: 'fetching',
  reason: null,
  offer: null,
  pending: null,
  seenAt: null,
  failures: 0,
};
const asks = (price: number, isSuspect = false): PollResult => ({
  kind: 'offer',
  offer: seen(price),
  isSuspect,
});
const absent: PollResult = { kind: 'absent' };

/** Polls in order, each with its minute after the start; returns the announcements of each. */
function follow(polls: [minute: number, look: PollResult][]) {
  let watch: Watch = fresh;
  return polls.map(([minute, poll]) => {
    const after = observe(watch, poll, at(minute), HOUR);
    watch = after;
    return [after.state, after.offer?.price ?? null, after.isChanged] as const;
  });
}

describe('polls of a watched competitor', () => {
  it('accept a first price, and small changes, immediately', () => {
    assert.deepEqual(
      follow([
        [0, asks(10_000)],
        [30, asks(9_500)],
        [60, asks(9_500)],
      ]),
      [
        ['ready', 10_000, true],
        ['ready', 9_500, true],
        ['ready', 9_500, false],
      ],
    );
  });

  it('accept a large change if a second poll five minutes later confirms it', () => {
    assert.deepEqual(
      follow([
        [0, asks(10_000)],
        [30, asks(8_900)],
        [33, asks(8_900)],
        [36, asks(8_900)],
      ]),
      [
        ['ready', 10_000, true],
        ['ready', 10_000, false],
        ['ready', 10_000, false],
        ['ready', 8_900, true],
      ],
    );
  });

  it('drop a large change that the second poll does not confirm', () => {
    assert.deepEqual(
      follow([
        [0, asks(10_000)],
        [30, asks(100)],
        [36, asks(10_000)],
      ]).at(-1),
      ['ready', 10_000, false],
    );
  });

  it('announce an absence if a second poll confirms it, and the return immediately', () => {
    assert.deepEqual(
      follow([
        [0, asks(10_000)],
        [30, absent],
        [36, absent],
        [70, absent],
        [100, asks(9_900)],
      ]),
      [
        ['ready', 10_000, true],
        ['ready', 10_000, false],
        ['paused_or_out_of_stock', 10_000, true],
        ['paused_or_out_of_stock', 10_000, false],
        ['ready', 9_900, true],
      ],
    );
  });

  it('shows a suspect price at once, and counts it once it was seen twice', () => {
    assert.deepEqual(
      follow([
        [0, asks(10_000)],
        [30, asks(4_000, true)],
        [36, asks(4_000, true)],
        [70, asks(4_000, true)],
      ]),
      [
        ['ready', 10_000, true],
        ['suspect', 4_000, true],
        ['ready', 4_000, true],
        ['ready', 4_000, false],
      ],
    );
  });

  it('schedule the second poll as soon as possible', () => {
    const first = observe(fresh, asks(10_000), START, HOUR);
    assert.deepEqual(first.nextPollAt, at(60));
    assert.deepEqual(observe(first, absent, START, HOUR).nextPollAt, at(5));
  });

  it('keep the state if the marketplace does not answer, and are less frequent', () => {
    let watch = observe(fresh, asks(10_000), START, HOUR);
    const waits: number[] = [];
    for (let times = 0; times < 10; times += 1) {
      watch = observe(watch, { kind: 'unanswered' }, START, HOUR);
      waits.push((watch.nextPollAt.getTime() - START.getTime()) / MINUTE);
    }
    assert.deepEqual([watch.state, watch.offer?.price, watch.isChanged], ['ready', 10_000, false]);
    assert.deepEqual(waits.slice(0, 4), [5, 10, 20, 40]);
    assert.equal(Math.max(...waits), 640);
  });

  it('are repeated in a minute, and count no failure, where the limit left no room', () => {
    const held = observe(fresh, { kind: 'limited' }, START, HOUR);
    assert.deepEqual(held, { ...fresh, nextPollAt: at(1), isChanged: false });
  });

  it('pause for a day after a refusal', () => {
    const closed = observe(fresh, { kind: 'closed', reason: 'forbidden' }, START, HOUR);
    assert.deepEqual([closed.state, closed.reason], ['unavailable', 'forbidden']);
    assert.deepEqual(closed.nextPollAt, at(24 * 60));
  });

  it('announce after a single poll only a small change, a return or a warning', () => {
    const polls = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 4 }),
        fc.oneof(
          fc.constant(absent),
          fc.integer({ min: 1, max: 9 }).map((n) => asks(n * 1_000)),
        ),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(polls, (some) => {
        let watch: Watch = { ...fresh, state: 'ready', offer: seen(5_000) };
        let minute = 0;
        for (const [pause, poll] of some) {
          minute += pause;
          const after = observe(watch, poll, at(minute), HOUR);
          const isFar =
            Math.abs(after.offer!.price - watch.offer!.price) * 10 >= watch.offer!.price;
          const isGone = after.state === 'paused_or_out_of_stock' && watch.state === 'ready';
          if ((isFar && watch.state === 'ready') || isGone) {
            assert.ok(watch.pending);
            assert.ok(at(minute).getTime() - watch.pending.at >= 5 * MINUTE);
          }
          watch = after;
        }
      }),
    );
  });
});

describe('what a page reports of the competitor', () => {
  const offer = (sellerId: string, price: number, more: Partial<Offer> = {}): Offer => ({
    ...seen(price, sellerId),
    marketplaceId: 2,
    shippingPrice: 0,
    available: true,
    position: 1,
    isOwn: false,
    comparison: 'IDENTICAL',
    ...more,
  });
  const wanted = { itemId: null, sellerId: null, condition: 'new' as const };
  const poll = (
    offers: Offer[],
    more: Partial<typeof wanted | { itemId: string; sellerId: string }> = {},
    total = offers.length,
    isFirst = false,
  ) => {
    const found = resultFor({ offers, total }, { ...wanted, ...more }, new Set(['me']), isFirst);
    return found.kind === 'offer'
      ? `${found.offer.sellerId}${found.isSuspect ? '?' : ''}`
      : found.kind === 'closed'
        ? found.reason
        : found.kind;
  };

  it('is the cheapest, with shipping, of those that are for sale, new and not our own', () => {
    const offers = [
      offer('me', 100),
      offer('own', 100, { isOwn: true }),
      offer('gone', 100, { available: false }),
      offer('used', 100, { condition: 'used' }),
      offer('b', 900, { shippingPrice: 200 }),
      offer('a', 1_000),
    ];
    assert.equal(poll(offers), 'a');
    assert.equal(poll(offers.slice(0, 4)), 'absent');
  });

  it('is the seller or the listing of the link, whatever the prices of others', () => {
    const offers = [offer('a', 900), offer('b', 1_000)];
    assert.equal(poll(offers, { sellerId: 'b' }), 'b');
    assert.equal(poll(offers, { itemId: 'Xb' }), 'b');
    assert.equal(poll(offers, { sellerId: 'c' }), 'absent');
  });

  it('does not take a seller for gone who is beyond the offers that are reported', () => {
    assert.equal(poll([offer('a', 900)], { sellerId: 'c' }, 30), 'below_twentieth');
  });

  it('rejects a listing that the page never showed', () => {
    assert.equal(poll([offer('a', 900)], { itemId: 'Xother' }, 1, true), 'item_not_listed');
    assert.equal(poll([offer('a', 900)], { itemId: 'Xother' }, 1, false), 'absent');
  });

  it('is suspect below three fifths of the price of three others, or if new and far below the next', () => {
    const others = [offer('b', 10_000), offer('c', 11_000), offer('d', 9_000)];
    assert.equal(poll([offer('a', 5_999), ...others]), 'a?');
    assert.equal(poll([offer('a', 6_000), ...others]), 'a');
    assert.equal(poll([offer('a', 100), ...others.slice(1)]), 'a');
    const newcomer = (price: number) => offer('a', price, { sellerTransactions: 0 });
    assert.equal(poll([newcomer(6_300), others[2]!]), 'a?');
    assert.equal(poll([newcomer(6_301), others[2]!]), 'a');
  });
});

describe('a page', () => {
  const phone = { title: 'Celular Moto G84 256GB Grafite', brand: 'Motorola', gtin: null };

  it('is of another product where its number, its brand or its title is another one', () => {
    const [one, two] = ['07891000100103', '07891000100110'];
    assert.equal(hasDrifted({ ...phone, gtin: one }, { ...phone, gtin: two }), true);
    assert.equal(hasDrifted({ ...phone, gtin: one }, { ...phone, title: 'x', gtin: one }), false);
    assert.equal(hasDrifted(phone, { ...phone, brand: 'MOTOROLA' }), false);
    assert.equal(hasDrifted(phone, { ...phone, brand: 'Samsung' }), true);
    assert.equal(hasDrifted(phone, { ...phone, title: 'Celular Moto G84 256GB Azul' }), false);
    assert.equal(hasDrifted(phone, { ...phone, title: 'Panela de pressão 4,5 l' }), true);
  });
});

describe('a price', () => {
  const counted = (state: Watch['state'], source: 'api' | 'typed', hours: number) =>
    countedAs(
      { state, source, isPaused: false, seenAt: START },
      new Date(START.getTime() + hours * HOUR),
    );

  it('counts for a day, and for seven where a person typed it', () => {
    assert.equal(counted('ready', 'api', 24), 'counts');
    assert.equal(counted('ready', 'api', 25), 'unknown');
    assert.equal(counted('ready', 'typed', 7 * 24), 'counts');
    assert.equal(counted('ready', 'typed', 7 * 24 + 1), 'unknown');
    assert.equal(
      isAged({ state: 'fetching', source: null, isPaused: false, seenAt: null }, START),
      false,
    );
  });

  it('is not known where it is suspect, closed or of another product; gone is another thing', () => {
    for (const state of ['fetching', 'unavailable', 'suspect', 'changed'] as const)
      assert.equal(counted(state, 'api', 0), 'unknown', state);
    assert.equal(counted('paused_or_out_of_stock', 'api', 0), 'gone');
  });
});
