import assert from 'node:assert/strict';
import { describe, it } from '@std/testing/bdd';
import fc from 'fast-check';
import type { AdviceState } from '../../contract.ts';
import type { Advice } from './advice.ts';
import { betaBelow } from './beta.ts';
import { beta, randomBy } from './draws.ts';
import { priorOf, quantileOf } from './rates.ts';
import { type Stored, stepFor } from './state.ts';

const NOW = new Date('2026-05-04T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);

const advice = (fingerprint: string, score: number): Advice => ({
  kind: 'losing_buybox',
  reason: 'no_rule',
  subject: { listingId: 1, campaignId: null, targetId: null },
  act: 'create_rule',
  change: null,
  effect: null,
  score,
  assumed: [],
  confidence: 'high',
  facts: {},
  fingerprint,
});
const stored = (state: AdviceState, days: number, more: Partial<Stored> = {}): Stored => ({
  id: 1,
  state,
  changedAt: daysAgo(days),
  snoozedUntil: null,
  dismissed: null,
  ...more,
});
const dismissed = (days: number, reason = 'other') =>
  stored('dismissed', days, { dismissed: { reason, fingerprint: 'same', score: 100 } });

describe('what becomes of advice that is given again', () => {
  const cases: [name: string, advice: Advice, stored: Stored[], step: string][] = [
    ['new', advice('same', 100), [], 'open'],
    ['open', advice('same', 100), [stored('open', 1)], 'keep'],
    ['being done', advice('same', 100), [stored('accepted', 0)], 'none'],
    ['done 6 days ago', advice('other', 900), [stored('applied', 6)], 'none'],
    ['done 7 days ago', advice('other', 100), [stored('applied', 7)], 'open'],
    ['taken back yesterday', advice('same', 100), [stored('undone', 1)], 'none'],
    ['snoozed', advice('same', 100), [stored('snoozed', 1, { snoozedUntil: daysAgo(-1) })], 'keep'],
    [
      'snoozed until now',
      advice('same', 100),
      [stored('snoozed', 7, { snoozedUntil: NOW })],
      'reopen',
    ],
    ['dismissed', advice('same', 900), [dismissed(89)], 'keep'],
    ['dismissed, another, hardly worth more', advice('other', 149), [dismissed(1)], 'keep'],
    [
      'dismissed, another, worth half as much again',
      advice('other', 150),
      [dismissed(1)],
      'reopen',
    ],
    ['dismissed 90 days ago', advice('same', 1), [dismissed(90)], 'reopen'],
    ['not the goal, 90 days ago', advice('other', 900), [dismissed(90, 'not_my_goal')], 'keep'],
  ];
  for (const [name, given, known, step] of cases)
    it(`${name}: ${step}`, () => assert.equal(stepFor(given, known, NOW), step));

  it('never returns within 90 days of a dismissal unless it is another and worth 1.5 times as much', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('same', 'other'),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 89 }),
        (fingerprint, score, days) => {
          const step = stepFor(advice(fingerprint, score), [dismissed(days)], NOW);
          assert.equal(step === 'reopen', fingerprint === 'other' && score >= 150);
        },
      ),
    ));
});

describe('probabilities of rates', () => {
  it('are sums of binomial probabilities where both parameters are whole', () => {
    const known: [x: number, a: number, b: number, p: number][] = [
      [0.5, 1, 1, 0.5],
      [0.3, 2, 5, 0.579825],
      [0.1, 3, 20, 0.379959],
      [0.05, 4, 60, 0.387156],
      [0.9, 10, 2, 0.697357],
    ];
    for (const [x, a, b, p] of known)
      assert.ok(Math.abs(betaBelow(x, a, b) - p) < 1e-6, `${x} ${a} ${b}: ${betaBelow(x, a, b)}`);
  });

  it('agree with draws', () => {
    const random = randomBy(11);
    const draws = Array.from({ length: 20_000 }, () => beta(4, 60, random));
    for (const x of [0.03, 0.06, 0.1]) {
      const share = draws.filter((draw) => draw < x).length / draws.length;
      assert.ok(Math.abs(share - betaBelow(x, 4, 60)) < 0.015, `${x}`);
    }
  });

  it('grow with the value, and fall as hits are added', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.9, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 2_000 }),
        (x, a, b) => {
          assert.ok(betaBelow(x + 0.05, a, b) >= betaBelow(x, a, b) - 1e-9);
          assert.ok(betaBelow(x, a + 1, b) <= betaBelow(x, a, b) + 1e-9);
        },
      ),
    ));
});

describe('what is known of a rate before its own trials', () => {
  const fallback = { a: 1, b: 19 };
  const options = { least: 3, strength: [20, 200] as const, fallback };
  const of = (...hits: number[]) =>
    priorOf(
      hits.map((one) => ({ hits: one, trials: 100 })),
      options,
    );

  it('is the fallback as long as few others are known', () => assert.deepEqual(of(5, 5), fallback));
  it('has the mean of the others, and counts for much where they are alike', () => {
    const { a, b } = of(5, 5, 5, 5);
    assert.ok(Math.abs(a / (a + b) - 0.05) < 1e-9);
    assert.equal(Math.round(a + b), 200);
  });
  it('counts for little where they differ', () => {
    const { a, b } = of(0, 30, 1, 25);
    assert.equal(Math.round(a + b), 20);
  });
});

it('finds the middle', () => {
  assert.equal(quantileOf([3, 1, 2], 0.5), 2);
  assert.equal(quantileOf([1, 2], 0.5), 1.5);
  assert.equal(quantileOf([], 0.5), null);
});
