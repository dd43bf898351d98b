import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import { bidFacts, freeFacts } from '../../testing/ads/facts.ts';
import { modelBid } from '../../testing/ads/model.ts';
import { highestBid } from './bid.ts';
import { decideBid } from './decide.ts';
import { EXPLANATIONS, explain, whyNot } from './explain.ts';
import type { BidDecision, BidFacts } from './types.ts';

/** The number of cases for each property. */
const runs = { numRuns: 10_000 };

/** The bid in effect once a decision is carried out; a pause has no bid. */
const heldBid = (facts: BidFacts, { outcome, bid }: BidDecision): number =>
  outcome === 'PAUSE' ? 0 : (bid ?? facts.bid ?? 0);

/** The facts on the day of a decision that was carried out. */
const afterwards = (facts: BidFacts, bid: number): BidFacts => ({
  ...facts,
  bid,
  lastChange: {
    age: 0,
    // A second change on one day steps from where the day began.
    bidBefore: facts.lastChange?.age === 0 ? facts.lastChange.bidBefore : facts.bid,
    price: facts.price,
  },
});

describe('every bid', () => {
  it('is a whole number of cents inside all limits, and so are the alternatives', () =>
    fc.assert(
      fc.property(bidFacts, (facts) => {
        const { bid, wouldBe, alternatives, outcome } = decideBid(facts);
        assert.equal(bid !== null, outcome === 'CHANGE');
        const all = [bid, wouldBe, ...alternatives.map((alternative) => alternative.bid)];
        for (const one of all.filter((one) => one !== null)) {
          assert.ok(Number.isSafeInteger(one));
          assert.ok(one >= facts.limits.minimum && one <= highestBid(facts.limits), `${one}`);
        }
        assert.notEqual(bid, facts.bid ?? -1);
      }),
      runs,
    ));

  it('moves by a step a day at most, unless the present one is not allowed', () =>
    fc.assert(
      fc.property(bidFacts, (facts) => {
        const { bid } = decideBid(facts);
        if (bid === null || facts.bid === null) return;
        if (facts.bid < facts.limits.minimum || facts.bid > highestBid(facts.limits)) return;
        const began = facts.lastChange?.age === 0 ? facts.lastChange.bidBefore : facts.bid;
        if (began === null || began < facts.limits.minimum || began > highestBid(facts.limits))
          return;
        const isShownAgain = (facts.daysWithoutImpressions ?? 0) >= 7;
        const share = facts.pace === 'launch' || (isShownAgain && bid > began) ? 0.5 : 0.25;
        assert.ok(Math.abs(bid - began) <= Math.max(share * began, 1), `${began} to ${bid}`);
      }),
      runs,
    ));

  it('is stable: once applied, the same day leads to no change', () =>
    fc.assert(
      fc.property(bidFacts, (facts) => {
        const first = decideBid(facts);
        if (first.bid === null) return;
        const next = decideBid(afterwards(facts, first.bid));
        assert.equal(next.bid, null, `${facts.bid}, ${first.bid}, then ${next.bid}`);
      }),
      runs,
    ));

  it('does not depend on the order of the days', () =>
    fc.assert(
      fc.property(bidFacts, (facts) => {
        const first = decideBid(facts);
        assert.deepEqual(decideBid(facts), first);
        const turned = decideBid({ ...facts, days: [...facts.days].reverse() });
        const isNear = Math.abs((turned.wouldBe ?? 0) - (first.wouldBe ?? 0)) <= 1;
        assert.ok(isNear, `${first.wouldBe}, then ${turned.wouldBe}`);
      }),
      runs,
    ));

  it('is that of an independent model, to the cent', () =>
    fc.assert(
      fc.property(bidFacts, (any) => {
        const facts = { ...any, isExplored: false };
        const { wouldBe } = decideBid(facts);
        const expected = modelBid(facts);
        if (expected === null) assert.equal(wouldBe, null);
        else
          assert.ok(Math.abs(wouldBe! - expected) <= 0.5 + 1e-6, `${wouldBe}, model ${expected}`);
      }),
      runs,
    ));
});

describe('more of what is good', () => {
  it('more orders never lower a bid', () =>
    fc.assert(
      fc.property(freeFacts, fc.nat(), fc.integer({ min: 1, max: 5 }), (facts, at, more) => {
        if (facts.days.length === 0) return;
        const where = at % facts.days.length;
        const days = facts.days.map((day, i) =>
          i === where
            ? { ...day, clicks: Math.max(day.clicks, 1), orders: day.orders + more }
            : day,
        );
        const before = {
          ...facts,
          days: days.map((day, i) => ({ ...day, orders: facts.days[i]!.orders })),
        };
        const after = { ...facts, days };
        const without = heldBid(before, decideBid(before));
        const withMore = heldBid(after, decideBid(after));
        assert.ok(withMore >= without, `${without} falls to ${withMore}`);
      }),
      runs,
    ));

  it('a higher margin never lowers a bid', () =>
    fc.assert(
      fc.property(freeFacts, fc.double({ min: 0, max: 0.5, noNaN: true }), (any, more) => {
        if (any.margin === null) return;
        const share = any.margin.share + more;
        const facts = { ...any, goal: null };
        const richer = { ...facts, margin: { share, perUnit: share * facts.price } };
        const low = heldBid(facts, decideBid(facts));
        const high = heldBid(richer, decideBid(richer));
        assert.ok(high >= low, `${low} falls to ${high}`);
      }),
      runs,
    ));

  it('a higher price never lowers a bid while the conversion is constant, nor if it falls by less', () =>
    fc.assert(
      fc.property(freeFacts, fc.double({ min: 1, max: 1.14, noNaN: true }), (any, by) => {
        if (any.margin === null) return;
        const elasticity = any.elasticity === null ? null : Math.min(any.elasticity, 1);
        const facts = {
          ...any,
          elasticity,
          days: any.days.map((day) => ({ ...day, price: elasticity === null ? null : any.price })),
        };
        const price = Math.round(facts.price * by);
        const costs = facts.price - any.margin.perUnit;
        const perUnit = price - costs;
        const dearer = { ...facts, price, margin: { perUnit, share: perUnit / price } };
        assert.ok((decideBid(dearer).wouldBe ?? 0) >= (decideBid(facts).wouldBe ?? 0));
      }),
      runs,
    ));
});

describe('no spiral to the minimum', () => {
  it('zero orders are no proof: before there are enough clicks a bid is not below that of the level above', () =>
    fc.assert(
      fc.property(freeFacts, (any) => {
        const days = any.days.map((day) => ({ ...day, orders: 0 }));
        const facts = { ...any, days, isExplored: false };
        if (facts.bid === null) return;
        const { figures, wouldBe, outcome } = decideBid(facts);
        if (wouldBe === null || figures.evidence.clicks >= figures.provingClicks) return;
        if (figures.target!.acos <= 0) return;
        assert.notEqual(outcome, 'PAUSE');
        const unproven = decideBid({ ...facts, days: [] });
        // Without days there is no correction for another price, so only cases without one are comparable.
        if (figures.priceFactor === 1) assert.ok(wouldBe >= unproven.wouldBe!);
      }),
      runs,
    ));

  it('a keyword at its true value stays there, for half a year', () =>
    fc.assert(
      fc.property(
        freeFacts,
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 7, maxLength: 30 }),
        (any, clicks) => {
          const conversion = any.accountConversion;
          const at = (day: number): BidFacts => ({
            ...any,
            levels: [],
            isExplored: false,
            days: Array.from({ length: Math.min(day, 120) }, (_, age) => {
              const n = clicks[(day - age) % clicks.length]!;
              // The orders that are expected to be known by then.
              const orders = n * conversion * (any.knownShares[age] ?? 1);
              const known = { isFeatured: true, isInStock: true, price: any.price };
              return { age, clicks: n, orders, sales: null, cost: 0, ...known };
            }),
          });
          const start = decideBid({ ...at(0), bid: null, suggested: null }).wouldBe;
          // What is worth less than the lowest bid is paused in the end.
          if (start === null || start < 1.5 * any.limits.minimum) return;
          for (const day of [1, 3, 7, 14, 30, 90, 180]) {
            const facts = { ...at(day), bid: start, suggested: null };
            const { outcome, wouldBe } = decideBid(facts);
            assert.equal(outcome, 'KEEP');
            assert.ok(Math.abs(wouldBe! - start) <= 1, `${start} becomes ${wouldBe}`);
          }
        },
      ),
      runs,
    ));

  it('applied daily on the same evidence, a bid converges to its value', () =>
    fc.assert(
      fc.property(freeFacts, (any) => {
        let facts: BidFacts = { ...any, bid: any.bid ?? 50 };
        const { wouldBe } = decideBid(facts);
        if (wouldBe === null) return;
        for (let round = 0; round < 60; round++) {
          const { bid } = decideBid({ ...facts, lastChange: null });
          if (bid === null) break;
          assert.ok(Math.abs(bid - wouldBe) < Math.abs(facts.bid! - wouldBe), 'it comes closer');
          facts = { ...facts, bid };
        }
        assert.equal(decideBid({ ...facts, lastChange: null }).bid, null, 'it rests');
      }),
      runs,
    ));
});

describe('the explanation', () => {
  it('has a complete sentence for each code of the engine in each language, and no unused ones', () => {
    const said = new Set<string>();
    const alternatives = new Set<string>();
    fc.assert(
      fc.property(bidFacts, (facts) => {
        const decision = decideBid(facts);
        for (const { code } of decision.alternatives) alternatives.add(code);
        for (const line of decision.explanation) {
          const name = `${line.step}.${line.code}`;
          if (said.has(name)) continue;
          said.add(name);
          for (const locale of ['pt', 'en', 'es'] as const) {
            assert.ok(EXPLANATIONS[locale].lines[name], name);
            const { text } = explain(line, locale, 'BRL');
            assert.doesNotMatch(text, /[{}]|undefined|null|NaN|—/, `${name}: ${text}`);
          }
        }
      }),
      { numRuns: 15_000, seed: 20_261_127 },
    );
    assert.deepEqual([...said].sort(), Object.keys(EXPLANATIONS.pt.lines).sort());
    assert.deepEqual([...alternatives].sort(), Object.keys(EXPLANATIONS.pt.alternatives).sort());
  });

  const variables = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const locale of ['en', 'es'] as const) {
    it(`${locale} has the same lines as pt, with the same values`, () => {
      const { pt } = EXPLANATIONS;
      const other = EXPLANATIONS[locale];
      assert.deepEqual(Object.keys(other.lines).sort(), Object.keys(pt.lines).sort());
      assert.deepEqual(Object.keys(other.alternatives), Object.keys(pt.alternatives));
      for (const [name, text] of Object.entries(pt.lines))
        assert.deepEqual(variables(other.lines[name]!), variables(text), name);
    });
  }

  it('writes amounts as the region does, and percentages as numbers', () => {
    const line = {
      step: 'bid',
      code: 'formula',
      values: { factor: 0.82, acos: 16, value: 6.2, bid: 0.81 },
    };
    assert.equal(
      explain(line, 'pt', 'BRL').text.replaceAll('\u00a0', ' '),
      '0,82 × 16% × R$ 6,20 = R$ 0,81.',
    );
    assert.equal(explain(line, 'en', 'USD').text, '0.82 × 16% × $6.20 = $0.81.');
    const range = {
      step: 'warning',
      code: 'goal_outside_range',
      values: { acos: 40, from: 15, upTo: 30 },
    };
    assert.match(explain(range, 'en', 'USD').text, /15% to 30%/);
    assert.match(whyNot('prior', 'es'), /nivel superior/);
  });
});
