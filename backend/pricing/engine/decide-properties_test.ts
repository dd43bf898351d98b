import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import {
  listings,
  markets,
  memories,
  offers,
  type Question,
  questions,
  REQUESTED_AT,
  rules,
} from '../../testing/engine-cases.ts';
import { decide } from './decide.ts';
import { EXPLANATIONS, explain } from './explain.ts';
import { fromStoredMemory, toStoredMemory } from './memory.ts';
import { minimumOf } from './minimum-price.ts';
import type { Decision, Memory, Rule } from './types.ts';

/** What others add to an explanation once the engine has decided. */
const SAID_LATER = /^guard[.]/;

/** Each property holds for so many cases at least. */
const runs = { numRuns: 10_000 };

const ask = ({ listing, rule, market, memory, circumstances }: Question): Decision =>
  decide(listing, rule, market, memory, REQUESTED_AT, circumstances);

function deepFreeze<T>(value: T): T {
  // Freezing does not protect the time of a date, which the engine never sets.
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

/** As the database gives it back. */
const stored = (memory: Memory | null): Memory | null =>
  memory === null ? null : fromStoredMemory(JSON.parse(JSON.stringify(toStoredMemory(memory))));

/** A decision without its explanation. */
const verdict = ({ outcome, code, price }: Decision) => ({ outcome, code, price });

describe('every decision', () => {
  it('changes the price to one above zero and inside the limits, or changes nothing', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { listing, rule } = question;
        const { outcome, code, price, eventType, priceTag, state } = ask(question);
        if (outcome !== 'CHANGE') {
          assert.deepEqual([price, eventType, priceTag, state], [null, null, null, null]);
          assert.equal(code === null, outcome === 'PAUSE_RULE');
          return;
        }
        assert.ok(price !== null && Number.isSafeInteger(price) && price > 0, `${price}`);
        assert.notEqual(price, listing.price);
        assert.equal(code, null);
        assert.ok(eventType !== null && priceTag !== null && state !== null);
        const minimum = minimumOf(rule, listing.costs);
        assert.notEqual(typeof minimum, 'string');
        assert.ok(price >= (Number(minimum) || 1) && price <= (rule.maxPrice ?? price));
        if (rule.requiresApproval || minimum === null) assert.equal(state, 'pending');
      }),
      runs,
    ));

  it('is for the margin only where it raises the price, and of a LOSE rule adjusts where it lowers it', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { price, eventType } = ask(question);
        const { listing, rule } = question;
        if (price === null) return;
        if (eventType === 'increase_margin') assert.ok(price > listing.price);
        const isRegained = listing.lastSetPrice !== null && listing.lastSetPrice !== listing.price;
        const isByAds = rule.competition === 'ACOS' || rule.competition === 'ROAS';
        if (rule.strategy === 'LOSE' && price < listing.price && !isByAds && !isRegained)
          assert.equal(eventType, 'adjusting_rule');
      }),
      runs,
    ));

  it('is deterministic, and does not change its input', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const first = ask(deepFreeze(question));
        assert.deepEqual(ask(question), first);
      }),
      runs,
    ));

  it('is made again with the memory that it left, as the database keeps it', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const first = ask(question);
        const again = ask({ ...question, memory: stored(first.memory) });
        assert.deepEqual(again, first);
        const { memory } = first;
        assert.equal(ask({ ...question, memory }).memory, memory, 'nothing new is to be kept');
      }),
      runs,
    ));

  it('is stable: with its price set, the same snapshot leads to no change', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { price, memory } = ask(question);
        if (price === null) return;
        const { competition, strategy, baseOn } = question.rule;
        // Elsewhere our own price says who wins, and a rule based on a winner above the lowest follows him up.
        const follows = competition === 'EXTERNAL' && baseOn === 'WINNER';
        if (follows && strategy !== 'PRIMAZIA') return;
        const listing = { ...question.listing, price, lastSetPrice: price };
        const next = ask({ ...question, listing, memory: stored(memory) });
        assert.equal(next.outcome, 'KEEP', `${price}, then ${next.price}`);
      }),
      runs,
    ));

  it('stores no memory for a rule that does not learn', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { competition, strategy, warGuard } = question.rule;
        const needsNone =
          (competition === 'BUYBOX' || competition === 'EXTERNAL') &&
          strategy !== 'PRIMAZIA' &&
          warGuard === null;
        if (needsNone) assert.equal(ask(question).memory, null);
      }),
      runs,
    ));
});

describe('competitors', () => {
  it('one more never raises the price of WIN on the lowest price with the minimum applied', () =>
    fc.assert(
      fc.property(listings, rules, markets, offers, (listing, any, market, extra) => {
        if (extra.isOwn) return;
        const rule: Rule = {
          ...any,
          competition: any.competition === 'EXTERNAL' ? 'EXTERNAL' : 'BUYBOX',
          strategy: 'WIN',
          baseOn: 'LOWEST_PRICE',
          applyMinPriceWhenLosing: true,
        };
        const more = { ...market, offers: [...market.offers, extra] };
        const without = decide(listing, rule, market, null, REQUESTED_AT);
        const withOne = decide(listing, rule, more, null, REQUESTED_AT);
        // Without competitors and without a maximum, the first competitor triggers the rule.
        if (without.rival === null && without.eventType !== 'increase_margin') return;
        // At or below zero, without a minimum, the engine keeps the present price, which may be higher.
        if (rule.minPrice === null && withOne.code === 'below_minimum') return;
        // Where a suspect price holds the buybox the price waits.
        if (withOne.code === 'suspect_winner') return;
        const price = withOne.price ?? listing.price;
        assert.ok(price <= (without.price ?? listing.price), `${price}`);
      }),
      runs,
    ));

  it('that are exceptions are never beaten: without them all is the same', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { rule, market } = question;
        if (market === null) return;
        const exceptions =
          rule.competition === 'EXTERNAL' ? rule.outsideBuyboxExceptions : rule.buyboxExceptions;
        const left = market.offers.filter(
          ({ sellerId, isOwn }) => isOwn || !exceptions.includes(sellerId),
        );
        const spoken = (decision: Decision) => ({
          ...decision,
          explanation: decision.explanation.filter(({ step }) => step !== 'rivals'),
        });
        const without = ask({ ...question, market: { ...market, offers: left } });
        assert.deepEqual(spoken(ask(question)), spoken(without));
        const { rival } = ask(question);
        assert.ok(rival === null || left.includes(rival));
      }),
      runs,
    ));

  it('that are suspect do not count, whatever their price, unless one holds the buybox', () =>
    fc.assert(
      fc.property(questions, fc.integer({ min: 1, max: 200_00 }), (question, price) => {
        const { market } = question;
        if (market === null) return;
        const at = (goal: number) =>
          ask({
            ...question,
            market: {
              ...market,
              offers: market.offers.map((offer) =>
                offer.isSuspect && !offer.isOwn ? { ...offer, price: goal } : offer,
              ),
            },
          });
        assert.deepEqual(verdict(at(price)), verdict(at(1)));
        const { rival } = at(price);
        assert.ok(rival === null || !rival.isSuspect);
      }),
      runs,
    ));

  it('that are not reported move no price but to the price to win, inside the limits', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { listing, rule, market } = question;
        if (market === null || rule.competition === 'ACOS' || rule.competition === 'ROAS') return;
        const closed = { ...market, reportsOffers: false as const, offers: [] };
        const { price } = ask({ ...question, market: closed });
        if (price === null) return;
        assert.equal(rule.competition, 'BUYBOX');
        const isOutside =
          listing.price > (rule.maxPrice ?? Infinity) ||
          typeof minimumOf(rule, listing.costs) === 'number';
        const { priceToWin } = market.buybox;
        assert.ok(price === priceToWin || price === rule.maxPrice || isOutside, `${price}`);
      }),
      runs,
    ));

  it('without shipping are never compared with shipping', () =>
    fc.assert(
      fc.property(questions, (question) => {
        const { market } = question;
        if (market === null) return;
        const rule = { ...question.rule, considerShippingPrice: true };
        const { rival } = ask({ ...question, rule });
        assert.ok(rival === null || rival.shippingPrice !== null);
        const listing = { ...question.listing, shippingPrice: null };
        const { competition } = rule;
        const waits = competition === 'BUYBOX' || competition === 'EXTERNAL';
        if (waits) assert.equal(ask({ ...question, listing, rule }).price, null);
      }),
      runs,
    ));

  it('with equal shipping are the same with and without it', () =>
    fc.assert(
      fc.property(
        questions,
        fc.integer({ min: 0, max: 50_00 }),
        memories,
        (question, shippingPrice, memory) => {
          const { market } = question;
          if (market === null) return;
          // A percentage is taken of the comparable price, which shipping makes larger: amounts only, and of what is
          // remembered only prices of our own.
          const { highestWon, lowestLost, lowestLostAt, seenAt, seenPrice } = memory;
          const own = { highestWon, lowestLost, lowestLostAt, seenAt, seenPrice };
          const decided = (considerShippingPrice: boolean) =>
            verdict(
              ask({
                ...question,
                listing: { ...question.listing, shippingPrice },
                rule: {
                  ...question.rule,
                  adjustment: { type: 'VALUE', amount: 25 },
                  safeMargin: 0,
                  warGuard: null,
                  considerShippingPrice,
                },
                market: {
                  ...market,
                  offers: market.offers.map((offer) => ({ ...offer, shippingPrice })),
                },
                memory: { ...memory, ...own, against: null, ratios: null, nightRise: null },
              }),
            );
          assert.deepEqual(decided(true), decided(false));
        },
      ),
      runs,
    ));
});

describe('the explanation', () => {
  it('has a complete sentence for each code of the engine in each language, and no unused ones', () => {
    const said = new Set<string>();
    const listen = (question: Question) => {
      for (const line of ask(question).explanation) {
        const name = `${line.step}.${line.code}`;
        if (said.has(name)) continue;
        said.add(name);
        for (const locale of ['pt', 'en', 'es'] as const) {
          assert.ok(EXPLANATIONS[locale].lines[name], name);
          const { text } = explain(line, locale, 'BRL');
          assert.doesNotMatch(text, /[{}]|undefined|null|NaN/, name);
        }
      }
    };
    const seed = 20_261_120;
    fc.assert(fc.property(questions, listen), { numRuns: 40_000, seed });
    const watched = { offers: [], unknown: 1 };
    const watching = questions.map((question) => ({
      ...question,
      market: question.market && { ...question.market, watched },
    }));
    fc.assert(fc.property(watching, listen), { numRuns: 2_000, seed });
    const texts = Object.keys(EXPLANATIONS.pt.lines).filter((name) => !SAID_LATER.test(name));
    assert.deepEqual([...said].sort(), texts.sort());
  });
});
